import { countInWords } from "../ask/grammar.ts";

/** Numbers and verbs that sentences have in common. */

/** A verb phrase in the number of its subject: `was added`, `were added`. */
export function agree(count: number, phrase: string): string {
  return count === 1 ? phrase : phrase.replace(/^(?:is|was|has|differs)\b/u, (verb) => PLURAL[verb] ?? verb);
}

const PLURAL: Readonly<Record<string, string>> = { is: "are", was: "were", has: "have", differs: "differ" };

/** Begins with all of several: `both`, `all four`. */
export function allOf(count: number, number = countInWords): string {
  return count === 2 ? "both" : `all ${number(count)}`;
}

/** Says what others are: `; two more are not judged`; empty for none. */
export function moreInWords(count: number, phrase: string, number = countInWords, joining = "; "): string {
  return count <= 0 ? "" : `${joining}${number(count)} more ${agree(count, phrase)}`;
}

/** Maximum length of a headline. */
const LENGTH_MAX = 90;

/** Returns the first wording that without `past` is short enough for a headline, or the last. */
export function shortEnough(wordings: readonly string[], past = 0): string {
  return wordings.find((text) => text.length <= LENGTH_MAX + past) ?? wordings.at(-1) ?? "";
}
