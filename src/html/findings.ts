import type { Static } from "typebox";
import { countryInWords } from "../ask/grammar.ts";
import { describeCompanyInHeadline } from "../topics/company/words-of-companies.ts";
import {
  COUNTRY_NOUN,
  describeAreaInHeadline,
  describePairInHeadline,
  describeRankingInHeadline,
} from "../topics/ranking/words-of-headlines.ts";
import type { compareCountries } from "../topics/comparison/compare-countries.ts";
import type { getCompany } from "../topics/company/get-company.ts";
import type { getCountry } from "../topics/country/get-country.ts";
import type { rankCountries } from "../topics/ranking/rank-countries.ts";
import type { Dataset } from "./frame.ts";

/** Findings: what answers show, as headlines of pages, embeds and share pictures. */

/** A country as the API answers it. */
export type Country = Static<(typeof getCountry)["form"]["schema"]>;

/** A company as the API answers it. */
export type Company = Static<(typeof getCompany)["form"]["schema"]>;

/** A ranking of countries as the API answers it. */
export type Ranking = Static<(typeof rankCountries)["form"]["schema"]>;

/** A comparison as the API answers it. */
export type CountryComparisons = Static<(typeof compareCountries)["form"]["schema"]>;

/** The words of the publisher that findings are made with. */
type Words = Pick<Dataset, "scale" | "bands" | "pillars">;

/** Where a country stands, in a sentence without its full stop. */
export function countryFinding({ scale, bands }: Words, country: Country): string {
  const { listed_companies, judged_companies, flips_to_lower, flips_to_higher, median_level: level, reasons } = country;
  return describeAreaInHeadline(
    { id: scale.id, bands },
    {
      kind: "country",
      name: countryInWords(country),
      level,
      listedCompanies: listed_companies,
      judgedCompanies: judged_companies,
      unrankedReason: reasons.rank ?? null,
      flipsToLower: flips_to_lower,
      flipsToHigher: flips_to_higher,
    },
  );
}

/** Where a company stands, in a sentence without its full stop. */
export function companyFinding({ scale, bands }: Words, company: Company): string {
  const { name, median_level: level, flips_to_lower, flips_to_higher } = company;
  return describeCompanyInHeadline(
    { id: scale.id, bands },
    { name, level, flipsToLower: flips_to_lower, flipsToHigher: flips_to_higher },
  );
}

/** What a ranking shows, in a sentence without its full stop. */
export function rankingFinding({ scale, bands, pillars }: Words, { items, pillar }: Ranking): string {
  const standings = items
    .filter(({ rank }) => rank !== null)
    .map((country) => ({ name: countryInWords(country), level: country.median_level }));
  return describeRankingInHeadline({ id: scale.id, bands }, standings, COUNTRY_NOUN, labelOf(pillars, pillar));
}

/** What a comparison shows, in a sentence without its full stop. */
export function comparisonFinding({ scale: { id }, bands, pillars }: Words, comparison: CountryComparisons): string {
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

function labelOf(pillars: Words["pillars"], pillar: string | null): string | null {
  return pillars.find(({ id }) => id === pillar)?.label ?? null;
}
