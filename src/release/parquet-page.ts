import { zstdCompressSync } from "node:zlib";
import { RunWriter } from "./run-writer.ts";

/** What stands in a column of some rows: every distinct value once, a date as days since 1970-01-01, and which of them each row has. */
export interface ColumnValues {
  readonly values: readonly (string | number)[];
  /** Of each row the place of its value from 0, or -1 for none. */
  readonly places: Int32Array;
  /** Whether some rows have none. */
  readonly hasGaps: boolean;
  /** The least and the greatest value, where readers are to know them. */
  readonly range: { readonly least: string | number; readonly greatest: string | number } | null;
}

/** What a page says of its rows. */
export interface Page {
  readonly rows: number;
  /** How many of them have no value. */
  readonly missing: number;
  /** Which of them have one. */
  readonly head: Uint8Array;
  /** The places of the values in the dictionary, compressed. */
  readonly body: Uint8Array;
  readonly bodyBytes: number;
}

/** Encodes one page after another in the same memory. */
export class PageEncoder {
  readonly #runs = new RunWriter();
  #levels = new Int32Array(0);
  #codes = new Int32Array(0);

  encode(rows: number, { values, places, hasGaps }: ColumnValues): Page {
    let codes = places;
    let given = rows;
    if (values.length === 0) {
      given = 0;
      this.#runs.addRun(0, rows, 1);
    } else if (hasGaps) {
      given = this.#split(rows, places);
      codes = this.#codes;
      this.#runs.add(this.#levels, rows, 1);
    } else this.#runs.addRun(1, rows, 1);
    const head = this.#runs.take().slice();
    const bits = 32 - Math.clz32(Math.max(0, values.length - 1));
    this.#runs.addByte(bits);
    this.#runs.add(codes, given, bits);
    const body = this.#runs.take();
    return { rows, missing: rows - given, head, body: zstdCompressSync(body), bodyBytes: body.length };
  }

  /** Puts apart which rows have a value, and the values' places without gaps; returns how many there are. */
  #split(rows: number, places: Int32Array): number {
    if (this.#levels.length < rows) {
      this.#levels = new Int32Array(rows);
      this.#codes = new Int32Array(rows);
    }
    const levels = this.#levels;
    const codes = this.#codes;
    let given = 0;
    for (let row = 0; row < rows; row += 1) {
      const place = places[row]!;
      codes[given] = place;
      const level = place < 0 ? 0 : 1;
      levels[row] = level;
      given += level;
    }
    return given;
  }
}
