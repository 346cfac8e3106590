import { type Clause, type Interpretation, PREFIX_QUALITY_GAIN } from "./clauses.ts";
import type { IndexReader, NameTerms } from "./index-reader.ts";

/** The match of a document with an interpretation of the query. */
export interface Score {
  readonly value: number;
  readonly role: Role;
  /** The index of its best name: 0 is its own, the others are aliases. */
  readonly name: number;
}

/**
 * A company leads if its own name was typed. A product of which only the brand was typed follows,
 * as do misspellings: they rank after all that lead.
 */
type Role = "leads" | "neither" | "follows";

/** Weights. Other numbers of the same order of magnitude give nearly the same ranking. */
const COVERAGE = 10;
const DOCUMENT_COVERAGE = 2.1;
const FIRST_TOKEN = 0.7;
const ORDER = 0.8;
const POPULARITY = 2;
const COMPANY = 0.2;
/** A name or alias equal to the query ranks before popular names that contain it. */
const WHOLE_NAME = 2.5;
const ALIAS_QUALITY = 0.97;
/** For an alias that is as short as the beginning of a word, or that is a ticker with a typo. */
const UNSURE_QUALITY = 0.8;
/** Aliases of one word up to this length are mostly tickers and initials. */
const TICKER_LENGTH_MAX = 5;
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
  /** The covered share of the term, from 0 to 1. */
  readonly coverage: number;
}

/** The match of a query with a name. */
interface NameMatch {
  /** The best match of every clause, the first of equals; null if there is none. */
  readonly matches: readonly (TermMatch | null)[];
  /** The covered share of every term of the name, from 0 to 1. */
  readonly coverage: readonly number[];
}

/** Scores a document by its best name. */
export function scoreDocument(reader: IndexReader, interpretation: Interpretation, document: number): Score {
  const names = reader.namesOf(document);
  const isCompany = reader.isCompany(document);
  const { clauses } = interpretation;
  const nameMatches = names.map((name) => matchName(reader, clauses, name));
  const anywhere = bestQualities(clauses, nameMatches);
  let best = -1;
  let bestName = 0;
  for (let at = 0; at < names.length; at += 1) {
    const kind = at === 0 ? "own" : isCompany ? "alias" : "brand";
    const isUnsure = kind !== "own" && isUnsureAlias(reader, names[at]!, interpretation);
    const value = scoreName(names[at]!, nameMatches[at]!, anywhere, interpretation, kind, isUnsure);
    if (value > best) {
      best = value;
      bestName = at;
    }
  }
  const prior = POPULARITY * reader.popularityOf(document) + (isCompany ? COMPANY : 0);
  return { value: best + prior, role: roleOf(isCompany, interpretation, nameMatches), name: bestName };
}

function roleOf(isCompany: boolean, { clauses, isDoubtful }: Interpretation, nameMatches: readonly NameMatch[]): Role {
  if (isDoubtful) return "follows";
  const hasAll = ({ matches }: NameMatch): boolean =>
    clauses.every(({ isOptional }, at) => isOptional || matches[at] !== null);
  const [own] = nameMatches;
  if (own === undefined || (isCompany && !hasAll(own))) return "neither";
  if (isCompany) return "leads";
  const isWhole = own.coverage.every((covered) => covered > 0);
  return !isWhole && nameMatches.slice(1).some(hasAll) ? "follows" : "neither";
}

/** The quality of every clause in the name that matches it best. */
function bestQualities(clauses: readonly Clause[], nameMatches: readonly NameMatch[]): number[] {
  const qualities = clauses.map(() => 0);
  for (const { matches } of nameMatches) {
    for (let at = 0; at < matches.length; at += 1) qualities[at] = Math.max(qualities[at]!, matches[at]?.quality ?? 0);
  }
  return qualities;
}

/**
 * Three letters may be the beginning of a word: an alias is then no better than a longer name. Nor
 * is a ticker that was typed in small letters and otherwise: the typo is more likely one in a name.
 */
function isUnsureAlias(reader: IndexReader, { terms }: NameTerms, interpretation: Interpretation): boolean {
  const [term, ...more] = terms;
  const isTicker = more.length === 0 && term !== undefined && reader.termLength(term) <= TICKER_LENGTH_MAX;
  return interpretation.isBeginning || (isTicker && interpretation.isDoubtful && !interpretation.isCapitals);
}

function scoreName(
  name: NameTerms,
  { matches, coverage }: NameMatch,
  anywhere: readonly number[],
  { clauses, quality, tokens }: Interpretation,
  kind: "own" | "alias" | "brand",
  isUnsure: boolean,
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
  const isWhole = isExact && sum === own && own === tokens;
  const order = orderOf(matches, name);
  const whole = isWhole && order === 1 && !isUnsure && kind !== "brand" ? WHOLE_NAME : 0;
  const certainty = quality * (kind === "own" ? 1 : ALIAS_QUALITY) * (isUnsure ? UNSURE_QUALITY : 1);
  const match = (COVERAGE * covered * certainty) / weights;
  return match + DOCUMENT_COVERAGE * documentCoverage + FIRST_TOKEN * beginsWell + ORDER * order + whole;
}

/**
 * The share of neighbouring tokens of the query that are neighbours in the name, apart from minor
 * ones; half for those only in the same order.
 */
function orderOf(matches: readonly (TermMatch | null)[], { isMinor }: NameTerms): number {
  let pairs = 0;
  let sum = 0;
  for (let at = 1; at < matches.length; at += 1) {
    const before = matches[at - 1];
    const here = matches[at];
    if (before == null || here == null) continue;
    pairs += 1;
    if (here.index <= before.index) continue;
    let next = before.index + 1;
    while (next < here.index && isMinor[next] === true) next += 1;
    sum += next === here.index ? 1 : 0.5;
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
      const weight = isMinor[at]! ? MINOR_QUALITY : 1;
      const quality = found.quality * weight;
      coverage[at] = Math.max(coverage[at]!, found.coverage * weight);
      if (quality > (matches[number]?.quality ?? 0)) matches[number] = { ...found, index: at, quality };
    }
  }
  return { matches, coverage };
}

/** Rates the match of a term with a clause, by the best alternative that contains it. */
function qualityOf(reader: IndexReader, { alternatives, text }: Clause, term: number): Omit<TermMatch, "index"> {
  let best = { quality: 0, isPrefix: false, coverage: 0 };
  for (const { first, end, quality, isPrefix, isFuzzyPrefix } of alternatives) {
    if (term < first || term >= end) continue;
    const share = text.length / reader.termLength(term);
    const gained = isPrefix ? quality + PREFIX_QUALITY_GAIN * share : quality;
    // Of a word that was not finished and has a typo, only what was typed is known.
    const coverage = isFuzzyPrefix ? gained * Math.min(1, share) : gained;
    if (gained > best.quality) best = { quality: gained, isPrefix, coverage };
  }
  return best;
}
