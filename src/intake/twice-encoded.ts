const WINDOWS_1252 = new TextDecoder("windows-1252");
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** The bytes from 0x80 on, by the characters that windows-1252 has for them. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0x80 }, (_, at) => [WINDOWS_1252.decode(Uint8Array.of(0x80 + at)), 0x80 + at] as const),
);

/** The characters of the bytes that continue a sequence in UTF-8, as a character class. */
const CONTINUING = `[${[...BYTES].flatMap(([character, byte]) => (byte < 0xc0 ? [character] : [])).join("")}]`;

/**
 * A character of UTF-8 that was read as windows-1252. A letter before a mark that ends a word is
 * none: `«CAFÉ»`, `CAFÉ™`.
 */
const SEQUENCE = new RegExp(
  `[ÂÃ]${CONTINUING}|[\\u00c4-\\u00df](?![»›”’…™®©](?!\\p{L}))${CONTINUING}|[\\u00e0-\\u00ef]${CONTINUING}{2}|[\\u00f0-\\u00f4]${CONTINUING}{3}`,
  "gu",
);

/** RE2 for DuckDB: every text with such a sequence matches it, and few others. */
export const MAYBE_TWICE_ENCODED = `[\\x{c2}-\\x{f4}]${CONTINUING}`;

/** Undoes a second encoding: "Société" of "SociÃ©tÃ©"; returns null if there was none. */
export function decodeTwiceEncoded(text: string): string | null {
  const decoded = text.replace(SEQUENCE, (sequence) => {
    try {
      return UTF_8.decode(Uint8Array.from(sequence, (character) => BYTES.get(character) ?? 0));
    } catch {
      return sequence;
    }
  });
  return decoded === text ? null : decoded;
}
