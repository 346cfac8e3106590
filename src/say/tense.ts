import { dayInWords } from "../ask/grammar.ts";
import type { Scale } from "../trust/scale.ts";

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
  tie: "tied",
  "would be": "would have been",
  "would still be": "would still have been",
  "would have": "would have had",
} as const;

/** Returns a verb of a finding in the tense of its release. */
export type Tense = (verb: keyof typeof PAST) => string;

export const PRESENT: Tense = (verb) => verb;

/** The scale of a release, with its day if another one replaced it: what is said of it is past. */
export interface ToldScale extends Scale {
  readonly asOf?: string | null;
}

export function tenseOf({ asOf = null }: ToldScale): Tense {
  return asOf === null ? PRESENT : (verb) => PAST[verb];
}

/** Chooses the tense of a headline, and puts a past release in front of what it is limited to. */
export function speakAsOf(scale: ToldScale, scope: string): { readonly tense: Tense; readonly scope: string } {
  const release = scale.asOf == null ? "" : `in the release of ${dayInWords(scale.asOf)}`;
  return { tense: tenseOf(scale), scope: [release, scope].filter((part) => part !== "").join(", ") };
}
