import { type Clause, type Interpretation, PREFIX_QUALITY_GAIN } from "./clauses.ts";
import type { IndexReader, NameTerms } from "./index-reader.ts";

/** How well a document matches an interpretation of the query. */
export interface Score {
  readonly value: number;
  /** The index of its best name: 0 is its own, the others are aliases. */
  readonly name: number;
}

/** Weights. Other numbers of the same order of magnitude give nearly the same ranking. */
const COVERAGE = 10;
const DOCUMENT_COVERAGE = 2.1;
const FIRST_TOKEN = 0.7;
const ORDER = 0.8;
const POPULARITY = 2;
const COMPANY = 0.2;
/** A name equal to the query ranks before popular names that contain it. */
const WHOLE_NAME = 2.5;
const WHOLE_ALIAS = 1;
const ALIAS_QUALITY = 0.97;
/** For a token that only another name of the document has. */
const ELSEWHERE_QUALITY = 0.9;
/** For a token that matches a legal form. */
const MINOR_QUALITY = 0.9;

/** The term of a name that matches a clause best. */
interface TermMatch {
  /** Its index in the name. */
  readonly index: number;
  readonly quality: number;
  /** The token of the query is a prefix of the term. */
  readonly isPrefix: boolean;
}

/** How a query matches a name. */
interface NameMatch {
  /** The best match of every clause, the first of equals; null if there is none. */
  readonly matches: readonly (TermMatch | null)[];
  /** How well the query covers every term of the name, from 0 to 1. */
  readonly coverage: readonly number[];
}

/** Scores a document by its best name. */
export function scoreDocument(reader: IndexReader, interpretation: Interpretation, document: number): Score {
  const names = reader.namesOf(document);
  const { clauses } = interpretation;
  const nameMatches = names.map((name) => matchName(reader, clauses, name));
  const anywhere = bestQualities(clauses, nameMatches);
  let best = -1;
  let bestName = 0;
  for (let at = 0; at < names.length; at += 1) {
    const value = scoreName(names[at]!, nameMatches[at]!, anywhere, interpretation, at > 0);
    if (value > best) {
      best = value;
      bestName = at;
    }
  }
  const prior = POPULARITY * reader.popularityOf(document) + (reader.isCompany(document) ? COMPANY : 0);
  return { value: best + prior, name: bestName };
}

/** The quality of every clause in the name that matches it best. */
function bestQualities(clauses: readonly Clause[], nameMatches: readonly NameMatch[]): number[] {
  const qualities = clauses.map(() => 0);
  for (const { matches } of nameMatches) {
    for (let at = 0; at < matches.length; at += 1) qualities[at] = Math.max(qualities[at]!, matches[at]?.quality ?? 0);
  }
  return qualities;
}

function scoreName(
  name: NameTerms,
  { matches, coverage }: NameMatch,
  anywhere: readonly number[],
  { clauses, quality, tokens }: Interpretation,
  isAlias: boolean,
): number {
  let covered = 0;
  let weights = 0;
  let isExact = true;
  for (let at = 0; at < clauses.length; at += 1) {
    const { weight, isOptional } = clauses[at]!;
    const found = matches[at]?.quality ?? anywhere[at]! * ELSEWHERE_QUALITY;
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
    sum += coverage[at]!;
  }
  const documentCoverage = own === 0 ? 0 : sum / own;
  const beginsWell = first >= 0 && coverage[first]! > 0 ? 1 : 0;
  const isWhole = isExact && quality === 1 && sum === own && own === tokens;
  const order = orderOf(matches);
  const whole = isWhole && order === 1 ? (isAlias ? WHOLE_ALIAS : WHOLE_NAME) : 0;
  const match = (COVERAGE * covered * quality * (isAlias ? ALIAS_QUALITY : 1)) / weights;
  return match + DOCUMENT_COVERAGE * documentCoverage + FIRST_TOKEN * beginsWell + ORDER * order + whole;
}

/**
 * The share of neighbouring tokens of the query that are neighbours in the name; half for those
 * only in the same order.
 */
function orderOf(matches: readonly (TermMatch | null)[]): number {
  let pairs = 0;
  let sum = 0;
  for (let at = 1; at < matches.length; at += 1) {
    const before = matches[at - 1];
    const here = matches[at];
    if (before == null || here == null) continue;
    pairs += 1;
    if (here.index === before.index + 1) sum += 1;
    else if (here.index > before.index) sum += 0.5;
  }
  return pairs === 0 ? 1 : sum / pairs;
}

/** Matches the clauses of a query to the terms of a name. */
export function matchName(reader: IndexReader, clauses: readonly Clause[], { terms, isMinor }: NameTerms): NameMatch {
  const matches: (TermMatch | null)[] = clauses.map(() => null);
  const coverage = terms.map(() => 0);
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at]!;
    for (let number = 0; number < clauses.length; number += 1) {
      const clause = clauses[number]!;
      if (!clause.terms.has(term)) continue;
      const found = qualityOf(reader, clause, term);
      const quality = isMinor[at]! ? found.quality * MINOR_QUALITY : found.quality;
      if (quality > coverage[at]!) coverage[at] = quality;
      if (quality > (matches[number]?.quality ?? 0)) matches[number] = { ...found, index: at, quality };
    }
  }
  return { matches, coverage };
}

/** How well a term matches a clause, by the best alternative that contains it. */
function qualityOf(reader: IndexReader, { alternatives, text }: Clause, term: number): Omit<TermMatch, "index"> {
  let best = { quality: 0, isPrefix: false };
  for (const { first, end, quality, isPrefix } of alternatives) {
    if (term < first || term >= end) continue;
    const gained = isPrefix ? quality + (PREFIX_QUALITY_GAIN * text.length) / reader.termLength(term) : quality;
    if (gained > best.quality) best = { quality: gained, isPrefix };
  }
  return best;
}
