import type { NearQuestion, NearTerms, TermRange } from "./postings.ts";

/**
 * Words as a tree of their letters in preorder: node `n` has the letter `labels[n]`, its descendants are the nodes up to `ends[n]`. A bit of `terminals`
 * says that a word ends at a node; `ranks[n / 32]` is the number of words before that group of nodes. A word's number is its
 * place in the order of the texts, so that the words below a node are a range.
 */
export interface TrieArrays {
  readonly labels: Uint16Array;
  readonly ends: Uint32Array;
  readonly terminals: Uint32Array;
  readonly ranks: Uint32Array;
}

/** Builds the tree of words that are sorted by their code units, each once. */
export function buildTrie(words: readonly string[]): TrieArrays {
  let nodes = 0;
  for (const [place, word] of words.entries()) nodes += word.length - sharedLength(words[place - 1] ?? "", word);
  const labels = new Uint16Array(nodes);
  const ends = new Uint32Array(nodes);
  const terminals = new Uint32Array((nodes + 31) >>> 5);
  const open: number[] = [];
  let next = 0;
  let before = "";
  for (const word of words) {
    const shared = sharedLength(before, word);
    while (open.length > shared) ends[open.pop()!] = next;
    for (let at = shared; at < word.length; at += 1) {
      labels[next] = word.charCodeAt(at);
      open.push(next);
      next += 1;
    }
    const last = open.at(-1)!;
    terminals[last >>> 5]! |= 1 << (last & 31);
    before = word;
  }
  while (open.length > 0) ends[open.pop()!] = next;
  return { labels, ends, terminals, ranks: rankWords(terminals) };
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

function rankWords(terminals: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(terminals.length);
  let sum = 0;
  for (const [place, bits] of terminals.entries()) {
    ranks[place] = sum;
    sum += countBits(bits);
  }
  return ranks;
}

function countBits(given: number): number {
  let bits = given - ((given >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many nodes one search for near words may visit. */
const NODES_VISITED_MAX = 100_000;
/** How many near words and ranges one search may give. */
const NEAR_MAX = 400;
/** Longer words are not searched with errors. */
const LENGTH_MAX = 40;

/** Reads such a tree. */
export class TermTrie {
  readonly #labels: Uint16Array;
  readonly #ends: Uint32Array;
  readonly #terminals: Uint32Array;
  readonly #ranks: Uint32Array;
  readonly #words: number;
  /** Rows of the table of distances, one per depth. */
  readonly #rows = Array.from({ length: LENGTH_MAX + 4 }, () => new Uint8Array(LENGTH_MAX + 2));

  constructor(arrays: TrieArrays, words: number) {
    this.#labels = arrays.labels;
    this.#ends = arrays.ends;
    this.#terminals = arrays.terminals;
    this.#ranks = arrays.ranks;
    this.#words = words;
  }

  /** The range of one word. */
  word(text: string): TermRange {
    const node = this.#nodeOf(text);
    if (node === -1 || !this.#isTerminal(node)) return NOTHING;
    const first = this.#rank(node);
    return { first, end: first + 1 };
  }

  /** The range of the words that begin with a text. */
  beginningWith(text: string): TermRange {
    const node = this.#nodeOf(text);
    return node === -1 ? NOTHING : this.#below(node);
  }

  /** See `Postings.nearTerms`; the nearest ranges in the order of the tree, `NEAR_MAX` at most. */
  near(text: string, question: NearQuestion): NearTerms[] {
    if (text.length > LENGTH_MAX) return [];
    const found: NearTerms[] = [];
    const row = this.#rows[0]!;
    for (let at = 0; at <= text.length; at += 1) row[at] = at;
    const search = { text, ...question, found, visited: 0 };
    this.#visit(search, { first: 0, end: this.#labels.length }, 1, -1, FAR);
    return found;
  }

  /** Visits siblings; beginnings at `covered` errors or more are in what was found already. */
  #visit(search: NearSearch, siblings: TermRange, depth: number, labelBefore: number, covered: number): void {
    const { text, distanceMax, isPrefix, found } = search;
    const width = text.length;
    const before = this.#rows[depth - 1]!;
    const row = this.#rows[depth]!;
    const twoBefore = depth > 1 ? this.#rows[depth - 2]! : before;
    const from = Math.max(1, depth - distanceMax);
    const to = Math.min(width, depth + distanceMax);
    for (let node = siblings.first; node < siblings.end; node = this.#ends[node]!) {
      search.visited += 1;
      if (search.visited > NODES_VISITED_MAX || found.length >= NEAR_MAX) return;
      const label = this.#labels[node]!;
      if (depth === 1 && search.keepsFirst && label !== text.charCodeAt(0)) continue;
      // Cells outside of the band are too far away to matter.
      row[from - 1] = from === 1 ? depth : FAR;
      let least = row[from - 1]!;
      for (let at = from; at <= to; at += 1) {
        const letter = text.charCodeAt(at - 1);
        let cell = before[at - 1]! + (letter === label ? 0 : 1);
        if (at < depth + distanceMax && before[at]! + 1 < cell) cell = before[at]! + 1;
        if (row[at - 1]! + 1 < cell) cell = row[at - 1]! + 1;
        if (
          depth > 1 &&
          at > 1 &&
          label === text.charCodeAt(at - 2) &&
          labelBefore === letter &&
          twoBefore[at - 2]! + 1 < cell
        )
          cell = twoBefore[at - 2]! + 1;
        row[at] = cell;
        if (cell < least) least = cell;
      }
      if (to < width) row[to + 1] = FAR;
      if (least > distanceMax) continue;
      const distance = to === width ? row[width]! : FAR;
      if (distance <= distanceMax && this.#isTerminal(node)) {
        const first = this.#rank(node);
        found.push({ first, end: first + 1, distance, isPrefix: false });
      }
      const isBeginning = isPrefix && distance < covered && distance <= distanceMax;
      if (isBeginning) found.push({ ...this.#below(node), distance, isPrefix: true });
      const below = { first: node + 1, end: this.#ends[node]! };
      if (depth < width + distanceMax && below.first < below.end)
        this.#visit(search, below, depth + 1, label, isBeginning ? distance : covered);
    }
  }

  #nodeOf(text: string): number {
    let node = 0;
    let end = this.#labels.length;
    let found = -1;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      while (node < end && this.#labels[node]! < letter) node = this.#ends[node]!;
      if (node >= end || this.#labels[node] !== letter) return -1;
      found = node;
      end = this.#ends[node]!;
      node += 1;
    }
    return found;
  }

  #below(node: number): TermRange {
    return { first: this.#rank(node), end: this.#rank(this.#ends[node]!) };
  }

  #isTerminal(node: number): boolean {
    return ((this.#terminals[node >>> 5]! >>> (node & 31)) & 1) === 1;
  }

  /** How many words end before a node. */
  #rank(node: number): number {
    if (node >= this.#labels.length) return this.#words;
    const group = node >>> 5;
    const bits = this.#terminals[group]! & ((1 << (node & 31)) - 1);
    return this.#ranks[group]! + countBits(bits);
  }
}

const NOTHING: TermRange = { first: 0, end: 0 };
const FAR = 100;

interface NearSearch extends NearQuestion {
  readonly text: string;
  readonly found: NearTerms[];
  visited: number;
}
