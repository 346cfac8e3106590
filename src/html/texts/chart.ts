import { digits } from "../../ask/grammar.ts";

/** What charts say, in English. */
export const chartTexts = {
  notJudged: "Not judged",
  notRanked: "Not ranked",
  bar: (counts: string, median: string | null): string =>
    median === null ? `${counts}; too few for a median to mean much` : `${counts}; the middle one stands at ${median}`,
  stripTitle: "How this median comes about",
  stripNote: "Every judged company, worst to best. The band of the middle one is the median band.",
  barNote: "All judged companies, worst to best. The band under the line is the median band.",
  tooFew: "Too few companies to rank",
  median: "Median band",
  judgedCompanies: "Judged companies",
  count: "n",
  rank: "Rank",
  shared: "(shared)",
  byBand: "Companies by band",
  judged: "Judged",
  when: "Release",
  middle: (position: string, total: string): string => `the ${position} of ${total}`,
  rises: (count: string, label: string): string => `${count} re-rated above ${label}, and it rises`,
  drops: (count: string, label: string): string => `${count} re-rated below ${label}, and it drops`,
  unjudged: (count: number): string =>
    count === 1 ? "1 more is listed and not judged" : `${count} more are listed and not judged`,
  source: (publisher: string, title: string, day: string, licence: string): string =>
    `Source: ${publisher}, ${title}, release of ${day}. ${licence}.`,
};

/** `1st`, `22nd`, `47th`. */
export function ordinal(position: number): string {
  return `${digits(position)}${ENDINGS[ORDINALS.select(position)] ?? "th"}`;
}

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
