import type { Scale } from "../../src/trust/scale.ts";

/** A scale of five bands whose labels have no number in them. */
export const LADDER: Scale = {
  id: "ladder",
  bands: ["Very low", "Low", "Moderate", "High", "Very high"].map((label) => ({
    id: label.toLowerCase().replace(" ", "_"),
    label,
    description: null,
  })),
};

/** As the style of the documents spells numbers out. */
const SPELLED: readonly string[] = "zero one two three four five six seven eight nine ten eleven".split(" ");

/** Phrases in which `one` counts nothing. */
const NO_COUNT = /pairs of one (?:company|judgement)|one more|no one/gu;

/** Every number of a sentence, in digits or in words. */
export function numbersIn(sentence: string): number[] {
  const words = sentence.toLowerCase().replaceAll(NO_COUNT, " ");
  const found = words.matchAll(/\d[\d,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven)\b/gu);
  return [...found].map(([text]) => (/^\d/u.test(text) ? Number(text.replaceAll(",", "")) : SPELLED.indexOf(text)));
}
