import { type Compression, readStart } from "./byte-stream.ts";
import { type CsvRecord, CsvScanner } from "./csv-scanner.ts";
import { columnsOf, type TableName } from "./table-columns.ts";

/** How a text table is laid out. */
export interface CsvLayout {
  readonly delimiter: string;
  /** The names in the header, as they stand there. */
  readonly header: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|"];
const HEADER_BYTES_MAX = 1 << 20;
/** Most headers are shorter, and what comes behind is not cut into records. */
const PIECE_BYTES = 1 << 12;

/**
 * Reads the header of a CSV file. Without a prescribed delimiter it is the one of `, ; tab |` under which most of the table's
 * columns appear. Returns null for a file without any record.
 */
export async function readCsvLayout(
  file: { readonly path: string; readonly compression: Compression; readonly delimiter: string | null },
  table: TableName,
): Promise<CsvLayout | null> {
  const { start, whole } = await readStart(file.path, file.compression, HEADER_BYTES_MAX);
  const known = new Set(columnsOf(table));
  let best: CsvLayout | null = null;
  let bestScore = -1;
  for (const delimiter of file.delimiter === null ? DELIMITERS : [file.delimiter]) {
    const header = firstRecord(start, whole, delimiter);
    if (header === null) continue;
    const score = header.filter((name) => known.has(columnKey(name))).length * 1000 + header.length;
    if (score > bestScore) [best, bestScore] = [{ delimiter, header }, score];
  }
  return best;
}

/** The form in which names of columns are compared. */
export function columnKey(name: string): string {
  return name.trim().toLowerCase();
}

function firstRecord(start: Buffer, whole: boolean, delimiter: string): string[] | null {
  const records: string[][] = [];
  const scanner = new CsvScanner(delimiter, (record) => records.push(cellTexts(record)));
  for (let at = 0; records.length === 0 && at < start.length; at += PIECE_BYTES) {
    scanner.push(start.subarray(at, at + PIECE_BYTES));
  }
  if (whole && records.length === 0) scanner.end();
  return records[0] ?? null;
}

function cellTexts({ bytes, starts, ends, quoted, cellCount }: CsvRecord): string[] {
  return Array.from({ length: cellCount }, (_, cell) => {
    const text = bytes.toString("utf8", starts[cell], ends[cell]);
    return (quoted[cell] ? text.replaceAll('""', '"') : text).trim();
  });
}
