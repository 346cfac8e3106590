import { countTypos, typosAllowed } from "../atlas/near-names.ts";

/* Names that are probably meant to be one: in which few letters differ. */

interface NamedChoice {
  readonly name: string;
  readonly choice: string;
}

/**
 * Returns the choice that a text probably means: it has its name but for case, spaces and
 * punctuation, or with few typos. Null where none or several are near.
 */
export function nearestChoice(text: string, named: readonly NamedChoice[]): string | null {
  const key = lettersOf(text);
  let best = typosAllowed(key);
  let near = new Set<string>();
  for (const { name, choice } of named) {
    const typos = countTypos(key, lettersOf(name), best);
    if (typos > best) continue;
    if (typos < best) near = new Set();
    best = typos;
    near.add(choice);
  }
  const [only] = near;
  return near.size === 1 && only !== undefined ? only : null;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns the column that another name probably means: `judged_on` for `Judged on` or
 * `Date judged on`. Null where none or several are near.
 */
export function nearestColumn(name: string, columns: readonly string[]): string | null {
  const near = nearestChoice(
    name,
    columns.map((column) => ({ name: column, choice: column })),
  );
  if (near !== null) return near;
  const words = wordsOf(name);
  const sharing = columns.filter((column) => {
    const others = wordsOf(column);
    return words.size > 0 && others.size > 0 && (words.isSubsetOf(others) || others.isSubsetOf(words));
  });
  return sharing.length === 1 ? sharing[0]! : null;
}

function wordsOf(name: string): Set<string> {
  return new Set(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Shorter words, such as "oil" and "coil", are more often two. */
const WORD_LENGTH_MIN = 5;
/** Of more or longer texts, as of free text in the place of a criterion, none are compared. */
const TEXTS_MAX = 1000;
const TEXT_LENGTH_MAX = 120;

/**
 * Returns the pairs of texts that differ by one typing error, or in case, spaces and punctuation
 * alone; none where there are more than `max` texts. Two texts one typing error apart have one in
 * common of those that lack one letter.
 */
export function nearPairs<Text extends { readonly name: string }>(
  texts: readonly Text[],
  max = TEXTS_MAX,
): (readonly [Text, Text])[] {
  if (texts.length > max) return [];
  const found: (readonly [Text, Text])[] = [];
  const known = new Map<string, Text[]>();
  for (const text of texts) {
    const key = keyOf(text.name);
    if (key.length > TEXT_LENGTH_MAX) continue;
    const near = new Set<Text>();
    for (const shorter of new Set([key, ...Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))])) {
      const others = known.get(shorter) ?? [];
      known.set(shorter, others);
      for (const other of others) if (isTypingError(keyOf(other.name), key)) near.add(other);
      others.push(text);
    }
    for (const other of near) found.push([other, text]);
  }
  return found;
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** Returns true for a typing error. Another number, such as a year or a level, is none. */
function isTypingError(one: string, other: string): boolean {
  if (one.replaceAll(/\P{N}/gu, "") !== other.replaceAll(/\P{N}/gu, "")) return false;
  if (countTypos(one, other, 1) > 1) return false;
  const [first, second] = [one, other].map((text) => text.split(" "));
  const [mine, theirs] = [first ?? [], second ?? []];
  if (mine.length !== theirs.length) return true;
  return mine.every(
    (word, at) => word === theirs[at] || Math.min(word.length, theirs[at]?.length ?? 0) >= WORD_LENGTH_MIN,
  );
}
