import { copyBytes, viewOf } from "./copy-bytes.ts";
import type { WrittenJson } from "./written-json.ts";

/** How much room a sheet has at first: for some hundred places. */
const BYTES_AT_FIRST = 128 * 1024;

/** Room in front of what is written, for the head of an answer; most take half of it. */
const FRONT_BYTES = 2048;

/** The longest form of a number in JSON, with room to spare: `-1.2345678901234567e-100`. */
const NUMBER_BYTES_MAX = 32;

/** Decimals that are tried before a number is left to Node: of seven are numbers up to 214 whole below 2^31. */
const SCALE = 10_000_000;
const DECIMALS = 7;
const SCALED_MAX = 2 ** 31 - 1;

/** Numbers below have an exponent in JSON. */
const LEAST = 1e-6;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/**
 * Memory that JSON is written into, from its start to its end: for a long answer a tenth of the time that joining as many texts takes, and nothing is
 * left behind for the collector. There is room in front for the head of an answer, so that both leave from where they were written.
 */
export class ByteSheet {
  #bytes: Buffer;
  #view: DataView;
  #start = FRONT_BYTES;
  #end = FRONT_BYTES;

  constructor(room = BYTES_AT_FIRST) {
    this.#bytes = Buffer.allocUnsafeSlow(FRONT_BYTES + room);
    this.#view = viewOf(this.#bytes);
  }

  /** Clears the sheet. What was written before is written over. */
  clear(): void {
    this.#start = FRONT_BYTES;
    this.#end = FRONT_BYTES;
  }

  /** Begins here: what was written before is there to be repeated, and no part of what is written. */
  begin(): void {
    this.#start = this.#end;
  }

  /** All that was written, in memory of the sheet. */
  written(): Buffer {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  /** The same behind a head of one byte per character, which is written in front of it. */
  writtenUnder(head: string): Buffer {
    const start = this.#start - head.length;
    if (start < 0) return Buffer.concat([Buffer.from(head, "latin1"), this.written()]);
    this.#bytes.write(head, start, "latin1");
    return this.#bytes.subarray(start, this.#end);
  }

  /** How many bytes were written. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Where the next is written: how many bytes stand before it since the sheet was cleared. */
  get end(): number {
    return this.#end - FRONT_BYTES;
  }

  /** Whether the sheet has got more room than it had at first. */
  get isLong(): boolean {
    return this.#bytes.length > FRONT_BYTES + BYTES_AT_FIRST;
  }

  write(json: WrittenJson): void {
    if (this.#end + json.length > this.#bytes.length) this.#grow(json.length);
    this.#end += this.#bytes.write(json, this.#end, "latin1");
  }

  /** Writes bytes that stand elsewhere. */
  append(from: DataView, start: number, end: number): void {
    if (this.#end + end - start > this.#bytes.length) this.#grow(end - start);
    copyBytes(from, start, end, this.#view, this.#end);
    this.#end += end - start;
  }

  /** Writes once more what stands between two places of this sheet. */
  repeat(start: number, end: number): void {
    if (this.#end + end - start > this.#bytes.length) this.#grow(end - start);
    copyBytes(this.#view, FRONT_BYTES + start, FRONT_BYTES + end, this.#view, this.#end);
    this.#end += end - start;
  }

  /** Writes a number as JSON does. */
  number(value: number): void {
    if (this.#end + NUMBER_BYTES_MAX > this.#bytes.length) this.#grow(NUMBER_BYTES_MAX);
    const size = value < 0 ? -value : value;
    const scaled = Math.round(size * SCALE);
    // Of fifteen digits or fewer no two stand for the same number: these are the only ones as short, and so those that JSON has.
    if (scaled <= SCALED_MAX && scaled / SCALE === size && (size >= LEAST || size === 0))
      this.#decimals(scaled, value < 0);
    else this.write(String(value));
  }

  /** Writes a whole number of ten-millionths. */
  #decimals(scaled: number, isNegative: boolean): void {
    const bytes = this.#bytes;
    let at = this.#end;
    if (isNegative) bytes[at++] = MINUS;
    let whole = (scaled / SCALE) | 0;
    let rest = (scaled - whole * SCALE) | 0;
    let digits = whole < 10 ? 1 : whole < 100 ? 2 : 3;
    at += digits;
    for (let place = at - 1; digits > 0; digits -= 1, place -= 1) {
      const shorter = (whole / 10) | 0;
      bytes[place] = ZERO + whole - shorter * 10;
      whole = shorter;
    }
    if (rest > 0) {
      bytes[at++] = POINT;
      let decimals = DECIMALS;
      for (let shorter = (rest / 10) | 0; shorter * 10 === rest; shorter = (rest / 10) | 0) {
        rest = shorter;
        decimals -= 1;
      }
      at += decimals;
      for (let place = at - 1; decimals > 0; decimals -= 1, place -= 1) {
        const shorter = (rest / 10) | 0;
        bytes[place] = ZERO + rest - shorter * 10;
        rest = shorter;
      }
    }
    this.#end = at;
  }

  #grow(bytes: number): void {
    const longer = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#end + bytes));
    this.#bytes.copy(longer, 0, 0, this.#end);
    this.#bytes = longer;
    this.#view = viewOf(longer);
  }
}

/** How many sheets are kept while nobody writes on them: as many as answers leave together, and as many long ones as leave one by one. */
const SHEETS_KEPT = 32;
const LONG_SHEETS_KEPT = 4;

const free: ByteSheet[] = [];
const freeLong: ByteSheet[] = [];

/**
 * Takes a clear sheet, for about so many bytes. Who takes one gives it back when nothing reads what stands there any longer, or leaves it to the
 * collector.
 */
export function takeSheet(bytes = 0): ByteSheet {
  const isLong = bytes > BYTES_AT_FIRST;
  const sheet = (isLong ? freeLong.pop() : free.pop()) ?? new ByteSheet(isLong ? bytes : BYTES_AT_FIRST);
  sheet.clear();
  return sheet;
}

/** Gives a sheet back. */
export function giveBack(sheet: ByteSheet): void {
  if (sheet.isLong) {
    if (freeLong.length < LONG_SHEETS_KEPT) freeLong.push(sheet);
  } else if (free.length < SHEETS_KEPT) free.push(sheet);
}
