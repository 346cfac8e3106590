/** Terms that follow each other in the order of the vocabulary; empty where `end` is not beyond `first`. */
export interface TermRange {
  readonly first: number;
  readonly end: number;
}

/** Terms a few typing errors away. */
export interface NearTerms extends TermRange {
  readonly distance: number;
  /** They begin with a text so near; otherwise they are it. */
  readonly isPrefix: boolean;
}

/** How words near to a text are looked for. */
export interface NearQuestion {
  /** How many typing errors there may be. */
  readonly distanceMax: number;
  /** Words that begin with a near text are asked for, too. */
  readonly isPrefix: boolean;
  /** The first letter is the same: there are far fewer such words. */
  readonly keepsFirst: boolean;
}

/** What a document must be; undefined takes every one. */
export interface Filter {
  readonly kind?: "company" | "product" | undefined;
  readonly country?: string | undefined;
  readonly sector?: string | undefined;
}

/** One of the names of a document: its terms in their order, with bit 0 of `minor` for the first and so on. */
export interface NameTerms {
  readonly terms: readonly number[];
  readonly isMinor: readonly boolean[];
}

/** The documents that were found, in the order of their numbers, and whether they are all there are. */
export interface Found {
  readonly documents: ArrayLike<number>;
  readonly isComplete: boolean;
}

/**
 * What planning and ranking need to know of an index. Documents are numbered so that the better one of two equals comes first: companies
 * before products, then by popularity, then by the length of the name.
 *
 * Terms are numbered in the order of their text (UTF-16 code units), words first and pairs of characters behind them.
 */
export interface Postings {
  readonly documents: number;
  /** The range of one word, or of all words that begin with it. */
  termsOf(text: string, kind: "word" | "gram", isPrefix: boolean): TermRange;
  /**
   * Words a few typing errors away (optimal string alignment: one letter too many, one too few, another one, two
   * neighbours swapped).
   */
  nearTerms(text: string, question: NearQuestion): readonly NearTerms[];
  /** In UTF-16 code units. */
  termLength(term: number): number;
  /** Sum of the numbers of documents of the terms in a range. */
  frequency(range: TermRange): number;
  /** The first documents, `limit` at most, that hold a term of every group and pass the filter. */
  findAll(groups: readonly (readonly TermRange[])[], filter: Filter, limit: number): Found;
  /** The first documents, `limit` at most, that hold terms of at least `least` groups and pass the filter. */
  findSome(groups: readonly (readonly TermRange[])[], least: number, filter: Filter, limit: number): Found;
  /** Documents whose name is made of exactly these terms, apart from minor ones. Those that any of the terms leads to at once need not be given. */
  namesakes(terms: readonly number[], filter: Filter): readonly number[];
  /** The name of a document, then its aliases. */
  namesOf(document: number): readonly NameTerms[];
  isCompany(document: number): boolean;
  countryOf(document: number): string;
  sectorOf(document: number): string;
  /** From 0 to 1. */
  popularityOf(document: number): number;
  textOf(document: number): DocumentText;
}

export interface DocumentText {
  /** Which company or product it is: its place in the list of its kind. */
  readonly place: number;
  readonly name: string;
  /** Without those that were made up for the index. */
  readonly aliases: readonly string[];
}
