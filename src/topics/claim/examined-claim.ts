import type { Static } from "typebox";
import { said, Type } from "../../ask/type.ts";
import { matchCompanies, matchCompany } from "../../release/changes/matched-companies.ts";
import { isOtherMethod, methodChangeBetween } from "../../release/changes/release-changes.ts";
import { isSameDataset } from "../../trust/dataset.ts";
import { deny, type Examination, examine, type Matched, type Statement } from "../../trust/statements.ts";
import { chosenPillarMember, describeChosenPillar, readPillar } from "../../ask/chosen-pillar.ts";
import { counted } from "../../ask/grammar.ts";
import { joinMembers, nullable, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { chosenRegionMember, describeChosenRegion, readRegion } from "../../ask/regions.ts";
import type { Sources } from "../../ask/sources.ts";
import { changesBetween } from "../change/changes-between.ts";
import { scopeInWords } from "../../say/comparison.ts";
import { Companions, Verdict, VerdictReason } from "./checked-claim.ts";
import { type ClaimSubject, findSubject, overCommonPillars } from "./claim-subject.ts";
import { type GivenClaim, kindOf, readClaim } from "./read-claim.ts";
import { type Claim, type ClaimInWords, claimInWords, groundsInWords, partsOf, sayInstead } from "./words.ts";

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
  const examined = (matched: Matched | null): ExaminedClaim => {
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
): Matched | null | Promise<Matched | null> {
  const { kind, id, ranked, snapshot } = subject;
  if (!("since" in claim) || claim.before === undefined) return null;
  const { since, before } = claim;
  const chosen = pillar === null ? undefined : snapshot.manifest.dataset.pillars[pillar]?.id;
  const isChosen = (each: { readonly id: string }): boolean => each.id === chosen;
  const place = chosen === undefined ? null : since.manifest.dataset.pillars.findIndex(isChosen);
  const earlier = { snapshot: since, distribution: before.ranked.entry.distribution, pillar: place };
  const later = { snapshot, distribution: ranked.entry.distribution, pillar };
  if (kind === "company") return incomparable === null ? matchCompany(earlier, later, id) : null;
  const changes = changesBetween(releases, since, snapshot);
  const match = (found: Awaited<typeof changes>): Matched | null => {
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
  const instead = verdict === "holds" ? null : sayInstead(examined, result).text;
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
  return {
    subject: { ...subject, ranked: own },
    claim: { ...claim, than: { ...claim.than, ranked: than } },
    scope,
  };
}
