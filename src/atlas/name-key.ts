import { spellOutLetters } from "./slug.ts";

const PLAIN_ASCII = /^[ -~]*$/;
const INVISIBLE = /\p{Cf}/gu;
const WHITE_SPACE = /[\s\p{Cc}]+/gu;
const RAISED_DIGITS_AT_END = /[⁰¹²³⁴-⁹]+\s*$/u;
const FOOTNOTE_MARKS = /\[(?:\d{1,3}|[a-z]|note \d+|citation needed)\]|[\s*†‡§¶]+$/giu;
const APOSTROPHES = /['’‘‛ʼʻʹ′`´]/g;
/** Accents of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic; vowel signs of other scripts are letters. */
const ACCENTS = /[\u0300-\u036f]|[\u0591-\u05bd]|[\u05bf-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670/g;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const INITIAL = /^[a-z]$/;

/** Words that tell no two countries apart: "Congo, Democratic Republic of the" is "Democratic Republic of Congo". */
const EMPTY_WORDS: ReadonlySet<string> = new Set(["the", "of", "and"]);
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ["rep", "republic"],
  ["dem", "democratic"],
  ["fed", "federated"],
  ["federal", "federated"],
  ["sts", "states"],
  ["st", "saint"],
  ["is", "island"],
  ["isl", "island"],
  ["isls", "island"],
  ["isles", "island"],
  ["islands", "island"],
  ["terr", "territory"],
  ["territories", "territory"],
  ["n", "north"],
  ["s", "south"],
  ["utd", "united"],
]);

/**
 * Takes the noise off a cell: compatibility forms (NFKC), invisible and repeated white space, footnote marks at the end.
 *
 * Case, accents and punctuation stay, because codes and missing-value markers are told by them.
 */
export function tidyCell(cell: string): string {
  const plain = PLAIN_ASCII.test(cell)
    ? cell
    : cell.replace(INVISIBLE, "").replace(RAISED_DIGITS_AT_END, "").normalize("NFKC");
  return plain.replace(WHITE_SPACE, " ").replace(FOOTNOTE_MARKS, "").trim();
}

/**
 * Makes the key under which spellings of one country name meet: lower case, no accents, no punctuation, usual
 * abbreviations written out, words in alphabetical order ("Korea, Rep." and "Republic of Korea" share a key).
 *
 * Returns `""` when no word is left. Keys stand in `country-names.json`: regenerate it after a change here.
 */
export function nameKey(text: string): string {
  let letters = text.toLowerCase().replaceAll("&amp;", " ");
  if (!PLAIN_ASCII.test(text)) {
    letters = letters.normalize("NFKD").toLowerCase().replace(INVISIBLE, "").replace(ACCENTS, "").normalize("NFC");
    letters = spellOutLetters(letters).replaceAll("ς", "σ");
  }
  const words = joinInitials(letters.replace(APOSTROPHES, "").match(WORDS) ?? []);
  const telling = words.filter((word) => !EMPTY_WORDS.has(word)).map((word) => WRITTEN_OUT.get(word) ?? word);
  return telling.sort().join(" ");
}

/** "U.S.A." and "U. S. A." are the word "usa". */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let lastWasInitial = false;
  for (const word of words) {
    const isInitial = INITIAL.test(word);
    if (isInitial && lastWasInitial) joined.push(joined.pop()! + word);
    else joined.push(word);
    lastWasInitial = isInitial;
  }
  return joined;
}
