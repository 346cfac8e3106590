const [QUOTE, NEWLINE, RETURN, SPACE] = [0x22, 0x0a, 0x0d, 0x20] as const;
/**
 * Maximum length of a record without its line end. The end of a field is not sought beyond that.
 */
export const RECORD_BYTES_MAX = 1 << 20;

/** Says for messages what a row must be to be read. */
export function expectedRecord(bytesMax = RECORD_BYTES_MAX): string {
  return `fields with quotation marks around the whole or none, and those inside doubled, in a row of at most ${inKib(bytesMax)}`;
}

function inKib(bytes: number): string {
  return bytes % (1 << 20) === 0 ? `${bytes >> 20} MiB` : `${bytes >> 10} KiB`;
}

const INCOMPLETE = -1;

/** One record of a CSV file. The arrays are reused: read them before the next record. */
export interface CsvRecord {
  bytes: Buffer;
  /** Physical line on which it begins, from 1. */
  line: number;
  fieldCount: number;
  /**
   * Its start and end in `bytes`, its line end left out; without meaning in a record with an
   * error.
   */
  from: number;
  to: number;
  /**
   * Start and end of each field's content in `bytes`; doubled quotation marks inside a quoted
   * field are left doubled.
   */
  readonly starts: number[];
  readonly ends: number[];
  readonly quoted: boolean[];
  /** Why the record cannot be read, or null. */
  error: string | null;
}

/**
 * Cuts the bytes of a CSV file into records (RFC 4180; LF, CRLF and CR end a line; blank lines are
 * skipped), with the line of each.
 *
 * Spaces around a quoted field are dropped, a quotation mark inside an unquoted field is a
 * character. After a malformed record the scanner goes on with the line after its first one:
 * otherwise a quotation mark that is not closed would swallow good rows. The result does not depend
 * on how the bytes are cut into chunks.
 */
export class CsvScanner {
  readonly #delimiter: number;
  readonly #onRecord: (record: CsvRecord) => void;
  readonly #bytesMax: number;
  readonly #record: CsvRecord = {
    bytes: Buffer.alloc(0),
    line: 1,
    fieldCount: 0,
    from: 0,
    to: 0,
    starts: [],
    ends: [],
    quoted: [],
    error: null,
  };
  #pending: Buffer = Buffer.alloc(0);
  #line = 1;
  #isStart = true;
  /** True while the rest of the line of a malformed record is skipped. */
  #isSkipping = false;

  /** `onRecord` may throw: nothing is read behind that record then. */
  constructor(delimiter: string, onRecord: (record: CsvRecord) => void, bytesMax = RECORD_BYTES_MAX) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#onRecord = onRecord;
    this.#bytesMax = bytesMax;
  }

  push(chunk: Buffer): void {
    this.#scan(this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]), false);
  }

  end(): void {
    this.#scan(this.#pending, true);
  }

  #scan(bytes: Buffer, isLast: boolean): void {
    let at = 0;
    if (this.#isStart && (bytes.length >= 3 || isLast)) {
      if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) at = 3;
      this.#isStart = false;
    }
    this.#record.bytes = bytes;
    while (at < bytes.length) {
      if (this.#isSkipping) {
        at = this.#skipLine(bytes, at, isLast);
        if (this.#isSkipping) break;
        continue;
      }
      const next = this.#readRecord(bytes, at, isLast);
      if (next === INCOMPLETE) break;
      const { fieldCount, error, starts, ends, quoted } = this.#record;
      const isBlank = error === null && fieldCount === 1 && !quoted[0] && starts[0] === ends[0];
      this.#record.line = this.#line;
      if (!isBlank) this.#onRecord(this.#record);
      if (error !== null) {
        this.#isSkipping = true;
        continue;
      }
      this.#line += countLineEnds(bytes, at, next);
      at = next;
    }
    // A copy, because the caller's chunk may be large and this is a part of one record.
    this.#pending = Buffer.from(bytes.subarray(at));
  }

  /**
   * Fills the record that begins at `from` and returns where the next one begins, or INCOMPLETE
   * when more bytes are needed.
   */
  #readRecord(bytes: Buffer, from: number, isLast: boolean): number {
    const record = this.#record;
    record.error = null;
    record.from = from;
    let field = 0;
    let at = from;
    for (;;) {
      let start = at;
      while (bytes[start] === SPACE) start++;
      const isQuoted = bytes[start] === QUOTE;
      if (isQuoted) {
        const close = closingQuote(bytes, start + 1, isLast);
        if (close === INCOMPLETE) {
          if (bytes.length - from > this.#bytesMax) return this.#fail(this.#tooLong(true));
          return isLast ? this.#fail("a quotation mark that is never closed") : INCOMPLETE;
        }
        record.starts[field] = start + 1;
        record.ends[field] = close;
        at = close + 1;
        while (bytes[at] === SPACE) at++;
      } else {
        record.starts[field] = at;
        while (at < bytes.length && bytes[at] !== this.#delimiter && bytes[at] !== NEWLINE && bytes[at] !== RETURN)
          at++;
        record.ends[field] = at;
      }
      record.quoted[field] = isQuoted;
      field++;
      record.fieldCount = field;
      record.to = at;
      if (at - from > this.#bytesMax) return this.#fail(this.#tooLong(isQuoted));
      const byte = bytes[at];
      if (byte === this.#delimiter) at++;
      else if (byte === undefined) return isLast ? at : INCOMPLETE;
      else if (byte === NEWLINE) return at + 1;
      else if (byte === RETURN) {
        if (at + 1 >= bytes.length && !isLast) return INCOMPLETE;
        return bytes[at + 1] === NEWLINE ? at + 2 : at + 1;
      } else return this.#fail("a quotation mark that is not closed at the end of its field");
    }
  }

  /** An open quotation mark is named, as whether it is ever closed would show late or never. */
  #tooLong(isQuoted: boolean): string {
    return `a row of more than ${inKib(this.#bytesMax)}${isQuoted ? ", or a quotation mark that is never closed" : ""}`;
  }

  /** Marks the record as malformed; its first line is skipped then. */
  #fail(error: string): 0 {
    this.#record.error = error;
    return 0;
  }

  /**
   * Skips the rest of a line and returns where to go on: at the next line, or, still skipping, with
   * the next chunk.
   */
  #skipLine(bytes: Buffer, from: number, isLast: boolean): number {
    let end = from;
    while (end < bytes.length && bytes[end] !== NEWLINE && bytes[end] !== RETURN) end++;
    if (end >= bytes.length) return end;
    // The byte after a carriage return says where its line ends.
    if (bytes[end] === RETURN && end + 1 >= bytes.length && !isLast) return end;
    this.#isSkipping = false;
    this.#line += 1;
    return bytes[end] === RETURN && bytes[end + 1] === NEWLINE ? end + 2 : end + 1;
  }
}

/**
 * The index of the quotation mark that closes a field, or INCOMPLETE when it is not in these bytes.
 */
function closingQuote(bytes: Buffer, from: number, isLast: boolean): number {
  let at = from;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return INCOMPLETE;
    if (quote + 1 >= bytes.length) return isLast ? quote : INCOMPLETE;
    if (bytes[quote + 1] !== QUOTE) return quote;
    at = quote + 2;
  }
}

function countLineEnds(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === NEWLINE || (byte === RETURN && bytes[at + 1] !== NEWLINE)) count++;
  }
  return count;
}

/** The fields of a record as texts, or the first so many. */
export function fieldTexts(record: CsvRecord, count = record.fieldCount): string[] {
  const { bytes, starts, ends, quoted } = record;
  return Array.from({ length: count }, (_, field) => {
    const text = bytes.toString("utf8", starts[field], ends[field]);
    return quoted[field] === true ? text.replaceAll('""', '"') : text;
  });
}

/** Writes a text as a field, with quotation marks where it needs them. */
export function quoteField(text: string, delimiter = ","): string {
  return text.includes(delimiter) || /["\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The delimiters that are told apart without being named. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line with which Excel tells itself the delimiter. */
const DELIMITER_LINE = /^\ufeff?"?sep=([ -~\t])"?(?:\r\n|\r|\n)/iu;
/** Of the start of a file, so many bytes hold such a line. */
export const DELIMITER_LINE_BYTES = 12;

/** The delimiter that the first line of a file names, as `sep=;` does; null for another line. */
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
