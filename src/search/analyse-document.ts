import { ALIASES_MAX, type SearchDocument, WORDS_MAX } from "./search-document.ts";
import { splitWords, type Word } from "./split-words.ts";

export interface AnalysedDocument {
  /** The document with the aliases that are searched. */
  readonly document: SearchDocument;
  /** Its name, its aliases in their order and, where it has any, its initials; none of them is empty. */
  readonly names: readonly (readonly Word[])[];
}

/** Splits the names of a document. An alias without a word, and those beyond `ALIASES_MAX`, are left out. */
export function analyseDocument(document: SearchDocument): AnalysedDocument {
  const own = splitName(document.name);
  const aliases = document.aliases
    .slice(0, ALIASES_MAX)
    .map((alias) => ({ alias, words: splitName(alias) }))
    .filter(({ words }) => words.length > 0);
  const names = [own.length > 0 ? own : [NAMELESS], ...aliases.map(({ words }) => words)];
  const initials = document.kind === "company" ? initialsOf(own) : null;
  if (initials !== null) names.push([initials]);
  return { document: { ...document, aliases: aliases.map(({ alias }) => alias) }, names };
}

function splitName(name: string): Word[] {
  return splitWords(name).slice(0, WORDS_MAX);
}

/** Stands for a name that has no visible character; no query is split into it. */
const NAMELESS: Word = { text: "\u0000", start: 0, end: 0, kind: "word", isMinor: false };

const INITIALS_LEAST = 3;
const INITIALS_MOST = 6;

/** BMW for Bayerische Motoren Werke AG; null for names of fewer or more words. */
function initialsOf(words: readonly Word[]): Word | null {
  const counted = words.filter(({ isMinor }) => !isMinor);
  if (counted.length < INITIALS_LEAST || counted.length > INITIALS_MOST) return null;
  if (counted.some(({ kind }) => kind === "gram")) return null;
  const text = counted.map((word) => String.fromCodePoint(word.text.codePointAt(0)!)).join("");
  return { text, start: 0, end: 0, kind: "word", isMinor: false };
}
