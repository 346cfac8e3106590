import { Type } from "../../ask/type.ts";
import { countryInWords } from "../../ask/grammar.ts";
import { getCountry } from "./get-country.ts";
import { cautionArea, cautionParts } from "../../mcp/cautions.ts";
import {
  areaFigures,
  identity,
  minimumCompanies,
  notKnownFigures,
  notKnownOf,
  PartFigures,
  partOf,
  rankedCountries,
  rankedFiguresOf,
  rankFigures,
} from "../../mcp/figures.ts";
import { argumentOf, pinned, type Tool } from "../../mcp/tool.ts";
import { releaseArgument } from "../../mcp/shared-arguments.ts";

export const getCountryTool: Tool = {
  name: getCountry.id,
  title: "Figures of one country",
  description:
    "The median trust band of one country's judged companies, with the distribution it is the median of, how firm it is, the rank with its ties, and the figures per pillar and sector. Use it for any question about one country. To put countries side by side use `compare_countries`; for change over time `what_changed`; to test a sentence `check_claim`. It cannot tell causes, averages, or anything about companies that are not judged.",
  operations: [getCountry],
  arguments: {
    country: argumentOf(
      getCountry,
      "slug",
      { description: "Name, ISO 3166-1 code or slug of the country, such as `Namibia`, `NA` or `NAM`." },
      "country:",
    ),
    release: releaseArgument(getCountry),
  },
  content: {
    country: Type.Object({ ...identity, iso3: Type.String() }),
    ...rankFigures,
    ranked_countries: rankedCountries,
    minimum_companies: minimumCompanies,
    ...areaFigures,
    ...notKnownFigures,
    pillars: Type.Array(PartFigures, { description: "The aspects that companies are judged under." }),
    sectors: Type.Array(PartFigures, {
      description: "Its companies by sector, often very few: add up the distribution.",
    }),
  },
  async answer({ ask, given }) {
    const country = await ask(getCountry, given);
    const { meta, name, slug, iso3, ranked_countries, minimum_companies, links } = country;
    const inWords = countryInWords(country);
    const all = `all are at ${pinned(links.self, meta)}.`;
    return {
      meta,
      scale: country.scale,
      summary: country.summary,
      cautions: [
        ...cautionArea({ ...country, name: inWords }, country.summary),
        ...cautionParts(inWords, { parts: country.pillars, many: "pillars", minimum: minimum_companies }),
        ...cautionParts(inWords, { parts: country.sectors, many: "sectors", minimum: minimum_companies }),
      ],
      content: {
        country: { slug, name, iso3 },
        ranked_countries,
        minimum_companies,
        ...rankedFiguresOf(country),
        ...notKnownOf(country),
        pillars: country.pillars.map((pillar) => partOf(pillar.id, pillar)),
        sectors: country.sectors.map((sector) => partOf(sector.slug, sector)),
      },
      links: { api: pinned(links.self, meta), page: pinned(links.page, meta) },
      cuttable: { sectors: all, pillars: all },
    };
  },
};
