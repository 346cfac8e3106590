import { capitalized, counted } from "../../ask/grammar.ts";

/** What pages say about what a median rests on, in English. */
export const basisTexts = {
  title: "What it rests on",
  judgements: (count: number, digits: string): string => `${digits} ${count === 1 ? "judgement" : "judgements"}`,
  restsOn: (judgements: string, pillars: string | null, evidence: string): string =>
    `Its rating rests on ${judgements}${pillars === null ? "" : ` in ${pillars}`}${evidence}`,
  months: (first: string, last: string): string => (first === last ? ` from ${first}` : ` from ${first} to ${last}`),
  judges: (judges: string): string => `, by ${judges}`,
  largest: (share: string, name: string): string => `, ${share} of them by ${name}`,
  sources: (sources: string): string => `${sources.charAt(0).toUpperCase()}${sources.slice(1)} named.`,
  and: "and",
  wouldLower: (flips: number): string => `${changed(flips)} would downgrade`,
  wouldRaise: (flips: number): string => `${changed(flips)} would upgrade`,
} as const;

function changed(flips: number): string {
  return capitalized(counted(flips, "changed judgement", "changed judgements"));
}
