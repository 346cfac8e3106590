import { countInWords, digits, inARow } from "../../ask/grammar.ts";

/** The English texts of the start page. */
export const startTexts = {
  counts: (companies: string, countries: number, day: string): string =>
    `${companies} judged companies in ${countries === 1 ? "one country" : `${digits(countries)} countries`} · release of ${day}`,
  standfirst: "Line up a country’s companies, worst to best: the one in the middle gives the country its band.",
  map: "Median band of each country",
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

/** The English texts of the matrix. */
export const matrixTexts = {
  title: "Countries by sectors",
  note: "Each square holds the companies of one sector in one country. Its colour is their median band, its number how many of them are judged. Choose one to see them.",
  country: "Country",
  allSectors: "All sectors",
  cell: (country: string, sector: string, says: string): string => `${country}, ${sector}: ${says}`,
  firm: (label: string, judged: number): string => `${label}, ${digits(judged)} judged`,
  thin: (judged: number): string => `${digits(judged)} judged, too few to rate`,
  unjudged: (listed: number): string =>
    listed === 1 ? "one company, not judged" : `${countInWords(listed)} companies, none judged`,
  tooFew: (minimum: number): string => `Pale: fewer than ${countInWords(minimum)} judged`,
  notJudged: "Listed, not judged",
  noCompanies: "Blank: no companies",
  folded: (countries: number, sectors: number): string => {
    const parts = [
      countries > 0 && `${digits(countries)} ${countries === 1 ? "country" : "countries"}`,
      sectors > 0 && `${digits(sectors)} ${sectors === 1 ? "sector" : "sectors"}`,
    ].filter((part) => part !== false);
    return parts.length === 0 ? "" : `Left out, because no square of theirs has enough companies: ${inARow(parts)}.`;
  },
  order: "Sort by the name of a country or a sector at the head of its column. Pale and empty squares come last.",
  unknownSort: (sort: string, sectors: string): string =>
    `\`sort\` is ${sort}; expected \`name\`, \`median_band\`, or \`sector:\` with one of ${sectors}, each with a leading \`-\` to reverse it.`,
} as const;
