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
 * part of would have to climb, and which takes a detour to be written as bytes.
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

function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\0-\x7f]*$/u.test(text);
}
