import { isConnective } from "./legal-forms.ts";
import type { IndexReader } from "./index-reader.ts";
import { tokenize, type Token } from "./tokenize.ts";

/** A token of a query. */
export interface QueryToken {
  readonly text: string;
  readonly kind: "word" | "gram";
  /** May be the prefix of a word: the last token, unless a space or punctuation follows it. */
  readonly isPrefix: boolean;
  /**
   * A legal form, or a token after many others: hits that match it rank higher, but need not match
   * it.
   */
  readonly isOptional: boolean;
}

/** Longer queries are cut; only the first tokens are required. */
const QUERY_UNITS_MAX = 256;
const REQUIRED_TOKENS_MAX = 12;
const QUERY_TOKENS_MAX = 40;
const BEGINNING_LENGTH_MAX = 3;

/** The part of a query that names a country. */
export interface CountryWords {
  readonly text: string;
  /** As in the filter. */
  readonly country: string;
}

export interface Query {
  /** Its distinct tokens. */
  readonly tokens: readonly QueryToken[];
  /**
   * All its tokens except legal forms, as in a name of the same text; empty if the query was cut.
   */
  readonly name: readonly QueryToken[];
  /**
   * Up to three letters, not in capitals, that may be the beginning of a word: more likely that of
   * a well-known name than somebody's initials or ticker.
   */
  readonly isBeginning: boolean;
  /** In capitals, as initials and tickers are written. */
  readonly isCapitals: boolean;
  /** The tokens without the words that name a country, and that country; null without any. */
  readonly inCountry: { readonly tokens: readonly QueryToken[]; readonly country: string } | null;
}

/**
 * Parses a query. There is no syntax, so every text is valid; one without a visible character has
 * no tokens.
 */
export function readQuery(text: string, countryWords?: CountryWords): Query {
  const cut = text.slice(0, QUERY_UNITS_MAX);
  const all = tokenize(cut);
  const isOpen = !/[\s.,;:!?)\]}"'”»]$/u.test(cut);
  const tokens = new Map<string, QueryToken>();
  const name: QueryToken[] = [];
  for (const [index, { text: tokenText, kind, isMinor }] of all.entries()) {
    const isLast = index === all.length - 1;
    const isPrefix = isOpen && isLast;
    // "Procter and" is half of a name, but a single letter is the beginning of a word.
    const isHanging = isLast && index > 0 && isConnective(tokenText) && (tokenText.length > 1 || !isPrefix);
    const isOptional = isMinor || isHanging || tokens.size >= REQUIRED_TOKENS_MAX;
    const token = { text: tokenText, kind, isPrefix, isOptional };
    if (!isMinor) name.push(token);
    // The last pair already contains the single character after it.
    const isRepeated = kind === "gram" && tokenText.length === 1 && isMinor && all[index - 1]?.kind === "gram";
    if (!isRepeated && !tokens.has(tokenText) && tokens.size < QUERY_TOKENS_MAX) tokens.set(tokenText, token);
  }
  const distinct = [...tokens.values()];
  const isAllOptional = distinct.every(({ isOptional }) => isOptional);
  return {
    tokens: isAllOptional ? distinct.map((token) => ({ ...token, isOptional: false })) : distinct,
    name: text.length > QUERY_UNITS_MAX ? [] : name,
    isBeginning: isBeginning(cut, all) && isOpen,
    isCapitals: cut === cut.toUpperCase(),
    inCountry: countryWords === undefined ? null : withoutCountry(distinct, countryWords),
  };
}

function withoutCountry(tokens: Tokens, { text, country }: CountryWords): Query["inCountry"] {
  const words = new Set(tokenize(text).map((token) => token.text));
  const others = tokens.filter((token) => !words.has(token.text));
  const isNamed = others.some(({ isOptional }) => !isOptional) && others.length < tokens.length;
  return isNamed ? { tokens: others, country } : null;
}

function isBeginning(text: string, tokens: readonly Token[]): boolean {
  const [first] = tokens;
  const isShort = tokens.length === 1 && first?.kind === "word" && first.text.length <= BEGINNING_LENGTH_MAX;
  return isShort && !/^\p{L} ?& ?\p{L}$/u.test(text) && text !== text.toUpperCase();
}

type Tokens = readonly QueryToken[];

/** Maximum number of ways to split one token that are tried. */
const SPLITS_MAX = 4;
/** From this length on, the second half of a split token may be a prefix. */
const PREFIX_PART_LENGTH = 3;

/** The tokens with two neighbours joined, for every pair of neighbours up to a length. */
export function* joinNeighbours(tokens: Tokens, lengthMax = Infinity): Generator<Tokens> {
  for (let index = 1; index < tokens.length; index += 1) {
    const before = tokens[index - 1]!;
    const token = tokens[index]!;
    if (before.kind === "gram" || token.kind === "gram") continue;
    if (Math.max(before.text.length, token.text.length) > lengthMax) continue;
    const joined = { ...token, text: before.text + token.text, isOptional: false };
    yield tokens.toSpliced(index - 1, 2, joined);
  }
}

/**
 * The tokens with one of them split into two that are in the index, for every token; the best
 * splits.
 */
export function* splitOneToken(reader: IndexReader, tokens: Tokens): Generator<Tokens> {
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "gram" || token.isOptional) continue;
    for (const parts of findSplits(reader, token)) yield tokens.toSpliced(index, 1, ...parts);
  }
}

/**
 * Splits of a token into two known ones, best first: those whose rarer half is the most frequent.
 */
function findSplits(reader: IndexReader, token: QueryToken): Tokens[] {
  const found: { parts: Tokens; frequency: number }[] = [];
  for (let at = 1; at < token.text.length; at += 1) {
    const parts = [
      { ...token, text: token.text.slice(0, at), isPrefix: false },
      {
        ...token,
        text: token.text.slice(at),
        isPrefix: token.isPrefix && token.text.length - at >= PREFIX_PART_LENGTH,
      },
    ];
    const frequencies = parts.map(({ text, kind, isPrefix }) => reader.frequency(reader.termsOf(text, kind, isPrefix)));
    const frequency = Math.min(...frequencies);
    if (frequency > 0) found.push({ parts, frequency });
  }
  return found
    .toSorted((a, b) => b.frequency - a.frequency)
    .slice(0, SPLITS_MAX)
    .map(({ parts }) => parts);
}
