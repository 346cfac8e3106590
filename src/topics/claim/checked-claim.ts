import { type Static, Type } from "typebox";
import { isOtherMethod, methodChangeBetween } from "../../release/changes/release-changes.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import {
  cannotBeTold,
  checkAbove,
  checkBand,
  checkChange,
  checkMost,
  checkRank,
  checkShare,
  type ClaimReason,
  type ClaimResult,
  refuseAverage,
} from "../../trust/claims.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import type { ClaimSubject } from "./claim-subject.ts";
import { SUBJECT_KINDS } from "./claim-subject.ts";
import { Distribution, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { describeBands, hrefOf } from "../../ask/describe.ts";
import { joinMembers, nullable, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { listedCompanies, slugMember, urlOf } from "../../ask/named-members.ts";
import type { Site } from "../../ask/sources.ts";
import type { Claim } from "./words.ts";

/** Checks a claim, and describes the figures of what it is about. */

const REASONS_OF_VERDICTS: readonly ClaimReason[] = [
  "other_median_band",
  "same_median_band",
  "other_rank",
  "shared_rank",
  "not_most",
  "other_share",
  "no_average",
  "no_sample",
  "no_cause",
  "not_judged",
  "too_few_companies",
  "method_change",
  "other_dataset",
];

export const VerdictReason = oneOf(REASONS_OF_VERDICTS, {
  $id: "VerdictReason",
  description:
    "Why the claim does not hold: another median band, the same one, another rank, a rank that others share, no more than half, another share, or an average, which bands do not have. Or why it cannot be told: no judgements, too few judged companies, another method (scale, pillars or rule) or another dataset; judged companies are no sample of all; the data do not say why something moved.",
});

export const ClaimFigures = objectOf(
  {
    type: oneOf(SUBJECT_KINDS, { description: "What it is." }),
    slug: slugMember("country, sector or company"),
    name: Type.String({ description: "Its name or label." }),
    release: Type.String({ description: "Id of the release that the figures are of." }),
    listed_companies: nullable(listedCompanies, "one_company"),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
    rank: nullable(
      Type.Integer({ minimum: 1, description: "Rank of the country, as in the ranking." }),
      "too_few_companies",
      "not_judged",
      "only_countries",
    ),
    tied_with: nullable(
      Type.Integer({ minimum: 0, description: "How many others have the same rank." }),
      "too_few_companies",
      "not_judged",
      "only_countries",
    ),
    href: urlOf("it, in that release"),
  },
  {
    $id: "ClaimFigures",
    description: "A subject with its figures. The distribution counts judged companies; that of a company, judgements.",
  },
);

const COLLECTIONS = { country: "countries", sector: "sectors", company: "companies" } as const;

/** The figures of what a claim is about. */
export function describeFigures(site: Site, subject: ClaimSubject): Static<typeof ClaimFigures> {
  const { kind, slug, label, ranked, ranking, snapshot } = subject;
  const { id, dataset } = snapshot.manifest;
  const { median, entry } = ranked;
  const place = ranking === null ? { rank: null, tied_with: null } : { rank: ranked.rank, tied_with: ranked.tiedWith };
  const why = ranking === null ? "only_countries" : ranked.rankReason;
  return joinMembers(
    { type: kind, slug, name: label, release: id },
    withReasons({ listed_companies: subject.listedCompanies }, { listed_companies: "one_company" }),
    describeBands(dataset.scale, { median, distribution: entry.distribution }),
    withReasons(place, { rank: why, tied_with: why }),
    { href: `${hrefOf(site, COLLECTIONS[kind], slug)}?release=${encodeURIComponent(id)}` },
  );
}

/** What becomes of a claim. Nothing is said about a country with too few judged companies. */
export function verdictOn(subject: ClaimSubject, claim: Claim): ClaimResult {
  const { ranked, ranking } = subject;
  const { distribution } = ranked.entry;
  if (ranked.rankReason !== null && !("than" in claim)) return cannotBeTold(ranked.rankReason);
  switch (claim.is) {
    case "band":
    case "at_least":
    case "at_most":
      return checkBand(distribution, claim.is, claim.level);
    case "most_at_least":
      return checkMost(distribution, claim.level);
    case "share":
      return checkShare(distribution, claim.level, claim.percent);
    case "average":
      return refuseAverage();
    case "companies_better":
    case "companies_worse":
      return cannotBeTold("no_sample");
    case "above":
      return checkAbove(ranked, claim.than.ranked);
    case "below":
      return checkAbove(claim.than.ranked, ranked);
    case "rank":
      return checkRank(ranking?.entries ?? [ranked], ranked, claim.rank);
    case "rank_alone":
      return checkRank(ranking?.entries ?? [ranked], ranked, { alone: claim.rank });
    case "best":
    case "worst":
      return checkRank(ranking?.entries ?? [ranked], ranked, claim.is);
    case "risen":
    case "fallen":
    case "unchanged":
    case "caused":
    default:
      return checkSince(subject, claim);
  }
}

function checkSince(subject: ClaimSubject, claim: Extract<Claim, { readonly since: Snapshot }>): ClaimResult {
  const { before, since } = claim;
  const { snapshot } = subject;
  if (!isSameDataset(since.manifest.dataset, snapshot.manifest.dataset)) return cannotBeTold("other_dataset");
  if (isOtherMethod(methodChangeBetween(since, snapshot))) return cannotBeTold("method_change");
  if (before === undefined) return cannotBeTold("not_judged");
  if (before.ranked.rankReason !== null) return cannotBeTold(before.ranked.rankReason);
  if (claim.is === "caused") return cannotBeTold("no_cause");
  const after = subject.ranked.entry.distribution;
  return checkChange({ before: before.ranked.entry.distribution, after, methodChanged: false }, claim.is);
}
