import { NumberList } from "./number-list.ts";

/**
 * The first letters of all words once more, level by level, so that siblings stand side by side: in a tree in preorder each of them lies behind all
 * that begins with the one before, far away in memory where that is much.
 */
export interface TrieCrown {
  /** The letter of every entry; siblings follow each other in the order of their letters. */
  readonly labels: Uint16Array;
  /** Which node of the tree an entry stands for. */
  readonly nodes: Uint32Array;
  /** Where the children of an entry begin, and one more for the end; entries beyond have their children in the tree alone. */
  readonly starts: Uint32Array;
  /** How many entries begin a word. */
  readonly roots: number;
}

/** How many letters from the beginning of a word stand in the crown; deeper in the tree siblings are few and near. */
const CROWN_DEPTH = 3;

/** Lays out the crown of a tree in preorder (see `TrieArrays`). */
export function layCrown(labels: Uint16Array, ends: Uint32Array): TrieCrown {
  const nodes = new NumberList();
  const starts = new NumberList();
  const addSiblings = (first: number, end: number): void => {
    for (let node = first; node < end; node = ends[node]!) nodes.push(node);
  };
  addSiblings(0, labels.length);
  const roots = nodes.length;
  for (let depth = 1; depth < CROWN_DEPTH; depth += 1) {
    const end = nodes.length;
    for (let entry = starts.length; entry < end; entry += 1) {
      starts.push(nodes.length);
      addSiblings(nodes.at(entry) + 1, ends[nodes.at(entry)]!);
    }
  }
  starts.push(nodes.length);
  const crownLabels = new Uint16Array(nodes.length);
  for (let entry = 0; entry < crownLabels.length; entry += 1) crownLabels[entry] = labels[nodes.at(entry)]!;
  return { labels: crownLabels, nodes: nodes.numbers(), starts: starts.numbers(), roots };
}
