import type { NearQuestion, NearTerms } from "./postings.ts";
import type { TermTrie } from "./term-trie.ts";

/** How many nodes one search for near words may visit. */
const NODES_VISITED_MAX = 100_000;
/** How many near words and ranges one search may give. */
const NEAR_MAX = 400;
/** Longer words are not searched with errors. */
const LENGTH_MAX = 40;
/** How many errors there can be. */
const DISTANCE_MAX = 2;
/** Bits of a set of places: as many as there are errors on both sides of the middle one, and one more on each. */
const MIDDLE = DISTANCE_MAX + 1;
const WIDTH = 2 * MIDDLE + 1;
/** Rows of windows lie so far apart, as a power of two. */
const ROW_BITS = 6;
const FAR = 100;

/**
 * Finds words near to a text in the tree of all words. At every node it knows which places in the text its letters can stand for: with two errors
 * left, with one and with none (Wu and Manber 1992; swaps as Hyyrö 2003). A set of places is a few bits: bit `MIDDLE` is the place as far from the
 * beginning as the node is deep, the others are beside it. A search for one error is one for two of which one was made already.
 */
export class NearFinder {
  readonly #trie: TermTrie;
  /** The number of every letter of the text, from 1; 0 for all others. */
  readonly #letters = new Uint8Array(0x10000);
  /** For every letter and depth the places around it where the text has that letter. */
  readonly #windows = new Uint8Array((LENGTH_MAX + 1) << ROW_BITS);
  /** The places by the number of errors left, and the window of the letter, per depth. */
  readonly #twoLeft = new Uint8Array(LENGTH_MAX + MIDDLE);
  readonly #oneLeft = new Uint8Array(LENGTH_MAX + MIDDLE);
  readonly #noneLeft = new Uint8Array(LENGTH_MAX + MIDDLE);
  readonly #masks = new Uint8Array(LENGTH_MAX + MIDDLE);
  #text = "";
  #question: NearQuestion = { distanceMax: 0, isPrefix: false, keepsFirst: false };
  #found: NearTerms[] = [];
  /** Of the letters of the text. */
  #greatest = 0;
  #visited = 0;

  constructor(trie: TermTrie) {
    this.#trie = trie;
  }

  /** See `Postings.nearTerms`; the nearest ranges in the order of the tree, `NEAR_MAX` at most. */
  find(text: string, question: NearQuestion): NearTerms[] {
    if (text.length > LENGTH_MAX) return [];
    this.#text = text;
    this.#question = question;
    this.#found = [];
    this.#greatest = 0;
    this.#visited = 0;
    const letters = this.#layWindows();
    this.#twoLeft[0] = question.distanceMax === DISTANCE_MAX ? 1 << MIDDLE : 0;
    this.#oneLeft[0] = question.distanceMax === DISTANCE_MAX ? 3 << MIDDLE : 1 << MIDDLE;
    this.#noneLeft[0] = question.distanceMax === DISTANCE_MAX ? 7 << MIDDLE : 3 << MIDDLE;
    this.#visit(true, 0, this.#trie.crown.roots, 0, FAR);
    for (let at = 0; at < text.length; at += 1) this.#letters[text.charCodeAt(at)] = 0;
    this.#windows.fill(0, 0, (letters + 1) << ROW_BITS);
    return this.#found;
  }

  /** Notes where the text has which letter; gives the number of its letters. */
  #layWindows(): number {
    let letters = 0;
    for (let at = 0; at < this.#text.length; at += 1) {
      const letter = this.#text.charCodeAt(at);
      this.#greatest = Math.max(this.#greatest, letter);
      if (this.#letters[letter] === 0) this.#letters[letter] = letters += 1;
      const row = this.#letters[letter]! << ROW_BITS;
      for (let depth = Math.max(0, at - MIDDLE); depth <= at + MIDDLE; depth += 1)
        this.#windows[row + depth]! |= 1 << (at - depth + MIDDLE);
    }
    return letters;
  }

  /**
   * Visits siblings whose parent is `depth` letters deep: entries of the crown or nodes of the tree. Beginnings at `covered` errors or more are in
   * what was found already.
   */
  #visit(isCrown: boolean, first: number, end: number, depth: number, covered: number): void {
    const { crown, ends } = this.#trie;
    const labels = isCrown ? crown.labels : this.#trie.labels;
    const letters = this.#letters;
    const windows = this.#windows;
    const two = this.#twoLeft[depth]!;
    const one = this.#oneLeft[depth]!;
    const none = this.#noneLeft[depth]!;
    // Two letters before these siblings, where the next letter of the text is the last one of the path.
    const maskBefore = depth === 0 ? 0 : this.#masks[depth]! >>> 1;
    const twoSwapped = depth === 0 ? 0 : this.#twoLeft[depth - 1]! & maskBefore;
    const oneSwapped = depth === 0 ? 0 : this.#oneLeft[depth - 1]! & maskBefore;
    const whole = this.#text.length - depth - 1 + MIDDLE;
    const inText = whole < 0 ? 0 : whole > WIDTH ? -1 : (2 << whole) - 1;
    // Without an error left only letters of the text lead on.
    const isSpent = one === 0;
    const wanted = none | (oneSwapped >>> 1);
    for (let at = first; at < end; at = isCrown ? at + 1 : ends[at]!) {
      this.#visited += 1;
      const label = labels[at]!;
      if (isSpent && label > this.#greatest) return;
      const mask = windows[(letters[label]! << ROW_BITS) + depth]!;
      if (isSpent && (mask & wanted) === 0) continue;
      if (this.#visited > NODES_VISITED_MAX || this.#found.length >= NEAR_MAX) return;
      if (depth === 0 && this.#question.keepsFirst && label !== this.#text.charCodeAt(0)) continue;
      const swap = mask << 1;
      const twoHere = two & mask;
      const oneHere = ((one & mask) | two | (two >>> 1) | (twoHere << 1) | (twoSwapped & swap)) & inText;
      const noneHere = ((none & mask) | one | (one >>> 1) | (oneHere << 1) | (oneSwapped & swap)) & inText;
      if (noneHere === 0) continue;
      this.#twoLeft[depth + 1] = twoHere;
      this.#oneLeft[depth + 1] = oneHere;
      this.#noneLeft[depth + 1] = noneHere;
      this.#masks[depth + 1] = mask;
      const node = isCrown ? crown.nodes[at]! : at;
      const isNear = whole >= 0 && whole <= WIDTH && ((noneHere >>> whole) & 1) === 1;
      const least = isNear ? this.#take(node, depth + 1, whole, covered) : covered;
      const { starts } = crown;
      if (isCrown && at + 1 < starts.length) this.#visit(true, starts[at]!, starts[at + 1]!, depth + 1, least);
      else if (node + 1 < ends[node]!) this.#visit(false, node + 1, ends[node]!, depth + 1, least);
    }
  }

  /** Takes a node that is near to the whole text; gives at how many errors or more the beginnings below are in what was found. */
  #take(node: number, depth: number, whole: number, covered: number): number {
    const { distanceMax, isPrefix } = this.#question;
    const has = (places: Uint8Array): boolean => ((places[depth]! >>> whole) & 1) === 1;
    const distance = has(this.#twoLeft) ? distanceMax - 2 : has(this.#oneLeft) ? distanceMax - 1 : distanceMax;
    if (this.#trie.isWord(node)) {
      const first = this.#trie.rank(node);
      this.#found.push({ first, end: first + 1, distance, isPrefix: false });
    }
    if (!isPrefix || distance >= covered) return covered;
    this.#found.push({ ...this.#trie.below(node), distance, isPrefix: true });
    return distance;
  }
}
