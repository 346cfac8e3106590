const ALREADY_A_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
// eslint-disable-next-line no-control-regex
const PLAIN_ASCII = /^[\0-\x7f]*$/;
const [SPACE, AMPERSAND, APOSTROPHE, BACKTICK] = [0x20, 0x26, 0x27, 0x60] as const;
const [DIGIT_0, DIGIT_9, LETTER_A, LETTER_Z] = [0x30, 0x39, 0x61, 0x7a] as const;
const APOSTROPHES = /['’‘‛ʼʻʹ′`´＇]/g;
const COMBINING_MARKS = /\p{M}/gu;
const LETTERS_WITHOUT_DECOMPOSITION = /[ßæœøđðłıþħŧŋə]/g;
const ASCII_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ə: "e",
};

/**
 * Turns a name into a slug: `"Côte d'Ivoire"` → `"cote-divoire"`.
 *
 * Returns `^[a-z0-9]+(?:-[a-z0-9]+)*$`, or `""` if no Latin letter or digit is left, as for a name
 * in another script: the caller then needs another identifier. `&` becomes "and"; apostrophes and
 * accents are removed.
 */
export function slugify(text: string): string {
  if (ALREADY_A_SLUG.test(text)) return text;
  return slugOfAscii(PLAIN_ASCII.test(text) ? text : asciiLetters(text));
}

/** Replaces accented and special Latin letters with ASCII; keeps other characters. */
function asciiLetters(text: string): string {
  const marked = text.replace(APOSTROPHES, "").normalize("NFKD").toLowerCase();
  return spellOutLetters(marked.replace(COMBINING_MARKS, ""));
}

/**
 * Replaces the lower-case Latin letters that have no decomposition (ß, æ, ø, ł …) with ASCII; keeps
 * other characters.
 */
export function spellOutLetters(text: string): string {
  return text.replace(LETTERS_WITHOUT_DECOMPOSITION, (letter) => ASCII_LETTERS[letter]!);
}

/**
 * A single pass, because a dataset can have a million names; a test compares it with regular
 * expressions.
 */
function slugOfAscii(text: string): string {
  const lower = text.toLowerCase();
  const end = lower.length;
  let slug = "";
  let wordStart = 0;
  let separatorDue = false;
  for (let index = 0; index <= end; index++) {
    const code = index < end ? lower.charCodeAt(index) : SPACE;
    if ((code >= LETTER_A && code <= LETTER_Z) || (code >= DIGIT_0 && code <= DIGIT_9)) continue;
    if (index > wordStart) {
      slug += separatorDue && slug !== "" ? "-" + lower.slice(wordStart, index) : lower.slice(wordStart, index);
      separatorDue = false;
    }
    wordStart = index + 1;
    if (code === AMPERSAND) slug += slug === "" ? "and" : "-and";
    if (code !== APOSTROPHE && code !== BACKTICK) separatorDue = true;
  }
  return slug;
}
