import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import {
  ClaimFigures,
  describeFigures,
  describeVerdict,
  type ExaminedClaim,
  examineGiven,
  VERDICT_COMPONENTS,
  verdictMembers,
} from "./examined-claim.ts";
import { pillarChoice } from "../../ask/chosen-pillar.ts";
import type { ClaimSubject } from "./claim-subject.ts";
import { rankingIn } from "../ranking/country-ranking.ts";
import { envelope, measuresMembers } from "../../ask/components.ts";
import { describeMeasures, openEnvelope } from "../../ask/describe.ts";
import { nameParameter, regionParameter } from "../../ask/filters.ts";
import { joinMembers, nullableRef, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { urlOf } from "../../ask/named-members.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import { releaseName, releaseParameter } from "../../ask/parameters.ts";
import { CLAIM_WORDS, findClaimErrors, SHARE_FORMS } from "./read-claim.ts";
import type { Sources } from "../../ask/sources.ts";
import type { Claim } from "./words.ts";
import { SHARE } from "../../trust/claims.ts";
import { API, urlTo } from "../../ask/urls.ts";

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
  ...verdictMembers,
  ...measuresMembers,
  minimum_companies: Type.Integer({
    minimum: 0,
    description: "Judged companies a country needs; with fewer, nothing can be said about it.",
  }),
  ranked_countries: Type.Integer({
    minimum: 0,
    description: "How many countries have a rank, in the region where one is given.",
  }),
  subject: ref(ClaimFigures),
  than: nullableRef(ClaimFigures, "not_given"),
  before: nullableRef(ClaimFigures, "not_given", "no_companies"),
  evidence: Type.Array(ref(ClaimEvidence), { description: "Where the figures can be looked up." }),
});

export const checkClaim = defineOperation({
  id: "check_claim",
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
          "What the claim is about: `country:`, `sector:` or `company:` with a slug, code, id or name, in any case. A bare value is a country. `countries:ranked` are all countries with a rank, of which shares are claimed.",
      }),
      is: oneOf(CLAIM_WORDS, { description: "The claim; it is completed by `value`, `than` or `since`." }),
      value: nameParameter(
        "A band by its id or label, for `band`, `at_least`, `at_most`, `most`, `most_at_least`, `most_at_most` and `share…`; a number for `rank`, `rank_alone`, `shares_rank` and `average`.",
      ),
      percent: Type.Optional(
        Type.String({
          maxLength: 20,
          pattern: SHARE.source,
          description: `For \`share…\`: how many percent of the judged companies stand in the band \`value\`, or at least or at most there: ${SHARE_FORMS}. A number alone is a percentage, compared as rounded as it is written.`,
        }),
      ),
      than: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 300,
          description:
            "For `above`, `below`, `alike`, `companies_better` and `companies_worse`: another subject of the same kind, written like it. The prefix may be left out.",
        }),
      ),
      since: Type.Optional(
        releaseName(
          "For `risen`, `fallen`, `unchanged`, `moved` and `caused`: an earlier release. Its id, `previous`, or a date or time at which it was in force.",
        ),
      ),
      ...pillarChoice,
      ...regionParameter(
        "For `rank…`, `shares_rank`, `best`, `worst`, `none_above` and `none_below`: rank the countries of this region of the United Nations (M49) among each other.",
      ),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: CheckedClaim, components: [ClaimEvidence, ClaimFigures, ...VERDICT_COMPONENTS] },
  problems: ["country_not_found", "sector_not_found", "company_not_found"],
  bulkPath: "POST /api/v2/claims/check",
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
    const examined = examineGiven(sources, parameters);
    const answer = (found: ExaminedClaim) => ({ kind: "json", body: describeCheck(sources, found) }) as const;
    return examined instanceof Promise ? examined.then(answer) : answer(examined);
  },
});

function describeCheck(sources: Sources, examined: ExaminedClaim): Static<typeof CheckedClaim> {
  const { snapshot, site } = sources;
  const { subject, claim, pillar } = examined;
  const than = "than" in claim ? describeFigures(site, claim.than) : null;
  const before = "since" in claim && claim.before !== undefined ? describeFigures(site, claim.before) : null;
  return joinMembers(
    openEnvelope(sources),
    describeVerdict(sources, examined),
    describeMeasures(snapshot),
    {
      minimum_companies: snapshot.manifest.dataset.minimumCompanies,
      ranked_countries: rankingIn(sources, { pillar, region: subject.ranking?.region ?? null }).rankedCountries,
      subject: describeFigures(site, subject),
    },
    withReasons({ than, before }, { than: "not_given", before: "since" in claim ? "no_companies" : "not_given" }),
    { evidence: describeEvidence(sources, subject, claim, pillar) },
  );
}

/** Lists links to the figures of an answer, each with its release. */
function describeEvidence(
  { snapshot, site }: Sources,
  subject: ClaimSubject,
  claim: Claim,
  pillar: number | null,
): Static<typeof ClaimEvidence>[] {
  const { manifest, name } = snapshot;
  const id = pillar === null ? undefined : manifest.dataset.pillars[pillar]?.id;
  const chosen = { pillar: id, release: name };
  const region = subject.ranking?.region?.slug;
  const ranked = { shows: "ranking", href: site.baseUrl + urlTo(API.rankings, { ...chosen, region }) } as const;
  if (subject.kind === "countries") return [ranked];
  const things = subject.kind === "company" ? "judgements" : "companies";
  const list = site.baseUrl + urlTo(API[things], { [subject.kind]: subject.slug, ...chosen });
  return [
    { shows: "subject", href: describeFigures(site, subject).href },
    { shows: things, href: list },
    ...("than" in claim ? [{ shows: "than", href: describeFigures(site, claim.than).href } as const] : []),
    ...("since" in claim && claim.before !== undefined
      ? [{ shows: "before", href: describeFigures(site, claim.before).href } as const]
      : []),
    ...(subject.ranking === null ? [] : [ranked]),
  ];
}
