import { type Static, Type } from "typebox";
import { countryEntry, listOf } from "../../ask/components.ts";
import { chosenPillarMember, describeChosenPillar, pillarChoice, readPillar } from "../../ask/chosen-pillar.ts";
import { buildRanking, describeCountryEntry, publishedRanking, type Ranking } from "./country-ranking.ts";
import { openEnvelope } from "../../ask/describe.ts";
import { areaFilters, readFilters } from "../../ask/filters.ts";
import { joinMembers, ref } from "../../ask/json-shape.ts";
import { answerList, endOfList, pageOf } from "../../ask/lists.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { listParameters, releaseParameter, sortParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { TIE_ORDER } from "../../trust/ranking.ts";

const RankingEntry = countryEntry("RankingEntry", "A country of a ranking, with the statistics it is ranked by.");

/** Every field of an item, the sentence included: what maps and tools ask for. */
export const RANKING_FIELDS = Object.keys(RankingEntry.properties).join(",");

const companyMinimum = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const CountryRankings = listOf("CountryRankings", ref(RankingEntry), {
  ...chosenPillarMember,
  tie_order: Type.Literal(TIE_ORDER, {
    description:
      "Order inside a tie: with p the share above and q the share below the median, the larger (p − q) / (1 − p − q) first; then the name, then the code. It orders the list and does not change `rank`.",
  }),
  minimum_companies: Type.Integer({
    ...companyMinimum,
    description: "Judged companies a country needs to get a rank in this answer.",
  }),
  ranked_countries: Type.Integer({ minimum: 0, description: "How many countries have a rank." }),
});

export const rankCountries: JsonOperation<typeof CountryRankings> = defineOperation({
  id: "rank_countries",
  method: "GET",
  path: "/api/v2/intelligence/country-rankings",
  tag: "Intelligence",
  summary: "Countries ranked by median band",
  description:
    "All countries with companies, best median band first. Countries with the same median share a rank. Those with fewer judged companies than `min_companies` follow the ranked ones without a rank (`too_few_companies`); those without a judged company come last (`not_judged`). With `pillar`, statistics and ranks count the companies judged in that pillar.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      min_companies: Type.Optional({
        ...companyMinimum,
        description: "Judged companies a country needs to get a rank; the minimum of the publisher by default.",
      }),
      ...pillarChoice,
      country: areaFilters.country,
      sort: sortParameter(["rank", "-rank"], "Best first, or last; countries without a rank come after both."),
      ...listParameters(RankingEntry),
      ...releaseParameter,
    }),
  },
  form: { kind: "json", schema: CountryRankings, components: [RankingEntry] },
  problems: [],
  dependsOn: "release",
  examples: ({ manifest }) => ({ pillar: manifest.dataset.pillars.map(({ id }) => id)[0] ?? "" }),
  check: (sources, { pillar, country }) =>
    readFilters(sources, { ...(pillar === undefined ? {} : { pillar }), ...(country === undefined ? {} : { country }) })
      .errors,
  answer(sources, parameters) {
    const { sort, country } = parameters;
    const pillar = readPillar(sources, parameters);
    const ranking = chooseRanking(sources, parameters.min_companies, pillar);
    const list = { operation: rankCountries, sources, parameters };
    const { countries } = readFilters(sources, country === undefined ? {} : { country }).query;
    const entries = ranking.entries.filter(({ entry }) => countries?.includes(entry.country.iso2) ?? true);
    const page = pageOf(list, sort === "-rank" ? reverseRanked(entries) : entries);
    const items = page.items.map((entry) => describeCountryEntry(sources, ranking, entry, parameters.fields));
    return answerList(list, openRanking(sources, ranking), { ...page, items });
  },
});

/** The last rank first; entries without a rank stay at the end. */
function reverseRanked(entries: Ranking["entries"]): Ranking["entries"] {
  const { ranked = [], unranked = [] } = Object.groupBy(entries, ({ rank }) => (rank === null ? "unranked" : "ranked"));
  return [...ranked.toReversed(), ...unranked];
}

function chooseRanking({ snapshot }: Sources, minimum: number | undefined, pillar: number | null): Ranking {
  if (minimum === undefined && pillar === null) return publishedRanking(snapshot);
  return buildRanking(snapshot, minimum ?? snapshot.manifest.dataset.minimumCompanies, pillar);
}

/** A whole ranking, best first. */
export function describeRanking(sources: Sources, ranking: Ranking): Static<typeof CountryRankings> {
  const items = ranking.entries.map((entry) => describeCountryEntry(sources, ranking, entry));
  return joinMembers(openRanking(sources, ranking), { items, total: items.length }, endOfList(null));
}

function openRanking(sources: Sources, { minimumCompanies, pillar, rankedCountries }: Ranking) {
  return joinMembers(openEnvelope(sources), describeChosenPillar(sources, pillar), {
    tie_order: TIE_ORDER,
    minimum_companies: minimumCompanies,
    ranked_countries: rankedCountries,
  } as const);
}
