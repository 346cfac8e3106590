import { countInWords } from "../../ask/grammar.ts";

/** The shares of claims in English, in the forms that `SHARE` has. */

/** Bounds with their words; the first of them is the one that is said. */
const BOUNDS: readonly (readonly [bound: string, ...words: readonly string[]])[] = [
  [">=", "at least", "no fewer than", "no less than", "not fewer than", "not less than"],
  ["<=", "at most", "no more than", "not more than", "up to"],
  [">", "more than", "over", "above"],
  ["<", "fewer than", "less than", "under", "below"],
  ["", "exactly", "precisely"],
];

const NUMBERS = Array.from({ length: 11 }, (_, number) => countInWords(number));
const PARTS = ["half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** Amounts with their words; the first of them is the one that is said. */
const AMOUNTS: readonly (readonly [share: string, ...words: readonly string[]])[] = [
  ["100", "all", "every", "each", "every one", "every single", "every single one"],
  ["0", "no", "none", "not one", "not a single"],
  ["<100", "not all", "not every"],
  ["all_but_1", "all but one"],
  ["1/2", "half", "one half"],
];

const NUMBER = `(an?|\\d{1,2}|${NUMBERS.slice(1).join("|")})`;
const FORMS = [
  new RegExp(`^${NUMBER} (${PARTS.slice(1).join("|")})s? of$`, "u"),
  new RegExp(`^${NUMBER} (?:in|out of) ${NUMBER}(?: of)?$`, "u"),
];

/** Reads `40%`, `more than 80 percent of`, `two thirds of` or `none`; null for other words. */
export function readShare(words: string): string | null {
  for (const [bound, ...known] of BOUNDS) {
    const said = known.find((each) => words.startsWith(`${each} `));
    const amount = said === undefined ? null : readPart(words.slice(said.length + 1));
    if (amount !== null) return bound + amount;
  }
  return readPart(words);
}

function readPart(words: string): string | null {
  const amount = AMOUNTS.find(([, ...all]) => all.some((each) => words === each || words === `${each} of`));
  const known = amount?.[0] ?? /^(\d{1,3}(?:\.\d{1,2})?)(?:%| %| percent| per cent)(?: of)?$/u.exec(words)?.[1];
  if (known !== undefined) return known;
  const [, count = "", part = ""] = FORMS.map((form) => form.exec(words)).find((found) => found !== null) ?? [];
  const [some, all] = [numberOf(count), PARTS.includes(part) ? PARTS.indexOf(part) + 2 : numberOf(part)];
  return some > 0 && some < 10 && some < all ? `${some}/${all}` : null;
}

function numberOf(word: string): number {
  const number = NUMBERS.indexOf(word.replace(/^an?$/u, "one"));
  return number < 0 ? Number(word) : number;
}

/** Says a share: `40%`, `more than two thirds`, `all but one`. */
export function shareInWords(share: string): string {
  const whole = AMOUNTS.find(([known]) => known === share);
  if (whole !== undefined) return whole[1] ?? share;
  const [, bound = "", amount = ""] = /^([<>]?=?)(.*)$/u.exec(share) ?? [];
  if (bound !== "") return `${BOUNDS.find(([known]) => known === bound)?.[1]} ${shareInWords(amount)}`;
  const [some, all] = share.split("/").map(Number);
  if (some === undefined || all === undefined) return `${share}%`;
  const part = all === 2 ? undefined : PARTS[all - 2];
  return part === undefined ? `${some} in ${all}` : `${countInWords(some)} ${part}${some === 1 ? "" : "s"}`;
}
