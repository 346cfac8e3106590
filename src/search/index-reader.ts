/** Consecutive term numbers; empty if `end` is not greater than `first`. */
export interface TermRange {
  readonly first: number;
  readonly end: number;
}

/** Terms within a few typos of a text. */
export interface FuzzyTerms extends TermRange {
  /** The number of typos. */
  readonly distance: number;
  /** The typos are in a prefix of these terms; otherwise in the whole term. */
  readonly isPrefix: boolean;
}

export interface FuzzyOptions {
  /** Maximum number of typos. */
  readonly distanceMax: number;
  /** Also finds terms that have a matching prefix. */
  readonly isPrefix: boolean;
  /** The first letter has to match, which leaves far fewer terms. */
  readonly keepsFirst: boolean;
}

/**
 * Documents that name one of some sectors, in whatever place. An index has the first sector of each
 * name alone; the release knows which others name one of them besides.
 */
export interface NamedSectors {
  readonly sectors: readonly string[];
  /** Positions of those that name one of them after another. */
  readonly companies: readonly number[];
  readonly products: readonly number[];
}

/** Which documents to find; undefined means any. */
export interface Filter {
  readonly kind?: "company" | "product" | undefined;
  readonly countries?: readonly string[] | undefined;
  readonly sectors?: readonly string[] | undefined;
  readonly anySectors?: NamedSectors | undefined;
}

/** A name of a document: its terms in their order. */
export interface NameTerms {
  readonly terms: readonly number[];
  readonly isMinor: readonly boolean[];
}

/** The documents that were found, in ascending order, and whether there are no others. */
export interface Found {
  readonly documents: ArrayLike<number>;
  readonly isComplete: boolean;
}

/** For every token of a query, the terms that match it. */
export type TermGroups = readonly (readonly TermRange[])[];

export interface DocumentText {
  /** The position of the company or product in the release's list of its kind. */
  readonly position: number;
  readonly name: string;
  /** Without the initials that only the index has. */
  readonly aliases: readonly string[];
}

/**
 * An index as planning and ranking use it. Documents are numbered so that the better one of two
 * equals comes first: companies before products, then by popularity, then by the length of the
 * name. Terms are numbered in the order of their text (UTF-16 code units), words first, then grams.
 */
export interface IndexReader {
  /** The number of documents. */
  readonly documents: number;
  /** The terms equal to a token, or with `isPrefix` all that begin with it. */
  termsOf(text: string, kind: "word" | "gram", isPrefix: boolean): TermRange;
  /**
   * Words within a few typos: a letter inserted, deleted or replaced, or two swapped (optimal
   * string alignment).
   */
  fuzzyTerms(text: string, options: FuzzyOptions): readonly FuzzyTerms[];
  /** In UTF-16 code units. */
  termLength(term: number): number;
  /** The sum of the document frequencies of the terms. */
  frequency(range: TermRange): number;
  /** The first `limit` documents that have a term of every group and pass the filter. */
  findAll(groups: TermGroups, filter: Filter, limit: number): Found;
  /** The first `limit` documents that have terms of at least `least` groups and pass the filter. */
  findSome(groups: TermGroups, least: number, filter: Filter, limit: number): Found;
  /**
   * Documents whose name consists of exactly these terms, apart from minor ones. May omit those
   * with a rare term.
   */
  namesakes(terms: readonly number[], filter: Filter): readonly number[];
  /** The name of a document, then its aliases. */
  namesOf(document: number): readonly NameTerms[];
  isCompany(document: number): boolean;
  /** Empty where it is in no country. */
  countryOf(document: number): string;
  sectorOf(document: number): string;
  /** From 0 to 1. */
  popularityOf(document: number): number;
  textOf(document: number): DocumentText;
}
