import { CsvScanner, fieldTexts } from "../../csv/csv-scanner.ts";
import { DELIMITER_LINE_BYTES, DELIMITERS, namedDelimiter } from "../../csv/text-file.ts";
import { type Compression, readStart } from "./byte-stream.ts";
import type { TextRecord } from "./find-header.ts";

interface StartRecord extends TextRecord {
  readonly isMalformed: boolean;
}

/** The first records of a CSV file, at least one. */
export interface CsvStart {
  readonly delimiter: string;
  readonly records: readonly StartRecord[];
}

const START_BYTES = 1 << 20;
/** Most headers are shorter, and what follows need not be cut into records. */
const PIECE_BYTES = 1 << 12;

/**
 * Reads up to `most` records. The delimiter is the one that stands in a first line such as `sep=;`
 * or that the extension prescribes, otherwise the one of `, ; tab |` whose records score highest.
 * Returns null for a file without any record.
 */
export async function readCsvStart(
  file: { readonly path: string; readonly compression: Compression; readonly delimiter: string | null },
  most: number,
  scoreOf: (records: readonly StartRecord[]) => number,
): Promise<CsvStart | null> {
  const { start, whole } = await readStart(file.path, file.compression, START_BYTES);
  const named = namedDelimiter(start.toString("utf8", 0, DELIMITER_LINE_BYTES));
  const delimiters = named !== null ? [named] : file.delimiter !== null ? [file.delimiter] : DELIMITERS;
  const read = delimiters.flatMap((delimiter) => {
    const records = cutStart(start, whole, delimiter, named === null ? 1 : 2, most);
    return records.length === 0 ? [] : [{ delimiter, records, score: scoreOf(records) }];
  });
  return read.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

function cutStart(start: Buffer, whole: boolean, delimiter: string, fromLine: number, most: number): StartRecord[] {
  const records: StartRecord[] = [];
  const scanner = new CsvScanner(delimiter, (record) => {
    if (record.line < fromLine || records.length === most) return;
    records.push({ line: record.line, cells: fieldTexts(record), isMalformed: record.error !== null });
  });
  for (let at = 0; records.length < most && at < start.length; at += PIECE_BYTES)
    scanner.push(start.subarray(at, at + PIECE_BYTES));
  if (whole && records.length < most) scanner.end();
  return records;
}
