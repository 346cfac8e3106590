/**
 * JSON that is already written: its UTF-8 with one character for each byte.
 *
 * In this form texts of any language are put together, measured and sent without being encoded again.
 */
export type WrittenJson = string;

/** Writes a JSON value. */
export function writeJson(value: unknown): WrittenJson {
  const text = JSON.stringify(value);
  return isAscii(text) ? text : Buffer.from(text).toString("latin1");
}

/** Writes the members of an object without its braces. */
export function writeMembers(value: object): WrittenJson {
  return writeJson(value).slice(1, -1);
}

/** Reads what was written. */
export function readJson(written: Buffer): unknown {
  return JSON.parse(written.toString());
}

/**
 * Lays a text of one byte per character out in one row of memory: one put together from parts is a tree of them, which everything it becomes
 * part of would have to climb.
 */
export function flatten(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

/** How many different pieces of one kind are kept; real releases have some thousands. */
const PIECES_KEPT_MAX = 20_000;

/** Keeps what was written for each key, so that it is written once. What is written about is its own key unless `keyOf` says otherwise. */
export function keepPieces<About>(
  write: (about: About) => WrittenJson,
  keyOf: (about: About) => unknown = (about) => about,
): (about: About) => WrittenJson {
  const pieces = new Map<unknown, WrittenJson>();
  return (about) => {
    const key = keyOf(about);
    let piece = pieces.get(key);
    if (piece === undefined) {
      piece = flatten(write(about));
      if (pieces.size >= PIECES_KEPT_MAX) pieces.clear();
      pieces.set(key, piece);
    }
    return piece;
  };
}

/** Pieces of as many numbers lie together, on pages that are made as they are needed: numbers may be far from each other. */
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;
const EMPTY_PAGE: readonly (WrittenJson | null)[] = Array.from({ length: PAGE }, () => null);

/** From here on numbers are looked up like anything else: so many pages would be mostly empty. */
const PAGED_NUMBERS = 65_536 * PAGE;

/** Keeps what was written for each number from 0 on: it is found in a fraction of the time that a look into a map takes. */
export function keepNumbered(write: (number: number) => WrittenJson): (number: number) => WrittenJson {
  const far = keepPieces(write);
  let pages: (WrittenJson | null)[][] = [];
  let kept = 0;
  const keep = (number: number): WrittenJson => {
    if (kept >= PIECES_KEPT_MAX) {
      pages = [];
      kept = 0;
    }
    const page = number >>> PAGE_BITS;
    while (pages.length <= page) pages.push([]);
    if (pages[page]!.length === 0) pages[page] = [...EMPTY_PAGE];
    const piece = flatten(write(number));
    pages[page]![number & (PAGE - 1)] = piece;
    kept += 1;
    return piece;
  };
  return (number) =>
    number < PAGED_NUMBERS ? (pages[number >>> PAGE_BITS]?.[number & (PAGE - 1)] ?? keep(number)) : far(number);
}

function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\0-\x7f]*$/u.test(text);
}
