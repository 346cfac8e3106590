import { Type } from "typebox";
import { rankCountries } from "../../operations/rank-countries.ts";
import { areaFigures, identity, minimumCompanies, rankedCountries, rankedFiguresOf, rankFigures } from "../figures.ts";
import { argumentOf, linkTo, type Tool } from "../tool.ts";
import { cursorArgument, limitArgument, pillarArgument, releaseArgument } from "../shared-arguments.ts";

/** More would not fit into an answer. */
const COUNTRIES_MAX = 20;

export const rankCountriesTool: Tool = {
  name: rankCountries.id,
  title: "Ranking of countries",
  description:
    "Countries by the median band of their judged companies, best first, with ties. Use it for questions such as which countries stand highest or lowest, or how many are ranked. Countries of one rank are tied: their order in the list means nothing. Countries without a rank come last, in the reverse order first, and are not the worst. For one country use `get_country`; for a claim such as “X is first” use `check_claim`.",
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
    const ranking = await ask(rankCountries, { limit: String(COUNTRIES_MAX), ...given });
    const { items, ranked_countries, minimum_companies, total, pillar } = ranking;
    const { release } = ranking.meta;
    const first = items.find(({ rank }) => rank !== null);
    const tied = items.filter(({ tied_with }) => tied_with !== null && tied_with > 0).length;
    const unranked = items.filter(({ rank }) => rank === null).length;
    return {
      meta: ranking.meta,
      scale: ranking.scale,
      summary: `${ranked_countries} of ${total} countries have a rank. ${first?.summary ?? ""}`.trimEnd(),
      mustSay: [
        ...(given["min_companies"] === undefined
          ? []
          : [`You chose that a rank needs ${minimum_companies} judged companies; the publisher did not. Say so.`]),
        ...(tied === 0 ? [] : ["Countries with the same rank are tied: the data do not order them."]),
        ...(unranked === 0
          ? []
          : [
              `Countries without a rank have fewer than ${minimum_companies} judged companies or none: they are not the worst.`,
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
        api: linkTo(baseUrl, rankCountries.path, { ...given, release }),
        page: linkTo(baseUrl, "/rankings", { pillar: given["pillar"], release }),
      },
      cuttable: {},
      page: { list: "countries", next: ranking.next },
    };
  },
};
