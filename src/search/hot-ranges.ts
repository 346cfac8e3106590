import type { PostingLists } from "./posting-lists.ts";
import type { TermRange } from "./postings.ts";
import { HOT_DOCUMENTS_MAX, HOT_POSTINGS_MIN } from "./search-document.ts";
import type { TrieArrays } from "./term-trie.ts";

/** A range of words with very many documents, and the first of them. */
export interface HotRange extends TermRange {
  readonly documents: readonly number[];
}

/**
 * Finds every beginning with more than `HOT_POSTINGS_MIN` postings under more than one word, with its first documents: they are what
 * somebody sees who has typed one or two letters. Ordered by `first`, the longer range before the shorter; each range once.
 */
export function findHotRanges(
  postings: PostingLists,
  { ends, terminals }: TrieArrays,
  words: number,
  grams: Uint32Array,
): HotRange[] {
  const hot: HotRange[] = [];
  const isTerminal = (node: number): boolean => ((terminals[node >>> 5]! >>> (node & 31)) & 1) === 1;
  const frequency = (first: number, end: number): number => postings.starts[end]! - postings.starts[first]!;
  let term = 0;
  /** Visits a node with the words from `term` on; gives its first documents, or null where it is not hot. */
  const visit = (node: number): number[] | null => {
    const first = term;
    const place = hot.length;
    const parts: number[][] = [];
    const cold: TermRange[] = [];
    if (isTerminal(node)) {
      cold.push({ first: term, end: term + 1 });
      term += 1;
    }
    for (let child = node + 1; child < ends[node]!; child = ends[child]!) {
      const start = term;
      const found = visit(child);
      if (found === null) cold.push({ first: start, end: term });
      else parts.push(found);
    }
    if (frequency(first, term) <= HOT_POSTINGS_MIN) return null;
    for (const range of cold) parts.push(firstDocuments(postings, range));
    const documents = firstOf(parts);
    const isRange = term - first > 1;
    const below = hot[place];
    if (isRange && !(below?.first === first && below.end === term))
      hot.splice(place, 0, { first, end: term, documents });
    return documents;
  };
  for (let node = 0; node < ends.length; node = ends[node]!) visit(node);
  hot.push(...hotGrams(postings, words, grams));
  return hot;
}

/** Characters that very many pairs begin with. */
function* hotGrams(postings: PostingLists, words: number, grams: Uint32Array): Generator<HotRange> {
  for (let start = 0; start < grams.length;) {
    let end = start + 1;
    while (end < grams.length && grams[end]! >>> 16 === grams[start]! >>> 16) end += 1;
    const range = { first: words + start, end: words + end };
    const frequency = postings.starts[range.end]! - postings.starts[range.first]!;
    if (end - start > 1 && frequency > HOT_POSTINGS_MIN)
      yield { ...range, documents: firstOf([firstDocuments(postings, range)]) };
    start = end;
  }
}

/** Of every word the first documents. */
function firstDocuments({ starts, documents }: PostingLists, { first, end }: TermRange): number[] {
  const found: number[] = [];
  for (let term = first; term < end; term += 1) {
    const last = Math.min(starts[term + 1]!, starts[term]! + HOT_DOCUMENTS_MAX);
    for (let at = starts[term]!; at < last; at += 1) found.push(documents[at]!);
  }
  return found;
}

function firstOf(parts: readonly number[][]): number[] {
  const sorted = Uint32Array.from(parts.flat()).sort();
  const found: number[] = [];
  for (const document of sorted) {
    if (found.length === HOT_DOCUMENTS_MAX) break;
    if (document !== found.at(-1)) found.push(document);
  }
  return found;
}
