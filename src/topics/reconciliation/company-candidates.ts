import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { oneOf, ref } from "../../ask/json-shape.ts";
import { type CompanyMatch, matchCompanies } from "./match-companies.ts";
import { COMPANY_TYPE, EntityType, describeInShort } from "./reconciliation.ts";
import { type ReadQuery, readQueryBatch } from "./reconciliation-queries.ts";
import type { Sources } from "../../ask/sources.ts";

/** The answers to reconciliation queries. Which company one means is decided as for portfolios. */

const Feature = Type.Object(
  {
    id: oneOf(["name_similarity"], { description: "`name_similarity`: how alike the names are, from 0 to 1." }),
    value: Type.Number({ description: "The value of the feature." }),
  },
  { description: "What the score is made of." },
);

export const ReconciliationCandidate = Type.Object(
  {
    id: Type.String({ description: "Slug of the company." }),
    name: Type.String({ description: "The company's name." }),
    description: Type.String({
      description:
        "Its sector, country and median band, the other name that was found, and properties of the query that were ignored.",
    }),
    type: Type.Array(ref(EntityType), { description: "Its types." }),
    score: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "How well it fits; 100 for equal names and ids alone.",
    }),
    match: Type.Boolean({ description: "Whether this company is certainly meant." }),
    features: Type.Array(Feature, { description: "What the score is made of; empty if an id decided." }),
  },
  { $id: "ReconciliationCandidate", description: "A company that may be meant." },
);

export const ReconciliationResult = Type.Object(
  {
    result: Type.Array(ref(ReconciliationCandidate), { description: "Best first; empty if none is similar enough." }),
    ignored_properties: Type.Array(Type.String(), {
      description: "Ids of the properties of the query that companies are not sought by.",
    }),
  },
  { $id: "ReconciliationResult", description: "The companies that may be meant by one query." },
);

export const ResultBatch = Type.Unsafe<Record<string, Static<typeof ReconciliationResult>>>({
  $id: "ReconciliationResultBatch",
  type: "object",
  description: "The result of each query, by its name.",
  additionalProperties: ref(ReconciliationResult),
});

/** Answers what the parameter `queries` holds from the release of `sources`. */
export async function reconcileCompanies(sources: Sources, queries: unknown): Promise<Static<typeof ResultBatch>> {
  const batch = await readQueryBatch(sources, queries);
  const sought = batch.map((query) => query.sought);
  const matches = await matchCompanies(sources.snapshot, sought, sources.signal);
  const results = batch.map((query, index): [string, Static<typeof ReconciliationResult>] => {
    const candidates = describeMatch(sources, query, matches[index]);
    const result = candidates.slice(0, query.limit).map((candidate) => sayIgnored(candidate, query.ignored));
    return [query.name, { result, ignored_properties: [...query.ignored] }];
  });
  return Object.fromEntries(results);
}

/** Clients show people the description of a candidate, and no other member of ours. */
function sayIgnored(candidate: CandidateJson, ignored: readonly string[]): CandidateJson {
  if (ignored.length === 0) return candidate;
  return { ...candidate, description: `${candidate.description}; found without ${ignored.join(", ")}` };
}

type CandidateJson = Static<typeof ReconciliationCandidate>;

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
  /** From 0 to 1. */
  readonly score: number;
  /** Whether its name was compared. */
  readonly isByName: boolean;
  readonly match: boolean;
}

function describeCandidate(sources: Sources, { position, alias, score, isByName, match }: FoundCompany): CandidateJson {
  const company = sources.snapshot.companyAt(position);
  const { slug, name } = company;
  return {
    id: slug,
    name,
    description: describeInShort(sources, company) + (alias === null ? "" : `; also known as ${alias}`),
    type: [{ ...COMPANY_TYPE }],
    score: Math.round(score * 1000) / 10,
    match,
    features: isByName ? [{ id: "name_similarity", value: Math.round(score * 1000) / 1000 }] : [],
  };
}
