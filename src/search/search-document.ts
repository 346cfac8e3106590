/** A company or product as a search knows it. */
export interface SearchDocument {
  readonly kind: "company" | "product";
  /** Which one it is: its place in the list of its kind; what a hit gives back. */
  readonly place: number;
  readonly name: string;
  /** Other names: former and local ones, tickers. */
  readonly aliases: readonly string[];
  /** ISO 3166-1 alpha-2, or any other key of a country. */
  readonly country: string;
  readonly sector: string;
  /** From 0 to 1: of two equal hits the more popular one comes first. */
  readonly popularity: number;
}

/** How many aliases of a document are taken, and how many words of a name: a bound for what one row can cost. */
export const ALIASES_MAX = 60;
export const WORDS_MAX = 60;

/** Popularity is kept in one byte. */
export const POPULARITY_STEPS = 255;

/** Bits of a term as it stands among the names of a document. */
export const LAST_OF_NAME = 1;
export const MINOR = 2;

/** How many documents share one entry of a table of offsets. */
export const DOCUMENTS_PER_BLOCK = 8;

/** Ranges of words with more postings than this have their first documents kept ready. */
export const HOT_POSTINGS_MIN = 2000;
/** How many of them. */
export const HOT_DOCUMENTS_MAX = 256;

/** Names are looked up whole only where each of their words has more documents than this: the others are found by any of their words. */
export const FEW_DOCUMENTS = 100;

/** Where the documents of a name stand: a mix of its terms (FNV-1a over 32-bit numbers). */
export function hashTerms(terms: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const term of terms) {
    hash = Math.imul(hash ^ term, 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
