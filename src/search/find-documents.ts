import { ByteReader, RecordReader } from "./buffers.ts";
import type { IndexArrays } from "./index-layout.ts";
import type { Filter, Found, TermGroups, TermRange, NamedSectors } from "./index-reader.ts";
import { BitSet, TermSet, indexesOf } from "./sets.ts";

/** Maximum number of postings that one step of a search reads. */
const POSTINGS_READ_MAX = 200_000;
/** Maximum number of documents that one step checks term by term. */
const DOCUMENTS_CHECKED_MAX = 10_000;
/** Checking a document costs about as much as reading this many postings. */
const POSTINGS_PER_CHECK = 16;
/** Up to how many groups of a document are counted. */
const LEVELS = 3;
/** A query of one prefix with more postings than this is broad: its first documents are enough. */
const BROAD_POSTINGS_MIN = 2000;
const BROAD_DOCUMENTS_MAX = 256;
const ALL = 0x7fffffff;

interface RankedGroup {
  readonly group: TermSet;
  /** The number of its postings. */
  readonly cost: number;
}

/** Finds the documents of terms, in ascending order. The work of every call is bounded. */
export class DocumentFinder {
  readonly #arrays: IndexArrays;
  readonly #forward: RecordReader;
  readonly #drivers: BitSet;
  readonly #others: BitSet;
  /** The documents of at least one group, of at least two, and so on. */
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

  /** See `IndexReader.findAll`: reads the rarest group and checks its documents for the others. */
  findAll(groups: TermGroups, filter: Filter, limit: number): Found {
    const isWanted = filterDocuments(this.#arrays, filter);
    const ranked = this.#rank(groups);
    const [driver, second] = ranked;
    if (driver === undefined || driver.cost === 0 || isWanted === null) return NONE;
    const isPrefix = driver.group.isOneRange && !driver.group.isOneTerm;
    const isBroad = isPrefix && driver.cost > BROAD_POSTINGS_MIN && limit > BROAD_DOCUMENTS_MAX;
    if (isBroad && second === undefined && isWanted === EVERY) return this.#firstOf(driver.group);
    const marks = second !== undefined && second.cost <= Math.min(POSTINGS_READ_MAX, driver.cost * POSTINGS_PER_CHECK);
    if (marks) this.#mark(this.#others, second.group);
    const isTooMany = driver.cost > POSTINGS_READ_MAX && !driver.group.isOneTerm;
    const checked = (isTooMany ? ranked : ranked.slice(marks ? 2 : 1)).map(({ group }) => group);
    const found = new Collector(limit);
    let checks = 0;
    const visit = (document: number): boolean => {
      if (!isWanted(document) || (marks && !this.#others.has(document))) return true;
      if (checked.length > 0) {
        checks += 1;
        if (checks > DOCUMENTS_CHECKED_MAX) return found.stop();
        if (this.#countGroups(document, checked) < checked.length) return true;
      }
      return found.add(document);
    };
    // With too many postings to read, checks the documents one by one, best first.
    if (isTooMany) this.#eachDocument(visit);
    else this.#eachOf(driver.group, visit);
    if (marks) this.#others.clear();
    return found;
  }

  /**
   * See `IndexReader.findSome`: reads the rarest groups; a document with enough groups is in one.
   */
  findSome(groups: TermGroups, least: number, filter: Filter, limit: number): Found {
    const isWanted = filterDocuments(this.#arrays, filter);
    const ranked = this.#rank(groups).filter(({ cost }) => cost > 0);
    const needed = ranked.length - least + 1;
    if (needed < 1 || isWanted === null) return NONE;
    const found = new Collector(limit);
    const checked = ranked.map(({ group }) => group);
    const read = this.#countRarest(ranked, needed);
    if (read < needed) found.stop();
    const level = Math.max(0, read - needed);
    let checks = 0;
    this.#levels[level]!.each((document) => {
      if (!isWanted(document)) return true;
      if (level + 1 >= least) return found.add(document);
      checks += 1;
      if (checks > DOCUMENTS_CHECKED_MAX) return found.stop();
      return this.#countGroups(document, checked) < least || found.add(document);
    });
    for (const each of this.#levels) each.clear();
    return found;
  }

  /**
   * Counts in how many of the rarest groups each document is. Reads `needed` groups, unless they
   * are too large, and another one as long as that is less work than checking the documents it
   * rules out. Returns how many groups were read.
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

  /** The groups with the number of their postings, rarest first. */
  #rank(groups: TermGroups): RankedGroup[] {
    return groups
      .map((ranges) => {
        const group = new TermSet(ranges);
        let cost = 0;
        for (const range of group.ranges()) cost += this.frequency(range);
        return { group, cost };
      })
      .toSorted((a, b) => a.cost - b.cost);
  }

  /** Adds the documents of a group to a set, of each term at most the first `perTermMax`. */
  #mark(documents: BitSet, group: TermSet, perTermMax = ALL): void {
    const { postings, postingOffsets } = this.#arrays;
    const reader = new ByteReader(postings);
    for (const { first, end } of group.ranges()) {
      for (let term = first; term < end; term += 1) {
        reader.offset = postingOffsets[term]!;
        const last = postingOffsets[term + 1]!;
        let document = -1;
        for (let left = perTermMax; left > 0 && reader.offset < last; left -= 1) {
          document += reader.varint();
          documents.add(document);
        }
      }
    }
  }

  #eachDocument(visit: (document: number) => boolean): void {
    const { documents } = this.#arrays.facts;
    for (let document = 0; document < documents && visit(document); document += 1);
  }

  #eachOf(group: TermSet, visit: (document: number) => boolean): void {
    if (!group.isOneTerm) {
      this.#mark(this.#drivers, group);
      this.#drivers.each(visit);
      this.#drivers.clear();
      return;
    }
    const { postings, postingOffsets } = this.#arrays;
    const reader = new ByteReader(postings);
    const [range] = group.ranges();
    reader.offset = postingOffsets[range!.first]!;
    const last = postingOffsets[range!.end]!;
    let document = -1;
    while (reader.offset < last && visit((document += reader.varint())));
  }

  /** Of how many groups a document has a term. */
  #countGroups(document: number, groups: readonly TermSet[]): number {
    const reader = this.#forward;
    reader.seek(document);
    let missing = (1 << groups.length) - 1;
    let count = 0;
    while (reader.offset < reader.end && missing !== 0) {
      const term = reader.varint() >>> 2;
      for (let index = 0; index < groups.length; index += 1) {
        if ((missing & (1 << index)) === 0 || !groups[index]!.has(term)) continue;
        missing &= ~(1 << index);
        count += 1;
      }
    }
    return count;
  }

  /** The first documents of a group. Of each term, only as many can be among them. */
  #firstOf(group: TermSet): Found {
    this.#mark(this.#drivers, group, BROAD_DOCUMENTS_MAX);
    const found = new Collector(BROAD_DOCUMENTS_MAX);
    this.#drivers.each((document) => found.add(document));
    this.#drivers.clear();
    found.stop();
    return found;
  }
}

const NONE: Found = { documents: [], isComplete: true };

/** Collects documents up to a limit. Both functions return whether to continue. */
class Collector implements Found {
  readonly documents: number[] = [];
  isComplete = true;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(document: number): boolean {
    if (this.documents.length === this.#limit) return this.stop();
    this.documents.push(document);
    return true;
  }

  /** There may be more documents than were collected. */
  stop(): boolean {
    this.isComplete = false;
    return false;
  }
}

/** Returns true if a document passes a filter. */
type IsWanted = (document: number) => boolean;

/** The predicate of a filter that narrows nothing. */
const EVERY: IsWanted = () => true;

/** The predicate of a filter; null if no document can pass. */
export function filterDocuments(
  arrays: IndexArrays,
  { kind, countries, sectors, anySectors }: Filter,
): IsWanted | null {
  if ([kind, countries, sectors, anySectors].every((part) => part === undefined)) return EVERY;
  const { facts, countries: countryOf, sectors: sectorOf } = arrays;
  const isCountry = countries && indexesOf(facts.countries, countries);
  const isSector = sectors && indexesOf(facts.sectors, sectors);
  if (isCountry?.size === 0 || isSector?.size === 0) return null;
  const isNamed = anySectors && namedTest(arrays, anySectors);
  return (document) =>
    (kind === undefined || document < facts.companies === (kind === "company")) &&
    (isCountry === undefined || isCountry.has(countryOf[document]!)) &&
    (isSector === undefined || isSector.has(sectorOf[document]!)) &&
    (isNamed === undefined || isNamed(document));
}

/** Builds a test of whether a document names one of some sectors, in whatever place. */
function namedTest({ facts, ...arrays }: IndexArrays, { sectors, companies, products }: NamedSectors): IsWanted {
  const isSector = indexesOf(facts.sectors, sectors);
  const [isCompany, isProduct] = [new Set(companies), new Set(products)];
  const texts = new RecordReader(arrays.texts, arrays.textOffsets);
  return (document) => {
    if (isSector.has(arrays.sectors[document]!)) return true;
    const positions = document < facts.companies ? isCompany : isProduct;
    if (positions.size === 0) return false;
    // The text of a document begins with its position.
    texts.seek(document);
    return positions.has(texts.varint());
  };
}
