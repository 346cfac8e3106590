import { spellOutLetters } from "./slug.ts";

const PLAIN_ASCII = /^[ -~]*$/;
const INVISIBLE = /\p{Cf}/gu;
const APOSTROPHES = /['’‘‛ʼʻʹ′`´]/g;
/**
 * Accents of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic; vowel signs of other
 * scripts are letters.
 */
const ACCENTS = /[\u0300-\u036f]|[\u0591-\u05bd]|[\u05bf-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670/g;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const INITIAL = /^[a-z]$/;

/**
 * Words that distinguish no two countries: "Congo, Democratic Republic of the" is "Democratic
 * Republic of Congo".
 */
const STOP_WORDS: ReadonlySet<string> = new Set(["the", "of", "and"]);
const EXPANSIONS: ReadonlyMap<string, string> = new Map([
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
 * The key that all spellings of a country name share: lower case, no accents, no punctuation, usual
 * abbreviations expanded, words in alphabetical order ("Korea, Rep." and "Republic of Korea" have
 * the same key).
 *
 * Returns `""` if no word is left. `country-names.json` contains keys: regenerate it after a change
 * here.
 */
export function nameKey(text: string): string {
  let letters = text.toLowerCase().replaceAll("&amp;", " ");
  if (!PLAIN_ASCII.test(text)) {
    letters = letters.normalize("NFKD").toLowerCase().replace(INVISIBLE, "").replace(ACCENTS, "").normalize("NFC");
    letters = spellOutLetters(letters).replaceAll("ς", "σ");
  }
  const words = joinInitials(letters.replace(APOSTROPHES, "").match(WORDS) ?? []);
  const significant = words.filter((word) => !STOP_WORDS.has(word)).map((word) => EXPANSIONS.get(word) ?? word);
  return significant.sort().join(" ");
}

/** Joins "U.S.A." and "U. S. A." to the word "usa". */
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
