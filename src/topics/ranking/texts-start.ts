import { countInWords, digits } from "../../ask/grammar.ts";

/** The English texts of the start page. */
export const startTexts = {
  counts: (companies: string, countries: number, day: string): string =>
    `${companies} judged companies in ${countries === 1 ? "one country" : `${digits(countries)} countries`} · release of ${day}`,
  standfirst: "Line up a country’s companies, worst to best: the one in the middle gives the country its band.",
  map: "Median band of each country",
  below: (count: number, ranked: number, label: string): string =>
    `${countInWords(count)} of the ${countInWords(ranked)} ranked countries ${count === 1 ? "is" : "are"} below ${label}`,
  check: "Check a sentence",
  take: "Take the data",
  everything: "Everything",
  key: "A free key",
  keyNote: "for ten times as many requests an hour",
  own: "Look up your own:",
  byPlace: "coordinates",
  ownList: "a list of companies",
  description: (publisher: string): string =>
    `How companies are judged, country by country, published by ${publisher}: each country’s median band with the distribution it is the median of.`,
} as const;
