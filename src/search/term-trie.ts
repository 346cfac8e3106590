import type { TermRange } from "./index-reader.ts";

/**
 * A trie of words, its nodes in preorder: node `n` has the letter `labels[n]`, and its descendants
 * are the nodes before `ends[n]`. A bit of `terminals` says whether a word ends at a node; `ranks[n
 * / 32]` is the number of words before that group of 32 nodes. Words are numbered in the order of
 * their text, so that the words below a node are a range.
 */
interface TrieArrays {
  readonly labels: Uint16Array;
  readonly ends: Uint32Array;
  readonly terminals: Uint32Array;
  readonly ranks: Uint32Array;
}

/** Builds the trie of distinct words that are sorted by their code units. */
export function buildTrie(words: readonly string[]): TrieArrays {
  let nodes = 0;
  for (const [index, word] of words.entries()) nodes += word.length - sharedLength(words[index - 1] ?? "", word);
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
  for (const [group, bits] of terminals.entries()) {
    ranks[group] = sum;
    sum += countBits(bits);
  }
  return ranks;
}

function countBits(given: number): number {
  let bits = given - ((given >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Reads a trie. */
export class TermTrie {
  readonly labels: Uint16Array;
  readonly ends: Uint32Array;
  readonly #terminals: Uint32Array;
  readonly #ranks: Uint32Array;
  readonly #words: number;

  constructor({ labels, ends, terminals, ranks }: TrieArrays, words: number) {
    this.labels = labels;
    this.ends = ends;
    this.#terminals = terminals;
    this.#ranks = ranks;
    this.#words = words;
  }

  /** The range of one word. */
  word(text: string): TermRange {
    const node = this.#nodeOf(text);
    if (node === -1 || !this.isWord(node)) return NOTHING;
    const first = this.rank(node);
    return { first, end: first + 1 };
  }

  /** The range of all words with a prefix. */
  withPrefix(text: string): TermRange {
    const node = this.#nodeOf(text);
    return node === -1 ? NOTHING : this.below(node);
  }

  /** The range of the words at and below a node. */
  below(node: number): TermRange {
    return { first: this.rank(node), end: this.rank(this.ends[node]!) };
  }

  /** Returns true if a word ends at a node. */
  isWord(node: number): boolean {
    return ((this.#terminals[node >>> 5]! >>> (node & 31)) & 1) === 1;
  }

  /** Counts the words that end before a node. */
  rank(node: number): number {
    if (node >= this.labels.length) return this.#words;
    const group = node >>> 5;
    const bits = this.#terminals[group]! & ((1 << (node & 31)) - 1);
    return this.#ranks[group]! + countBits(bits);
  }

  /** The node at the end of the path that spells a text; -1 if there is none. */
  #nodeOf(text: string): number {
    let node = -1;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      const end = node === -1 ? this.labels.length : this.ends[node]!;
      node += 1;
      while (node < end && this.labels[node]! < letter) node = this.ends[node]!;
      if (node >= end || this.labels[node] !== letter) return -1;
    }
    return node;
  }
}

const NOTHING: TermRange = { first: 0, end: 0 };
