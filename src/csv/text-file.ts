/** The delimiters that are told apart without being named. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line with which Excel tells itself the delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=([ -~\t])"?(?:\r\n|\r|\n)/iu;
/** Of the start of a file, so many bytes hold such a line. */
export const DELIMITER_LINE_BYTES = 12;

/**
 * The delimiter that the first line of a file names, as `sep=;` does; null where it is no such
 * line.
 */
export function namedDelimiter(start: string): string | null {
  return DELIMITER_LINE.exec(start.slice(0, DELIMITER_LINE_BYTES))?.[1] ?? null;
}

/**
 * A whole text file in UTF-8, or in UTF-16 with a byte order mark, without the mark; null for bytes
 * that are neither.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 without a mark is full of zeros, and reads as UTF-8.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
