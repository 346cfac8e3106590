import { counted, digits } from "../../ask/grammar.ts";

/** The English texts about the basis of a median. */
export const basisTexts = {
  restsOn: (judgements: string, pillars: string | null, evidence: string): string =>
    `Its rating rests on ${judgements}${pillars === null ? "" : ` in ${pillars}`}${evidence}`,
  months: (first: string, last: string): string => (first === last ? ` from ${first}` : ` from ${first} to ${last}`),
  judges: (judges: string): string => `, by ${judges}`,
  largest: (share: string, name: string): string => `, ${share} of them by ${name}`,
  sources: (sources: string): string => `${sources.charAt(0).toUpperCase()}${sources.slice(1)} named.`,
  near: {
    lower: (count: number, all: number, flips: number): string => `${nearInWords(count, all, flips)} from a downgrade.`,
    higher: (count: number, all: number, flips: number): string => `${nearInWords(count, all, flips)} from an upgrade.`,
  },
} as const;

/** Writes `26 of its 78 judged companies are one judgement away`. */
function nearInWords(count: number, all: number, flips: number): string {
  const are = count === 1 ? "is" : "are";
  return `${digits(count)} of its ${digits(all)} judged companies ${are} ${counted(flips, "judgement", "judgements")} away`;
}
