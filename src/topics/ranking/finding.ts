import type { Static } from "typebox";
import { countryInWords } from "../../ask/grammar.ts";
import type { RegionInWords } from "../../ask/words.ts";
import type { Pillar, Scale } from "../../trust/scale.ts";
import type { getCountrySectorMatrix } from "./get-country-sector-matrix.ts";
import type { rankCountries } from "./rank-countries.ts";
import { COUNTRY_NOUN, describeBelowInHeadline, describeRankingInHeadline } from "../../say/headlines.ts";
import { describeMatrixInHeadline } from "../../say/list-headlines.ts";
import type { ToldScale } from "../../say/tense.ts";

/** A ranking of countries as the API answers it. */
export type Ranking = Static<(typeof rankCountries)["form"]["schema"]>;

export type Matrix = Static<(typeof getCountrySectorMatrix)["form"]["schema"]>;

type CountryOfAnswer = Pick<Ranking["items"][number], "iso2" | "name" | "listed_companies" | "distribution">;

interface CountriesOfAnswer extends Pick<Ranking, "pillar" | "minimum_companies"> {
  readonly items: readonly CountryOfAnswer[];
  readonly region?: RegionInWords | null;
}

/** The scale and the pillars, as the answer about a dataset has them. */
interface DatasetOfAnswer {
  readonly scale: Scale;
  readonly pillars: readonly Pick<Pillar, "id" | "label">[];
}

/** Returns the finding of a ranking as a sentence without its full stop. */
export function rankingFinding(
  { scale, pillars }: DatasetOfAnswer,
  { items, pillar, region = null, minimum_companies: minimumCompanies }: CountriesOfAnswer,
  by: { readonly isStory?: boolean } = {},
): string {
  return describeRankingInHeadline(
    scale,
    items.map((country) => ({
      subject: `country:${country.iso2}` as const,
      name: countryInWords(country),
      listedCompanies: country.listed_companies,
      distribution: countsOf(scale.bands, country),
    })),
    { noun: COUNTRY_NOUN, pillar: pillars.find(({ id }) => id === pillar) ?? null, region, minimumCompanies, ...by },
  );
}

/** Counts the ranked countries below the best band that one reaches; null if all are in it. */
export function belowTop(scale: ToldScale, { items, ranked_countries: ranked }: Ranking): string | null {
  const levels = items.flatMap(({ rank, median_level: level }) => (rank === null || level === null ? [] : [level]));
  const top = Math.max(...levels);
  const below = levels.filter((level) => level < top).length;
  return below === 0 ? null : describeBelowInHeadline(scale, top, below, ranked);
}

/** Returns the finding of a matrix, of which the ranking has the countries, best first. */
export function matrixFinding(
  { scale, pillars }: DatasetOfAnswer,
  { items, pillar, region }: Matrix,
  ranking: Pick<Ranking, "items" | "minimum_companies">,
): string {
  const rows = ranking.items.map(({ iso2, name }) => ({
    name: countryInWords({ iso2, name }),
    cells: items.find((row) => row.iso2 === iso2)?.cells.map((cell) => countsOf(scale.bands, cell)) ?? [],
  }));
  return describeMatrixInHeadline(scale, rows, {
    pillar: pillars.find(({ id }) => id === pillar) ?? null,
    region,
    minimumCompanies: ranking.minimum_companies,
  });
}

/** Lists the distribution of an answer, worst band first. */
export function countsOf(
  bands: readonly { readonly id: string }[],
  { distribution }: Pick<CountryOfAnswer, "distribution">,
): readonly number[] {
  return bands.map(({ id }) => distribution[id] ?? 0);
}
