import type { Interpretation } from "./clauses.ts";
import type { IndexReader, NameTerms } from "./index-reader.ts";
import { matchName } from "./rank.ts";
import { TOKENS_MAX } from "./search-document.ts";
import { foldText, isAscii, tokenizeFolded } from "./tokenize.ts";

/**
 * A part of a text, from `start` to before `end` in UTF-16 code units. Never splits a character
 * from its accents.
 */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a name that match a query, in order and disjoint. `terms` are those of the name in
 * the index.
 */
export function highlightName(
  reader: IndexReader,
  { clauses }: Interpretation,
  name: string,
  terms: NameTerms,
): TextRange[] {
  const { folded, starts, ends } = foldWithOffsets(name);
  const tokens = tokenizeFolded(folded).slice(0, TOKENS_MAX);
  if (tokens.length !== terms.terms.length) return [];
  const ranges: TextRange[] = [];
  for (const [clause, match] of matchName(reader, clauses, terms).matches.entries()) {
    if (match === null) continue;
    const { start, end, text } = tokens[match.index]!;
    const isContiguous = end - start === text.length;
    const last = match.isPrefix && isContiguous ? Math.min(end, start + clauses[clause]!.text.length) : end;
    ranges.push({ start: starts[start]!, end: ends[last - 1]! });
  }
  return mergeRanges(ranges);
}

/** The first letters of the words of a name, for a query that matches its initials. */
export function highlightInitials(name: string): TextRange[] {
  const { folded, starts, ends } = foldWithOffsets(name);
  return tokenizeFolded(folded)
    .filter(({ isMinor }) => !isMinor)
    .map(({ start }) => ({ start: starts[start]!, end: ends[start]! }));
}

function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || range.start > last.end) merged.push(range);
    else if (range.end > last.end) merged[merged.length - 1] = { start: last.start, end: range.end };
  }
  return merged;
}

interface FoldedText {
  readonly folded: string;
  /**
   * For every unit of the folded text, where the character it comes from starts and ends in the
   * original text.
   */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Characters with their marks. */
const CHARACTERS = /\P{M}\p{M}*|\p{M}+/gu;
const STRETCHES = /\s+|\S+/gu;

/**
 * Folds a text and maps every unit to its origin: to a character if they fold one by one, or else
 * to a word.
 */
function foldWithOffsets(text: string): FoldedText {
  const folded = foldText(text);
  if (isAscii(text)) {
    const offsets = Array.from(text, (_, at) => at);
    return { folded, starts: offsets, ends: offsets.map((at) => at + 1) };
  }
  for (const pattern of [CHARACTERS, STRETCHES]) {
    const pieces = [...text.matchAll(pattern)].map(({ 0: piece, index }) => ({
      folded: foldText(piece),
      index,
      piece,
    }));
    if (pieces.map((each) => each.folded).join("") !== folded) continue;
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { folded: part, index, piece } of pieces) {
      for (let unit = 0; unit < part.length; unit += 1) {
        starts.push(index);
        ends.push(index + piece.length);
      }
    }
    return { folded, starts, ends };
  }
  return {
    folded,
    starts: Array.from({ length: folded.length }, () => 0),
    ends: Array.from({ length: folded.length }, () => text.length),
  };
}
