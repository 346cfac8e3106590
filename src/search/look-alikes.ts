/*
 * Letters of other scripts that look like Latin ones, after the confusables of Unicode (UTS #39),
 * as far as people type them by mistake: with a Cyrillic or Greek keyboard, or copied from a text.
 */

const CYRILLIC =
  "А>A В>B Е>E К>K М>M Н>H О>O Р>P С>C Т>T У>Y Х>X І>I Ј>J Ѕ>S Ԛ>Q Ԝ>W а>a е>e о>o р>p с>c у>y х>x і>i ј>j ѕ>s ԛ>q ԝ>w һ>h";
const GREEK = "Α>A Β>B Ε>E Ζ>Z Η>H Ι>I Κ>K Μ>M Ν>N Ο>O Ρ>P Τ>T Υ>Y Χ>X α>a ι>i κ>k ν>v ο>o ρ>p υ>u χ>x";

/** From letters of one script to Latin ones that look alike, and back. */
interface Script {
  readonly name: "Cyrillic" | "Greek";
  readonly toLatin: ReadonlyMap<string, string>;
  readonly fromLatin: ReadonlyMap<string, string>;
}

const SCRIPTS: readonly Script[] = [readScript("Cyrillic", CYRILLIC), readScript("Greek", GREEK)];

function readScript(name: Script["name"], text: string): Script {
  const pairs = text.split(" ").map((pair): [string, string] => [pair.charAt(0), pair.charAt(2)]);
  return { name, toLatin: new Map(pairs), fromLatin: new Map(pairs.map(([letter, latin]) => [latin, letter])) };
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /[\p{Script=Latin}\d]/u;
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** A word in letters of two scripts that can be written in one of them and looks the same. */
export interface MixedWord {
  readonly word: string;
  /** In one script. */
  readonly meant: string;
  /** The letters that are not of this script, each once. */
  readonly letters: readonly { readonly letter: string; readonly script: string; readonly meant: string }[];
}

/**
 * The words of a text that mix letters that look alike: "Аpple" with a Cyrillic А. A word of one
 * script is none, although it may look like one of another.
 */
export function findMixedWords(text: string): MixedWord[] {
  if (!LATIN.test(text) || !OTHER.test(text)) return [];
  return [...text.matchAll(WORD)].flatMap(([word]) => rewrite(word) ?? []);
}

/** The text with its mixed words in one script. Keeps the length. */
export function foldLookAlikes(text: string): string {
  if (!LATIN.test(text) || !OTHER.test(text)) return text;
  return text.replace(WORD, (word) => rewrite(word)?.meant ?? word);
}

/** Latin is tried first; null for a word of one script, and for one that has to mix two. */
function rewrite(word: string): MixedWord | null {
  if (!LATIN.test(word) || !OTHER.test(word)) return null;
  const toLatin = replaceLetters(word, OTHER, (letter) =>
    SCRIPTS.find(({ toLatin: map }) => map.has(letter))?.toLatin.get(letter),
  );
  if (toLatin !== null) return describe(word, toLatin);
  for (const { fromLatin, name } of SCRIPTS) {
    const isPure = name === "Cyrillic" ? !/\p{Script=Greek}/u.test(word) : !/\p{Script=Cyrillic}/u.test(word);
    const meant = isPure ? replaceLetters(word, /\p{Script=Latin}/u, (letter) => fromLatin.get(letter)) : null;
    if (meant !== null) return describe(word, meant);
  }
  return null;
}

/** Null where one of the letters has no replacement. */
function replaceLetters(
  word: string,
  which: RegExp,
  replacement: (letter: string) => string | undefined,
): string | null {
  let written = "";
  for (const letter of word) {
    const other = which.test(letter) ? replacement(letter) : letter;
    if (other === undefined) return null;
    written += other;
  }
  return written;
}

function describe(word: string, meant: string): MixedWord {
  const letters = new Map<string, MixedWord["letters"][number]>();
  const others = Array.from(meant);
  for (const [at, letter] of Array.from(word).entries()) {
    const other = others[at] ?? letter;
    if (other !== letter) letters.set(letter, { letter, script: scriptOf(letter), meant: other });
  }
  return { word, meant, letters: [...letters.values()] };
}

function scriptOf(letter: string): string {
  return SCRIPTS.find(({ toLatin }) => toLatin.has(letter))?.name ?? "Latin";
}
