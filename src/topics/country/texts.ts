import { capitalized, countInWords, counted, digits, labelInWords, ordinal } from "../../ask/grammar.ts";

/** What the pages of countries say apart from their figures, in English. */
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
  regionNote:
    "Regions of the United Nations for statistics (M49). Countries of a region are ranked among each other; nothing is computed of the region itself.",
  neighboursNote: (region: string, isAssigned: boolean): string =>
    `Its region by the United Nations (M49): ${region}${isAssigned ? "" : ", where it lies; M49 does not list it"}. No figure of the region is computed.`,
  amongNeighbours: (name: string): string => `${name} among its neighbours`,
  neighboursCaption: "Countries by median band",
  onLand: "Countries and territories with which it shares a border on land, by median band.",
  onLandRule: "Disputed land counts by a rule.",
  neighboursMissing: (names: string): string => `The data have no company in ${names}.`,
  allOfRegion: (region: string, count: number): string => `All ${digits(count)} countries in ${region}`,
  middleLine: "The middle line",
  middleLineNote:
    "Each bar holds a country’s judged companies, worst to best. The line marks the middle company. The nearer the next colour, the more easily the band could change.",
  place: (rank: number, count: number): string =>
    count === 1 ? ordinal(rank) : `${countInWords(count)} countries tie for ${ordinal(rank)}`,
  allTie: (count: number): string => `${count === 2 ? "both" : `all ${countInWords(count)}`} ranked countries`,
  onlyRanked: "the only ranked country",
  unranked: (count: number, minimum: number): string =>
    `${counted(count, "country", "countries")} with fewer than ${countInWords(minimum)} judged companies ${count === 1 ? "is" : "are"} not ranked:`,
  order:
    "Countries of one band tie. Among ties, those with more companies above their band than below come first; that order is no ranking",
  orderSource: "usual judgment, Fabre 2021",
  medianBand: "median band",
  rank: "rank",
  rankOf: (ranked: number, others: number): string =>
    others === 0 ? `of ${ranked}` : `of ${ranked}, with ${others} tied`,
  allTied: (ranked: number): string => `none: ${ranked === 2 ? "both" : `all ${ranked}`} ranked countries tie`,
  notRanked: "not ranked",
  judgedOf: "listed companies judged",
  of: "of",
  byPillar: "By pillar",
  byPillarNote: "The line marks the middle company of each pillar.",
  pillar: "Pillar",
  bySector: "By sector",
  bySectorNote: "Sectors of another band than the country first, best first.",
  sectorsAlike: "All have the band of the country; largest first.",
  sector: "Sector",
  needed: (minimum: number, kind: "country" | "sector"): string =>
    `${capitalized(counted(minimum, "judged company is", "judged companies are"))} needed to be ${kind === "country" ? "ranked" : "rated"}.`,
  oneCompany: "Its only company",
  sameSectors: (count: number, label: string): string =>
    `${counted(count, "more sector is", "more sectors are")} rated ${labelInWords(label)}, like the country`,
  thinSectors: (count: number, minimum: number): string =>
    `${counted(count, "sector", "sectors")} with fewer than ${countInWords(minimum)} judged companies:`,
  moreSectors: (count: number): string => capitalized(counted(count, "more sector", "more sectors")),
  companies: "Companies",
  best: (label: string, count: number): string => `Best rated: ${labelInWords(label)} (${digits(count)})`,
  worst: (label: string, count: number): string => `Worst rated: ${labelInWords(label)} (${digits(count)})`,
  bestFirst: "Those first that are furthest from a worse band.",
  worstFirst: "Those first that are furthest from a better band.",
  barsOfCompanies: "Each bar holds the judgements of one company.",
  alike: (count: number, isMore: boolean, shared: string | null): string =>
    `${isMore ? "More than " : ""}${digits(count)} ${shared === null ? "with the same judgements" : `rated ${labelInWords(shared)} in every judgement`}:`,
  andOthers: " and others.",
  companyColumn: "Company",
  medianColumn: "Median band",
  judgements: "Judgements",
  companyCount: (total: number): string => `${digits(total)} listed ${total === 1 ? "company" : "companies"}`,
  narrowAll: (total: number): string => `All ${digits(total)} companies by band, to narrow and to sort`,
  cite: "Cite",
  citeMore: "BibTeX and other forms",
  take: "Take the data",
  takeNote: (name: string): string => `Only ${name}. XLSX and JSON have licence and citation inside.`,
  judgementsWithSources: "Judgements with sources",
  figures: "Figures of this page",
  build: "Build with it",
  buildNote: "This page is made from",
  reference: "API reference",
} as const;
