import { digits } from "../../ask/grammar.ts";

/** The English texts of the start page. */
export const startTexts = {
  standfirst: (companies: string, countries: number): string =>
    `${companies} judged companies in ${countries === 1 ? "one country" : `${digits(countries)} countries`}. Line up a country’s companies from worst to best. The one in the middle gives the country its band. Nothing is averaged.`,
  map: "Median band of each country",
  mapNote: "Choose a country for its companies, pillars and evidence.",
  bySector: "The same by sector",
  bySectorNote: "All judged companies of a sector, wherever they are; largest first.",
  check: "Check a sentence",
  checkNote:
    "Build the sentence you want to publish. We say whether the data support it and, if not, what you can say instead.",
  subject: "Country",
  claim: "What is said of it",
  than: "Compared with",
  submit: "Check",
  take: "Take the data",
  takeNote: (licence: string): string =>
    `One row per country or company, with names; XLSX has the licence, ${licence}, and the citation inside. A free key gives ten times as many requests an hour.`,
  csv: "CSV",
  xlsx: "XLSX",
  everything: "Everything",
  key: "Get an API key",
  follow: "Follow, or look up your own",
  followNote:
    "A note in your feed reader when a release changes a country’s band. Or send a list of companies or coordinates, which we do not keep.",
  followAll: "Follow",
  byPlace: "Coordinates",
  ownList: "Your own list",
  description: (publisher: string): string =>
    `How companies are judged, country by country, published by ${publisher}: each country’s median band with the distribution it is the median of.`,
} as const;
