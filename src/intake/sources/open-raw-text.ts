import { type Compression, readStart } from "./utf8.ts";
import { literal } from "../intake-database.ts";
import type { RawPart } from "../guess/raw-table.ts";
import { CsvScanner, DELIMITER_LINE_BYTES, DELIMITERS, fieldTexts, namedDelimiter } from "../../csv/csv-scanner.ts";
import { isNumber } from "../numbers.ts";
import { namesRole, saysNotJudged } from "../guess/header-words.ts";

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

/** A record of a text file, with the line on which it begins. */
interface TextRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

interface FoundHeader {
  /** The lines of the names: one, or two with the titles of groups above. */
  readonly lines: readonly number[];
  /** Number of lines before the rows, or before the header if `isPlain`. */
  readonly skip: number;
  readonly names: readonly string[];
  /** True if the names stand in one line, just as they are. */
  readonly isPlain: boolean;
  readonly notes: readonly string[];
}

/** A header stands in one of the first records. */
const HEADER_AMONG = 40;
const SAMPLE = 200;

/**
 * Finds the header of a file, below a title or notes, and in two lines where groups of columns have
 * a title. Names that are empty or repeated get others. Returns null for a file without rows.
 * `given` are the lines of the header, where they are known.
 */
export function findHeader(records: readonly TextRecord[], given: readonly number[] | null = null): FoundHeader | null {
  if (given !== null) return givenHeader(records, given);
  const threshold = Math.max(2, Math.ceil(0.6 * usualWidth(records)));
  let isFirst = true;
  for (const [i, record] of records.slice(0, HEADER_AMONG).entries()) {
    const next = records[i + 1];
    if (next === undefined) return null;
    if (areGroupsAbove(...withGaps(record.cells, next.cells), threshold, records.slice(i + 2)))
      return headerOfTwo(records, i);
    if (filledCount(record.cells) < threshold) continue;
    if (isLikeHeader(record.cells) || (isFirst && isNumberedHeader(record.cells, records.slice(i + 1))))
      return headerOfOne(records, i);
    isFirst = false;
  }
  return null;
}

function givenHeader(records: readonly TextRecord[], [first, second]: readonly number[]): FoundHeader | null {
  const at = records.findIndex(({ line }) => line === first);
  if (at < 0) return null;
  return second === undefined ? headerOfOne(records, at) : headerOfTwo(records, at);
}

function headerOfTwo(records: readonly TextRecord[], at: number): FoundHeader | null {
  const [above, below] = [records[at], records[at + 1]];
  if (above === undefined || below === undefined) return null;
  const names = uniqueNames(joinGroups(...withGaps(above.cells, below.cells)), widthOf(records));
  const notes = [...aboveNotes(records, at), `the header is in the lines ${above.line} and ${below.line}`];
  return { lines: [above.line, below.line], skip: below.line, names, isPlain: false, notes };
}

function headerOfOne(records: readonly TextRecord[], at: number): FoundHeader | null {
  const record = records[at];
  if (record === undefined) return null;
  const written = record.cells.slice(0, Math.max(record.cells.length, widthOf(records)));
  const names = uniqueNames(written, widthOf(records));
  const isPlain = names.length === written.length && names.every((name, i) => name === written[i]);
  const skip = isPlain ? record.line - 1 : record.line;
  return { lines: [record.line], skip, names, isPlain, notes: headerNotes(records, at, names) };
}

function headerNotes(records: readonly TextRecord[], at: number, names: readonly string[]): string[] {
  const repeated = names.filter((name) => / \(\d+\)$/u.test(name) && !records[at]?.cells.includes(name));
  const notes = aboveNotes(records, at);
  if (repeated.length > 0) notes.push(`columns with the same name get a number: ${repeated.join(", ")}`);
  return notes;
}

function aboveNotes(records: readonly TextRecord[], at: number): string[] {
  const line = records[at]?.line ?? 1;
  return line > 1 ? [`what stands above line ${line} is passed over`] : [];
}

function usualWidth(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records.slice(0, SAMPLE)) {
    const filled = filledCount(cells);
    if (filled > 1) counts.set(filled, (counts.get(filled) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, often], [b, oftenToo]) => oftenToo - often || b - a)[0]?.[0] ?? 1;
}

function widthOf(records: readonly TextRecord[]): number {
  return records.reduce((width, { cells }) => Math.max(width, cells.length), 0);
}

function filledCount(cells: readonly string[]): number {
  return cells.filter(isFilled).length;
}

function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== "";
}

function isLikeHeader(cells: readonly string[]): boolean {
  const filled = cells.filter(isFilled);
  const numbers = filled.filter((cell) => isNumber(cell) && !isYear(cell));
  return numbers.length <= 0.3 * filled.length || areCodes(numbers);
}

/** Returns true for codes 1.1, 1.2, 2.1 of questions: each once, counted up within its group. */
export function areCodes(numbers: readonly string[]): boolean {
  const codes = numbers.map((cell) => /^\s*(\d{1,2})\.(\d{1,2})\s*$/u.exec(cell));
  if (numbers.length < 2 || new Set(numbers.map((cell) => cell.trim())).size < numbers.length) return false;
  return codes.every((code, i) => {
    const [group, item, before] = [Number(code?.[1]), Number(code?.[2]), codes[i - 1]];
    const isNext = before?.[1] !== undefined && Number(before[1]) === group && Number(before[2]) === item - 1;
    return code !== null && (item === 1 || isNext);
  });
}

/**
 * Returns true if names of which many are numbers differ from the rows below: a word stands above
 * numbers, or names a role, and every number is of another form than those in its column, or they
 * rise from cell to cell, as those of some row do not.
 */
function isNumberedHeader(cells: readonly string[], rows: readonly TextRecord[]): boolean {
  const below = rows.slice(0, SAMPLE);
  const columns = cells.flatMap((cell, i) =>
    isFilled(cell) ? [{ cell, i, values: below.map((row) => row.cells[i] ?? "").filter(isFilled) }] : [],
  );
  const numbers = columns.filter(({ cell }) => isNumber(cell));
  const words = columns.filter(({ cell }) => !isNumber(cell));
  if (below.length < 2 || words.some(({ cell }) => saysNotJudged(cell.trim()))) return false;
  const isNamed = words.some(({ cell, values }) => mostAre(values, isNumber) || namesRole(cell));
  const areOthers = numbers.every(({ cell, values }) => mostAre(values, (value) => formOf(value) !== formOf(cell)));
  const rises = (row: readonly string[]): boolean => areRising(numbers.map(({ i }) => row[i] ?? ""));
  return isNamed && (areOthers || (rises(cells) && !below.every((row) => rises(row.cells))));
}

function mostAre(values: readonly string[], test: (value: string) => boolean): boolean {
  return values.length > 0 && values.filter(test).length >= 0.8 * values.length;
}

function formOf(cell: string): "word" | "whole" | "decimal" {
  return !isNumber(cell) ? "word" : /^\s*\d+\s*$/u.test(cell) ? "whole" : "decimal";
}

/** Returns true for whole numbers in sequence, 1, 2, 3, or rising codes: 1.1, 1.2, 1.10, 2.1. */
function areRising(cells: readonly string[]): boolean {
  const codes = cells.map((cell) =>
    /^\s*\d{1,4}(?:\.\d{1,3})*\s*$/u.test(cell) ? cell.trim().split(".").map(Number) : [],
  );
  return codes.every((code, i) => {
    const before = codes[i - 1];
    if (code.length === 0 || before === undefined) return code.length > 0;
    if (code.length === 1 && before.length === 1) return code[0] === (before[0] ?? 0) + 1;
    const at = code.findIndex((part, k) => part !== before[k]);
    return at >= 0 && (code[at] ?? 0) > (before[at] ?? -1);
  });
}

function isYear(cell: string): boolean {
  return /^\s*(?:19|20)\d\d\s*$/u.test(cell);
}

/**
 * Returns two lines in which merged cells hold their text once: a title of several columns in the
 * first of them, a name of both lines in the upper one.
 */
function withGaps(above: readonly string[], below: readonly string[]): [readonly string[], readonly string[]] {
  return [
    above.map((cell, i) => (cell === above[i - 1] ? "" : cell)),
    below.map((cell, i) => (cell === above[i] ? "" : cell)),
  ];
}

/**
 * Returns true for titles of groups above names: the second line fills gaps of the first, not below
 * its start. If it has all names, two groups begin above, one has several, none is above the first.
 */
function areGroupsAbove(
  above: readonly string[],
  below: readonly string[],
  threshold: number,
  rows: readonly TextRecord[],
): boolean {
  const first = above.findIndex(isFilled);
  const isHeader = isLikeHeader(below) || isNumberedHeader(below, rows);
  if (first > 0 && below.every(isFilled) && isHeader) {
    const hasGap = below.some((_, i) => i > first && !isFilled(above[i]));
    return hasGap && filledCount(above) >= 2 && new Set(below).size === below.length;
  }
  if (first < 0 || isFilled(below[first]) || filledCount(below) < 2 || !isHeader) return false;
  const width = Math.max(above.length, below.length);
  const filled = Array.from({ length: width }, (_, i) => isFilled(above[i]) || isFilled(below[i]));
  const fillsGap = below.some((cell, i) => isFilled(cell) && !isFilled(above[i]));
  return fillsGap && filled.filter(Boolean).length >= threshold;
}

function joinGroups(above: readonly string[], below: readonly string[]): string[] {
  let group = "";
  return Array.from({ length: Math.max(above.length, below.length) }, (_, i) => {
    const [title, name] = [tidy(above[i]), tidy(below[i])];
    if (title !== "") group = title;
    return name === "" ? title : group === "" ? name : `${group} – ${name}`;
  });
}

function tidy(cell: string | undefined): string {
  return (cell ?? "").replaceAll(/[\s\p{Z}]+/gu, " ").trim();
}

/** Makes names as SQL needs them: none empty, none twice. */
function uniqueNames(written: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, i) => {
    const base = tidy(written[i]) || `column ${i + 1}`;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${base} (${n})`;
    taken.add(name.toLowerCase());
    return name;
  });
}
