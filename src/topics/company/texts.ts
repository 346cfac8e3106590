import { digits, inARow, labelInWords } from "../../ask/grammar.ts";

/** Names of details of a company that differ from the title of the column. */
const DETAILS: Readonly<Record<string, string>> = {
  website: "website",
  lei: "Legal Entity Identifier",
  aliases: "also known as",
};

/** English texts of the pages of companies, without their figures. */
export const companyTexts = {
  details: DETAILS,
  alsoKnownAs: (names: string): string => `also known as ${names}`,
  noDates: "No date is given.",
  noSources: "No source is named.",
  stripNote: "All judgements, worst to best; the middle one gives the band",
  place: "Where it stands",
  otherSectors: (labels: string): string => `It is counted in this sector, and also names ${labels}.`,
  byPillar: "By pillar",
  byPillarNote: "Every judgement, worst to best. At the right: how many; choose a pillar to read them",
  pillar: "Pillar",
  notJudged: "What is not judged",
  notJudgedNote: (pillars: readonly string[]): string =>
    `It has no current judgement in ${inARow(
      pillars.map((label) => labelInWords(label, pillars)),
      "or",
    )}. The dataset does not say why. A pillar without a judgement counts neither for nor against it.`,
  notJudgedAtAll:
    "It is listed, and has no current judgement in any pillar. The dataset does not say why. Medians of countries and sectors leave it out; it counts neither for nor against them.",
  productsNotJudged: "Products are listed to find the company by them. They are not judged themselves.",
  judgements: "Judgements",
  judgementTotal: (total: number): string => `${digits(total)} current ${total === 1 ? "judgement" : "judgements"}`,
  judgementsIn: (total: string, pillar: string): string => `${total} in ${labelInWords(pillar)}`,
  allPillars: "All pillars",
  band: "Band",
  criterion: "Criterion",
  judge: "Judge",
  date: "Date",
  source: "Source",
  archived: "archived",
  undated: "undated",
  products: "Products",
  moreProducts: (count: number): string => `${digits(count)} more`,
  whichJudgements: "All its judgements, as files:",
  fileThen: "then",
  fileNow: "now",
  allChanges: "All changes",
} as const;

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
  byBand: "Choose a band to see its companies",
  overAllPillars: "Median bands and judgements in the table are those over all pillars.",
  bandColumn: "Band",
  ownList: "Match a list of your own",
} as const;

/** English texts about replies on pages, without their sentences. */
export const replyTexts = {
  title: "Right of reply",
  ownWords: "In the company’s own words:",
  wholeText: (characters: number): string => `Read the whole reply (${digits(characters)} characters)`,
  source: "Published at",
  about: "What this means",
} as const;
