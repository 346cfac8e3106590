import type { Static } from "typebox";
import { countryInWords } from "../../ask/grammar.ts";
import type { Dataset } from "../../html/frame.ts";
import type { rankCountries } from "./rank-countries.ts";
import { COUNTRY_NOUN, describeRankingInHeadline } from "./words-of-headlines.ts";

/** A ranking of countries as the API answers it. */
export type Ranking = Static<(typeof rankCountries)["form"]["schema"]>;

/** What a ranking shows, in a sentence without its full stop. */
export function rankingFinding(
  { scale, bands, pillars }: Pick<Dataset, "scale" | "bands" | "pillars">,
  { items, pillar }: Ranking,
): string {
  const standings = items
    .filter(({ rank }) => rank !== null)
    .map((country) => ({ name: countryInWords(country), level: country.median_level }));
  return describeRankingInHeadline({ id: scale.id, bands }, standings, COUNTRY_NOUN, labelOf(pillars, pillar));
}

/** What the pillar of a ranking is called; null where it is of all. */
export function labelOf(pillars: Dataset["pillars"], pillar: string | null): string | null {
  return pillars.find(({ id }) => id === pillar)?.label ?? null;
}
