import { tokenize, type Token } from "./tokenize.ts";

/** A company or product to index. */
export interface SearchDocument {
  readonly kind: "company" | "product";
  /** Its position in the release's list of its kind; a hit refers to it by this number. */
  readonly position: number;
  readonly name: string;
  /** Other names: former and local ones, tickers. */
  readonly aliases: readonly string[];
  /** ISO 3166-1 alpha-2, or any other key of a country. */
  readonly country: string;
  readonly sector: string;
  /** From 0 to 1: of two equal hits, the more popular one comes first. */
  readonly popularity: number;
}

/**
 * Bounds for the cost of one document: how many aliases are indexed, and how many tokens of a name.
 */
const ALIASES_MAX = 60;
export const TOKENS_MAX = 60;

/** A document with its names as tokens. */
interface AnalyzedDocument {
  /** The document with the aliases that are indexed. */
  readonly document: SearchDocument;
  /**
   * The tokens of its name, of its aliases in their order, and of its initials if it has any; none
   * is empty.
   */
  readonly names: readonly (readonly Token[])[];
}

/**
 * Splits the names of a document. Leaves out aliases without a token and those beyond
 * `ALIASES_MAX`.
 */
export function analyzeDocument(document: SearchDocument): AnalyzedDocument {
  const own = tokenizeName(document.name);
  const aliases = document.aliases
    .slice(0, ALIASES_MAX)
    .map((alias) => ({ alias, tokens: tokenizeName(alias) }))
    .filter(({ tokens }) => tokens.length > 0);
  const names = [own.length > 0 ? own : [EMPTY_NAME], ...aliases.map(({ tokens }) => tokens)];
  const initials = document.kind === "company" ? initialsOf(own) : null;
  if (initials !== null) names.push([initials]);
  return { document: { ...document, aliases: aliases.map(({ alias }) => alias) }, names };
}

function tokenizeName(name: string): Token[] {
  return tokenize(name).slice(0, TOKENS_MAX);
}

/** Replaces a name without a visible character; no query has this token. */
const EMPTY_NAME: Token = { text: "\u0000", start: 0, end: 0, kind: "word", isMinor: false };

const INITIALS_MIN = 3;
const INITIALS_MAX = 6;

/** BMW for Bayerische Motoren Werke AG; null for names with fewer or more words. */
function initialsOf(tokens: readonly Token[]): Token | null {
  const major = tokens.filter(({ isMinor }) => !isMinor);
  if (major.length < INITIALS_MIN || major.length > INITIALS_MAX) return null;
  if (major.some(({ kind }) => kind === "gram")) return null;
  const text = major.map((token) => String.fromCodePoint(token.text.codePointAt(0)!)).join("");
  return { text, start: 0, end: 0, kind: "word", isMinor: false };
}
