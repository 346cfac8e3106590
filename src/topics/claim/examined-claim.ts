import type { Static } from "typebox";
import { said, Type } from "../../ask/type.ts";
import { matchCompanies, matchCompany } from "../../release/changes/matched-companies.ts";
import { isOtherMethod, methodChangeBetween } from "../../release/changes/release-changes.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import {
  type Companion,
  COMPANIONS,
  deny,
  type Examination,
  examine,
  type MatchedDistributions,
  type Statement,
} from "../../trust/statements.ts";
import { chosenPillarMember, describeChosenPillar, readPillar } from "../../ask/chosen-pillar.ts";
import { counted } from "../../ask/grammar.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { chosenRegionMember, describeChosenRegion, readRegion } from "../../ask/regions.ts";
import type { Site, Sources } from "../../ask/sources.ts";
import { changesBetween } from "../change/changes-between.ts";
import { scopeInWords } from "../../say/comparison.ts";
import { CLAIM_KINDS, type ClaimSubject, findSubject, kindOf, overCommonPillars } from "./claim-subject.ts";
import { type GivenClaim, pillarIn, readClaim } from "./read-claim.ts";
import { type Claim, type ClaimInWords, claimInWords, groundsInWords, partsOf, sayInstead } from "./words.ts";
import { STATEMENT_REASONS } from "../../trust/claims.ts";
import { Distribution, firmnessMembers, medianMembers } from "../../ask/components.ts";
import { describeBands } from "../../ask/describe.ts";
import { listedCompanies, slugMember, urlOf } from "../../ask/named-members.ts";
import { API, hrefOf, urlTo } from "../../ask/urls.ts";

/** The schemas of a checked claim, and the figures of its subject. */

export const Verdict = oneOf(["holds", "misleading", "does_not_hold", "cannot_be_told"], {
  $id: "ClaimVerdict",
  description:
    "Whether the claim may be printed. `misleading`: it is true as arithmetic and false as readers take it; print `say_instead`. What cannot be told must not be printed either.",
});

const Companions = Type.Unsafe<Companion[]>({
  $id: "ClaimCompanions",
  type: "array",
  items: { type: "string", enum: [...COMPANIONS] },
  description:
    "Facts that must stand in the same sentence as the claim. `tie`: others share the rank. `thin`: fewer companies are judged than the release asks for. `coverage`: some are listed and not judged, or have no rank. `narrow`: few re-ratings undo the lead. `opposite_pairs`: in more pairs the other one is rated higher. `composition`: companies or judgements came or went between the releases. `common_pillars`: the two are compared over the pillars that both are judged in.",
});

const VerdictReason = oneOf(STATEMENT_REASONS, {
  $id: "VerdictReason",
  description:
    "Why the claim does not hold: another median band, the same one, another rank, a rank that others share, a rank that none shares, another share, an average, which bands do not have, or, of a claim that is denied, that it holds. Why it is misleading: others share the rank, no other country is ranked, companies or judgements that came or went moved the band, rounding makes none or all of what is neither, or a bound hides that it is none. Or why it cannot be told: no judgements, too few judged companies, another method (scale, pillars or rule) or another dataset; a release that its publisher went back from; no pillar in which both are judged; it is a part of a country; judged companies are no sample of all; the data do not say why something moved.",
});

const UNPLACED = ["too_few_companies", "not_judged", "only_countries"] as const;

export const ClaimFigures = objectOf(
  {
    type: oneOf(CLAIM_KINDS, { description: "What it is." }),
    slug: slugMember("country, sector or company"),
    name: Type.String({ description: "Its name or label." }),
    release: Type.String({ description: "Id of the release that the figures are of." }),
    listed_companies: nullable(listedCompanies, "one_company"),
    ...medianMembers,
    distribution: ref(Distribution),
    ...firmnessMembers,
    rank: nullable(Type.Integer({ minimum: 1, description: "Rank of the country, as in the ranking." }), ...UNPLACED),
    tied_with: nullable(Type.Integer({ minimum: 0, description: "How many others have the same rank." }), ...UNPLACED),
    href: urlOf("it, in that release"),
  },
  {
    $id: "ClaimFigures",
    description:
      "A subject with its figures. The distribution counts judged companies; that of a company, judgements. For `countries` it counts those with a rank by their median bands, and `listed_companies` all listed countries.",
  },
);

/** Describes the figures of the subject of a claim. */
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
    { href: kind === "countries" ? site.baseUrl + urlTo(API.rankings, { release: id }) : hrefOf(site, kind, slug, id) },
  );
}

/** Looks up what a claim names, examines it, and describes the verdict. */

/** Members of the answer for every checked claim. */
export const verdictMembers = {
  claim: Type.String({ description: "The claim that was checked, as a sentence, true or not." }),
  ...chosenPillarMember,
  ...chosenRegionMember,
  verdict: ref(Verdict),
  companions: ref(Companions),
  reason: nullableRef(VerdictReason, "claim_holds"),
  because: said(Type.String({ description: "The figures in words." })),
  flips_to_change: nullable(
    Type.Integer({
      minimum: 1,
      description:
        "How many companies would have to be re-rated at least to turn the verdict; for a company, how many judgements. For a rank, companies of the country itself; since a release, those of the later one.",
    }),
    "cannot_be_told",
    "no_re_rating",
  ),
  say_instead: nullable(said(Type.String({ description: "A true sentence to print instead." })), "claim_holds"),
};

/** Components that `verdictMembers` refers to. */
export const VERDICT_COMPONENTS = [Verdict, VerdictReason, Companions];

const VerdictMembers = objectOf(verdictMembers);

/** A claim that was looked up and examined; two companies over the pillars that both have. */
export interface ExaminedClaim extends ClaimInWords {
  readonly result: Examination;
}

/**
 * Looks up and examines a claim, or its opposite, in which `findClaimErrors` found no error. Throws
 * a `…_not_found` problem for an unknown name.
 */
export function examineGiven(sources: Sources, given: GivenClaim): ExaminedClaim | Promise<ExaminedClaim> {
  const pillar = readPillar(sources, given);
  const found = findSubject(sources, kindOf(given.subject, "country"), pillar, readRegion(given));
  const { subject, claim, scope } = compareFairly(found, readClaim(sources, given, found, pillar));
  const { negated: isDenied = false } = given;
  const incomparable = findIncomparable(subject, claim);
  const label = pillar === null ? null : (sources.snapshot.manifest.dataset.pillars[pillar]?.label ?? null);
  const examined = (matched: MatchedDistributions | null): ExaminedClaim => {
    const words = { subject, claim, isDenied, pillar, scope: scope ?? scopeInWords([], label), incomparable, matched };
    const result = examineClaim(words);
    return { ...words, result: isDenied ? deny(result, claim.is) : result };
  };
  const matched = matchedOf(sources, subject, claim, pillar, incomparable);
  return matched instanceof Promise ? matched.then(examined) : examined(matched);
}

/** Examines a claim by the figures of its subject. */
function examineClaim({ subject, claim, incomparable, matched }: ClaimInWords): Examination {
  const { ranked, ranking, listedCompanies: listed, snapshot } = subject;
  const isOfPart = partsOf(subject, claim).length > 0;
  const thinBelow = snapshot.manifest.dataset.minimumCompanies;
  const own = { own: ranked, ranking: ranking?.entries ?? null, listed, thinBelow, isOfPart };
  if ("than" in claim) return examine({ claim: claim.is }, { ...own, ...overCommonPillars(subject, claim.than) });
  if (!("since" in claim)) return examine(statementOf(claim), own);
  const before = claim.before === undefined ? {} : { before: claim.before.ranked };
  return examine({ claim: claim.is }, { ...own, incomparable, matched, ...before });
}

/** Finds why the earlier release cannot be compared; null if it can, or there is none. */
function findIncomparable({ snapshot }: ClaimSubject, claim: Claim): ClaimInWords["incomparable"] {
  if (!("since" in claim)) return null;
  if (!isSameDataset(claim.since.manifest.dataset, snapshot.manifest.dataset)) return "other_dataset";
  if (isOtherMethod(methodChangeBetween(claim.since, snapshot))) return "method_change";
  return claim.isTakenBack ? "taken_back" : null;
}

/** Returns a claim as a statement: its word with its numbers. */
function statementOf(claim: Exclude<Claim, { readonly than: unknown } | { readonly since: unknown }>): Statement {
  if ("level" in claim)
    return "percent" in claim
      ? { claim: claim.is, level: claim.level, percent: claim.percent }
      : { claim: claim.is, level: claim.level };
  return "rank" in claim ? { claim: claim.is, rank: claim.rank } : { claim: claim.is };
}

/** Matches the companies of an area with those of an earlier release; null if impossible. */
function matchedOf(
  { releases }: Sources,
  subject: ClaimSubject,
  claim: Claim,
  pillar: number | null,
  incomparable: ClaimInWords["incomparable"],
): MatchedDistributions | null | Promise<MatchedDistributions | null> {
  const { kind, id, ranked, snapshot } = subject;
  if (!("since" in claim) || claim.before === undefined) return null;
  const { since, before } = claim;
  const place = pillar === null ? null : pillarIn(since, snapshot, pillar);
  const earlier = { snapshot: since, distribution: before.ranked.entry.distribution, pillar: place };
  const later = { snapshot, distribution: ranked.entry.distribution, pillar };
  if (kind === "company") return incomparable === null ? matchCompany(earlier, later, id) : null;
  const changes = changesBetween(releases, since, snapshot);
  const match = (found: Awaited<typeof changes>): MatchedDistributions | null => {
    // After a change of method nothing can be compared, and indexes of pillars differ.
    if (found === null || isOtherMethod(found.methodChange)) return null;
    const area = { country: null, sector: null, [kind]: id };
    return matchCompanies(area, earlier, later, found.companies);
  };
  return changes instanceof Promise ? changes.then(match) : match(changes);
}

/** Describes the claim in words, the verdict, its grounds, and what is true instead. */
export function describeVerdict(sources: Sources, examined: ExaminedClaim): Static<typeof VerdictMembers> {
  const { subject, pillar, result } = examined;
  const { verdict, reason, flipsToChange, companions } = result;
  const instead = verdict === "holds" ? null : sayInstead(examined, result);
  return joinMembers(
    { claim: claimInWords(examined) },
    describeChosenPillar(sources, pillar),
    describeChosenRegion(subject.ranking?.region ?? null),
    { verdict, companions: [...companions] },
    withReasons({ reason }, { reason: "claim_holds" }),
    { because: groundsInWords(examined, result) },
    withReasons(
      { flips_to_change: flipsToChange, say_instead: instead },
      { flips_to_change: verdict === "cannot_be_told" ? "cannot_be_told" : "no_re_rating", say_instead: "claim_holds" },
    ),
  );
}

/** Restricts a comparison of two companies to the pillars in which both are judged. */
function compareFairly(
  subject: ClaimSubject,
  claim: Claim,
): { readonly subject: ClaimSubject; readonly claim: Claim; readonly scope: string | null } {
  if (!("than" in claim)) return { subject, claim, scope: null };
  const { own, than, commonPillars } = overCommonPillars(subject, claim.than);
  if (commonPillars === null || commonPillars.common === 0 || commonPillars.common === commonPillars.all)
    return { subject, claim, scope: null };
  const scope = `in the ${counted(commonPillars.common, "pillar", "pillars")} that both are judged in`;
  const over = { ...claim, than: { ...claim.than, ranked: than } };
  return { subject: { ...subject, ranked: own }, claim: over, scope };
}
