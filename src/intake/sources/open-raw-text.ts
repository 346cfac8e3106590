import { readStart, type Compression } from "./utf8.ts";
import { literal } from "../intake-database.ts";
import { findHeader, type TextRecord } from "./find-header.ts";
import type { RawPart } from "../guess/raw-table.ts";
import { CsvScanner, DELIMITERS, DELIMITER_LINE_BYTES, fieldTexts, namedDelimiter } from "../../csv/csv-scanner.ts";

interface StartRecord extends TextRecord {
  readonly isMalformed: boolean;
}

/** The first records of a CSV file, at least one. */
interface CsvStart {
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

const RECORDS_MAX = 2000;
/** A value for all rows stands in one of the first rows. */
const CELL_ROWS_MAX = 200;
const DELIMITER_NAMES: Readonly<Record<string, string>> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "|" };

interface RawText {
  readonly path: string;
  readonly compression: Compression;
  readonly label: string;
  readonly title: string;
  readonly file: string;
  readonly sheet: string | null;
  readonly header: readonly number[] | null;
  readonly pathSql: string;
  readonly delimiter: string | null;
}

/** Finds out how a text file with delimiters is laid out. Null where it has no header with rows. */
export async function openRawText(text: RawText): Promise<RawPart | null> {
  const start = await readCsvStart(text, RECORDS_MAX, evenness);
  if (start === null) return null;
  const { delimiter } = start;
  const records = start.records.filter(({ isMalformed }) => !isMalformed);
  const header = findHeader(records, text.header);
  if (header === null) return null;
  const { skip, names, isPlain, notes } = header;
  const rows = records.filter(({ line }) => line > skip);
  const isRagged = rows.some(({ cells }) => cells.length < names.length);
  const options = [
    `delim = ${literal(delimiter === "\t" ? String.raw`\t` : delimiter)}`,
    `quote = '"', escape = '"'`,
    ...(skip > 0 ? [`skip = ${skip}`] : []),
    isPlain ? "header = true" : `header = false, names = [${names.map(literal).join(", ")}]`,
    "all_varchar = true",
    ...(isRagged ? ["null_padding = true", "parallel = false"] : []),
  ];
  return {
    label: text.label,
    title: text.title,
    files: [text.file],
    sheet: text.sheet,
    member: null,
    header: header.lines,
    cells: records.slice(0, CELL_ROWS_MAX).map(({ cells }) => cells),
    source: `read_csv(${text.pathSql},\n    ${options.join(", ")})`,
    columns: names,
    notes: [`${DELIMITER_NAMES[delimiter] ?? delimiter} between the cells`, ...notes],
  };
}

/** Scores the width that most records have, weighted by their share. */
function evenness(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width, count] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  return width > 1 ? (count / records.length) * (1 + Math.log2(width)) : 0;
}
