import { digits, labelInWords, inARow } from "../../ask/grammar.ts";

/** Texts of charts, in English. */
export const chartTexts = {
  notJudged: "Not judged",
  tooFew: "Too few to rate",
  bar: (counts: string, median: string | null, labels: readonly string[]): string =>
    `${counts}; ${median === null ? "too few for a median" : `the middle one is rated ${labelInWords(median, labels)}`}`,
  continued: "continued",
  and: "and",
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

/** The English texts of the world map. */
export const mapTexts = {
  built:
    "A world map in the Equal Earth projection. Each country has the colour of its median band; darker is worse. Countries without a rank are pale or hatched, territories without data are grey.",
  group: (label: string, names: readonly string[]): string => `${label}: ${inARow(names)}.`,
  unranked: (names: readonly string[]): string => `Not ranked: ${inARow(names)}.`,
  notListed: (name: string): string => `${name} has no company in the data.`,
  borders: (attribution: string): string => `Disputed land is striped, small states are dots. ${attribution}.`,
  enlarged: (region: string): string => `${region}, enlarged`,
  label: "Map of median bands. Arrow keys go from country to country, Enter opens one.",
};
