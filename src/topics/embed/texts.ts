import { digits } from "../../ask/grammar.ts";

/** The English texts of embeds and of the boxes that offer them. */
export const embedTexts = {
  source: "Source:",
  sourceLink: (title: string, publisher: string): string => `${title}, ${publisher}`,
  notCurrent: (day: string): string => `As in the release of ${day}, not the current one`,
  companiesIn: (companies: string, countries: number): string =>
    `${companies} judged companies in ${countries === 1 ? "one country" : `${digits(countries)} countries`}.`,
  judgements: (count: number): string => `${digits(count)} ${count === 1 ? "judgement" : "judgements"}.`,
  eachCountry: "At the right: judged companies.",
  comparison: (names: string): string => `${names} compared`,
  frameTitle: (subject: string, title: string): string => `${subject} (${title})`,
  problem: "This chart cannot be shown",
  problemLink: "See the data",

  note: "A frame for an article, with source, release and notice in it. No scripts, no cookies.",
  pinned: "Embed it as it is now",
  pinnedNote: "Always the release of today, so that it goes on showing what your article says.",
  follows: "Embed it, always current",
  followsNote: "Shows each new release as soon as it is published.",
  copy: "Copy",
  more: "Sizes, light and dark, badges",
} as const;
