import { zstdCompressSync } from "node:zlib";
import type { ColumnChunk, SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeDictionaryPage } from "hyparquet-writer/src/dictionary.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import type { ColumnEncoder } from "hyparquet-writer/src/types.js";
import type { ColumnFacts } from "./column-facts.ts";
import { HashedFile } from "./hashed-file.ts";

/** There is no column of fractions yet. */
type ColumnType = Exclude<ColumnFacts["type"], "number">;

const STORED_AS = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT32", converted_type: "INT_32" },
  date: { type: "INT32", converted_type: "DATE" },
} as const satisfies Readonly<Record<ColumnType, Partial<SchemaElement>>>;

const COMPRESSORS = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) };

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

/**
 * Writes a Parquet file of optional columns with dictionaries, compressed with Zstandard. Encodings, headers and what the file says of itself are hyparquet-writer's;
 * the dictionaries are given, so that it need not look for them value by value. The file is complete, but not fsynced, after `finish`.
 */
export class ParquetFile {
  readonly #columns: readonly ColumnEncoder[];
  readonly #file: HashedFile;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(file: string, columns: readonly ParquetColumn[]) {
    this.#file = new HashedFile(file);
    const root: SchemaElement = { name: "schema", num_children: columns.length };
    const elements = columns.map(({ name, type }): SchemaElement => ({
      name,
      repetition_type: "OPTIONAL",
      ...STORED_AS[type],
    }));
    this.#columns = elements.map((element) => ({
      columnName: element.name,
      element,
      schemaPath: [root, element],
      codec: "ZSTD",
      compressors: COMPRESSORS,
      stats: true,
      pageSize: 0,
      columnIndex: false,
      offsetIndex: false,
    }));
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [root, ...elements],
      statisticsTruncateLength: Infinity,
      createdBy: "Country Trust",
    });
  }

  /** Adds rows as a row group: its columns in their order. */
  addRows(rows: number, columns: readonly ColumnValues[]): void {
    const chunks = columns.map((values, place) => this.#addColumn(this.#columns[place]!, rows, values));
    const size = chunks.reduce((sum, { meta_data }) => sum + meta_data!.total_uncompressed_size, 0n);
    this.#writer.row_groups.push({ columns: chunks, total_byte_size: size, num_rows: BigInt(rows) });
    this.#writer.num_rows += BigInt(rows);
    this.#flush();
  }

  /** Returns the SHA-256 of the file's bytes, hexadecimal. */
  finish(): string {
    void this.#writer.finish();
    this.#flush();
    return this.#file.finish();
  }

  /** Closes the file as it is. */
  abandon(): void {
    this.#file.abandon();
  }

  #addColumn(column: ColumnEncoder, rows: number, { values, places, range }: ColumnValues): ColumnChunk {
    const start = this.#bytes.offset;
    const dictionary = writeDictionaryPage(this.#bytes, column, values.map(stored));
    const data = this.#bytes.offset;
    const { levels, codes } = levelsOf(places, rows);
    const page = this.#addPage(levels, codes, values.length);
    return {
      file_offset: BigInt(start),
      meta_data: {
        type: column.element.type!,
        encodings: ["PLAIN", "RLE", "RLE_DICTIONARY"],
        path_in_schema: [column.columnName],
        codec: column.codec,
        num_values: BigInt(rows),
        total_uncompressed_size: BigInt(dictionary + page),
        total_compressed_size: BigInt(this.#bytes.offset - start),
        data_page_offset: BigInt(data),
        dictionary_page_offset: BigInt(start),
        statistics: {
          null_count: BigInt(rows - codes.length),
          ...(range && { min_value: range.least, max_value: range.greatest }),
        },
      },
    };
  }

  /** Returns how many bytes it takes without compression. */
  #addPage(levels: Uint8Array, codes: Int32Array, distinct: number): number {
    const head = new ByteWriter();
    writeRleBitPackedHybrid(head, levels, 1);
    const body = new ByteWriter();
    const bits = 32 - Math.clz32(Math.max(0, distinct - 1));
    body.appendUint8(bits);
    writeRleBitPackedHybrid(body, codes, bits);
    const compressed = zstdCompressSync(body.getBytes());
    const start = this.#bytes.offset;
    writePageHeader(this.#bytes, {
      type: "DATA_PAGE_V2",
      uncompressed_page_size: head.offset + body.offset,
      compressed_page_size: head.offset + compressed.length,
      data_page_header_v2: {
        num_values: levels.length,
        num_nulls: levels.length - codes.length,
        num_rows: levels.length,
        encoding: "RLE_DICTIONARY",
        definition_levels_byte_length: head.offset,
        repetition_levels_byte_length: 0,
        is_compressed: true,
      },
    });
    const header = this.#bytes.offset - start;
    this.#bytes.appendBytes(head.getBytes());
    this.#bytes.appendBytes(compressed);
    return header + head.offset + body.offset;
  }

  #flush(): void {
    this.#file.write(new Uint8Array(this.#bytes.buffer, 0, this.#bytes.index));
    this.#bytes.index = 0;
  }
}

/** Of each row whether it has a value, and of those that have one the place in the dictionary from 0. */
function levelsOf(places: Int32Array, rows: number): { levels: Uint8Array; codes: Int32Array } {
  const levels = new Uint8Array(rows);
  const codes = new Int32Array(rows);
  let given = 0;
  for (let row = 0; row < rows; row += 1) {
    const place = places[row]!;
    if (place === 0) continue;
    levels[row] = 1;
    codes[given++] = place - 1;
  }
  return { levels, codes: codes.subarray(0, given) };
}

/** A text in UTF-8: the library would encode it twice as slowly. */
function stored(value: string | number): Uint8Array | number {
  return typeof value === "string" ? Buffer.from(value) : value;
}
