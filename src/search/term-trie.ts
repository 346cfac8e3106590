import type { TermRange } from "./postings.ts";
import { layCrown, type TrieCrown } from "./trie-crown.ts";

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

/** Reads such a tree. */
export class TermTrie {
  readonly labels: Uint16Array;
  readonly ends: Uint32Array;
  readonly crown: TrieCrown;
  readonly #terminals: Uint32Array;
  readonly #ranks: Uint32Array;
  readonly #words: number;

  constructor({ labels, ends, terminals, ranks }: TrieArrays, words: number) {
    this.labels = labels;
    this.ends = ends;
    this.crown = layCrown(labels, ends);
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

  /** The range of the words that begin with a text. */
  beginningWith(text: string): TermRange {
    const node = this.#nodeOf(text);
    return node === -1 ? NOTHING : this.below(node);
  }

  /** The range of the words that begin as a node does. */
  below(node: number): TermRange {
    return { first: this.rank(node), end: this.rank(this.ends[node]!) };
  }

  /** Whether a word ends at a node. */
  isWord(node: number): boolean {
    return ((this.#terminals[node >>> 5]! >>> (node & 31)) & 1) === 1;
  }

  /** How many words end before a node. */
  rank(node: number): number {
    if (node >= this.labels.length) return this.#words;
    const group = node >>> 5;
    const bits = this.#terminals[group]! & ((1 << (node & 31)) - 1);
    return this.#ranks[group]! + countBits(bits);
  }

  /** The node that the letters of a text lead to; -1 where there is none. */
  #nodeOf(text: string): number {
    const { labels, nodes, starts, roots } = this.crown;
    let node = -1;
    let entry = 0;
    let end = roots;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      while (entry < end && labels[entry]! < letter) entry += 1;
      if (entry >= end || labels[entry] !== letter) return -1;
      node = nodes[entry]!;
      if (entry + 1 >= starts.length) return this.#nodeBelow(node, text, at + 1);
      end = starts[entry + 1]!;
      entry = starts[entry]!;
    }
    return node;
  }

  /** The node that the letters from a place on lead to. */
  #nodeBelow(from: number, text: string, place: number): number {
    let node = from;
    for (let at = place; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      const end = this.ends[node]!;
      node += 1;
      while (node < end && this.labels[node]! < letter) node = this.ends[node]!;
      if (node >= end || this.labels[node] !== letter) return -1;
    }
    return node;
  }
}

const NOTHING: TermRange = { first: 0, end: 0 };
