import { closeSync, openSync, writeSync } from "node:fs";
import { passBytes } from "./byte-stream.ts";
import type { NotText, TextSource } from "./check-encoding.ts";

/**
 * The encodings that `dataset.json` may name: one byte for every character, as the Encoding
 * Standard (https://encoding.spec.whatwg.org/) defines them.
 */
export const SINGLE_BYTE_ENCODINGS = [
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1257",
  "iso-8859-2",
  "iso-8859-15",
  "macintosh",
] as const;

export type SingleByteEncoding = (typeof SINGLE_BYTE_ENCODINGS)[number];

/** What a file without any name of an encoding is taken for. */
const GUESSED: SingleByteEncoding = "windows-1252";

/** The UTF-8 copy of a file, and what shows whether its encoding is the right one. */
export interface DecodedText {
  readonly kind: "decoded";
  readonly encoding: SingleByteEncoding;
  /** How many bytes are not ASCII. */
  readonly foreignBytes: number;
  /** Two values, at most, in which they occur. */
  readonly examples: readonly string[];
}

/** Characters that are no text: a control, one that the encoding does not have. */
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f\u007f-\u009f\ufffd]/u;
/** A value with a character beyond ASCII, as far as the usual delimiters tell. */
const FOREIGN_VALUE = /[^,;|\t"\r\n]{0,40}\P{ASCII}[^,;|\t"\r\n]{0,40}/gu;
/** What a decoder of UTF-8 makes of bytes that are not. */
const REPLACEMENT = "\ufffd";
const EXAMPLES_MAX = 2;

/**
 * Copies a file that is not UTF-8 as UTF-8, from the encoding that is named. Where none is, it is
 * taken for windows-1252, which most programs write that do not write UTF-8.
 *
 * Returns the first byte that is no text in the named encoding. Without a name, null where the file
 * is no text in windows-1252, or has characters in UTF-8 as well: it is more likely damaged then.
 */
export async function decodeText(
  { path, compression, copyPath }: TextSource,
  named: SingleByteEncoding | null,
): Promise<DecodedText | NotText | null> {
  const encoding = named ?? GUESSED;
  const decoder = new TextDecoder(encoding);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const examples = new Set<string>();
  let foreignBytes = 0;
  let offset = 0;
  const copy = openSync(copyPath, "w");
  try {
    for await (const chunk of passBytes(path, compression)) {
      const text = decoder.decode(chunk);
      const at = text.search(NO_TEXT);
      if (at >= 0) return named === null ? null : noText(offset + at, chunk[at]!, encoding);
      if (named === null && hasUtf8(utf8.decode(chunk, { stream: true }))) return null;
      offset += chunk.length;
      foreignBytes += chunk.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0);
      if (examples.size < EXAMPLES_MAX)
        for (const value of text.match(FOREIGN_VALUE) ?? [])
          if (examples.size < EXAMPLES_MAX) examples.add(value.trim());
      writeSync(copy, text);
    }
  } finally {
    closeSync(copy);
  }
  return { kind: "decoded", encoding, foreignBytes, examples: [...examples] };
}

function hasUtf8(decoded: string): boolean {
  return /\P{ASCII}/u.test(decoded.replaceAll(REPLACEMENT, ""));
}

function noText(byteOffset: number, byte: number, encoding: string): NotText {
  const hex = byte.toString(16).toUpperCase().padStart(2, "0");
  return { kind: "not_text", byteOffset, found: `the byte 0x${hex}, which is no text in ${encoding}` };
}
