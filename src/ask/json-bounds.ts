import { BOUNDS } from "./bounds.ts";
import { digits } from "./grammar.ts";

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c] as const;
const [OBJECT, LIST] = [0x7b, 0x5b] as const;
const [OBJECT_END, LIST_END] = [0x7d, 0x5d] as const;

/** A list or an object that is open at some place of a JSON text. */
interface OpenContainer {
  readonly isList: boolean;
  /** The number of its commas so far. */
  commas: number;
}

/**
 * Finds what a text in JSON has too much of, as the end of a sentence; null where it is within all
 * bounds. Looks at brackets and commas alone, and no further than the first excess: a text need not
 * be well-formed, and nothing is made of it.
 */
export function findExcess(text: string): string | null {
  const open: OpenContainer[] = [];
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfText(text, at);
    else if (character === OBJECT_END || character === LIST_END) open.pop();
    else if (character === OBJECT || character === LIST) {
      open.push({ isList: character === LIST, commas: 0 });
      if (open.length > BOUNDS.jsonDepth.most) return `is nested more than ${BOUNDS.jsonDepth.most} levels deep`;
    } else if (character === COMMA) {
      const within = open.at(-1);
      if (within === undefined) continue;
      within.commas += 1;
      commas += 1;
      // There is one value more than there are commas.
      if (within.isList && within.commas >= BOUNDS.jsonItems.most)
        return `has a list of more than ${digits(BOUNDS.jsonItems.most)} items`;
      if (!within.isList && within.commas >= BOUNDS.jsonMembers.most)
        return `has an object of more than ${BOUNDS.jsonMembers.most} members`;
      if (commas >= BOUNDS.jsonValues.most) return `has more than ${digits(BOUNDS.jsonValues.most)} values`;
    }
  }
  return null;
}

/** Finds the end of the string that begins at a quotation mark; that of all if it has none. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
