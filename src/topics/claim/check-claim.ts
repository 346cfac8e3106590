import { type Static, Type } from "typebox";
import { matchCompanies } from "../../release/changes/matched-companies.ts";
import { isOtherMethod } from "../../release/changes/release-changes.ts";
import type { Matched } from "../../trust/statements.ts";
import { changesBetween } from "../change/changes-between.ts";
import {
  ClaimFigures,
  COMPANIONS,
  describeFigures,
  examineClaim,
  overCommonPillars,
  VERDICTS,
  VerdictReason,
} from "./checked-claim.ts";
import { chosenPillarMember, describeChosenPillar, pillarChoice, readPillar } from "../../ask/chosen-pillar.ts";
import { type ClaimSubject, findSubject } from "./claim-subject.ts";
import { rankingIn } from "../ranking/country-ranking.ts";
import { envelope } from "../../ask/components.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { nameParameter } from "../../ask/filters.ts";
import { counted } from "../../ask/grammar.ts";
import { joinMembers, nullable, nullableRef, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { urlOf } from "../../ask/named-members.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseName, releaseParameter } from "../../ask/parameters.ts";
import { CLAIM_WORDS, findClaimErrors, kindOf, PERCENT, readClaim } from "./read-claim.ts";
import type { Sources } from "../../ask/sources.ts";
import { type Claim, claimInWords, groundsInWords, insteadInWords } from "./words.ts";
import { scopeInWords } from "../comparison/words.ts";

const ClaimEvidence = Type.Object(
  {
    shows: oneOf(["subject", "than", "before", "companies", "judgements", "ranking"], {
      description: "What can be looked up there: a figure of the answer, or what it counts.",
    }),
    href: urlOf("it, in the release of the figures"),
  },
  { $id: "ClaimEvidence", description: "Where a figure can be looked up." },
);

const CheckedClaim = envelope("CheckedClaim", {
  claim: Type.String({ description: "The claim that was checked, as a sentence, true or not." }),
  ...chosenPillarMember,
  verdict: oneOf(VERDICTS, {
    description:
      "Whether the claim may be printed. `misleading`: it is true as arithmetic and false as readers take it; print `say_instead`. What cannot be told must not be printed either.",
  }),
  companions: Type.Array(
    oneOf(COMPANIONS, {
      description:
        "`tie`: others share the rank. `coverage`: some are listed and not judged, or have no rank. `narrow`: few re-ratings undo the lead. `composition`: companies came or went between the releases. `common_pillars`: the two are compared over the pillars that both are judged in.",
    }),
    { description: "Facts that must stand in the same sentence as the claim." },
  ),
  reason: nullableRef(VerdictReason, "claim_holds"),
  because: Type.String({ description: "The figures in words." }),
  flips_to_change: nullable(
    Type.Integer({
      minimum: 1,
      description:
        "How many companies would have to be re-rated at least before a claim that holds does not, or the other way round; for a company, how many judgements. For a rank, companies of the country itself; since a release, those of the later one.",
    }),
    "cannot_be_told",
    "no_re_rating",
  ),
  say_instead: nullable(
    Type.String({ description: "A true sentence to print instead, with the publisher's notice if there is one." }),
    "claim_holds",
  ),
  minimum_companies: Type.Integer({
    minimum: 0,
    description: "Judged companies a country needs; with fewer, nothing can be said about it.",
  }),
  ranked_countries: Type.Integer({ minimum: 0, description: "How many countries have a rank." }),
  subject: ref(ClaimFigures),
  than: nullableRef(ClaimFigures, "not_given"),
  before: nullableRef(ClaimFigures, "not_given", "no_companies"),
  evidence: Type.Array(ref(ClaimEvidence), { description: "Where the figures can be looked up." }),
});

export const checkClaim = defineOperation({
  id: "check_claim",
  method: "GET",
  path: "/api/v2/claims/check",
  tag: "Intelligence",
  summary: "Whether a claim may be printed",
  description:
    "Checks one claim against the figures: about a median band, a place in the ranking, two subjects, or a change since a release. Says whether it holds, why, how firmly, which facts belong in the same sentence, and what is true instead. A tie is never above; nothing is said of a country or sector with too few judged companies; a band that the list of companies alone moved neither rose nor fell; of a part of a country, such as Scotland, nothing is told.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      subject: Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          "What the claim is about: `country:`, `sector:` or `company:` with a slug, code, id or name, in any case. A bare value is a country.",
      }),
      is: oneOf(CLAIM_WORDS, { description: "The claim; it is completed by `value`, `than` or `since`." }),
      value: nameParameter(
        "A band by its id or label, for `band`, `at_least`, `at_most`, `most_at_least` and `share`; a number for `rank`, `rank_alone`, `shares_rank` and `average`.",
      ),
      percent: Type.Optional(
        Type.String({
          maxLength: 6,
          pattern: PERCENT.source,
          description:
            "For `share`: how many percent of the judged companies stand in the band `value`, from 0 to 100. It is compared as rounded as it is written.",
        }),
      ),
      than: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 300,
          description:
            "For `above`, `below`, `companies_better` and `companies_worse`: another subject of the same kind, written like it. The prefix may be left out.",
        }),
      ),
      since: Type.Optional(
        releaseName(
          "For `risen`, `fallen`, `unchanged`, `moved` and `caused`: an earlier release. Its id, `previous`, or a date or time at which it was in force.",
        ),
      ),
      ...pillarChoice,
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: CheckedClaim, components: [ClaimEvidence, ClaimFigures, VerdictReason] },
  problems: ["country_not_found", "sector_not_found", "company_not_found"],
  dependsOn: "release",
  examples({ countries, manifest }) {
    const [country] = countries.toSorted((a, b) => b.judgedCompanies - a.judgedCompanies);
    const [pillar] = manifest.dataset.pillars;
    return {
      ...(country === undefined ? {} : { subject: country.slug }),
      is: "best" as const,
      ...(pillar === undefined ? {} : { pillar: pillar.id }),
    };
  },
  check: findClaimErrors,
  answer(sources, parameters) {
    const pillar = readPillar(sources, parameters);
    const subject = findSubject(sources, kindOf(parameters.subject, "country"), pillar);
    const claim = readClaim(sources, parameters, subject, pillar);
    const matched = matchedOf(sources, subject, claim, pillar);
    const answer = (found: Matched | null) =>
      ({ kind: "json", body: describeCheck(sources, subject, claim, pillar, found) }) as const;
    return matched instanceof Promise ? matched.then(answer) : answer(matched);
  },
});

/** What became of the companies of an area since an earlier release; null where nobody can say. */
function matchedOf(
  { releases }: Sources,
  { kind, id, ranked, snapshot }: ClaimSubject,
  claim: Claim,
  pillar: number | null,
): Matched | null | Promise<Matched | null> {
  if (!("since" in claim) || claim.before === undefined || kind === "company") return null;
  const { since, before } = claim;
  const changes = changesBetween(releases, since, snapshot);
  const match = (found: Awaited<typeof changes>): Matched | null => {
    // On another method nothing is compared, and a pillar has another place.
    if (found === null || isOtherMethod(found.methodChange)) return null;
    const area = { country: null, sector: null, [kind]: id };
    const chosen = pillar === null ? undefined : snapshot.manifest.dataset.pillars[pillar]?.id;
    const place = since.manifest.dataset.pillars.findIndex((each) => each.id === chosen);
    const earlier = {
      snapshot: since,
      distribution: before.ranked.entry.distribution,
      pillar: chosen === undefined ? null : place,
    };
    const later = { snapshot, distribution: ranked.entry.distribution, pillar };
    return matchCompanies(area, earlier, later, found.companies);
  };
  return changes instanceof Promise ? changes.then(match) : match(changes);
}

function describeCheck(
  sources: Sources,
  subject: ClaimSubject,
  claim: Claim,
  pillar: number | null,
  matched: Matched | null,
): Static<typeof CheckedClaim> {
  const { snapshot, site } = sources;
  const { scale, pillars, minimumCompanies } = snapshot.manifest.dataset;
  const label = pillar === null ? null : (pillars[pillar]?.label ?? null);
  const compared = compareFairly(subject, claim);
  const scope = compared.scope ?? scopeInWords([], label);
  const words = { scale, subject: compared.subject, claim: compared.claim, scope, pillar: label, matched };
  const result = examineClaim(subject, claim, matched);
  const { verdict, reason, flipsToChange, companions } = result;
  const than = "than" in compared.claim ? describeFigures(site, compared.claim.than) : null;
  const before = "since" in claim && claim.before !== undefined ? describeFigures(site, claim.before) : null;
  const instead = verdict === "holds" ? null : insteadInWords(words, result);
  return joinMembers(
    openEnvelope(sources),
    { claim: claimInWords(words) },
    describeChosenPillar(sources, pillar),
    { verdict, companions: [...companions] },
    withReasons({ reason }, { reason: "claim_holds" }),
    { because: groundsInWords(words, result) },
    withReasons(
      { flips_to_change: flipsToChange, say_instead: instead },
      { flips_to_change: verdict === "cannot_be_told" ? "cannot_be_told" : "no_re_rating", say_instead: "claim_holds" },
    ),
    {
      minimum_companies: minimumCompanies,
      ranked_countries: rankingIn(snapshot, pillar).rankedCountries,
      subject: describeFigures(site, compared.subject),
    },
    withReasons({ than, before }, { than: "not_given", before: "since" in claim ? "no_companies" : "not_given" }),
    { evidence: describeEvidence(sources, subject, claim, pillar) },
  );
}

/** Two companies as they are compared: over the pillars in which both are judged. */
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

/** Links to the figures of an answer, each with its release. */
function describeEvidence(
  { snapshot, site }: Sources,
  subject: ClaimSubject,
  claim: Claim,
  pillar: number | null,
): Static<typeof ClaimEvidence>[] {
  const { manifest, name } = snapshot;
  const id = pillar === null ? undefined : manifest.dataset.pillars[pillar]?.id;
  const query = (filter: Record<string, string>): string =>
    new URLSearchParams({ ...filter, ...(id === undefined ? {} : { pillar: id }), release: name }).toString();
  const things = subject.kind === "company" ? "judgements" : "companies";
  const list = `${site.baseUrl}/api/v2/${things}?${query({ [subject.kind]: subject.slug })}`;
  const ranking = `${site.baseUrl}/api/v2/intelligence/country-rankings?${query({})}`;
  return [
    { shows: "subject", href: describeFigures(site, subject).href },
    { shows: things, href: list },
    ...("than" in claim ? [{ shows: "than", href: describeFigures(site, claim.than).href } as const] : []),
    ...("since" in claim && claim.before !== undefined
      ? [{ shows: "before", href: describeFigures(site, claim.before).href } as const]
      : []),
    ...(subject.ranking === null ? [] : [{ shows: "ranking", href: ranking } as const]),
  ];
}
