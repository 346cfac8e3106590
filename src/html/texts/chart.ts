import { digits, labelInWords } from "../../ask/grammar.ts";

/** Texts of charts, in English. */
export const chartTexts = {
  notJudged: "Not judged",
  tooFew: "Too few to rate",
  bar: (counts: string, median: string | null): string =>
    median === null ? `${counts}; too few for a median` : `${counts}; the middle one is rated ${labelInWords(median)}`,
  continued: "continued",
  median: "Median band",
  judgedCompanies: "Judged companies",
  count: "n",
  byBand: "Companies by band",
  judged: "Judged",
  middle: (position: string, total: string): string => `the ${position} of ${total}`,
  /** The label of the next band follows. */
  rises: (count: number): string => `${digits(count)} ${count === 1 ? "upgrade makes" : "upgrades make"} it`,
  drops: (count: number): string => `${digits(count)} ${count === 1 ? "downgrade makes" : "downgrades make"} it`,
  unjudged: (count: number): string =>
    `${digits(count)} more ${count === 1 ? "is" : "are"} listed and not judged: hatched at both ends, as any band is possible`,
};
