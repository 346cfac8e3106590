import { isUtf8 } from "node:buffer";
import { closeSync, openSync, writeSync } from "node:fs";
import { type Compression, passBytes } from "./byte-stream.ts";

/** `text` says where the file can be read as UTF-8: itself, or a transcoded copy. */
export type EncodingCheck =
  { readonly kind: "text"; readonly path: string; readonly compression: Compression } | NotText;

/** The first byte that does not fit, counted from 0 in the decompressed content. */
export interface NotText {
  readonly kind: "not_text";
  readonly byteOffset: number;
  readonly found: string;
}

export interface TextSource {
  readonly path: string;
  readonly compression: Compression;
  /** Where a transcoded copy goes. */
  readonly copyPath: string;
}

/**
 * Reads a whole file to find out whether it is UTF-8 (with or without byte order mark) or UTF-16
 * with one; the latter is copied as UTF-8.
 *
 * Otherwise returns the first byte that does not fit. Throws when the file cannot be read.
 */
export async function checkEncoding(source: TextSource): Promise<EncodingCheck> {
  let checker: Checker | null = null;
  try {
    for await (const chunk of passBytes(source.path, source.compression)) {
      checker ??= chooseChecker(chunk, source.copyPath);
      const bad = checker.push(chunk);
      if (bad !== null) return bad;
    }
    return checker?.end() ?? { kind: "text", path: source.path, compression: source.compression };
  } finally {
    checker?.close();
  }

  function chooseChecker(start: Buffer, copyPath: string): Checker {
    if (start[0] === 0xff && start[1] === 0xfe) return new Utf16Transcoder(copyPath, false);
    if (start[0] === 0xfe && start[1] === 0xff) return new Utf16Transcoder(copyPath, true);
    return new Utf8Checker();
  }
}

interface Checker {
  push(chunk: Buffer): NotText | null;
  /** The result for the whole, or null for "the file itself is UTF-8". */
  end(): EncodingCheck | null;
  close(): void;
}

class Utf8Checker implements Checker {
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): NotText | null {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const cut = completeLength(bytes);
    const complete = bytes.subarray(0, cut);
    const zero = complete.indexOf(0);
    if (zero >= 0)
      return notText(
        this.#offset + zero,
        "a zero byte, as in a spreadsheet, an archive or UTF-16 without a byte order mark",
      );
    if (!isUtf8(complete)) return this.#reject(complete);
    this.#offset += cut;
    this.#rest = Buffer.from(bytes.subarray(cut));
    return null;
  }

  end(): EncodingCheck | null {
    return this.#rest.length === 0 ? null : this.#reject(this.#rest);
  }

  close(): void {}

  #reject(bytes: Buffer): NotText {
    const { byteOffset, found } = describeInvalidUtf8(bytes);
    return notText(this.#offset + byteOffset, found);
  }
}

class Utf16Transcoder implements Checker {
  readonly #copyPath: string;
  readonly #bigEndian: boolean;
  readonly #file: number;
  /** Bytes before `#rest`. */
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);
  #start = true;

  constructor(copyPath: string, bigEndian: boolean) {
    this.#copyPath = copyPath;
    this.#bigEndian = bigEndian;
    this.#file = openSync(copyPath, "w");
  }

  push(chunk: Buffer): NotText | null {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let cut = bytes.length & ~1;
    if (cut >= 2 && isHighSurrogate(this.#unitAt(bytes, cut - 2))) cut -= 2;
    const bad = this.#write(bytes.subarray(0, cut));
    this.#offset += cut;
    this.#rest = Buffer.from(bytes.subarray(cut));
    return bad;
  }

  end(): EncodingCheck {
    if (this.#rest.length > 0) return notText(this.#offset, "half a character at the end of a UTF-16 file");
    return { kind: "text", path: this.#copyPath, compression: null };
  }

  close(): void {
    closeSync(this.#file);
  }

  #unitAt(bytes: Buffer, at: number): number {
    return this.#bigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
  }

  #write(bytes: Buffer): NotText | null {
    let text = (this.#bigEndian ? Buffer.from(bytes).swap16() : bytes).toString("utf16le");
    if (!text.isWellFormed())
      return notText(this.#offset + 2 * firstLoneSurrogate(text), "half a surrogate pair in a UTF-16 file");
    const zero = text.indexOf("\0");
    if (zero >= 0)
      return notText(this.#offset + 2 * zero, "a zero character in a UTF-16 file (or UTF-32, which is not read)");
    if (this.#start && text !== "") {
      text = text.slice(1);
      this.#start = false;
    }
    writeSync(this.#file, text);
    return null;
  }
}

function notText(byteOffset: number, found: string): NotText {
  return { kind: "not_text", byteOffset, found };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function firstLoneSurrogate(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const isPair = text.slice(at, at + 2).isWellFormed() && isHighSurrogate(text.charCodeAt(at));
    if (isPair) at++;
    else if (!text.charAt(at).isWellFormed()) return at;
  }
  return text.length;
}

/** How many bytes remain without a character that is cut off at the end. */
function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  if (lead >= 0xe0) return lead <= 0xef ? 3 : 1;
  return lead >= 0xc2 ? 2 : 1;
}

/** Where bytes stop being UTF-8, and which byte is there. */
export function describeInvalidUtf8(bytes: Buffer): { readonly byteOffset: number; readonly found: string } {
  const byteOffset = firstInvalidUtf8(bytes);
  const byte = bytes[byteOffset]!.toString(16).toUpperCase().padStart(2, "0");
  return { byteOffset, found: `the byte 0x${byte}, which is not UTF-8` };
}

/** The index of the first byte of the first malformed sequence in bytes that are not UTF-8. */
export function firstInvalidUtf8(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at]!);
    if (!isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return 0;
}
