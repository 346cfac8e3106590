import { capitalized, countInWords, counted, digits } from "../../ask/grammar.ts";

/** English texts of the pages of countries, without their figures. */
export const countryTexts = {
  countries: "Countries",
  country: "Country",
  noCountry: "No country given",
  rankings: "Countries by median band",
  rankingsDescription: "Every country of the dataset by its median band, ties as one place, with its distribution.",
  allPillars: "All pillars",
  pillarChoice: "Pillar",
  region: "Region",
  regionChoice: "Region of the world",
  wholeWorld: "The whole world",
  showRegion: "Show",
  neighboursCaption: "Countries by median band",
  onLand: "By land",
  neighboursMissing: (names: string, count: number): string => `; ${names} ${count === 1 ? "has" : "have"} no company`,
  allOfRegion: (region: string, count: number): string =>
    `${count === 2 ? "Both" : `All ${digits(count)}`} countries in ${region}`,
  middleLine: "The middle line",
  middleLineNote:
    "Each bar holds a country’s judged companies, worst to best. The line marks the middle company. The nearer the next colour, the more easily the band could change.",
  unranked: (count: number, minimum: number): string =>
    `${counted(count, "country", "countries")} with fewer than ${countInWords(minimum)} judged companies ${count === 1 ? "is" : "are"} not ranked:`,
  order:
    "Countries of one band tie. Among ties, those with more companies above their band than below come first; that order is no ranking",
  byPillar: "By pillar",
  pillar: "Pillar",
  line: "All judged companies, worst to best",
  strip: (kind: "country" | "sector", isDrawn: boolean, isThin: boolean): string =>
    `${isDrawn ? "Each box is one company, worst" : "Worst"} to best${isThin ? "" : `; the middle one gives the ${kind}’s band`}`,
  moves: "What would move it",
  right: "Right: companies",
  sectorParts: { id: "sectors", heading: "By sector", noun: { one: "sector", many: "sectors" } },
  fewIn: (parts: string, count: number, minimum: string): string =>
    capitalized(`${parts} ${count === 1 ? "has" : "have"} fewer than ${minimum} companies, too few to rate`),
  more: (count: number): string => `${digits(count)} more`,
  sector: "Sector",
  needed: (minimum: number, kind: "country" | "sector"): string =>
    `${capitalized(counted(minimum, "judged company is", "judged companies are"))} needed to be ${kind === "country" ? "ranked" : "rated"}.`,
  thinSectors: (count: number, minimum: number): string =>
    `${counted(count, "sector", "sectors")} with fewer than ${countInWords(minimum)} judged companies:`,
  moreSectors: (count: number): string => capitalized(counted(count, "more sector", "more sectors")),
  companies: "Companies",
  barsOfCompanies: "Each bar holds the judgements of one company; those furthest from another band first",
  companyColumn: "Company",
  medianColumn: "Median band",
  judgements: "Judgements",
  companyCount: (total: number): string => `${digits(total)} listed ${total === 1 ? "company" : "companies"}`,
  narrowAll: (total: number): string => `All ${digits(total)} companies`,
  cite: "Cite",
  evidence: "Their judgements with dates and sources:",
  take: (name: string): string => `Take the data of ${name}`,
  thisPage: "This page",
} as const;
