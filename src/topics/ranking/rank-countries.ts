import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { CountryEntry, countryEntry, listOf, measuresMembers } from "../../ask/components.ts";
import {
  chosenPillarMember,
  describeChosenPillar,
  pillarChoice,
  pillarInWords,
  readPillar,
} from "../../ask/chosen-pillar.ts";
import { describeCountryEntry, placeOf, publishedRanking, rankingIn, type Ranking } from "./country-ranking.ts";
import { chosenRegionMember, describeChosenRegion, readRegion, regionBeside } from "../../ask/regions.ts";
import { openEnvelope, describeMeasures } from "../../ask/describe.ts";
import { areaFilters, bandFilters, readFilters, regionChoice } from "../../ask/filters.ts";
import { joinMembers, ref } from "../../ask/json-shape.ts";
import { answerList, endOfList, pageOf } from "../../ask/lists.ts";
import { defineOperation, describeParameters, type JsonOperation } from "../../ask/operation.ts";
import { listParameters, releaseParameter, sortParameter } from "../../ask/parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { fileFormats, findFormatErrors, formatParameters } from "../download/define-list.ts";
import { allAtOnce, answerTableRows } from "../download/rows-as-file.ts";
import type { CountryRecord, Snapshot } from "../../release/snapshot.ts";
import { rankingRecords } from "../../release/table-records.ts";
import { TIE_ORDER } from "../../trust/ranking.ts";
import { API } from "../../ask/urls.ts";

const RankingEntry = countryEntry("RankingEntry", "A country of a ranking, with the statistics it is ranked by.");

/** Every field of an item, with the sentence; maps and tools ask for them. */
export const RANKING_FIELDS = Object.keys(RankingEntry.properties).join(",");

const companyMinimum = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const CountryRankings = listOf("CountryRankings", ref(RankingEntry), {
  ...chosenPillarMember,
  ...chosenRegionMember,
  ...measuresMembers,
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

const FORM = { kind: "json", schema: CountryRankings, components: [RankingEntry] } as const;

export const rankCountries: JsonOperation<typeof CountryRankings> = defineOperation({
  id: "rank_countries",
  path: API.rankings,
  bulkPath: "/api/v2/data/countries.csv",
  tag: "Intelligence",
  summary: "Countries ranked by median band",
  description:
    "All countries with companies, best median band first. Countries with the same median share a rank. Those with fewer judged companies than `min_companies` follow the ranked ones without a rank (`too_few_companies`); those without a judged company come last (`not_judged`). With `pillar`, statistics and ranks count the companies judged in that pillar. With `region`, ranks are among the countries of the region; nothing is computed of a region itself. As CSV or XLSX the rows have the columns of the table `countries`, in the order of the list; medians of single pillars stay those of the pillars.",
  parameters: {
    path: Type.Object({}),
    query: describeParameters({
      min_companies: Type.Optional({
        ...companyMinimum,
        description: "Judged companies a country needs to get a rank; the minimum of the publisher by default.",
      }),
      ...pillarChoice,
      ...regionChoice,
      country: areaFilters.country,
      band: bandFilters("Countries with one of these median bands; with `pillar`, in that pillar.", "").band,
      sort: sortParameter(["rank", "-rank"], "Best first, or last; countries without a rank come after both."),
      ...listParameters(RankingEntry),
      ...formatParameters,
      ...releaseParameter,
    }),
  },
  form: FORM,
  choice: { parameter: "format", forms: fileFormats(FORM, "The countries in their order.") },
  examples: ({ countries, manifest: { dataset } }) => ({
    country: countries.slice(0, 1).map(({ iso2 }) => iso2),
    band: dataset.scale.bands.slice(0, 1).map(({ id }) => id),
    pillar: dataset.pillars[0]?.id ?? "",
    region: "europe",
  }),
  check: (sources, given, sent) => [...readFilters(sources, given).errors, ...findFormatErrors(given, sent)],
  answer(sources, parameters) {
    const pillar = readPillar(sources, parameters);
    const region = readRegion(parameters);
    const ranking = rankingIn(sources, { pillar, region, minimumCompanies: parameters.min_companies });
    const list = { operation: rankCountries, sources, parameters };
    const { countries, bands } = readFilters(sources, parameters).query;
    const entries = ranking.entries.filter(
      ({ entry }) =>
        (countries?.includes(entry.country.iso2) ?? true) &&
        (bands === undefined || (entry.median !== null && bands.includes(entry.median))),
    );
    const sorted = parameters.sort === "-rank" ? reverseRanked(entries) : entries;
    if (parameters.format !== "json") {
      const records = rankingRecords(sources.snapshot, sorted.map(rowIn(sources.snapshot, pillar)));
      const besides = [...pillarInWords(sources, pillar), ...regionBeside(region)];
      return answerTableRows(rankCountries, sources, parameters, {
        table: "countries",
        name: "rankings",
        read: allAtOnce(records),
        besides,
      });
    }
    const page = pageOf(list, sorted);
    const items = page.items.map((entry) => describeCountryEntry(sources, ranking, entry, parameters.fields));
    return answerList(list, openRanking(sources, ranking), { ...page, items });
  },
});

/** Makes rows of the countries table with the figures of a ranking. */
function rowIn({ manifest: { id: release, asOf } }: Snapshot, pillar: number | null) {
  return (ranked: Ranking["entries"][number]) => {
    const { country, judgedCompanies, median, distribution } = ranked.entry;
    const own = { judgedCompanies, median, distribution };
    // Within one pillar, each pillar counts once.
    const eachPillarOnce = pillar === null ? country.eachPillarOnce : own;
    return { ...country, statistics: { ...country, ...own, eachPillarOnce }, ranked, release, asOf };
  };
}

/** Puts the last rank first; entries without a rank stay at the end. */
function reverseRanked(entries: Ranking["entries"]): Ranking["entries"] {
  const { ranked = [], unranked = [] } = Object.groupBy(entries, ({ rank }) => (rank === null ? "unranked" : "ranked"));
  return [...ranked.toReversed(), ...unranked];
}

/** Describes a whole ranking, best first. */
export function describeRanking(sources: Sources, ranking: Ranking): Static<typeof CountryRankings> {
  const items = ranking.entries.map((entry) => describeCountryEntry(sources, ranking, entry));
  return joinMembers(openRanking(sources, ranking), { items, total: items.length }, endOfList(null));
}

function openRanking(sources: Sources, { minimumCompanies, pillar, region, rankedCountries }: Ranking) {
  return joinMembers(
    openEnvelope(sources),
    describeChosenPillar(sources, pillar),
    describeChosenRegion(region),
    describeMeasures(sources.snapshot),
    {
      tie_order: TIE_ORDER,
      minimum_companies: minimumCompanies,
      ranked_countries: rankedCountries,
    } as const,
  );
}

const CountriesPreview = listOf("CountriesPreview", ref(CountryEntry), {});

export const previewCountries = defineOperation({
  id: "preview_countries",
  path: API.countries,
  tag: "Countries",
  summary: "All countries with their statistics",
  description:
    "All countries with companies, judged or not, ordered by ISO 3166-1 alpha-3: median band, the distribution it is the median of, how far that median is from moving, and the rank.",
  parameters: { path: Type.Object({}), query: describeParameters({ ...releaseParameter }) },
  form: { kind: "json", schema: CountriesPreview },
  answer: (sources) => ({ kind: "json", body: describePreview(sources, sources.snapshot.countries) }),
});

/** Describes the preview of these countries, in their order. */
export function describePreview(
  sources: Sources,
  countries: readonly CountryRecord[],
): Static<typeof CountriesPreview> {
  const ranking = publishedRanking(sources.snapshot);
  const items = countries.map((country) => describeCountryEntry(sources, ranking, placeOf(ranking, country)));
  return joinMembers(openEnvelope(sources), { items, total: items.length }, endOfList(null));
}
