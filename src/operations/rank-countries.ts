import { type Static, Type } from "typebox";
import { countryEntry, listOf } from "../contract/components.ts";
import { buildRanking, describeCountryEntry, publishedRanking, type Ranking } from "../contract/country-ranking.ts";
import { openEnvelope } from "../contract/describe.ts";
import { joinMembers, ref } from "../contract/json-shape.ts";
import { answerList, endOfList, pageOf } from "../contract/lists.ts";
import { defineOperation, describeParameters, type Operation } from "../contract/operation.ts";
import { listParameters, releaseParameter, sortParameter } from "../contract/parameters.ts";
import type { Sources } from "../contract/sources.ts";
import { TIE_ORDER } from "../trust/ranking.ts";

const RankingEntry = countryEntry("RankingEntry", "A country of a ranking, with the statistics it is ranked by.");

const companyMinimum = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const CountryRankings = listOf("CountryRankings", ref(RankingEntry), {
  tie_order: Type.Literal(TIE_ORDER, {
    description:
      "Order inside a tie: with p the share above and q the share below the median, the larger (p − q) / (1 − p − q) first; then the name, then the code. It orders the list and does not change `rank`.",
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
    "All countries with companies, best median band first. Countries with the same median share a rank. Those with fewer judged companies than `min_companies` follow the ranked ones without a rank (`too_few_companies`); those without a judged company come last (`not_judged`).",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      min_companies: Type.Optional({
        ...companyMinimum,
        description: "Judged companies a country needs to get a rank; the minimum of the publisher by default.",
      }),
      sort: sortParameter(["rank", "-rank"], "Best first, or reversed."),
      ...listParameters(RankingEntry),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: CountryRankings, components: [RankingEntry] },
  problems: [],
  dependsOn: "release",
  answer(sources, parameters) {
    const { snapshot } = sources;
    const { min_companies: minimum, sort } = parameters;
    const ranking = minimum === undefined ? publishedRanking(snapshot) : buildRanking(snapshot, minimum);
    const list = { operation: rankCountries, sources, parameters };
    const page = pageOf(list, sort === "-rank" ? ranking.entries.toReversed() : ranking.entries);
    const items = page.items.map((entry) => describeCountryEntry(sources, entry));
    return answerList(list, openRanking(sources, ranking), { ...page, items });
  },
});

/** A whole ranking, best first. */
export function describeRanking(sources: Sources, ranking: Ranking): Static<typeof CountryRankings> {
  const items = ranking.entries.map((entry) => describeCountryEntry(sources, entry));
  return joinMembers(openRanking(sources, ranking), { items, total: items.length }, endOfList(null));
}

function openRanking(sources: Sources, { minimumCompanies, rankedCountries }: Ranking) {
  return {
    ...openEnvelope(sources),
    tie_order: TIE_ORDER,
    minimum_companies: minimumCompanies,
    ranked_countries: rankedCountries,
  } as const;
}
