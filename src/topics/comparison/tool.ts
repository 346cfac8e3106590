import { Type } from "../../ask/type.ts";
import { countryInWords } from "../../ask/grammar.ts";
import { compareCountries } from "./compare-countries.ts";
import { NO_SAMPLE, refusalOf } from "../../mcp/cautions.ts";
import { areaFigures, figuresOf, identity, minimumCompanies } from "../../mcp/figures.ts";
import { pillarArgument, releaseArgument, sectorArgument } from "../../mcp/shared-arguments.ts";
import { argumentOf, type Tool } from "../../mcp/tool.ts";
import { urlTo } from "../../ask/urls.ts";

const Pair = Type.Object({
  first: Type.String({ description: "Slug." }),
  second: Type.String({ description: "Slug." }),
  by_median: Type.String({
    enum: ["higher", "lower", "cannot_be_told_apart"],
    description: "How `first` stands against `second`.",
  }),
  reason: Type.String({ description: "Why `by_median` says so." }),
  summary: Type.String({ description: "The comparison in words." }),
  flips_to_tie: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "How many changed ratings would make it a tie.",
  }),
  dominance: Type.Unsafe<string | null>({
    type: ["string", "null"],
    description:
      "`first` or `second` where that country has the larger share at or above every band; else `neither`. It makes neither better.",
  }),
});

export const compareCountriesTool: Tool = {
  name: compareCountries.id,
  title: "Comparison of countries",
  description:
    "Compares 2 to 8 countries in pairs by the median bands of their judged companies, and says where they cannot be told apart. Use it for every question with two or more countries in it. `cannot_be_told_apart` means that neither may be placed above the other. It is no test of significance, and cannot tell why countries differ.",
  operations: [compareCountries],
  arguments: {
    countries: argumentOf(
      compareCountries,
      "countries",
      { description: "2 to 8 different countries: names, ISO 3166-1 codes or slugs." },
      "country:",
    ),
    sector: sectorArgument(compareCountries),
    pillar: pillarArgument(compareCountries),
    release: releaseArgument(compareCountries),
  },
  content: {
    minimum_companies: minimumCompanies,
    pairs: Type.Array(Pair),
    countries: Type.Array(Type.Object({ ...identity, ...areaFigures })),
  },
  async answer({ ask, given, baseUrl }) {
    const { meta, scale, minimum_companies, items, countries } = await ask(compareCountries, given);
    const query = { ...given, release: meta.release };
    const apart = items.filter(({ by_median }) => by_median === "cannot_be_told_apart");
    const nameOf = (slug: string): string => {
      const country = countries.find((each) => each.slug === slug);
      return country === undefined ? slug : countryInWords(country);
    };
    return {
      meta,
      scale,
      summary: summarize(items),
      cautions: [
        ...apart.map(({ first, second, summary }) => ({
          say: summary,
          not: `Place neither ${nameOf(first)} nor ${nameOf(second)} above the other.`,
        })),
        // Why nothing can be said of them is in the sentences about the pairs.
        ...countries.flatMap((country) => {
          const not = refusalOf({ ...country, minimum_companies, name: countryInWords(country) });
          return not === null ? [] : [{ not }];
        }),
        NO_SAMPLE,
      ],
      content: {
        minimum_companies,
        pairs: items.map(({ first, second, by_median, reason, summary, flips_to_tie, dominance }) => ({
          first,
          second,
          by_median,
          reason,
          summary,
          flips_to_tie,
          dominance,
        })),
        countries: countries.map((country) => ({ slug: country.slug, name: country.name, ...figuresOf(country) })),
      },
      links: { api: baseUrl + urlTo(compareCountries.path, query), page: baseUrl + urlTo("/compare", query) },
      cuttable: {
        countries: "`get_country` has each of them.",
        pairs: "compare fewer countries in one call.",
      },
    };
  },
};

interface ComparedPair {
  readonly by_median: string;
  readonly summary: string;
}

/** One pair in words; of several, how many can be told apart. */
function summarize(pairs: readonly ComparedPair[]): string {
  const [first, second] = pairs;
  if (first === undefined) return "";
  if (second === undefined) return first.summary;
  const ordered = pairs.filter(({ by_median }) => by_median !== "cannot_be_told_apart").length;
  return `Of ${pairs.length} pairs of countries, ${ordered} can be told apart by their median bands and ${pairs.length - ordered} cannot.`;
}
