import type { FuzzyOptions, FuzzyTerms } from "./index-reader.ts";
import type { TermTrie } from "./term-trie.ts";

/** Maximum number of nodes that one search visits. */
const NODES_VISITED_MAX = 100_000;
/** Maximum number of ranges that one search returns. */
const FOUND_MAX = 400;
/** Longer texts are not matched with typos. */
const LENGTH_MAX = 40;
/** Maximum number of typos. */
const DISTANCE_MAX = 2;
/**
 * A set of positions has a bit for as many positions as there can be typos on both sides of the
 * middle, plus one on each.
 */
const MIDDLE = DISTANCE_MAX + 1;
const WIDTH = 2 * MIDDLE + 1;
/** The distance between rows of windows, as a power of two. */
const ROW_BITS = 6;
const NOT_COVERED = 100;

/**
 * Finds the words of a trie within a few typos of a text, with bit-parallel approximate matching
 * (Wu and Manber 1992; swaps as in Hyyrö 2003). For every node on the current path it keeps three
 * sets of positions in the text that the path can match up to: with two typos left, with one, and
 * with none. Bit `MIDDLE` of a set is the position equal to the depth of the node, the other bits
 * are its neighbours. A search for one typo is a search for two, one of which has been made
 * already.
 */
export class FuzzyMatcher {
  readonly #trie: TermTrie;
  /** The number of every letter of the text, from 1; 0 for other letters. */
  readonly #letters = new Uint8Array(0x10000);
  /** For every letter and depth, the positions around it where the text has that letter. */
  readonly #windows = new Uint8Array((LENGTH_MAX + 1) << ROW_BITS);
  /** Per depth, the positions by the number of typos left, and the window of the letter. */
  readonly #twoLeft = new Uint8Array(LENGTH_MAX + MIDDLE);
  readonly #oneLeft = new Uint8Array(LENGTH_MAX + MIDDLE);
  readonly #noneLeft = new Uint8Array(LENGTH_MAX + MIDDLE);
  readonly #masks = new Uint8Array(LENGTH_MAX + MIDDLE);
  #text = "";
  #options: FuzzyOptions = { distanceMax: 0, isPrefix: false, keepsFirst: false };
  #found: FuzzyTerms[] = [];
  /** The greatest letter of the text. */
  #greatest = 0;
  #visited = 0;

  constructor(trie: TermTrie) {
    this.#trie = trie;
  }

  /** See `IndexReader.fuzzyTerms`; returns at most `FOUND_MAX` ranges, in the order of the trie. */
  find(text: string, options: FuzzyOptions): FuzzyTerms[] {
    if (text.length > LENGTH_MAX) return [];
    this.#text = text;
    this.#options = options;
    this.#found = [];
    this.#greatest = 0;
    this.#visited = 0;
    const letters = this.#fillWindows();
    this.#twoLeft[0] = options.distanceMax === DISTANCE_MAX ? 1 << MIDDLE : 0;
    this.#oneLeft[0] = options.distanceMax === DISTANCE_MAX ? 3 << MIDDLE : 1 << MIDDLE;
    this.#noneLeft[0] = options.distanceMax === DISTANCE_MAX ? 7 << MIDDLE : 3 << MIDDLE;
    this.#visit(0, this.#trie.labels.length, 0, NOT_COVERED);
    for (let at = 0; at < text.length; at += 1) this.#letters[text.charCodeAt(at)] = 0;
    this.#windows.fill(0, 0, (letters + 1) << ROW_BITS);
    return this.#found;
  }

  /** Fills the windows; returns how many distinct letters the text has. */
  #fillWindows(): number {
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
   * Visits the siblings from `first` to `end`, whose parent has depth `depth`. Words below with a
   * matching prefix at `covered` typos or more have already been found.
   */
  #visit(first: number, end: number, depth: number, covered: number): void {
    const { labels, ends } = this.#trie;
    const letters = this.#letters;
    const windows = this.#windows;
    const two = this.#twoLeft[depth]!;
    const one = this.#oneLeft[depth]!;
    const none = this.#noneLeft[depth]!;
    // The state two letters up, for swaps: where the next letter of the text is the last letter of
    // the path.
    const maskBefore = depth === 0 ? 0 : this.#masks[depth]! >>> 1;
    const twoSwapped = depth === 0 ? 0 : this.#twoLeft[depth - 1]! & maskBefore;
    const oneSwapped = depth === 0 ? 0 : this.#oneLeft[depth - 1]! & maskBefore;
    const whole = this.#text.length - depth - 1 + MIDDLE;
    const inText = whole < 0 ? 0 : whole > WIDTH ? -1 : (2 << whole) - 1;
    // With no typo left, only letters of the text can match.
    const isSpent = one === 0;
    const wanted = none | (oneSwapped >>> 1);
    for (let node = first; node < end; node = ends[node]!) {
      this.#visited += 1;
      const label = labels[node]!;
      if (isSpent && label > this.#greatest) return;
      const mask = windows[(letters[label]! << ROW_BITS) + depth]!;
      if (isSpent && (mask & wanted) === 0) continue;
      if (this.#visited > NODES_VISITED_MAX || this.#found.length >= FOUND_MAX) return;
      if (depth === 0 && this.#options.keepsFirst && label !== this.#text.charCodeAt(0)) continue;
      const swap = mask << 1;
      const twoHere = two & mask;
      const oneHere = ((one & mask) | two | (two >>> 1) | (twoHere << 1) | (twoSwapped & swap)) & inText;
      const noneHere = ((none & mask) | one | (one >>> 1) | (oneHere << 1) | (oneSwapped & swap)) & inText;
      if (noneHere === 0) continue;
      this.#twoLeft[depth + 1] = twoHere;
      this.#oneLeft[depth + 1] = oneHere;
      this.#noneLeft[depth + 1] = noneHere;
      this.#masks[depth + 1] = mask;
      const isMatch = whole >= 0 && whole <= WIDTH && ((noneHere >>> whole) & 1) === 1;
      const least = isMatch ? this.#add(node, depth + 1, whole, covered) : covered;
      if (node + 1 < ends[node]!) this.#visit(node + 1, ends[node]!, depth + 1, least);
    }
  }

  /**
   * Adds a node whose path matches the whole text; returns the new `covered` for the nodes below
   * it.
   */
  #add(node: number, depth: number, whole: number, covered: number): number {
    const { distanceMax, isPrefix } = this.#options;
    const has = (positions: Uint8Array): boolean => ((positions[depth]! >>> whole) & 1) === 1;
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
