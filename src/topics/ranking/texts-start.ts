import { digits } from "../../ask/grammar.ts";

/** What the start page says apart from its figures, in English. */
export const startTexts = {
  standfirst: (companies: string, countries: number): string =>
    `${companies} judged companies in ${countries === 1 ? "one country" : `${digits(countries)} countries`}. Line up a country’s companies from worst to best. The one in the middle gives the country its band. Nothing is averaged.`,
  map: "Median band of each country",
  mapNote: "Choose a country for its companies, pillars and evidence.",
  bySector: "The same by sector",
  bySectorNote: "All judged companies of a sector, wherever they are; largest first.",
  lookUp: "Look up a country",
  lookUpNote: "Its band, why it has it, its companies, and how easily it could change.",
  allCountries: "All countries",
  allSectors: "All sectors",
  byPlace: "By a place on the map",
  ownList: "Your own list of companies",
  take: "Take the data",
  takeNote: (licence: string): string => `One row per country, ${licence}, with licence and citation inside.`,
  csv: "CSV",
  xlsx: "XLSX",
  parquet: "Parquet",
  build: "Build with it",
  buildNote: "100 requests an hour without a key, ten times as many with a free one.",
  key: "Get a key",
  reference: "API reference",
  description: (publisher: string): string =>
    `How companies are judged, country by country, published by ${publisher}: each country’s median band with the distribution it is the median of.`,
} as const;
