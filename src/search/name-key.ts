import { isConnective } from "./legal-forms.ts";
import { foldText, type Token, TOKEN_UNITS_MAX, tokenizeFolded } from "./tokenize.ts";
import type { CountryWords } from "./query.ts";

/**
 * The part of a hit that matches the query. `name`: its name or an alias is equal to it, apart from
 * legal forms. `words`: its names have all words of it. `part`: its names have the beginnings of
 * words, or its initials are meant. `similar`: words are misspelled or missing.
 */
export const LIKENESSES = ["name", "words", "part", "similar"] as const;

export type Likeness = (typeof LIKENESSES)[number];

/** Compares the names of hits with a query; the words that name a country may be left out. */
export class QueryLikeness {
  readonly #keys: readonly NameKey[];

  constructor(text: string, countryWords?: CountryWords) {
    const texts = [text, ...(countryWords === undefined ? [] : [text.replace(countryWords.text, " ")])];
    this.#keys = texts.map(keyOfName).filter((key) => key !== null);
  }

  /** Of a hit by its name and aliases; `isDoubtful` if it was found with typos or fewer words. */
  of(names: readonly string[], isDoubtful: boolean): Likeness {
    const own = names.map(keyOfName).filter((key) => key !== null);
    if (this.#keys.some((key) => own.some((name) => unspaced(name) === unspaced(key)))) return "name";
    const words = new Set(own.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
    if (this.#keys.some(({ tokens }) => tokens.every(({ text }) => words.has(text)))) return "words";
    return isDoubtful ? "similar" : "part";
  }
}

/** Words may be typed together: `totalenergies`. */
function unspaced({ text }: NameKey): string {
  return text.replaceAll(" ", "");
}

/** A name as it is compared with others. */
export interface NameKey {
  /** Its words without legal forms and words for "and": the same for names that are equal. */
  readonly text: string;
  /** `text` with legal forms. */
  readonly withForm: string;
  /** The tokens of `text`. */
  readonly tokens: readonly Token[];
}

/**
 * Prepares a name for comparison: case, accents, punctuation and spaces make no difference. Null
 * for a name without a visible character.
 */
export function keyOfName(name: string): NameKey | null {
  const folded = foldText(name);
  const all = tokenizeFolded(folded);
  const tokens = all.filter(({ isMinor }) => !isMinor);
  if (tokens.length === 0) return null;
  const write = (some: readonly Token[]): string => some.map((token) => textOf(folded, token)).join(" ");
  const withForm = all.filter(({ isMinor, text }) => !isMinor || !isConnective(text));
  return { text: write(tokens), withForm: write(withForm), tokens };
}

/** The whole text of a token, also of one that is cut in the index. */
function textOf(folded: string, { text, start, end }: Token): string {
  return text.length < TOKEN_UNITS_MAX ? text : folded.slice(start, end);
}

/**
 * Likeness of two names, from 0 to 1: twice the pairs of neighbouring characters that both have,
 * divided by the pairs of both (the coefficient of Dice and Sørensen). 1 for equal names alone.
 */
export function likenessOf(one: string, other: string): number {
  if (one === other) return 1;
  const left = pairsOf(one);
  const right = pairsOf(other);
  let common = 0;
  for (const [pair, count] of left.counts) common += Math.min(count, right.counts.get(pair) ?? 0);
  const all = left.total + right.total;
  return all === 0 ? 0 : Math.min((2 * common) / all, LIKENESS_OF_OTHERS_MAX);
}

/** For names that are not equal, although they have the same pairs. */
const LIKENESS_OF_OTHERS_MAX = 0.99;

function pairsOf(text: string): { readonly counts: ReadonlyMap<string, number>; readonly total: number } {
  const counts = new Map<string, number>();
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.slice(at - 1, at + 1);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, total: Math.max(0, text.length - 1) };
}
