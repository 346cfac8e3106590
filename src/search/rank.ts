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

/** Where a clause stands in a name. */
export interface Place {
  /** Which of its terms. */
  readonly at: number;
  readonly quality: number;
  /** Only the beginning of the word was asked for. */
  readonly isBegun: boolean;
}

/** Scores a document under a reading of the query: the best of its names counts. */
export function scoreDocument(postings: Postings, reading: Reading, document: number): Score {
  const names = postings.namesOf(document);
  const { clauses } = reading;
  const places = names.map((name) => clauses.map((clause) => placeOf(postings, clause, name)));
  const anywhere = clauses.map((_, at) => Math.max(...places.map((found) => found[at]?.quality ?? 0)));
  let best = -1;
  let bestName = 0;
  for (const [at, name] of names.entries()) {
    const value = scoreName(name, places[at]!, anywhere, reading, at > 0);
    if (value > best) {
      best = value;
      bestName = at;
    }
  }
  const prior = POPULARITY * postings.popularityOf(document) + (postings.isCompany(document) ? COMPANY : 0);
  return { value: best + prior, name: bestName };
}

function scoreName(
  name: NameTerms,
  places: readonly (Place | null)[],
  anywhere: readonly number[],
  { clauses, quality }: Reading,
  isAlias: boolean,
): number {
  let covered = 0;
  let weights = 0;
  let isExact = true;
  for (const [at, { weight, isOptional }] of clauses.entries()) {
    const found = places[at]?.quality ?? anywhere[at]! * ELSEWHERE_QUALITY;
    covered += weight * found;
    weights += weight;
    if (!isOptional && found < 1) isExact = false;
  }
  const taken = new Map<number, number>();
  for (const place of places) {
    if (place !== null) taken.set(place.at, Math.max(taken.get(place.at) ?? 0, place.quality));
  }
  let own = 0;
  let held = 0;
  let first = -1;
  for (const [at, isMinor] of name.isMinor.entries()) {
    if (isMinor) continue;
    if (first < 0) first = at;
    own += 1;
    held += taken.get(at) ?? 0;
  }
  const documentCoverage = own === 0 ? 0 : held / own;
  const beginsWell = taken.has(first) ? 1 : 0;
  const whole = isExact && documentCoverage === 1 ? (isAlias ? WHOLE_ALIAS : WHOLE_NAME) : 0;
  const match = (COVERAGE * covered * quality * (isAlias ? ALIAS_QUALITY : 1)) / weights;
  return match + DOCUMENT_COVERAGE * documentCoverage + FIRST_WORD * beginsWell + ORDER * orderOf(places) + whole;
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

/** The best place of a clause in a name, the first of equals. */
export function placeOf(
  postings: Postings,
  { alternatives, terms: wanted, text }: Clause,
  { terms, isMinor }: NameTerms,
): Place | null {
  let at = -1;
  let best = 0;
  let isBegun = false;
  for (let place = 0; place < terms.length; place += 1) {
    const term = terms[place]!;
    if (!wanted.has(term)) continue;
    for (const { first, end, quality, isPrefix } of alternatives) {
      if (term < first || term >= end) continue;
      const gained = isPrefix ? quality + (PREFIX_QUALITY_GAIN * text.length) / postings.termLength(term) : quality;
      const found = isMinor[place]! ? gained * MINOR_QUALITY : gained;
      if (found > best) {
        best = found;
        at = place;
        isBegun = isPrefix;
      }
    }
  }
  return at < 0 ? null : { at, quality: best, isBegun };
}

const MINOR_QUALITY = 0.9;
