import type { Postings, TermRange } from "./postings.ts";
import type { QueryWord } from "./read-query.ts";
import { TermSet } from "./term-set.ts";

/** Terms that stand for a word of the query. */
export interface Alternative extends TermRange {
  /** From 0 to 1: how well they stand for it. */
  readonly quality: number;
  /** The word is their beginning: longer ones stand for it less well. */
  readonly isPrefix: boolean;
}

/** A word of a query, and all that stands for it. */
export interface Clause {
  readonly text: string;
  readonly alternatives: readonly Alternative[];
  /** All terms of the alternatives. */
  readonly terms: TermSet;
  /** How much it says: rare words say more. */
  readonly weight: number;
  readonly isOptional: boolean;
}

/** One way to understand a query. */
export interface Reading {
  readonly clauses: readonly Clause[];
  /** From 0 to 1: how sure it is that this was meant. */
  readonly quality: number;
  /** How many words a name has that is just this, apart from legal forms. */
  readonly words: number;
}

const EXACT_QUALITY = 1;
const PREFIX_QUALITY = 0.8;
/** What a prefix gains as it comes near to the whole word. */
export const PREFIX_QUALITY_GAIN = 0.12;
/** With one typing error, and with two. */
const NEAR_QUALITIES = [0.84, 0.62];
const NEAR_PREFIX_QUALITY = 0.92;
const OPTIONAL_WEIGHT = 0.1;

/** From this length on a word may have one typing error, and from this one two. */
const ONE_ERROR_LENGTH = 3;
const TWO_ERRORS_LENGTH = 8;
/** Where nothing else is found. */
const TWO_ERRORS_LENGTH_GENEROUS = 6;
/** A word that this many documents have is not taken for a typing error of another. */
const KNOWN_DOCUMENTS = 30;

/** A word as it is written. */
export function exactClause(postings: Postings, word: QueryWord): Clause {
  const range = postings.termsOf(word.text, word.kind, false);
  const alternatives = isEmpty(range) ? [] : [{ ...range, quality: EXACT_QUALITY, isPrefix: false }];
  return clause(postings, word, alternatives, postings.frequency(range));
}

/** A word as it is written, or what begins with it where it may not be finished. */
export function openClause(postings: Postings, word: QueryWord): Clause {
  const exact = exactClause(postings, word);
  if (!word.isPrefix) return exact;
  const range = postings.termsOf(word.text, word.kind, true);
  if (isEmpty(range)) return exact;
  const alternatives = [...exact.alternatives, { ...range, quality: PREFIX_QUALITY, isPrefix: true }];
  return clause(postings, word, alternatives, postings.frequency(exact.alternatives[0] ?? range));
}

/** A word with typing errors besides; a well-known word, a number and a pair of characters stay as they are. */
export function nearClause(postings: Postings, word: QueryWord): Clause {
  const open = openClause(postings, word);
  const known = open.alternatives.find(({ isPrefix }) => !isPrefix);
  if (known !== undefined && postings.frequency(known) >= KNOWN_DOCUMENTS) return open;
  return withNear(postings, word, open, TWO_ERRORS_LENGTH);
}

/** A word with more typing errors, and with some even where it is well known: for when nothing else is found. */
export function nearestClause(postings: Postings, word: QueryWord): Clause {
  return withNear(postings, word, openClause(postings, word), TWO_ERRORS_LENGTH_GENEROUS);
}

function withNear(postings: Postings, word: QueryWord, open: Clause, twoErrorsLength: number): Clause {
  const errors = errorsOf(word, twoErrorsLength);
  if (errors === 0) return open;
  const { text, isPrefix } = word;
  const once = postings.nearTerms(text, { distanceMax: 1, isPrefix, keepsFirst: false });
  // Two errors are looked for among words with the same first letter: the others are very many.
  const twice = errors > 1 ? postings.nearTerms(text, { distanceMax: errors, isPrefix, keepsFirst: true }) : [];
  const all = [...once.filter(({ distance }) => distance > 0), ...twice.filter(({ distance }) => distance > 1)].map(
    ({ first, end, distance, isPrefix: isBeginning }) => ({
      first,
      end,
      quality: NEAR_QUALITIES[distance - 1]! * (isBeginning ? NEAR_PREFIX_QUALITY : 1),
      isPrefix: false,
    }),
  );
  const kept = word.text.length > ONE_ERROR_LENGTH ? all : all.filter((each) => keepsFirst(postings, word, each));
  const alternatives = [...open.alternatives, ...best(postings, kept)];
  return { ...open, alternatives, terms: new TermSet(alternatives) };
}

/** The alternatives of the best quality, of equals those that most documents have. */
function best(postings: Postings, alternatives: readonly Alternative[]): readonly Alternative[] {
  if (alternatives.length <= ALTERNATIVES_MAX) return alternatives;
  return alternatives
    .map((each) => ({ each, documents: postings.frequency(each) }))
    .toSorted((a, b) => b.each.quality - a.each.quality || b.documents - a.documents || a.each.first - b.each.first)
    .slice(0, ALTERNATIVES_MAX)
    .map(({ each }) => each);
}

/** How many near words a word may stand for. */
const ALTERNATIVES_MAX = 60;

/** How many typing errors a word may have. */
function errorsOf({ text, kind }: QueryWord, twoErrorsLength: number): number {
  if (kind === "gram" || text.length < ONE_ERROR_LENGTH || /^\d+$/u.test(text)) return 0;
  return text.length < twoErrorsLength ? 1 : 2;
}

/** Of a word of three letters too little is left when the first is another one. */
function keepsFirst(postings: Postings, word: QueryWord, { first, end }: TermRange): boolean {
  const range = postings.termsOf(word.text.slice(0, 1), "word", true);
  return first >= range.first && end <= range.end;
}

function clause(
  postings: Postings,
  { text, isOptional }: QueryWord,
  alternatives: readonly Alternative[],
  documents: number,
): Clause {
  const weight = Math.log(1 + postings.documents / Math.max(1, documents)) * (isOptional ? OPTIONAL_WEIGHT : 1);
  return { text, alternatives, terms: new TermSet(alternatives), weight, isOptional };
}

export function isEmpty({ first, end }: TermRange): boolean {
  return end <= first;
}
