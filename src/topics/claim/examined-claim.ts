import type { Static } from "typebox";
import { said, Type } from "../../ask/type.ts";
import { matchCompanies, matchCompany } from "../../release/changes/matched-companies.ts";
import { isOtherMethod } from "../../release/changes/release-changes.ts";
import { deny, type Examination, type Matched } from "../../trust/statements.ts";
import { chosenPillarMember, describeChosenPillar, readPillar } from "../../ask/chosen-pillar.ts";
import { counted } from "../../ask/grammar.ts";
import { joinMembers, nullable, nullableRef, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { chosenRegionMember, describeChosenRegion, readRegion } from "../../ask/regions.ts";
import type { Sources } from "../../ask/sources.ts";
import { changesBetween } from "../change/changes-between.ts";
import { scopeInWords } from "../../say/comparison.ts";
import { Companions, examineClaim, findIncomparable, Verdict, VerdictReason } from "./checked-claim.ts";
import { type ClaimSubject, findSubject, overCommonPillars } from "./claim-subject.ts";
import { type GivenClaim, kindOf, readClaim } from "./read-claim.ts";
import { type Claim, claimInWords, groundsInWords, sayInstead } from "./words.ts";

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

/** A claim that was looked up and examined. */
export interface ExaminedClaim {
  readonly subject: ClaimSubject;
  readonly claim: Claim;
  readonly pillar: number | null;
  /** Both sides as compared; the scope names the pillars in which both are judged. */
  readonly compared: ReturnType<typeof compareFairly>;
  readonly matched: Matched | null;
  readonly result: Examination;
  readonly isDenied: boolean;
}

/**
 * Looks up and examines a claim, or its opposite, in which `findClaimErrors` found no error. Throws
 * a `…_not_found` problem for an unknown name.
 */
export function examineGiven(
  sources: Sources,
  given: GivenClaim,
  isDenied = false,
): ExaminedClaim | Promise<ExaminedClaim> {
  const pillar = readPillar(sources, given);
  const subject = findSubject(sources, kindOf(given.subject, "country"), pillar, readRegion(given));
  const claim = readClaim(sources, given, subject, pillar);
  const found = matchedOf(sources, subject, claim, pillar);
  const examined = (matched: Matched | null): ExaminedClaim => {
    const result = examineClaim(subject, claim, matched);
    const compared = compareFairly(subject, claim);
    return { subject, claim, pillar, compared, matched, result: isDenied ? deny(result, claim.is) : result, isDenied };
  };
  return found instanceof Promise ? found.then(examined) : examined(found);
}

/** Matches the companies of an area with those of an earlier release; null if impossible. */
function matchedOf(
  { releases }: Sources,
  subject: ClaimSubject,
  claim: Claim,
  pillar: number | null,
): Matched | null | Promise<Matched | null> {
  const { kind, id, ranked, snapshot } = subject;
  if (!("since" in claim) || claim.before === undefined) return null;
  const { since, before } = claim;
  const chosen = pillar === null ? undefined : snapshot.manifest.dataset.pillars[pillar]?.id;
  const isChosen = (each: { readonly id: string }): boolean => each.id === chosen;
  const place = chosen === undefined ? null : since.manifest.dataset.pillars.findIndex(isChosen);
  const earlier = { snapshot: since, distribution: before.ranked.entry.distribution, pillar: place };
  const later = { snapshot, distribution: ranked.entry.distribution, pillar };
  if (kind === "company") return findIncomparable(subject, claim) === null ? matchCompany(earlier, later, id) : null;
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
  const { subject, claim, pillar, compared, matched, result, isDenied } = examined;
  const { scale, pillars } = sources.snapshot.manifest.dataset;
  const { label = null, id: pillarId = null } = (pillar === null ? undefined : pillars[pillar]) ?? {};
  const words = {
    scale,
    subject: compared.subject,
    claim: compared.claim,
    isDenied,
    scope: compared.scope ?? scopeInWords([], label),
    pillar: label,
    pillarId,
    matched,
    incomparable: findIncomparable(subject, claim),
  };
  const { verdict, reason, flipsToChange, companions } = result;
  const instead = verdict === "holds" ? null : sayInstead(words, result).text;
  return joinMembers(
    { claim: claimInWords(words) },
    describeChosenPillar(sources, pillar),
    describeChosenRegion(subject.ranking?.region ?? null),
    { verdict, companions: [...companions] },
    withReasons({ reason }, { reason: "claim_holds" }),
    { because: groundsInWords(words, result) },
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
