import type { Postings } from "./postings.ts";
import type { QueryWord } from "./read-query.ts";

type Words = readonly QueryWord[];

/** How many ways to split one word are tried. */
const SPLITS_MAX = 4;
/** From this length on the second half of a word that is split may be unfinished. */
const BEGUN_PART_LENGTH = 3;

/** A query with two neighbours written as one word, for every pair of neighbours. */
export function* joinNeighbours(words: Words): Generator<Words> {
  for (let place = 1; place < words.length; place += 1) {
    const before = words[place - 1]!;
    const word = words[place]!;
    if (before.kind === "gram" || word.kind === "gram") continue;
    const joined = { ...word, text: before.text + word.text, isOptional: false };
    yield words.toSpliced(place - 1, 2, joined);
  }
}

/** A query with one word written as two that are known, for every word: the best ways. */
export function* splitOneWord(postings: Postings, words: Words): Generator<Words> {
  for (const [place, word] of words.entries()) {
    if (word.kind === "gram" || word.isOptional) continue;
    for (const parts of findSplits(postings, word)) yield words.toSpliced(place, 1, ...parts);
  }
}

/** Ways to write a word as two known ones, best first: those whose rarer half is the most frequent. */
function findSplits(postings: Postings, word: QueryWord): Words[] {
  const found: { parts: Words; frequency: number }[] = [];
  for (let at = 1; at < word.text.length; at += 1) {
    const parts = [
      { ...word, text: word.text.slice(0, at), isPrefix: false },
      { ...word, text: word.text.slice(at), isPrefix: word.isPrefix && word.text.length - at >= BEGUN_PART_LENGTH },
    ];
    const frequencies = parts.map(({ text, kind, isPrefix }) =>
      postings.frequency(postings.termsOf(text, kind, isPrefix)),
    );
    const frequency = Math.min(...frequencies);
    if (frequency > 0) found.push({ parts, frequency });
  }
  return found
    .toSorted((a, b) => b.frequency - a.frequency)
    .slice(0, SPLITS_MAX)
    .map(({ parts }) => parts);
}
