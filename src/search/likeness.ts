import type { CountryWords } from "./query.ts";
import { keyOfName, type NameKey } from "./name-key.ts";

/**
 * What of a hit matches the query. `name`: its name or an alias is equal to it, apart from legal
 * forms. `words`: its names have all words of it. `part`: its names have the beginnings of words,
 * or its initials are meant. `similar`: words are misspelled or missing.
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
