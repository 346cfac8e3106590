import { capitalized, countInWords, counted, digits, labelInWords } from "../../ask/grammar.ts";

/** English texts of the pages of sectors, without their figures. */
export const sectorTexts = {
  sectors: "Sectors by median band",
  sectorsNote: "All judged companies of a sector, wherever they are, worst to best. The line marks the middle company.",
  sector: "Sector",
  byCountry: "By country",
  byCountryNote:
    "The companies of the sector in each country. Countries of another band than the sector first, best first.",
  countriesAlike: "The companies of the sector in each country. All have the band of the sector; largest first.",
  alsoNamedBy: (companies: number): string =>
    companies === 1
      ? "One more company names this sector after another, in which it is counted."
      : `${digits(companies)} more companies name this sector after another, in which they are counted.`,
  country: "Country",
  sameCountries: (count: number, label: string): string =>
    `${counted(count, "more country is", "more countries are")} rated ${labelInWords(label)} in it, like the sector`,
  thinCountries: (count: number, minimum: number): string =>
    `${counted(count, "country", "countries")} with fewer than ${countInWords(minimum)} judged companies in it:`,
  moreCountries: (count: number): string => capitalized(counted(count, "more country", "more countries")),
  matrix: "Countries by sectors, in one table",
  allSectors: "Sectors",
} as const;
