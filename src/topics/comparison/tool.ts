import type { Static } from "typebox";
import { capitalized, counted, countryInWords } from "../../ask/grammar.ts";
import { type Caution, cautionFew, NO_SAMPLE } from "../../mcp/cautions.ts";
import { explained, figuresOf } from "../subject/tool-found.ts";
import { linksArgument, pillarArgument, releaseArgument, sectorArgument, texts } from "../../mcp/arguments.ts";
import { LISTED_BY_TOOLS, type Tool } from "../../mcp/tool.ts";
import { urlTo } from "../../ask/urls.ts";
import { compareCountries } from "./compare-countries.ts";

/** Maximum number of pairs that are described in a sentence each. */
const PAIRS_IN_WORDS = 3;

export const compareTool: Tool = {
  name: "compare",
  title: "Comparison of countries",
  description:
    "Compares 2 to 8 countries in pairs by the median bands of their judged companies, and says where they cannot be told apart. Use for every question with two or more countries in it. `cannot_be_told_apart` means that neither may be placed above the other. Unknown names are left out and named. No test of significance, and no reasons why countries differ. Companies or sectors against each other: `check_claims`.",
  operations: [compareCountries],
  arguments: {
    countries: {
      schema: { ...texts("Names, ISO codes or ids.", 8), minItems: 2 },
      isRequired: true,
      prefix: "country:",
    },
    sector: sectorArgument,
    pillar: pillarArgument,
    links: linksArgument,
    release: releaseArgument,
  },
  async answer({ ask, given, baseUrl }) {
    const compared = await ask(compareCountries, { ...given, partial: "true" });
    const { meta, minimum_companies, items, countries, not_compared } = compared;
    const query = { ...given, release: meta.release };
    const hasWords = items.length > 1 && items.length <= PAIRS_IN_WORDS;
    const nameOf = (slug: string): string => {
      const country = countries.find((each) => each.slug === slug);
      return country === undefined ? slug : countryInWords(country);
    };
    return {
      meta,
      summary: summarize(items) + leftOutInWords(not_compared.length),
      cautions: [
        ...cautionTies(items, nameOf),
        ...cautionFew(
          countries.map(({ judged_companies, median_band, ...country }) => ({
            kind: "country",
            name: countryInWords(country),
            judged_companies,
            median_band,
            minimum_companies,
          })),
        ),
        NO_SAMPLE,
      ],
      content: {
        minimum_companies,
        countries: countries.map((country) => ({
          id: `country:${country.slug}`,
          name: country.name,
          ...explained(figuresOf(country, minimum_companies), country.reasons),
        })),
        pairs: items.map(({ first, second, by_median, reason, summary }) => {
          const pair = { first, second, by_median, reason };
          return hasWords ? { ...pair, summary } : pair;
        }),
        ...(not_compared.length === 0 ? {} : { not_compared }),
      },
      links: {
        api: baseUrl + urlTo(compareCountries.path, query),
        page: baseUrl + urlTo("/compare", query),
        picture: urlTo("/share/compare.png", query),
      },
      leftOut: not_compared.length === 0 ? [] : [LISTED_BY_TOOLS.countries],
      cuttable: { pairs: "compare fewer countries in one call.", countries: "`get` has each of them." },
    };
  },
};

type ComparedPair = Static<(typeof compareCountries)["form"]["schema"]>["items"][number];

const isTie = ({ by_median }: ComparedPair): boolean => by_median === "cannot_be_told_apart";

/** Describes one pair; of several, says how many can be told apart. */
function summarize(pairs: readonly ComparedPair[]): string {
  const [first, second] = pairs;
  if (first === undefined) return "";
  if (second === undefined) return first.summary;
  const ties = pairs.filter(isTie).length;
  return `Of ${pairs.length} pairs of countries, ${pairs.length - ties} can be told apart by their median bands and ${ties} cannot.`;
}

function leftOutInWords(count: number): string {
  if (count === 0) return "";
  return ` ${capitalized(counted(count, "name is", "names are"))} left out: see \`not_compared\`.`;
}

/** Names the pairs that cannot be told apart, in one sentence. */
function cautionTies(pairs: readonly ComparedPair[], nameOf: (slug: string) => string): Caution[] {
  const ties = pairs.filter(isTie);
  if (ties.length === 0) return [];
  const named = ties.map(({ first, second }) => `${nameOf(first)} and ${nameOf(second)}`);
  return [
    {
      say: `Cannot be told apart by their median bands: ${named.join("; ")}.`,
      not: "Place neither of such a pair above the other.",
    },
  ];
}
