import { dayInWords } from "../ask/grammar.ts";

const PAST = {
  is: "was",
  are: "were",
  has: "had",
  lead: "led",
  leads: "led",
  gets: "got",
  reach: "reached",
  reaches: "reached",
  rate: "rated",
} as const;

/** Returns a verb of a headline in the tense of its release. */
export type Tense = (verb: keyof typeof PAST) => string;

export const PRESENT: Tense = (verb) => verb;

/**
 * Chooses the tense of a headline, and puts the release in front of what it is limited to. `asOf`
 * is the day of a release that another one replaced; null of one that is not past.
 */
export function speakAsOf(asOf: string | null, scope: string): { readonly tense: Tense; readonly scope: string } {
  if (asOf === null) return { tense: PRESENT, scope };
  const past = `in the release of ${dayInWords(asOf)}`;
  return { tense: (verb) => PAST[verb], scope: scope === "" ? past : `${past}, ${scope}` };
}
