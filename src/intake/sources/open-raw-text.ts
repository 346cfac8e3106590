import type { Compression } from "./byte-stream.ts";
import { readCsvStart } from "./csv-start.ts";
import { literal } from "../intake-database.ts";
import { findHeader, type TextRecord } from "./find-header.ts";
import type { RawPart } from "../guess/raw-table.ts";

const RECORDS_MAX = 2000;
/** A value for all rows stands in one of the first rows. */
const CELL_ROWS_MAX = 200;
const DELIMITER_NAMES: Readonly<Record<string, string>> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "|" };

/** A text file with rows, as UTF-8. */
interface RawText {
  readonly path: string;
  readonly compression: Compression;
  readonly label: string;
  readonly title: string;
  readonly file: string;
  readonly sheet: string | null;
  /** The lines of its header, where they are known. */
  readonly header: readonly number[] | null;
  /** SQL: the path from which intake.sql reads it. */
  readonly pathSql: string;
  /** The delimiter that the extension prescribes. */
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
