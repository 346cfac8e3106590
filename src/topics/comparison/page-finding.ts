import type { Static } from "typebox";
import { countryInWords } from "../../ask/grammar.ts";
import type { Dataset } from "../../html/frame.ts";
import { labelOf } from "../ranking/page-finding.ts";
import { COUNTRY_NOUN, describePairInHeadline, describeRankingInHeadline } from "../ranking/words-of-headlines.ts";
import type { compareCountries } from "./compare-countries.ts";

/** A comparison as the API answers it. */
export type CountryComparisons = Static<(typeof compareCountries)["form"]["schema"]>;

/** What a comparison shows, in a sentence without its full stop. */
export function comparisonFinding(
  { scale: { id }, bands, pillars }: Pick<Dataset, "scale" | "bands" | "pillars">,
  comparison: CountryComparisons,
): string {
  const { countries, items, minimum_companies, pillar } = comparison;
  const scale = { id, bands };
  const label = labelOf(pillars, pillar);
  const standings = countries.map((country) => ({ name: countryInWords(country), level: country.median_level }));
  const [first, second] = standings;
  const [only] = items;
  if (items.length === 1 && only !== undefined && first !== undefined && second !== undefined)
    return describePairInHeadline(scale, first, second, only.reason, label);
  const ranked = countries.flatMap((country, index) =>
    country.judged_companies < minimum_companies ? [] : (standings[index] ?? []),
  );
  return describeRankingInHeadline(scale, ranked, COUNTRY_NOUN, label);
}
