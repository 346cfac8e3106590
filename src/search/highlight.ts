import { foldText, isAscii } from "./fold-text.ts";
import type { NameTerms, Postings } from "./postings.ts";
import { matchName } from "./rank.ts";
import type { Reading } from "./reading.ts";
import { WORDS_MAX } from "./search-document.ts";
import { splitFolded } from "./split-words.ts";

/** A part of a text: from `start` to before `end`, in UTF-16 code units; never half a character or a letter without its accent. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Finds which parts of a name answer a query: in order, without overlaps. `terms` are those of the name in the index. */
export function highlightName(postings: Postings, { clauses }: Reading, name: string, terms: NameTerms): TextRange[] {
  const { folded, starts, ends } = foldWithPlaces(name);
  const words = splitFolded(folded).slice(0, WORDS_MAX);
  if (words.length !== terms.terms.length) return [];
  const ranges: TextRange[] = [];
  for (const [at, place] of matchName(postings, clauses, terms).places.entries()) {
    if (place === null) continue;
    const { start, end, text } = words[place.at]!;
    const isPlain = end - start === text.length;
    const last = place.isBegun && isPlain ? Math.min(end, start + clauses[at]!.text.length) : end;
    ranges.push({ start: starts[start]!, end: ends[last - 1]! });
  }
  return mergeRanges(ranges);
}

/** The first letters of the words of a name, for a query that was found as its initials. */
export function highlightInitials(name: string): TextRange[] {
  const { folded, starts, ends } = foldWithPlaces(name);
  return splitFolded(folded)
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
  /** For every unit of the folded text where the character it comes from starts and ends in the text itself. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A character with its marks; spaces for themselves. */
const CHARACTERS = /\P{M}\p{M}*|\p{M}+/gu;
const STRETCHES = /\s+|\S+/gu;

/** Folds a text and remembers where everything came from: as exactly as its characters fold one by one. */
function foldWithPlaces(text: string): FoldedText {
  const folded = foldText(text);
  if (isAscii(text)) {
    const places = Array.from(text, (_, at) => at);
    return { folded, starts: places, ends: places.map((at) => at + 1) };
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
