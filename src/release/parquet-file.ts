import { zstdCompressSync } from "node:zlib";
import type { ColumnChunk, SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeDictionaryPage } from "hyparquet-writer/src/dictionary.js";
import type { ColumnEncoder } from "hyparquet-writer/src/types.js";
import type { ColumnFacts } from "./column-facts.ts";
import { HashedFile } from "./hashed-file.ts";
import { type ColumnValues, type Page, PageEncoder } from "./parquet-page.ts";

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

/**
 * Writes a Parquet file of optional columns with dictionaries, compressed with Zstandard. Headers, dictionaries and what the file says of itself are hyparquet-writer's;
 * the dictionaries are given, so that it need not look for them value by value. The file is complete, but not fsynced, after `finish`.
 */
export class ParquetFile {
  readonly #columns: readonly ColumnEncoder[];
  readonly #file: HashedFile;
  readonly #bytes = new ByteWriter();
  readonly #pages = new PageEncoder();
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

  /** Adds rows as a row group: its columns in their order. Columns with the same array of places have as many values, and are encoded once. */
  addRows(rows: number, columns: readonly ColumnValues[]): void {
    const pages = new Map<Int32Array, Page>();
    const chunks = columns.map((values, place) => {
      const page = pages.get(values.places) ?? this.#pages.encode(rows, values);
      pages.set(values.places, page);
      return this.#addColumn(this.#columns[place]!, values, page);
    });
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

  #addColumn(column: ColumnEncoder, { values, range }: ColumnValues, page: Page): ColumnChunk {
    const start = this.#bytes.offset;
    const dictionary = writeDictionaryPage(this.#bytes, column, values.map(stored));
    const data = this.#bytes.offset;
    const pageBytes = this.#addPage(page);
    return {
      file_offset: BigInt(start),
      meta_data: {
        type: column.element.type!,
        encodings: ["PLAIN", "RLE", "RLE_DICTIONARY"],
        path_in_schema: [column.columnName],
        codec: column.codec,
        num_values: BigInt(page.rows),
        total_uncompressed_size: BigInt(dictionary + pageBytes),
        total_compressed_size: BigInt(this.#bytes.offset - start),
        data_page_offset: BigInt(data),
        dictionary_page_offset: BigInt(start),
        statistics: {
          null_count: BigInt(page.missing),
          ...(range && { min_value: range.least, max_value: range.greatest }),
        },
      },
    };
  }

  /** Returns how many bytes it takes without compression. */
  #addPage({ head, body, bodyBytes, rows, missing }: Page): number {
    const start = this.#bytes.offset;
    writePageHeader(this.#bytes, {
      type: "DATA_PAGE_V2",
      uncompressed_page_size: head.length + bodyBytes,
      compressed_page_size: head.length + body.length,
      data_page_header_v2: {
        num_values: rows,
        num_nulls: missing,
        num_rows: rows,
        encoding: "RLE_DICTIONARY",
        definition_levels_byte_length: head.length,
        repetition_levels_byte_length: 0,
        is_compressed: true,
      },
    });
    const header = this.#bytes.offset - start;
    this.#bytes.appendBytes(head);
    this.#bytes.appendBytes(body);
    return header + head.length + bodyBytes;
  }

  #flush(): void {
    this.#file.write(new Uint8Array(this.#bytes.buffer, 0, this.#bytes.index));
    this.#bytes.index = 0;
  }
}

/** A text in UTF-8: the library would encode it twice as slowly. */
function stored(value: string | number): Uint8Array | number {
  return typeof value === "string" ? Buffer.from(value) : value;
}
