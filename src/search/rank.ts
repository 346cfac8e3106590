import type { NameTerms, Postings } from "./postings.ts";
import { type Clause, PREFIX_QUALITY_GAIN, type Reading } from "./reading.ts";

/** How a document answers a reading. */
export interface Score {
  readonly value: number;
  /** Which of its names answers best: 0 is its own, the others are aliases. */
  readonly name: number;
}

/** What counts how much. The structure decides: other numbers of the same order give nearly the same list. */
const COVERAGE = 10;
const DOCUMENT_COVERAGE = 2.1;
const FIRST_WORD = 0.7;
const ORDER = 0.8;
const POPULARITY = 2;
const COMPANY = 0.2;
/** A name that is just what was asked for stands before popular names that hold it. */
const WHOLE_NAME = 2.5;
const WHOLE_ALIAS = 1;
const ALIAS_QUALITY = 0.97;
/** A word that stands in another name of the document. */
const ELSEWHERE_QUALITY = 0.9;
/** A word that stands in a legal form. */
const MINOR_QUALITY = 0.9;

/** Where a clause stands in a name. */
export interface Place {
  /** Which of its terms. */
  readonly at: number;
  readonly quality: number;
  /** Only the beginning of the word was asked for. */
  readonly isBegun: boolean;
}

/** How the words of a query stand in a name. */
export interface NameMatch {
  /** The best place of every clause, the first of equals; null where it has none. */
  readonly places: readonly (Place | null)[];
  /** How well every term of the name is asked for, from 0 to 1. */
  readonly held: readonly number[];
}

/** Scores a document under a reading of the query: the best of its names counts. */
export function scoreDocument(postings: Postings, reading: Reading, document: number): Score {
  const names = postings.namesOf(document);
  const { clauses } = reading;
  const matches = names.map((name) => matchName(postings, clauses, name));
  const anywhere = bestQualities(clauses, matches);
  let best = -1;
  let bestName = 0;
  for (let at = 0; at < names.length; at += 1) {
    const value = scoreName(names[at]!, matches[at]!, anywhere, reading, at > 0);
    if (value > best) {
      best = value;
      bestName = at;
    }
  }
  const prior = POPULARITY * postings.popularityOf(document) + (postings.isCompany(document) ? COMPANY : 0);
  return { value: best + prior, name: bestName };
}

/** How well each clause stands in whichever name it stands in best. */
function bestQualities(clauses: readonly Clause[], matches: readonly NameMatch[]): number[] {
  const qualities = clauses.map(() => 0);
  for (const { places } of matches) {
    for (let at = 0; at < places.length; at += 1) qualities[at] = Math.max(qualities[at]!, places[at]?.quality ?? 0);
  }
  return qualities;
}

function scoreName(
  name: NameTerms,
  { places, held }: NameMatch,
  anywhere: readonly number[],
  { clauses, quality, words }: Reading,
  isAlias: boolean,
): number {
  let covered = 0;
  let weights = 0;
  let isExact = true;
  for (let at = 0; at < clauses.length; at += 1) {
    const { weight, isOptional } = clauses[at]!;
    const found = places[at]?.quality ?? anywhere[at]! * ELSEWHERE_QUALITY;
    covered += weight * found;
    weights += weight;
    if (!isOptional && found < 1) isExact = false;
  }
  let own = 0;
  let sum = 0;
  let first = -1;
  for (let at = 0; at < name.isMinor.length; at += 1) {
    if (name.isMinor[at]!) continue;
    if (first < 0) first = at;
    own += 1;
    sum += held[at]!;
  }
  const documentCoverage = own === 0 ? 0 : sum / own;
  const beginsWell = first >= 0 && held[first]! > 0 ? 1 : 0;
  const isWhole = isExact && quality === 1 && sum === own && own === words;
  const order = orderOf(places);
  const whole = isWhole && order === 1 ? (isAlias ? WHOLE_ALIAS : WHOLE_NAME) : 0;
  const match = (COVERAGE * covered * quality * (isAlias ? ALIAS_QUALITY : 1)) / weights;
  return match + DOCUMENT_COVERAGE * documentCoverage + FIRST_WORD * beginsWell + ORDER * order + whole;
}

/** Which share of neighbouring words of the query stand in the same order in the name, side by side. */
function orderOf(places: readonly (Place | null)[]): number {
  let pairs = 0;
  let sum = 0;
  for (let at = 1; at < places.length; at += 1) {
    const before = places[at - 1];
    const here = places[at];
    if (before == null || here == null) continue;
    pairs += 1;
    if (here.at === before.at + 1) sum += 1;
    else if (here.at > before.at) sum += 0.5;
  }
  return pairs === 0 ? 1 : sum / pairs;
}

/** Finds where the clauses of a query stand in a name. */
export function matchName(postings: Postings, clauses: readonly Clause[], { terms, isMinor }: NameTerms): NameMatch {
  const places: (Place | null)[] = clauses.map(() => null);
  const held = terms.map(() => 0);
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at]!;
    for (let number = 0; number < clauses.length; number += 1) {
      const clause = clauses[number]!;
      if (!clause.terms.has(term)) continue;
      const found = qualityOf(postings, clause, term);
      const quality = isMinor[at]! ? found.quality * MINOR_QUALITY : found.quality;
      if (quality > held[at]!) held[at] = quality;
      if (quality > (places[number]?.quality ?? 0)) places[number] = { at, quality, isBegun: found.isBegun };
    }
  }
  return { places, held };
}

/** How well a term stands for a word, by the best of the alternatives that hold it. */
function qualityOf(postings: Postings, { alternatives, text }: Clause, term: number): Omit<Place, "at"> {
  let best = 0;
  let isBegun = false;
  for (const { first, end, quality, isPrefix } of alternatives) {
    if (term < first || term >= end) continue;
    const gained = isPrefix ? quality + (PREFIX_QUALITY_GAIN * text.length) / postings.termLength(term) : quality;
    if (gained <= best) continue;
    best = gained;
    isBegun = isPrefix;
  }
  return { quality: best, isBegun };
}
