import { type CompanyMatch, matchCompanies } from "./match-companies.ts";
import { COMPANY_TYPE, describeInShort } from "./reconciliation.ts";
import { type ReadQuery, readQueryBatch } from "./reconciliation-queries.ts";
import type { Sources } from "../../ask/sources.ts";

/** The answers to reconciliation queries, which are matched like the rows of portfolios. */

/** Answers the queries of the parameter `queries` from the release of `sources`. */
export async function reconcileCompanies(sources: Sources, queries: unknown): Promise<object> {
  const batch = await readQueryBatch(sources, queries);
  const sought = batch.map((query) => query.sought);
  const matches = await matchCompanies(sources.snapshot, sought, sources.signal);
  const results = batch.map((query, index) => {
    const candidates = describeMatch(sources, query, matches[index]);
    const result = candidates.slice(0, query.limit).map((candidate) => sayIgnored(candidate, query.ignored));
    return [query.name, { result, ignored_properties: query.ignored }] as const;
  });
  return Object.fromEntries(results);
}

/** Adds ignored properties to the description, the one member of ours that clients show. */
function sayIgnored(candidate: CandidateJson, ignored: readonly string[]): CandidateJson {
  if (ignored.length === 0) return candidate;
  return { ...candidate, description: `${candidate.description}; found without ${ignored.join(", ")}` };
}

type CandidateJson = ReturnType<typeof describeCandidate>;

function describeMatch(
  sources: Sources,
  { named, isPossible, isCertain }: ReadQuery,
  match: CompanyMatch | undefined,
): CandidateJson[] {
  if (!isPossible || match === undefined) return [];
  if (match.status === "matched") {
    const { position, alias, by } = match;
    const isByName = by === "name" || by === "name_without_legal_form";
    return [describeCandidate(sources, { position, alias, score: 1, isByName, match: isCertain })];
  }
  const isSimilar = match.status === "unmatched" || match.because === "similar_names";
  if (named !== null && isSimilar) {
    const found = { position: named, alias: null, score: 1, isByName: false, match: isCertain };
    return [describeCandidate(sources, found)];
  }
  if (match.status === "unmatched") return [];
  const isByName = match.because !== "identifiers_disagree";
  return match.candidates.map((candidate) => describeCandidate(sources, { ...candidate, isByName, match: false }));
}

interface FoundCompany {
  readonly position: number;
  readonly alias: string | null;
  /** The similarity of its name, from 0 to 1. */
  readonly score: number;
  /** True if its name was compared. */
  readonly isByName: boolean;
  readonly match: boolean;
}

function describeCandidate(sources: Sources, { position, alias, score, isByName, match }: FoundCompany) {
  const company = sources.snapshot.companyAt(position);
  const { slug, name } = company;
  return {
    id: slug,
    name,
    description: describeInShort(sources, company) + (alias === null ? "" : `; also known as ${alias}`),
    type: [COMPANY_TYPE],
    score: Math.round(score * 1000) / 10,
    match,
    features: isByName ? [{ id: "name_similarity", value: Math.round(score * 1000) / 1000 }] : [],
  };
}
