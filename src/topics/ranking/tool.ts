import { Type } from "../../ask/type.ts";
import { capitalized, countInWords, digits, labelInWords, ordinal, placeOnScale } from "../../ask/grammar.ts";
import { rankCountries, RANKING_FIELDS } from "./rank-countries.ts";
import {
  areaFigures,
  identity,
  minimumCompanies,
  rankedCountries,
  rankedFiguresOf,
  rankFigures,
} from "../../mcp/figures.ts";
import { cautionMeasures } from "../../mcp/cautions.ts";
import { argumentOf, type Tool } from "../../mcp/tool.ts";
import { cursorArgument, limitArgument, pillarArgument, releaseArgument } from "../../mcp/shared-arguments.ts";
import { urlTo } from "../../ask/urls.ts";

const OF_OWN_MINIMUM = "Name no rank of this answer without saying so: other countries have other ranks in it.";

/** More would not fit into an answer. */
const COUNTRIES_MAX = 20;

export const rankCountriesTool: Tool = {
  name: rankCountries.id,
  title: "Ranking of countries",
  description:
    "Countries by the median band of their judged companies, best first, with ties. Use it for questions such as which countries are rated highest or lowest, or how many are ranked. Countries of one rank are tied: their order in the list means nothing. Countries without a rank come last in both orders, and are not the worst. For one country use `get_country`; for a claim such as “X is first” use `check_claim`.",
  operations: [rankCountries],
  arguments: {
    pillar: pillarArgument(rankCountries),
    min_companies: argumentOf(rankCountries, "min_companies", {
      description: "Judged companies that a country needs to get a rank; the publisher's minimum without it.",
    }),
    sort: argumentOf(rankCountries, "sort", { description: "`rank` has the best first, `-rank` the reverse." }),
    limit: limitArgument(rankCountries, COUNTRIES_MAX),
    cursor: cursorArgument(rankCountries),
    release: releaseArgument(rankCountries),
  },
  content: {
    pillar: Type.Unsafe({ description: "The pillar that the ranking counts; null for all." }),
    ranked_countries: rankedCountries,
    minimum_companies: minimumCompanies,
    total: Type.Integer({ description: "Countries in the whole list, with those without a rank." }),
    countries: Type.Array(Type.Object({ ...identity, ...rankFigures, ...areaFigures })),
  },
  async answer({ ask, given, baseUrl }) {
    const ranking = await ask(rankCountries, { limit: String(COUNTRIES_MAX), fields: RANKING_FIELDS, ...given });
    const { items, ranked_countries, minimum_companies, total, pillar } = ranking;
    const { release } = ranking.meta;
    const first = items.find(({ rank }) => rank !== null);
    const tied = items.filter(({ tied_with }) => tied_with !== null && tied_with > 0).length;
    const unranked = items.filter(({ rank }) => rank === null).length;
    const inPillar = pillar === null ? "" : ` in the pillar ${pillar}`;
    const isOwnMinimum = given["min_companies"] !== undefined;
    const needed = `Only countries with at least ${digits(minimum_companies)} judged companies are ranked here.`;
    const counted = `${isOwnMinimum ? `${needed} ` : ""}${digits(ranked_countries)} of ${digits(total)} countries have a rank${inPillar}.`;
    return {
      meta: ranking.meta,
      scale: ranking.scale,
      summary: `${counted} ${first === undefined ? "None of those listed here has a rank." : summarize(first, ranking)}`,
      cautions: [
        ...cautionMeasures(ranking),
        ...(isOwnMinimum ? [{ say: `${needed} That is no minimum of the publisher’s.`, not: OF_OWN_MINIMUM }] : []),
        ...(tied === 0 ? [] : [{ say: "Countries with the same rank tie: their order in the list is no ranking." }]),
        ...(unranked === 0
          ? []
          : [
              {
                say: `Countries without a rank have fewer than ${digits(minimum_companies)} judged companies${inPillar}, or none.`,
                not: "Do not call a country without a rank the worst or the last.",
              },
            ]),
      ],
      content: {
        pillar,
        ranked_countries,
        minimum_companies,
        total,
        countries: items.map((country) => ({
          slug: country.slug,
          name: country.name,
          ...rankedFiguresOf(country),
        })),
      },
      links: {
        api: baseUrl + urlTo(rankCountries.path, { ...given, release }),
        page: baseUrl + urlTo("/rankings", { pillar: given["pillar"], release }),
      },
      cuttable: {},
      page: { list: "countries", next: ranking.next },
    };
  },
};

interface FirstCountry {
  readonly rank: number | null;
  readonly tied_with: number | null;
  readonly median_level: number | null;
  readonly summary?: string;
}

/** What a ranking says of all its countries. */
interface WholeRanking {
  readonly ranked_countries: number;
  readonly scale: { readonly bands: readonly { readonly label: string }[] };
}

/** The first of the ranked countries of a page; a tied one stands for none of the others. */
function summarize(
  { rank, tied_with, median_level: level, summary = "" }: FirstCountry,
  { ranked_countries: ranked, scale: { bands } }: WholeRanking,
): string {
  if (rank === null || level === null || tied_with === null || tied_with === 0) return summary;
  if (tied_with + 1 === ranked)
    return `All of those are rated ${labelInWords(bands[level - 1]?.label ?? "")}, ${placeOnScale(level, bands.length)}.`;
  return `${capitalized(countInWords(tied_with + 1))} countries tie for ${ordinal(rank)}.`;
}
