import { type Static, Type } from "typebox";
import { isOtherMethod, methodChangeBetween } from "../../release/changes/release-changes.ts";
import {
  type Examination,
  examine,
  type Matched,
  type Statement,
  type StatementFigures,
} from "../../trust/statements.ts";
import type { StatementReason } from "../../trust/claims.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import { rankByMedian } from "../../trust/ranking.ts";
import type { Distribution as Counts } from "../../trust/scale.ts";
import { countOf } from "../../trust/statistics.ts";
import type { ClaimSubject } from "./claim-subject.ts";
import { SUBJECT_KINDS } from "./claim-subject.ts";
import { Distribution, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { describeBands, hrefOf } from "../../ask/describe.ts";
import { joinMembers, nullable, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { listedCompanies, slugMember, urlOf } from "../../ask/named-members.ts";
import type { Site } from "../../ask/sources.ts";
import { type Claim, partsOf } from "./words.ts";

/** Checks a claim, and describes the figures of what it is about. */

export const VERDICTS = ["holds", "misleading", "does_not_hold", "cannot_be_told"] as const;

export const COMPANIONS = ["tie", "coverage", "narrow", "composition", "common_pillars"] as const;

const REASONS_OF_VERDICTS: readonly StatementReason[] = [
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
  "different_pillars",
  "part_of",
  "composition",
  "rounded",
  "not_shared",
];

export const VerdictReason = oneOf(REASONS_OF_VERDICTS, {
  $id: "VerdictReason",
  description:
    "Why the claim does not hold: another median band, the same one, another rank, a rank that others share, a rank that none shares, no more than half, another share, or an average, which bands do not have. Why it is misleading: others share the rank, the list of companies alone moved the band, or rounding makes none or all of what is neither. Or why it cannot be told: no judgements, too few judged companies, another method (scale, pillars or rule) or another dataset; no pillar in which both are judged; it is a part of a country; judged companies are no sample of all; the data do not say why something moved.",
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

/** What becomes of a claim. `matched` is needed where it is about two releases of an area. */
export function examineClaim(subject: ClaimSubject, claim: Claim, matched: Matched | null): Examination {
  const { ranked, ranking } = subject;
  const isOfPart = partsOf(subject, claim).length > 0;
  const own = { own: ranked, ranking: ranking?.entries ?? null, listed: subject.listedCompanies, isOfPart };
  if ("than" in claim) return examine({ claim: claim.is }, { ...own, ...overCommonPillars(subject, claim.than) });
  if (!("since" in claim)) return examine(statementOf(claim), own);
  const { since, before } = claim;
  const two = [since, subject.snapshot] as const;
  const isSame = isSameDataset(two[0].manifest.dataset, two[1].manifest.dataset);
  const incomparable = isSame ? (isOtherMethod(methodChangeBetween(...two)) ? "method_change" : null) : "other_dataset";
  return examine(
    { claim: claim.is },
    { ...own, incomparable, matched, ...(before === undefined ? {} : { before: before.ranked }) },
  );
}

/** A claim without what it was looked up for. */
function statementOf(claim: Exclude<Claim, { readonly than: unknown } | { readonly since: unknown }>): Statement {
  if ("level" in claim)
    return claim.is === "share"
      ? { claim: claim.is, level: claim.level, percent: claim.percent }
      : { claim: claim.is, level: claim.level };
  return "rank" in claim ? { claim: claim.is, rank: claim.rank } : { claim: claim.is };
}

/**
 * Two companies over the pillars in which both are judged: the others say nothing of the two. Areas
 * as they are.
 */
export function overCommonPillars(
  subject: ClaimSubject,
  than: ClaimSubject,
): Required<Pick<StatementFigures, "own" | "than" | "commonPillars">> {
  if (subject.pillars === null || than.pillars === null)
    return { own: subject.ranked, than: than.ranked, commonPillars: null };
  const pairs = subject.pillars.map((distribution, index) => [distribution, than.pillars?.[index] ?? []] as const);
  const judged = pairs.filter((pair) => pair.some((distribution) => countOf(distribution) > 0));
  const common = judged.filter((pair) => pair.every((distribution) => countOf(distribution) > 0));
  const own = rankAlone(subject, sumOf(common.map(([distribution]) => distribution)));
  const other = rankAlone(than, sumOf(common.map(([, distribution]) => distribution)));
  return { own, than: other, commonPillars: { common: common.length, all: judged.length } };
}

function rankAlone({ id: code, label: name, ranked }: ClaimSubject, distribution: Counts | null) {
  const [entry] = rankByMedian([{ code, name, distribution: distribution ?? ranked.entry.distribution }], 1);
  return entry ?? ranked;
}

/** Null for no distribution. */
function sumOf(distributions: readonly Counts[]): Counts | null {
  return distributions.reduce<Counts | null>(
    (sum, distribution) =>
      sum === null ? distribution : sum.map((count, index) => count + (distribution[index] ?? 0)),
    null,
  );
}
