import { type Static, Type } from "typebox";
import { type RankedEntry, TIE_ORDER } from "../trust/ranking.ts";
import { countOf } from "../trust/scale.ts";
import { countryMembers, Distribution, listOf, medianMembers, placeMembers } from "../contract/components.ts";
import { openEnvelope } from "../contract/envelope.ts";
import { describeDistribution, describeMedian } from "../contract/figures.ts";
import { ref } from "../contract/json-shape.ts";
import { answerList, pageOf } from "../contract/lists.ts";
import { defineOperation, describeParameters, type Operation } from "../contract/operation.ts";
import { LIMIT_MAXIMUM, listParameters, releaseParameter, sortParameter } from "../contract/parameters.ts";
import { countryHref, nameCountry } from "../contract/places.ts";
import { describePlace, type RankedCountry, rankCountriesOf } from "../contract/ranking.ts";
import type { Sources } from "../contract/sources.ts";

const share = Type.Number({ minimum: 0, maximum: 1 });

const RankingEntry = Type.Object(
  {
    ...placeMembers,
    ...countryMembers,
    judged_companies: Type.Integer({ minimum: 1 }),
    ...medianMembers,
    share_above: { ...share, description: "Share of the judged companies above the median band." },
    share_below: { ...share, description: "Share of the judged companies below the median band." },
    distribution: ref(Distribution),
    href: Type.String({ format: "uri" }),
  },
  { $id: "RankingEntry" },
);

const companyMinimum = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const CountryRankings = listOf("CountryRankings", ref(RankingEntry), {
  tie_order: Type.Literal(TIE_ORDER, {
    description:
      "Order inside a tie: with p the share above and q the share below the median, the larger (p − q) / (1 − p − q) first; then the name, then the code. It orders the page and does not change `rank`.",
  }),
  minimum_companies: companyMinimum,
  ranked_countries: Type.Integer({ minimum: 0 }),
});

export const rankCountries: Operation = defineOperation({
  id: "rank_countries",
  method: "GET",
  path: "/api/v2/intelligence/country-rankings",
  tag: "Intelligence",
  summary: "Countries ranked by median band",
  description:
    "The judged countries, best median band first. Countries with the same median share a rank. Those with fewer judged companies than `min_companies` follow the ranked ones with `rank: null` and the reason `too_few_companies`.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      min_companies: Type.Optional({
        ...companyMinimum,
        description: "Judged companies a country needs to get a rank; without it the publisher's own minimum.",
      }),
      sort: sortParameter(["rank", "-rank"], "Best first, or turned round."),
      ...listParameters(RankingEntry, LIMIT_MAXIMUM),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: CountryRankings, components: [RankingEntry] },
  problems: [],
  dependsOn: "release",
  answer(sources, parameters) {
    const minimum = parameters.min_companies ?? sources.snapshot.manifest.dataset.minimumCompanies;
    const ranking = rankCountriesOf(sources.snapshot, minimum);
    const question = {
      operation: rankCountries,
      release: sources.snapshot.manifest.id,
      baseUrl: sources.site.baseUrl,
      parameters,
    };
    const page = pageOf(question, parameters.sort === "-rank" ? ranking.toReversed() : ranking);
    const head = openRanking(sources, ranking, minimum);
    return answerList(question, head, { ...page, items: page.items.map((entry) => describeEntry(sources, entry)) });
  },
});

/** A whole ranking, best first. */
export function describeRanking(
  sources: Sources,
  ranking: readonly RankedEntry<RankedCountry>[],
  minimumCompanies: number,
): Static<typeof CountryRankings> {
  const items = ranking.map((entry) => describeEntry(sources, entry));
  return { ...openRanking(sources, ranking, minimumCompanies), items, total: items.length, next: null };
}

function openRanking(sources: Sources, ranking: readonly RankedEntry<RankedCountry>[], minimumCompanies: number) {
  return {
    ...openEnvelope(sources),
    tie_order: TIE_ORDER,
    minimum_companies: minimumCompanies,
    ranked_countries: ranking.filter(({ rank }) => rank !== null).length,
  } as const;
}

function describeEntry(sources: Sources, ranked: RankedEntry<RankedCountry>): Static<typeof RankingEntry> {
  const { country, distribution } = ranked.entry;
  const { scale } = sources.snapshot.manifest.dataset;
  if (ranked.shareAbove === null || ranked.shareBelow === null)
    throw new Error(`${country.iso3} is ranked but not judged`);
  return {
    ...describePlace(ranked),
    ...nameCountry(sources.atlas, country),
    judged_companies: countOf(distribution),
    ...describeMedian(scale, ranked.median),
    share_above: ranked.shareAbove,
    share_below: ranked.shareBelow,
    distribution: describeDistribution(scale, distribution),
    href: countryHref(sources.site, country.slug),
  };
}
