import type { IndexReader, TermRange } from "./index-reader.ts";
import type { QueryToken } from "./query.ts";
import { TermSet } from "./sets.ts";

/** Terms that match a token of the query. */
interface Alternative extends TermRange {
  /** From 0 to 1: how well they match. */
  readonly quality: number;
  /** The token is their prefix: the longer they are, the worse they match. */
  readonly isPrefix: boolean;
  /** The token is their prefix but for typos. */
  readonly isFuzzyPrefix: boolean;
}

/** A token of a query with everything that matches it. */
export interface Clause {
  readonly text: string;
  readonly alternatives: readonly Alternative[];
  /** All terms of the alternatives. */
  readonly terms: TermSet;
  /** Rare tokens have more weight. */
  readonly weight: number;
  readonly isOptional: boolean;
}

/** One way to understand a query. */
export interface Interpretation {
  readonly clauses: readonly Clause[];
  /** From 0 to 1: how likely it is meant. */
  readonly quality: number;
  /** With typos, or without some of the tokens. */
  readonly isDoubtful: boolean;
  /** See `Query.isBeginning`. */
  readonly isBeginning: boolean;
  /** See `Query.isCapitals`. */
  readonly isCapitals: boolean;
  /** The number of tokens, minor ones apart, of a name that is exactly this; -1 if none is. */
  readonly tokens: number;
}

const EXACT_QUALITY = 1;
/** For a number written as a word instead of with digits. */
const NUMBER_QUALITY = 0.97;
const PREFIX_QUALITY = 0.8;
/** Added to the quality of a prefix, in proportion to its share of the whole term. */
export const PREFIX_QUALITY_GAIN = 0.12;
/** With one typo, and with two. */
const FUZZY_QUALITIES = [0.84, 0.62];
const SWAPPED_QUALITY = 0.92;
const FUZZY_PREFIX_QUALITY = 0.97;
const OPTIONAL_WEIGHT = 0.1;
/** For a legal form at the end, which may be a word just begun. */
const BEGUN_WEIGHT = 0.4;

/** The least lengths of a token with one typo, and with two. */
const ONE_TYPO_LENGTH = 3;
const TWO_TYPOS_LENGTH = 8;
/** If nothing else is found. Two of six letters would make France of Finance. */
const TWO_TYPOS_LENGTH_LENIENT = 7;
/** A token in this many documents is not considered a typo. */
const KNOWN_DOCUMENTS = 30;

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** The token as it is written; a small number also as a word, and the other way round. */
export function exactClause(reader: IndexReader, token: QueryToken): Clause {
  const { text, kind } = token;
  const alternatives: Alternative[] = [];
  const add = (written: string, quality: number): void => {
    const range = reader.termsOf(written, kind, false);
    if (!isEmpty(range)) alternatives.push({ ...range, quality, isPrefix: false, isFuzzyPrefix: false });
  };
  add(text, EXACT_QUALITY);
  const number = NUMBERS.indexOf(text);
  const twin = number < 0 ? NUMBERS[Number(text)] : String(number);
  if (twin !== undefined) add(twin, NUMBER_QUALITY);
  return buildClause(
    reader,
    token,
    alternatives,
    alternatives[0] === undefined ? 0 : reader.frequency(alternatives[0]),
  );
}

/** The token as it is written and, if it may be a prefix, the terms that begin with it. */
export function prefixClause(reader: IndexReader, token: QueryToken): Clause {
  const exact = exactClause(reader, token);
  if (!token.isPrefix) return exact;
  const range = reader.termsOf(token.text, token.kind, true);
  if (isEmpty(range)) return exact;
  const longer = { ...range, quality: PREFIX_QUALITY, isPrefix: true, isFuzzyPrefix: false };
  const alternatives = [...exact.alternatives, longer];
  return buildClause(reader, token, alternatives, reader.frequency(exact.alternatives[0] ?? range));
}

/** In addition, terms with typos; not for frequent tokens, numbers and grams. */
export function fuzzyClause(reader: IndexReader, token: QueryToken): Clause {
  const prefix = prefixClause(reader, token);
  const known = prefix.alternatives.find(({ isPrefix }) => !isPrefix);
  if (known !== undefined && reader.frequency(known) >= KNOWN_DOCUMENTS) return prefix;
  return withTypos(reader, token, prefix, TWO_TYPOS_LENGTH);
}

/** Allows more typos, and typos in frequent tokens: for when nothing else is found. */
export function lenientClause(reader: IndexReader, token: QueryToken): Clause {
  return withTypos(reader, token, prefixClause(reader, token), TWO_TYPOS_LENGTH_LENIENT);
}

function withTypos(reader: IndexReader, token: QueryToken, clause: Clause, twoTyposLength: number): Clause {
  const typos = typosOf(token, twoTyposLength);
  if (typos === 0) return clause;
  const { text, isPrefix } = token;
  const once = reader.fuzzyTerms(text, { distanceMax: 1, isPrefix, keepsFirst: false });
  // With two typos the first letter has to match: there are too many other terms.
  const twice = typos > 1 ? reader.fuzzyTerms(text, { distanceMax: typos, isPrefix, keepsFirst: true }) : [];
  const all = [...once.filter(({ distance }) => distance > 0), ...twice.filter(({ distance }) => distance > 1)].map(
    ({ first, end, distance, isPrefix: isFuzzyPrefix }) => ({
      first,
      end,
      quality: FUZZY_QUALITIES[distance - 1]! * (isFuzzyPrefix ? FUZZY_PREFIX_QUALITY : 1),
      isPrefix: false,
      isFuzzyPrefix,
    }),
  );
  const kept = token.text.length > ONE_TYPO_LENGTH ? all : all.filter((each) => keepsFirst(reader, token, each));
  const alternatives = [...clause.alternatives, ...swappedTerms(reader, token), ...best(reader, kept)];
  return { ...clause, alternatives, terms: new TermSet(alternatives) };
}

/** The terms with two neighbouring letters the other way round: likelier than other typos. */
function swappedTerms(reader: IndexReader, { text, kind, isPrefix }: QueryToken): readonly Alternative[] {
  const found: Alternative[] = [];
  const add = (range: TermRange, quality: number, isFuzzyPrefix: boolean): void => {
    if (!isEmpty(range)) found.push({ ...range, quality, isPrefix: false, isFuzzyPrefix });
  };
  for (let at = 1; at < text.length; at += 1) {
    if (text[at - 1] === text[at]) continue;
    const written = text.slice(0, at - 1) + text.charAt(at) + text.charAt(at - 1) + text.slice(at + 1);
    add(reader.termsOf(written, kind, false), SWAPPED_QUALITY, false);
    if (isPrefix) add(reader.termsOf(written, kind, true), SWAPPED_QUALITY * FUZZY_PREFIX_QUALITY, true);
  }
  return found;
}

/** The alternatives of the best quality; of equal ones, the most frequent. */
function best(reader: IndexReader, alternatives: readonly Alternative[]): readonly Alternative[] {
  if (alternatives.length <= ALTERNATIVES_MAX) return alternatives;
  return alternatives
    .map((each) => ({ each, documents: reader.frequency(each) }))
    .toSorted((a, b) => b.each.quality - a.each.quality || b.documents - a.documents || a.each.first - b.each.first)
    .slice(0, ALTERNATIVES_MAX)
    .map(({ each }) => each);
}

/** Maximum number of fuzzy alternatives of a token. */
const ALTERNATIVES_MAX = 60;

/** Returns the number of typos that a token may have. */
function typosOf({ text, kind }: QueryToken, twoTyposLength: number): number {
  if (kind === "gram" || text.length < ONE_TYPO_LENGTH || /^\d+$/u.test(text)) return 0;
  return text.length < twoTyposLength ? 1 : 2;
}

/**
 * True if terms begin with the first letter of the token. With three letters, too little is left if
 * it differs.
 */
function keepsFirst(reader: IndexReader, token: QueryToken, { first, end }: TermRange): boolean {
  const range = reader.termsOf(token.text.slice(0, 1), "word", true);
  return first >= range.first && end <= range.end;
}

function buildClause(
  reader: IndexReader,
  { text, isOptional, isPrefix }: QueryToken,
  alternatives: readonly Alternative[],
  documents: number,
): Clause {
  const share = !isOptional ? 1 : isPrefix ? BEGUN_WEIGHT : OPTIONAL_WEIGHT;
  const weight = Math.log(1 + reader.documents / Math.max(1, documents)) * share;
  return { text, alternatives, terms: new TermSet(alternatives), weight, isOptional };
}

export function isEmpty({ first, end }: TermRange): boolean {
  return end <= first;
}
