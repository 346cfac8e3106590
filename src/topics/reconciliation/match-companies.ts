import { Problem } from "../../problem.ts";
import { CANDIDATES_MAX, type NameCandidate, type NameMatch, type NameQuestion } from "../../search/match-name.ts";
import { type Matching, SearchOverloadError } from "../../search/match-queue.ts";
import type { Snapshot } from "../../release/snapshot.ts";

/** The description of a company in a list; members that it lacks are null. */
export interface SoughtCompany {
  readonly name: string | null;
  /** ISO 3166-1 alpha-2 code: only companies of this country are found by their name. */
  readonly country: string | null;
  /** The slug of a sector: only companies of this sector are found by their name. */
  readonly sector: string | null;
  /** The publisher's own id. */
  readonly companyId: string | null;
  readonly slug: string | null;
  /** In capitals. */
  readonly lei: string | null;
}

/** The identifiers and names that a company can be found by. */
export const MATCHED_BY = ["company_id", "slug", "lei", "name", "name_without_legal_form"] as const;

/** The reasons why no single company is certain. */
export const AMBIGUITIES = ["identifiers_disagree", "several_companies", "similar_names"] as const;

/** A company that may be meant; `score` is the similarity of its name, from 0 to 1. */
export interface Candidate {
  readonly position: number;
  /** The alias that was compared; null if it is the company's own name, or none was compared. */
  readonly alias: string | null;
  readonly score: number;
}

/** The company that a row of a list means, if any. */
export type CompanyMatch =
  | {
      readonly status: "matched";
      readonly by: (typeof MATCHED_BY)[number];
      readonly position: number;
      readonly alias: string | null;
    }
  | {
      readonly status: "ambiguous";
      readonly because: (typeof AMBIGUITIES)[number];
      /** Best first, at most five; never empty. */
      readonly candidates: readonly Candidate[];
    }
  | { readonly status: "unmatched" };

/** Number of companies that are looked up in one turn of the event loop. */
const TURN = 100;

/**
 * Finds the companies that a list means, in its order.
 *
 * Ids, slugs and LEIs decide alone, each exactly; those that name different companies leave the row
 * ambiguous. Otherwise the one company with an equal name matches, unless it has another identifier
 * than the row says. Nothing less is a match.
 *
 * Rejects with `unavailable` if too many lists wait, and with `invalid_request` when `signal` says
 * that nobody waits for the answer any more.
 */
export async function matchCompanies(
  snapshot: Snapshot,
  sought: readonly SoughtCompany[],
  signal: AbortSignal,
): Promise<readonly CompanyMatch[]> {
  try {
    const matching = await snapshot.search.openMatching(signal);
    try {
      return await matchInTurns(snapshot, sought, matching);
    } finally {
      matching.close();
    }
  } catch (error) {
    if (signal.aborted) throw new Problem("invalid_request", "The connection was closed before the response was made.");
    if (!(error instanceof SearchOverloadError)) throw error;
    throw new Problem("unavailable", "More lists wait than can be matched soon. Try again in a few seconds.");
  }
}

async function matchInTurns(
  snapshot: Snapshot,
  sought: readonly SoughtCompany[],
  matching: Matching,
): Promise<readonly CompanyMatch[]> {
  const matches: CompanyMatch[] = [];
  const known = new Map<string, NameMatch>();
  for (let from = 0; from < sought.length; from += TURN) {
    const turn = sought.slice(from, from + TURN).map((row) => ({ row, found: matchByKeys(snapshot, row) }));
    const questions = new Map<string, NameQuestion>();
    for (const { row, found } of turn) {
      const key = keyOf(row);
      if (found === null && row.name !== null && !known.has(key)) questions.set(key, questionOf(row, row.name));
    }
    const answers = await matching.match([...questions.values()]);
    for (const [at, key] of [...questions.keys()].entries()) known.set(key, answers[at] ?? NOBODY);
    for (const { row, found } of turn)
      matches.push(found ?? matchByName(snapshot, row, known.get(keyOf(row)) ?? NOBODY));
  }
  return matches;
}

const NOBODY: NameMatch = { equal: 0, candidates: [] };

function keyOf({ name, country, sector }: SoughtCompany): string {
  return JSON.stringify([name, country, sector]);
}

function questionOf({ country, sector }: SoughtCompany, name: string): NameQuestion {
  return {
    name,
    countries: country === null ? undefined : [country],
    sectors: sector === null ? undefined : [sector],
  };
}

/** Returns the match of the identifiers; null if they name no company. */
function matchByKeys(snapshot: Snapshot, { companyId, slug, lei }: SoughtCompany): CompanyMatch | null {
  const keys = [
    ["company_id", "id", companyId],
    ["slug", "slug", slug],
    ["lei", "lei", lei],
  ] as const;
  let by: (typeof keys)[number][0] | null = null;
  const found = new Set<number>();
  let isAgreed = true;
  for (const [member, key, value] of keys) {
    const positions = value === null ? [] : snapshot.findCompanies(key, value);
    if (positions.length === 0) continue;
    // A LEI that several companies have agrees with each of them.
    if (found.size > 0 && !positions.some((position) => found.has(position))) isAgreed = false;
    if (by === null || !isAgreed) for (const position of positions) found.add(position);
    by ??= member;
  }
  const [position, ...others] = found;
  if (by === null || position === undefined) return null;
  if (others.length === 0) return { status: "matched", by, position, alias: null };
  const candidates = [...found].slice(0, CANDIDATES_MAX).map((each) => ({ position: each, alias: null, score: 1 }));
  return { status: "ambiguous", because: isAgreed ? "several_companies" : "identifiers_disagree", candidates };
}

function matchByName(snapshot: Snapshot, row: SoughtCompany, { equal, candidates }: NameMatch): CompanyMatch {
  const [best] = candidates;
  if (best === undefined) return { status: "unmatched" };
  const shown = candidates.map(({ position, alias, score }) => ({ position, alias, score }));
  if (equal > 1) return { status: "ambiguous", because: "several_companies", candidates: shown };
  if (best.likeness === "similar") return { status: "ambiguous", because: "similar_names", candidates: shown };
  if (hasOtherKeys(snapshot, row, best)) {
    return { status: "ambiguous", because: "identifiers_disagree", candidates: shown };
  }
  return { status: "matched", by: best.likeness, position: best.position, alias: best.alias };
}

/** Returns true if a company found by its name has other identifiers than the row states. */
function hasOtherKeys(
  snapshot: Snapshot,
  { companyId, slug, lei }: SoughtCompany,
  { position }: NameCandidate,
): boolean {
  const { id, slug: ownSlug } = snapshot.companyAt(position);
  const isOther = (given: string | null, own: string | null): boolean =>
    given !== null && own !== null && given !== own;
  if (isOther(companyId, id) || isOther(slug, ownSlug)) return true;
  return lei !== null && isOther(lei, snapshot.leiAt(position));
}
