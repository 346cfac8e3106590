import { countInWords, digits } from "../../ask/grammar.ts";

/** The shares of claims in English, in the forms that `SHARE` has. */

/** Bounds with their words; the first of them is the one that is said. */
const BOUNDS: readonly (readonly [bound: string, ...words: readonly string[]])[] = [
  [">=", "at least", "no fewer than", "no less than", "not fewer than", "not less than"],
  ["<=", "at most", "no more than", "not more than", "up to"],
  [">", "more than", "over", "above"],
  ["<", "fewer than", "less than", "under", "below"],
  ["", "exactly", "precisely", "only", "just"],
];

const NUMBERS = Array.from({ length: 12 }, (_, number) => countInWords(number));
const PARTS = ["half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** Amounts with their words; the first of them is the one that is said. */
const AMOUNTS: readonly (readonly [share: string, ...words: readonly string[]])[] = [
  ["100", "all", "every", "each", "every one", "every single", "every single one"],
  ["0", "none", "no", "not one", "not a single"],
  ["<100", "not all", "not every"],
  [">1/2", "more than half", "majority", "a majority"],
  ["1/2", "half", "one half"],
];

const NUMBER = `(an?|\\d{1,2}|${NUMBERS.slice(1).join("|")})`;
const FORMS = [
  new RegExp(`^${NUMBER} (${PARTS.slice(1).join("|")})s? of$`, "u"),
  new RegExp(`^${NUMBER} (?:in|out of) ${NUMBER}(?: of)?$`, "u"),
];

/** Reads `40%`, `more than 80 percent of`, `at least ten`, `two thirds of` or `none`; else null. */
export function readShare(words: string): string | null {
  for (const [bound, ...known] of BOUNDS) {
    const said = known.find((each) => words.startsWith(`${each} `));
    const rest = said === undefined ? "" : words.slice(said.length + 1);
    const count = readCount(rest.replace(/ of$/u, ""));
    const amount = count === null ? readPart(rest) : `${count}_of_all`;
    if (amount !== null) return bound + amount;
  }
  return readPart(words);
}

/** Reads `36` and `two`; null for other words. */
export function readCount(word: string): string | null {
  const number = NUMBERS.indexOf(word);
  return number > 0 ? String(number) : (/^\d{1,6}$/u.exec(word)?.[0] ?? null);
}

function readPart(given: string): string | null {
  const words = given.replace(/ of all$/u, " of");
  const amount = AMOUNTS.find(([, ...all]) => all.some((each) => words === each || words === `${each} of`));
  const known = amount?.[0] ?? /^(\d{1,3}(?:\.\d{1,2})?)(?:%| %| percent| per cent)(?: of)?$/u.exec(words)?.[1];
  if (known !== undefined) return known;
  const [, count = "", part = ""] = FORMS.map((form) => form.exec(words)).find((found) => found !== null) ?? [];
  const [some, all] = [numberOf(count), PARTS.includes(part) ? PARTS.indexOf(part) + 2 : numberOf(part)];
  return some > 0 && some < 10 && some < all ? `${some}/${all}` : null;
}

function numberOf(word: string): number {
  return Number(readCount(word.replace(/^an?$/u, "one")));
}

/** Says a share: `40%`, `more than two thirds`, `all but one`, `36`. */
export function shareInWords(share: string): string {
  const whole = AMOUNTS.find(([known]) => known === share);
  if (whole !== undefined) return whole[1] ?? share;
  const [, bound = "", amount = ""] = /^([<>]?=?)(.*)$/u.exec(share) ?? [];
  if (bound !== "") return `${BOUNDS.find(([known]) => known === bound)?.[1]} ${shareInWords(amount)}`;
  const [, others, count] = /^(?:all_but_(\d+)|(\d+)_of_.+)$/u.exec(share) ?? [];
  if (others !== undefined) return `all but ${countInWords(Number(others))}`;
  if (count !== undefined) return digits(Number(count));
  const [some, all] = share.split("/").map(Number);
  if (some === undefined || all === undefined) return `${share}%`;
  const part = all === 2 ? undefined : PARTS[all - 2];
  return part === undefined ? `${some} in ${all}` : `${countInWords(some)} ${part}${some === 1 ? "" : "s"}`;
}
