import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import type { ColumnFacts } from "./column-facts.ts";
import { bitsOf, encodeRuns } from "./run-length.ts";
import { binary, i32, i64, list, struct, type ThriftValue } from "./thrift.ts";

/** There is no column of fractions yet. */
type ColumnType = Exclude<ColumnFacts["type"], "number">;

const MAGIC = Buffer.from("PAR1");
const CREATED_BY = "Country Trust";

/** The numbers of Parquet's enumerations. */
const TYPES: Readonly<Record<ColumnType, { readonly stored: number; readonly meant: number }>> = {
  text: { stored: 6, meant: 0 },
  integer: { stored: 1, meant: 17 },
  date: { stored: 1, meant: 6 },
};
const OPTIONAL = 1;
const ENCODING = { plain: 0, rle: 3, dictionary: 8 } as const;
const ZSTD = 6;
const PAGE = { data: 0, dictionary: 2 } as const;

/** Whether a row has a value. */
const LEVEL_BITS = 1;

export interface ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** What stands in a column of some rows: every distinct value once, a date as days since 1970-01-01, and which of them each row has. */
export interface ColumnValues {
  readonly values: readonly (string | number)[];
  /** Of each row the place of its value from 1, or 0 for none. */
  readonly places: Int32Array;
  /** The least and the greatest value, where readers are to know them. */
  readonly range: { readonly least: string | number; readonly greatest: string | number } | null;
}

/** Writes a Parquet file of optional columns with dictionaries, compressed with Zstandard. It is complete, but not fsynced, after `finish`. */
export class ParquetFile {
  readonly #columns: readonly ParquetColumn[];
  readonly #file: number;
  readonly #hash = createHash("sha256");
  readonly #groups: ThriftValue[] = [];
  #isOpen = true;
  #length = 0;
  #rows = 0;

  constructor(file: string, columns: readonly ParquetColumn[]) {
    this.#file = openSync(file, "w");
    this.#columns = columns;
    this.#write(MAGIC);
  }

  /** Adds rows as a row group: its columns in their order. */
  addRows(rows: number, columns: readonly ColumnValues[]): void {
    const chunks = columns.map((values, place) => this.#addColumn(this.#columns[place]!, rows, values));
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
    this.#groups.push(struct({ 1: list(chunks.map(({ description }) => description)), 2: i64(bytes), 3: i64(rows) }));
    this.#rows += rows;
  }

  /** Returns the SHA-256 of the file's bytes, hexadecimal. */
  finish(): string {
    const schema = [struct({ 4: binary("schema"), 5: i32(this.#columns.length) }), ...this.#columns.map(schemaElement)];
    const byTypeOrder = struct({ 1: struct({}) });
    const { bytes } = struct({
      1: i32(1),
      2: list(schema),
      3: i64(this.#rows),
      4: list(this.#groups),
      6: binary(CREATED_BY),
      7: list(this.#columns.map(() => byTypeOrder)),
    });
    this.#write(bytes);
    this.#write(uint32(bytes.length));
    this.#write(MAGIC);
    this.abandon();
    return this.#hash.digest("hex");
  }

  /** Closes the file as it is. */
  abandon(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #addColumn(
    { name, type }: ParquetColumn,
    rows: number,
    { values, places, range }: ColumnValues,
  ): { description: ThriftValue; bytes: number } {
    const start = this.#length;
    const isEmpty = values.length === 0;
    const dictionary = isEmpty ? 0 : this.#addDictionary(values);
    const data = this.#length;
    const { body, nulls } = dataPage(rows, places, values.length);
    const encoding = isEmpty ? ENCODING.plain : ENCODING.dictionary;
    const written =
      dictionary +
      this.#addPage(PAGE.data, body, {
        5: struct({ 1: i32(rows), 2: i32(encoding), 3: i32(ENCODING.rle), 4: i32(ENCODING.rle) }),
      });
    const statistics = struct({
      3: i64(nulls),
      5: range === null ? undefined : binary(plain(range.greatest, false)),
      6: range === null ? undefined : binary(plain(range.least, false)),
    });
    const metadata = struct({
      1: i32(TYPES[type].stored),
      2: list([...new Set([ENCODING.plain, ENCODING.rle, encoding])].map(i32)),
      3: list([binary(name)]),
      4: i32(ZSTD),
      5: i64(rows),
      6: i64(written),
      7: i64(this.#length - start),
      9: i64(data),
      11: isEmpty ? undefined : i64(start),
      12: statistics,
    });
    return { description: struct({ 2: i64(start), 3: metadata }), bytes: written };
  }

  #addDictionary(values: readonly (string | number)[]): number {
    const body = Buffer.concat(values.map((value) => plain(value, true)));
    return this.#addPage(PAGE.dictionary, body, { 7: struct({ 1: i32(values.length), 2: i32(ENCODING.plain) }) });
  }

  /** Returns how many bytes it takes without compression. */
  #addPage(type: number, body: Buffer, header: Readonly<Record<number, ThriftValue>>): number {
    const compressed = zstdCompressSync(body);
    const head = struct({ 1: i32(type), 2: i32(body.length), 3: i32(compressed.length), ...header }).bytes;
    this.#write(head);
    this.#write(compressed);
    return head.length + body.length;
  }

  #write(bytes: Buffer): void {
    this.#hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    this.#length += bytes.length;
  }
}

function schemaElement({ name, type }: ParquetColumn): ThriftValue {
  return struct({ 1: i32(TYPES[type].stored), 3: i32(OPTIONAL), 4: binary(name), 6: i32(TYPES[type].meant) });
}

/** A page of the rows that have a value, then of the values' places in the dictionary. */
function dataPage(rows: number, places: Int32Array, distinct: number): { body: Buffer; nulls: number } {
  const isGiven = new Int32Array(rows);
  const codes = new Int32Array(rows);
  let given = 0;
  for (let row = 0; row < rows; row += 1) {
    const place = places[row]!;
    if (place === 0) continue;
    isGiven[row] = 1;
    codes[given++] = place - 1;
  }
  const levels = encodeRuns(isGiven, rows, LEVEL_BITS);
  const bits = bitsOf(distinct - 1);
  const data = given === 0 ? [] : [Buffer.from([bits]), encodeRuns(codes, given, bits)];
  return { body: Buffer.concat([uint32(levels.length), levels, ...data]), nulls: rows - given };
}

/** A value as it stands in a file: a number as INT32, a text in UTF-8, after its length where another may follow. */
function plain(value: string | number, isFollowed: boolean): Buffer {
  if (typeof value === "number") {
    const bytes = Buffer.allocUnsafe(4);
    bytes.writeInt32LE(value);
    return bytes;
  }
  const text = Buffer.from(value);
  return isFollowed ? Buffer.concat([uint32(text.length), text]) : text;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
