/** A stretch of letters and digits. */
export interface Run {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Writing without spaces. */
  readonly isGrams: boolean;
  readonly isMinor: boolean;
}

/** Finds the words and unspaced stretches of a folded text; a text of signs alone is made of its signs. */
export function findRuns(folded: string): Run[] {
  const runs = joinInitials(folded, splitRuns(folded));
  return runs.length > 0 ? runs : signsOf(folded);
}

const SEPARATOR = 0;
const WORD = 1;
const GRAM = 2;
/** Goes without a trace. */
const NOTHING = 3;
const UNKNOWN = 255;

const classes = new Uint8Array(65_536).fill(UNKNOWN);

const GRAM_LETTERS =
  /[\u3005-\u3007\u30a1-\u30fa\u30fc-\u30ff\u3100-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]/u;
const WORD_LETTERS = /[\p{L}\p{N}\p{M}]/u;
const APOSTROPHES = /['\u2018\u2019\u201b\u02bb\u02bc`\u00b4\u2032\u05f3\u05f4]/u;

function classOf(code: number): number {
  let found = classes[code]!;
  if (found === UNKNOWN) {
    const letter = String.fromCharCode(code);
    found = GRAM_LETTERS.test(letter)
      ? GRAM
      : WORD_LETTERS.test(letter)
        ? WORD
        : APOSTROPHES.test(letter)
          ? NOTHING
          : SEPARATOR;
    classes[code] = found;
  }
  return found;
}

/** The class of the character at a place, and how many units it has: a pair of surrogates is one character. */
function isPairOfLetters(text: string, at: number): boolean {
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
    const found = isHigh ? (isPairOfLetters(folded, at) ? WORD : SEPARATOR) : classOf(code);
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

/** A hyphen or dot between two katakana is a matter of taste: セブン-イレブン. */
function isInsideKatakana(folded: string, at: number): boolean {
  const isKatakana = (place: number): boolean => {
    const code = folded.charCodeAt(place);
    return code >= 0x30a1 && code <= 0x30ff;
  };
  return INSIDE_KATAKANA.has(folded[at]!) && isKatakana(at - 1) && isKatakana(at + 1);
}

const INITIALS_GAPS = new Set([".", ". ", "/"]);

/** Joins what is one word written with signs: S.A., A/S, J. P., and short ones around an ampersand: AT&T. */
function joinInitials(folded: string, runs: Run[]): Run[] {
  const joined: Run[] = [];
  let isInitials = false;
  for (const run of runs) {
    const before: Run | undefined = joined.at(-1);
    const gap = before === undefined ? null : folded.slice(before.end, run.start);
    const isOneLetter = isLetter(run, 1);
    const joins: boolean =
      before !== undefined &&
      !before.isGrams &&
      ((isInitials && isOneLetter && INITIALS_GAPS.has(gap!)) ||
        (gap === "&" && isLetter(before, 2) && isLetter(run, 2)) ||
        (gap === " & " && isLetter(before, 1) && isOneLetter));
    if (before !== undefined && joins)
      joined[joined.length - 1] = { ...before, text: before.text + run.text, end: run.end };
    else joined.push(run);
    isInitials = joins ? isInitials && isOneLetter : isOneLetter;
  }
  return joined;
}

function isLetter({ text, isGrams }: Run, most: number): boolean {
  return !isGrams && text.length <= most && !/\p{N}/u.test(text);
}

/** A name without a letter or digit is made of its signs, so that it can be found at all. */
function signsOf(folded: string): Run[] {
  return [...folded.matchAll(/[^\s\p{C}]+/gu)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
    isGrams: false,
    isMinor: false,
  }));
}
