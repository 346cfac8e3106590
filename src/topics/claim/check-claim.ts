import { type Static, Type } from "typebox";
import { ClaimFigures, describeFigures, VerdictReason, verdictOn } from "./checked-claim.ts";
import { chosenPillarMember, describeChosenPillar, pillarChoice, readPillar } from "../../ask/chosen-pillar.ts";
import { type ClaimSubject, findSubject } from "./claim-subject.ts";
import { rankingIn } from "../ranking/country-ranking.ts";
import { envelope } from "../../ask/components.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { nameParameter } from "../../ask/filters.ts";
import { joinMembers, nullable, nullableRef, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { urlOf } from "../../ask/named-members.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseName, releaseParameter } from "../../ask/parameters.ts";
import { CLAIM_WORDS, findClaimErrors, kindOf, PERCENT, readClaim } from "./read-claim.ts";
import type { Sources } from "../../ask/sources.ts";
import { withNotice } from "../../ask/words.ts";
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
  verdict: oneOf(["holds", "does_not_hold", "cannot_be_told"], {
    description: "Whether the claim may be printed. What cannot be told must not be printed either.",
  }),
  reason: nullableRef(VerdictReason, "claim_holds"),
  because: Type.String({ description: "The figures in words, with the publisher's notice if there is one." }),
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
    "Checks one claim against the figures: about a median band, a place in the ranking, two subjects, or a change since a release. Says whether it holds, why, how firmly, and what is true instead. A tie is never above; nothing is said about a country with too few judged companies.",
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
        "A band by its id or label, for `band`, `at_least`, `at_most`, `most_at_least` and `share`; a number for `rank`, `rank_alone` and `average`.",
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
          "For `risen`, `fallen`, `unchanged` and `caused`: an earlier release. Its id, `previous`, or a date or time at which it was in force.",
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
    const [country, other] = countries.toSorted((a, b) => b.judgedCompanies - a.judgedCompanies);
    const { scale, pillars } = manifest.dataset;
    const [band] = scale.bands;
    const [pillar] = pillars;
    return {
      ...(country === undefined ? {} : { subject: country.slug }),
      ...(pillar === undefined ? {} : { pillar: pillar.id }),
      ...(other === undefined ? {} : { than: other.slug }),
      ...(band === undefined ? {} : { value: band.id }),
      percent: "40",
      since: manifest.id,
      is: "best" as const,
    };
  },
  check: findClaimErrors,
  answer(sources, parameters) {
    const pillar = readPillar(sources, parameters);
    const subject = findSubject(sources, kindOf(parameters.subject, "country"), pillar);
    const claim = readClaim(sources, parameters, subject, pillar);
    return { kind: "json", body: describeCheck(sources, subject, claim, pillar) };
  },
});

function describeCheck(
  sources: Sources,
  subject: ClaimSubject,
  claim: Claim,
  pillar: number | null,
): Static<typeof CheckedClaim> {
  const { snapshot, site } = sources;
  const { scale, pillars, notice, minimumCompanies } = snapshot.manifest.dataset;
  const label = pillar === null ? null : (pillars[pillar]?.label ?? null);
  const words = { scale, subject, claim, scope: scopeInWords([], label), pillar: label };
  const result = verdictOn(subject, claim);
  const { verdict, reason, flipsToChange } = result;
  const than = "than" in claim ? describeFigures(site, claim.than) : null;
  const before = "since" in claim && claim.before !== undefined ? describeFigures(site, claim.before) : null;
  const instead = verdict === "holds" ? null : withNotice(insteadInWords(words, result), notice);
  return joinMembers(
    openEnvelope(sources),
    { claim: claimInWords(words) },
    describeChosenPillar(sources, pillar),
    { verdict },
    withReasons({ reason }, { reason: "claim_holds" }),
    { because: withNotice(groundsInWords(words, result), notice) },
    withReasons(
      { flips_to_change: flipsToChange, say_instead: instead },
      { flips_to_change: verdict === "cannot_be_told" ? "cannot_be_told" : "no_re_rating", say_instead: "claim_holds" },
    ),
    {
      minimum_companies: minimumCompanies,
      ranked_countries: rankingIn(snapshot, pillar).rankedCountries,
      subject: describeFigures(site, subject),
    },
    withReasons({ than, before }, { than: "not_given", before: "since" in claim ? "no_companies" : "not_given" }),
    { evidence: describeEvidence(sources, subject, claim, pillar) },
  );
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
  const counted = subject.kind === "company" ? "judgements" : "companies";
  const list = `${site.baseUrl}/api/v2/${counted}?${query({ [subject.kind]: subject.slug })}`;
  const ranking = `${site.baseUrl}/api/v2/intelligence/country-rankings?${query({})}`;
  return [
    { shows: "subject", href: describeFigures(site, subject).href },
    { shows: counted, href: list },
    ...("than" in claim ? [{ shows: "than", href: describeFigures(site, claim.than).href } as const] : []),
    ...("since" in claim && claim.before !== undefined
      ? [{ shows: "before", href: describeFigures(site, claim.before).href } as const]
      : []),
    ...(subject.ranking === null ? [] : [{ shows: "ranking", href: ranking } as const]),
  ];
}
