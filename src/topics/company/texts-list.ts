import { digits } from "../../ask/grammar.ts";

/** English texts of the list of all companies, without its figures. */
export const companiesTexts = {
  title: "Companies",
  description: "Every listed company with its median band, by country, sector, band and pillar.",
  filter: "Narrow the list",
  country: "Country",
  region: "Region",
  sector: "Sector",
  band: "Median band",
  pillar: "Pillar",
  noCountry: "No country given",
  inNoCountry: "no country",
  all: {
    country: "All countries",
    region: "The whole world",
    sector: "All sectors",
    band: "All bands",
    pillar: "All pillars",
  },
  show: "Show",
  clear: "Show all companies",
  withoutScript: "These are the first of all companies. With JavaScript, the list can be narrowed and continued.",
  withoutList: "These are the first of all companies. The search finds the others, the CSV file below has all.",
  byBand: "By median band",
  byBandNote: (listed: number): string =>
    `${listed === 1 ? "The one listed company" : `The ${digits(listed)} listed companies`}, by median band. Choose a band to see its companies.`,
  byBandInPillar: (judged: number, pillars: string): string =>
    `${judged === 1 ? "The one company" : `The ${digits(judged)} companies`} judged in ${pillars}, by the median band there. Choose a band to see its companies.`,
  overAllPillars: "Median bands and judgements in the table are those over all pillars.",
  companies: "The companies",
  bandColumn: "Band",
  count: "Companies",
  share: "Their share",
  csv: "These companies as CSV",
  xlsx: "As XLSX",
  ownList: "Match a list of your own",
} as const;
