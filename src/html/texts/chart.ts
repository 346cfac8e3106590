import { digits, labelInWords } from "../../ask/grammar.ts";

/** Texts of charts, in English. */
export const chartTexts = {
  notJudged: "Not judged",
  tooFew: "Too few to rate",
  bar: (counts: string, median: string | null): string =>
    median === null ? `${counts}; too few for a median` : `${counts}; the middle one is rated ${labelInWords(median)}`,
  stripTitle: "How this median comes about",
  stripNote:
    "Line up the judged companies from worst to best. The one in the middle gives the band. Nothing is averaged.",
  barNote: "All judged companies, worst to best. The band under the line is the median band.",
  continued: "continued",
  median: "Median band",
  judgedCompanies: "Judged companies",
  count: "n",
  byBand: "Companies by band",
  judged: "Judged",
  middle: (position: string, total: string): string => `the ${position} of ${total}`,
  rises: (count: number): string => `${digits(count)} ${count === 1 ? "upgrade" : "upgrades"} would lift it`,
  drops: (count: number): string => `${digits(count)} ${count === 1 ? "downgrade" : "downgrades"} would sink it`,
  unjudged: (count: number): string =>
    `${digits(count)} more ${count === 1 ? "is" : "are"} listed and not judged: hatched at both ends, as any band is possible`,
  source: (publisher: string, title: string, day: string, licence: string): string =>
    `Source: ${publisher}, ${title}, release of ${day}. ${licence}.`,
};
