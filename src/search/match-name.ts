import type { Hit } from "./hits.ts";
import type { Filter, IndexReader } from "./index-reader.ts";
import { keyOfName, likenessOf, type NameKey } from "./name-key.ts";
import { planSearch } from "./plan.ts";
import { readQuery } from "./query.ts";
import { NumberList, bucketOf, fillBuckets, type HashBuckets } from "./buffers.ts";
import { hashTerms } from "./index-layout.ts";
import { TOKENS_MAX } from "./search-document.ts";

/** A name of a company that is sought. */
export interface NameQuestion {
  readonly name: string;
  /** Only companies filed in one of these. */
  readonly countries?: readonly string[] | undefined;
  readonly sectors?: readonly string[] | undefined;
}

/** A company that may be meant. */
export interface NameCandidate {
  /** Its position in the release's list of companies. */
  readonly position: number;
  /** The alias that is compared with the name; null if it is the company's own. */
  readonly alias: string | null;
  /**
   * `name`: equal. `name_without_legal_form`: equal apart from the legal form. `similar`: not
   * equal.
   */
  readonly likeness: "name" | "name_without_legal_form" | "similar";
  /** From 0 to 1; 1 for equal names alone. See `likenessOf`. */
  readonly score: number;
}

/** The companies that may be meant by a name. */
export interface NameMatch {
  /** The number of companies that have an equal name. */
  readonly equal: number;
  /**
   * Best first, at most `CANDIDATES_MAX`: those with an equal name, or else those with a similar
   * one.
   */
  readonly candidates: readonly NameCandidate[];
}

export const CANDIDATES_MAX = 5;
/** So many hits of a search are compared. */
const HITS_COMPARED = 20;
/** Less similar names are no candidates, unless all words of one of them are in the other. */
const LIKENESS_LEAST = 0.5;
/** Longer names are those of nobody. */
const NAME_UNITS_MAX = 1000;
const NONE: NameMatch = { equal: 0, candidates: [] };

/** Matches names with the companies of an index, equal ones and similar ones. */
export class NameMatcher {
  readonly #reader: IndexReader;
  readonly #equal: EqualNames;

  constructor(reader: IndexReader) {
    this.#reader = reader;
    this.#equal = new EqualNames(reader);
  }

  /** Accepts every text, and does a bounded amount of work. */
  match({ name, countries, sectors }: NameQuestion): NameMatch {
    const key = name.length > NAME_UNITS_MAX ? null : keyOfName(name);
    if (key === null) return NONE;
    const filter: Filter = { kind: "company", countries, sectors };
    const equal = this.#equal.find(key).filter(({ document }) => isIn(this.#reader, document, filter));
    if (equal.length === 0) return { equal: 0, candidates: this.#findSimilar(name, key, filter) };
    const candidates = equal.map(({ document, alias, hasSameForm }): NameCandidate => {
      const likeness = hasSameForm ? "name" : "name_without_legal_form";
      return { position: this.#reader.textOf(document).position, alias, likeness, score: 1 };
    });
    const sorted = candidates.toSorted((a, b) => Number(b.likeness === "name") - Number(a.likeness === "name"));
    return { equal: equal.length, candidates: sorted.slice(0, CANDIDATES_MAX) };
  }

  #findSimilar(name: string, key: NameKey, filter: Filter): readonly NameCandidate[] {
    // The last word is whole: no name of a list is unfinished.
    const plan = planSearch(this.#reader, readQuery(`${name} `), filter);
    return plan
      .page(0, HITS_COMPARED)
      .flatMap((hit) => this.#compare(hit, key))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, CANDIDATES_MAX);
  }

  /** Compares a hit by the name that is most similar; none where that is not similar enough. */
  #compare({ document }: Hit, key: NameKey): NameCandidate[] {
    const { position, name, aliases } = this.#reader.textOf(document);
    let best: NameCandidate | null = null;
    for (const [at, text] of [name, ...aliases].entries()) {
      const own = keyOfName(text);
      if (own === null) continue;
      const score = likenessOf(own.text, key.text);
      if (score <= (best?.score ?? 0) || (score < LIKENESS_LEAST && !contains(own, key))) continue;
      best = { position, alias: at === 0 ? null : text, likeness: "similar", score };
    }
    return best === null ? [] : [best];
  }
}

function isIn(reader: IndexReader, document: number, { countries, sectors }: Filter): boolean {
  return (
    (countries?.includes(reader.countryOf(document)) ?? true) && (sectors?.includes(reader.sectorOf(document)) ?? true)
  );
}

/** Returns true if all words of one name are in the other. */
function contains(one: NameKey, other: NameKey): boolean {
  const [fewer, more] = one.tokens.length < other.tokens.length ? [one, other] : [other, one];
  const words = new Set(more.tokens.map(({ text }) => text));
  return fewer.tokens.every(({ text }) => words.has(text));
}

/** A company that has a name. */
interface EqualName {
  readonly document: number;
  /** The alias that is the name; null if it is the company's own. */
  readonly alias: string | null;
  /** The legal form is the same, too. */
  readonly hasSameForm: boolean;
}

/**
 * Finds all companies of an index by a whole name, their own or an alias. Building it reads the
 * index once and takes eight bytes a name.
 */
class EqualNames {
  readonly #reader: IndexReader;
  readonly #buckets: HashBuckets;

  constructor(reader: IndexReader) {
    this.#reader = reader;
    const hashes = new NumberList();
    const documents = new NumberList();
    for (let document = 0; document < reader.documents && reader.isCompany(document); document += 1) {
      for (const { terms, isMinor } of reader.namesOf(document)) {
        hashes.push(hashTerms(terms.filter((_, at) => !isMinor[at]!)));
        documents.push(document);
      }
    }
    this.#buckets = fillBuckets(hashes.numbers(), documents.numbers());
  }

  /** All companies of this name, each once, in the order of the index. */
  find(key: NameKey): EqualName[] {
    const terms: number[] = [];
    for (const { text, kind } of key.tokens.slice(0, TOKENS_MAX)) {
      const { first, end } = this.#reader.termsOf(text, kind, false);
      if (end <= first) return [];
      terms.push(first);
    }
    const found = new Set(bucketOf(this.#buckets, hashTerms(terms)));
    return [...found].toSorted((a, b) => a - b).flatMap((document) => this.#compare(document, key));
  }

  /** Its own name comes before an alias, and the same legal form before another. */
  #compare(document: number, key: NameKey): EqualName[] {
    const { name, aliases } = this.#reader.textOf(document);
    const equal: EqualName[] = [];
    for (const [at, text] of [name, ...aliases].entries()) {
      const own = keyOfName(text);
      if (own === null || own.text !== key.text) continue;
      equal.push({ document, alias: at === 0 ? null : text, hasSameForm: own.withForm === key.withForm });
    }
    const best = equal.find(({ hasSameForm }) => hasSameForm) ?? equal[0];
    return best === undefined ? [] : [best];
  }
}
