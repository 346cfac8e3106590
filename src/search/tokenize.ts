import chineseCharacters from "./chinese-characters.json" with { type: "json" };
import { isAnd, isConnective, markMinorWords, type Run } from "./legal-forms.ts";
import { foldLookAlikes } from "./look-alikes.ts";

/** A word of a name or a query, or a pair of neighbouring characters in a script without spaces. */
export interface Token {
  readonly text: string;
  /** Its range in the folded text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** `gram`: one or two characters of Chinese, Japanese or Korean. */
  readonly kind: "word" | "gram";
  /**
   * Does not identify a company: a legal form, a word for "and" between others, or the last
   * character of a run, which its pair already contains.
   */
  readonly isMinor: boolean;
}

/** Longer tokens are cut, which bounds the depth of the trie. */
export const TOKEN_UNITS_MAX = 40;

/**
 * Folds a text and splits it into tokens, the same way for names and queries. A text of symbols
 * only is split into symbols.
 */
export function tokenize(text: string): Token[] {
  return tokenizeFolded(foldText(text));
}

/** Like `tokenize`, for a text that is already folded. */
export function tokenizeFolded(folded: string): Token[] {
  const tokens: Token[] = [];
  for (const run of markMinorWords(findRuns(folded))) {
    if (run.isGrams) addGrams(tokens, run);
    else {
      const { text, start, end, isMinor } = run;
      tokens.push({ text: text.slice(0, TOKEN_UNITS_MAX), start, end, kind: "word", isMinor });
    }
  }
  return tokens;
}

function addGrams(tokens: Token[], { text, start, end, isMinor }: Run): void {
  // Skipped symbols between two katakana make a run longer than its text; then every gram has the
  // range of the run.
  const isContiguous = end - start === text.length;
  for (let at = 0; at < text.length; at += 1) {
    const isLast = at === text.length - 1;
    tokens.push({
      text: text.slice(at, at + 2),
      start: isContiguous ? start + at : start,
      end: isContiguous ? Math.min(start + at + 2, end) : end,
      kind: "gram",
      isMinor: isMinor || (isLast && at > 0),
    });
  }
}

function findRuns(folded: string): Run[] {
  const runs = joinInitials(folded, splitRuns(folded));
  return runs.length > 0 ? runs : symbolsOf(folded);
}

const SEPARATOR = 0;
const WORD = 1;
const GRAM = 2;
/** Dropped without separating: apostrophes. */
const NOTHING = 3;
const UNKNOWN = 255;

/** The class of every UTF-16 code unit, filled as they are met. */
const CLASSES = new Uint8Array(65_536).fill(UNKNOWN);

const GRAM_LETTERS =
  /[\u3005-\u3007\u30a1-\u30fa\u30fc-\u30ff\u3100-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]/u;
const WORD_LETTERS = /[\p{L}\p{N}\p{M}]/u;
const APOSTROPHES = /['\u2018\u2019\u201b\u02bb\u02bc`\u00b4\u2032\u05f3\u05f4]/u;

function classOf(code: number): number {
  let found = CLASSES[code]!;
  if (found === UNKNOWN) {
    const letter = String.fromCharCode(code);
    found = GRAM_LETTERS.test(letter)
      ? GRAM
      : WORD_LETTERS.test(letter)
        ? WORD
        : APOSTROPHES.test(letter)
          ? NOTHING
          : SEPARATOR;
    CLASSES[code] = found;
  }
  return found;
}

/** Returns true if a surrogate pair is a letter, digit or mark. */
function isLetterPair(text: string, at: number): boolean {
  const point = text.codePointAt(at)!;
  return point > 0xffff && WORD_LETTERS.test(String.fromCodePoint(point));
}

function splitRuns(folded: string): Run[] {
  const runs: Run[] = [];
  let text = "";
  let start = 0;
  let end = 0;
  let kind = SEPARATOR;
  const finish = (): void => {
    if (text !== "") runs.push({ text, start, end, isGrams: kind === GRAM, isMinor: false });
    text = "";
  };
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    const isHigh = code >= 0xd800 && code <= 0xdbff;
    const found = isHigh ? (isLetterPair(folded, at) ? WORD : SEPARATOR) : classOf(code);
    if (found === NOTHING) continue;
    if (found === SEPARATOR) {
      if (kind === GRAM && isInsideKatakana(folded, at)) continue;
      finish();
      kind = SEPARATOR;
      continue;
    }
    if (found !== kind) {
      finish();
      kind = found;
    }
    if (text === "") start = at;
    const units = isHigh ? 2 : 1;
    text += folded.slice(at, at + units);
    at += units - 1;
    end = at + 1;
  }
  finish();
  return runs;
}

const INSIDE_KATAKANA = new Set(["-", "・", "=", "‐", "–", "゠"]);

/** A hyphen or dot between two katakana does not separate: セブン-イレブン. */
function isInsideKatakana(folded: string, at: number): boolean {
  const isKatakana = (index: number): boolean => {
    const code = folded.charCodeAt(index);
    return code >= 0x30a1 && code <= 0x30ff;
  };
  return INSIDE_KATAKANA.has(folded[at]!) && isKatakana(at - 1) && isKatakana(at + 1);
}

const INITIALS_GAPS = new Set([".", ". ", "/"]);

/**
 * Joins abbreviations written with punctuation, S.A., A/S, J. P., short words around an ampersand,
 * AT&T, and letters around a word for "and", H and M.
 */
function joinInitials(folded: string, runs: Run[]): Run[] {
  const joined: Run[] = [];
  let isInitials = false;
  for (const run of runs) {
    const isLetter = isShortWord(run, 1);
    const [letter = run] = joined.slice(-2);
    if (isLetter && isShortWord(letter, 1) && isConnective(folded.slice(letter.end, run.start).trim())) joined.pop();
    const before: Run | undefined = joined.at(-1);
    const gap = before === undefined ? "" : folded.slice(before.end, run.start);
    const joins: boolean =
      before !== undefined &&
      !before.isGrams &&
      ((isInitials && isLetter && INITIALS_GAPS.has(gap)) ||
        (gap === "&" && isShortWord(before, 2) && isShortWord(run, 2)) ||
        (isAnd(gap.trim()) && isShortWord(before, 1) && isLetter));
    if (before !== undefined && joins)
      joined[joined.length - 1] = { ...before, text: before.text + run.text, end: run.end };
    else joined.push(run);
    isInitials = joins ? isInitials && isLetter : isLetter;
  }
  return joined;
}

function isShortWord({ text, isGrams }: Run, lengthMax: number): boolean {
  return !isGrams && text.length <= lengthMax && !/\p{N}/u.test(text);
}

/** The symbols of a name without a letter or digit, so that it can be found at all. */
function symbolsOf(folded: string): Run[] {
  return [...folded.matchAll(/[^\s\p{C}]+/gu)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    isGrams: false,
    isMinor: false,
  }));
}

/**
 * Folds a text for comparison: removes compatibility forms, case, and the accents and marks that
 * people omit.
 *
 * Removes the marks of Latin, Greek, Cyrillic, Arabic and Hebrew. Keeps the vowel signs of Thai and
 * Indic scripts and the voicing marks of kana, because they distinguish words. Hiragana becomes
 * katakana, and traditional Chinese characters become simplified ones. Letters that look like those
 * around them become those. The result is NFC.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const decomposed = foldLookAlikes(text.normalize("NFKC")).toLowerCase().normalize("NFD");
  return decomposed.replace(MARKS, "").replace(LETTERS, foldLetter).normalize("NFC");
}

/** Returns true if every character is ASCII; then each folds to exactly one character. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\u0000-\u007f]*$/u;

/**
 * Combining marks of Latin, Greek and Cyrillic; Hebrew points; Arabic points and tatweel; joiners
 * and variation selectors.
 */
const MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/gu;

/** With traditional Chinese characters: see `foldLetter`. */
const LETTERS = /[\u3400-\u9fffßæœøđłıðþħŋŧςىةکیہھےٱ\u0660-\u0669\u06f0-\u06f9\u3041-\u3096\u309d\u309e]/gu;

const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  "ß>ss æ>ae œ>oe ø>o đ>d ł>l ı>i ð>d þ>th ħ>h ŋ>n ŧ>t ς>σ ى>ي ی>ي ے>ي ة>ه ہ>ه ھ>ه ک>ك ٱ>ا"
    .split(" ")
    .map((pair) => pair.split(">") as [string, string]),
);

const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  Array.from(chineseCharacters.traditional, (letter, at): [string, string] => [
    letter,
    chineseCharacters.simplified.charAt(at),
  ]),
);

/** From a hiragana letter to the same katakana letter. */
const KATAKANA_DISTANCE = 0x60;

function foldLetter(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code >= 0x3400) return SIMPLIFIED.get(letter) ?? letter;
  if (code >= 0x3041) return String.fromCharCode(code + KATAKANA_DISTANCE);
  if (code >= 0x06f0 && code <= 0x06f9) return String.fromCharCode(code - 0x06f0 + 0x30);
  if (code >= 0x0660 && code <= 0x0669) return String.fromCharCode(code - 0x0660 + 0x30);
  return REPLACEMENTS.get(letter) ?? letter;
}
