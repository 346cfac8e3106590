import { BitSet } from "./bit-set.ts";
import { type IndexArrays, RecordReader } from "./index-arrays.ts";
import type { Filter, Found, TermRange } from "./postings.ts";
import { TermSet } from "./term-set.ts";
import { ByteReader } from "./varint.ts";

/** How many postings one step of a search may read at most. */
const POSTINGS_READ_MAX = 200_000;
/** How many documents one step may look at through their names. */
const DOCUMENTS_CHECKED_MAX = 10_000;
/** Looking at a document's names costs as much as reading this many postings. */
const POSTINGS_PER_CHECK = 16;
/** In how many groups a document is counted at most. */
const LEVELS = 3;

/** For every word of a query the terms that stand for it. */
export type Groups = readonly (readonly TermRange[])[];

interface RankedGroup {
  readonly group: TermSet;
  /** The number of its postings. */
  readonly cost: number;
}

/** Whether a document passes a filter. */
export type IsWanted = (document: number) => boolean;

/** Finds the documents of terms in the order of their numbers; every question has a bound for its work. */
export class DocumentFinder {
  readonly #arrays: IndexArrays;
  readonly #forward: RecordReader;
  readonly #drivers: BitSet;
  readonly #others: BitSet;
  /** The documents of one group, of two, and so on. */
  readonly #levels: readonly BitSet[];

  constructor(arrays: IndexArrays) {
    this.#arrays = arrays;
    this.#forward = new RecordReader(arrays.forward, arrays.forwardOffsets);
    this.#drivers = new BitSet(arrays.facts.documents);
    this.#others = new BitSet(arrays.facts.documents);
    this.#levels = Array.from({ length: LEVELS }, () => new BitSet(arrays.facts.documents));
  }

  frequency({ first, end }: TermRange): number {
    const { frequencySums } = this.#arrays;
    return end <= first ? 0 : frequencySums[end]! - frequencySums[first]!;
  }

  /** See `Postings.findAll`: the rarest group leads, the others are looked up. */
  findAll(groups: Groups, filter: Filter, limit: number): Found {
    const isWanted = this.filter(filter);
    const ranked = this.#rank(groups);
    const [driver, second] = ranked;
    if (driver === undefined || driver.cost === 0 || isWanted === null) return NONE;
    const hot = second === undefined && isWanted === EVERY && this.#hot(driver.group);
    if (hot) return { documents: hot.slice(0, limit), isComplete: false };
    const marks = second !== undefined && second.cost <= Math.min(POSTINGS_READ_MAX, driver.cost * POSTINGS_PER_CHECK);
    if (marks) this.#mark(this.#others, second.group);
    const isTooMany = driver.cost > POSTINGS_READ_MAX && !driver.group.isOneTerm;
    const looked = (isTooMany ? ranked : ranked.slice(marks ? 2 : 1)).map(({ group }) => group);
    const found = new Collector(limit);
    let checks = 0;
    const take = (document: number): boolean => {
      if (!isWanted(document) || (marks && !this.#others.has(document))) return true;
      if (looked.length > 0) {
        checks += 1;
        if (checks > DOCUMENTS_CHECKED_MAX) return found.cut();
        if (this.#countGroups(document, looked) < looked.length) return true;
      }
      return found.add(document);
    };
    // Where there is too much to read, the best documents are looked at in their order.
    if (isTooMany) this.#eachDocument(take);
    else this.#eachOf(driver.group, take);
    if (marks) this.#others.clear();
    return found;
  }

  /** See `Postings.findSome`: whoever holds `least` of all groups holds one of the rarest, and two where one more of them is read. */
  findSome(groups: Groups, least: number, filter: Filter, limit: number): Found {
    const isWanted = this.filter(filter);
    const ranked = this.#rank(groups).filter(({ cost }) => cost > 0);
    const needed = ranked.length - least + 1;
    if (needed < 1 || isWanted === null) return NONE;
    const found = new Collector(limit);
    const looked = ranked.map(({ group }) => group);
    const read = this.#countRarest(ranked, needed);
    if (read < needed) found.cut();
    const level = Math.max(0, read - needed);
    let checks = 0;
    this.#levels[level]!.each((document) => {
      if (!isWanted(document)) return true;
      if (level + 1 >= least) return found.add(document);
      checks += 1;
      if (checks > DOCUMENTS_CHECKED_MAX) return found.cut();
      return this.#countGroups(document, looked) < least || found.add(document);
    });
    for (const each of this.#levels) each.clear();
    return found;
  }

  /**
   * Counts in how many of the rarest groups each document is: of `needed` groups at least, where they are not too many to read, and of one more as long as
   * that is less work than to look at the documents that would be left out. Gives how many groups were read.
   */
  #countRarest(ranked: readonly RankedGroup[], needed: number): number {
    const sizes = this.#levels.map(() => 0);
    let postings = 0;
    let read = 0;
    for (const { group, cost } of ranked) {
      postings += cost;
      if (read > 0 && postings > POSTINGS_READ_MAX) break;
      const isEnough = read >= needed && sizes[read - needed]! * POSTINGS_PER_CHECK <= cost;
      if (isEnough || read - needed === this.#levels.length - 1) break;
      this.#mark(this.#drivers, group);
      let moved = cost;
      for (const [at, level] of this.#levels.entries()) {
        const stayed = this.#drivers.moveInto(level);
        sizes[at]! += moved - stayed;
        moved = stayed;
        if (stayed === 0) break;
      }
      this.#drivers.clear();
      read += 1;
    }
    return read;
  }

  /** The test of a filter; null where nothing can pass. */
  filter({ kind, country, sector }: Filter): IsWanted | null {
    if (kind === undefined && country === undefined && sector === undefined) return EVERY;
    const { facts, countries, sectors } = this.#arrays;
    const { companies } = facts;
    const countryPlace = country === undefined ? -1 : facts.countries.indexOf(country);
    const sectorPlace = sector === undefined ? -1 : facts.sectors.indexOf(sector);
    if ((country !== undefined && countryPlace < 0) || (sector !== undefined && sectorPlace < 0)) return null;
    return (document) =>
      (kind === undefined || document < companies === (kind === "company")) &&
      (countryPlace < 0 || countries[document] === countryPlace) &&
      (sectorPlace < 0 || sectors[document] === sectorPlace);
  }

  /** The groups, the rarest first, with the number of postings of each. */
  #rank(groups: Groups): RankedGroup[] {
    return groups
      .map((ranges) => {
        const group = new TermSet(ranges);
        let cost = 0;
        for (const range of group.ranges()) cost += this.frequency(range);
        return { group, cost };
      })
      .toSorted((a, b) => a.cost - b.cost);
  }

  #mark(bits: BitSet, group: TermSet): void {
    const { postings, postingOffsets } = this.#arrays;
    const reader = new ByteReader(postings);
    for (const { first, end } of group.ranges()) {
      for (let term = first; term < end; term += 1) {
        reader.at = postingOffsets[term]!;
        const last = postingOffsets[term + 1]!;
        let document = -1;
        while (reader.at < last) {
          document += reader.varint();
          bits.add(document);
        }
      }
    }
  }

  #eachDocument(take: (document: number) => boolean): void {
    const { documents } = this.#arrays.facts;
    for (let document = 0; document < documents && take(document); document += 1);
  }

  #eachOf(group: TermSet, take: (document: number) => boolean): void {
    if (!group.isOneTerm) {
      this.#mark(this.#drivers, group);
      this.#drivers.each(take);
      this.#drivers.clear();
      return;
    }
    const { postings, postingOffsets } = this.#arrays;
    const [range] = group.ranges();
    const { first } = range!;
    const reader = new ByteReader(postings);
    reader.at = postingOffsets[first]!;
    const last = postingOffsets[first + 1]!;
    let document = -1;
    while (reader.at < last) {
      document += reader.varint();
      if (!take(document)) return;
    }
  }

  /** How many of the groups a document holds a term of. */
  #countGroups(document: number, groups: readonly TermSet[]): number {
    const reader = this.#forward;
    reader.find(document);
    let missing = (1 << groups.length) - 1;
    let count = 0;
    while (reader.at < reader.end && missing !== 0) {
      const term = reader.varint() >>> 2;
      for (let place = 0; place < groups.length; place += 1) {
        if ((missing & (1 << place)) === 0 || !groups[place]!.has(term)) continue;
        missing &= ~(1 << place);
        count += 1;
      }
    }
    return count;
  }

  /** The first documents of a single range that has them ready. */
  #hot(group: TermSet): number[] | null {
    const [range, second] = group.ranges();
    if (range === undefined || second !== undefined) return null;
    const { first, end } = range;
    const { hotFirsts, hotEnds, hotOffsets, hotDocuments } = this.#arrays;
    let low = 0;
    let high = hotFirsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const isBefore = hotFirsts[middle]! < first || (hotFirsts[middle] === first && hotEnds[middle]! > end);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    if (hotFirsts[low] !== first || hotEnds[low] !== end) return null;
    const reader = new ByteReader(hotDocuments);
    reader.at = hotOffsets[low]!;
    const documents: number[] = [];
    let document = -1;
    while (reader.at < hotOffsets[low + 1]!) documents.push((document += reader.varint()));
    return documents;
  }
}

const EVERY: IsWanted = () => true;
const NONE: Found = { documents: [], isComplete: true };

/** Takes documents up to a limit. Both functions say whether to go on. */
class Collector implements Found {
  readonly documents: number[] = [];
  isComplete = true;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(document: number): boolean {
    if (this.documents.length === this.#limit) return this.cut();
    this.documents.push(document);
    return true;
  }

  cut(): boolean {
    this.isComplete = false;
    return false;
  }
}
