import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Compression } from "./utf8.ts";
import { kindOf, OTHER_SPREADSHEET } from "./open-file.ts";
import type { ProblemList } from "../problem-report.ts";
import { columnKey, columnsOf, TABLE_NAMES, type TableName, TABLES } from "../../tables/input-tables.ts";
import { firstOf } from "../counted.ts";
import { identifier } from "../intake-database.ts";
import { nearestColumn } from "../similar-names.ts";

const FORMATS = ["csv", "ndjson", "parquet", "xlsx"] as const;
type TableFormat = (typeof FORMATS)[number];

export interface TableFile {
  readonly table: TableName;
  /** The folder in which it was found, and has to be; null for the rows of a view. */
  readonly folder: string | null;
  readonly path: string;
  /** The path relative to the folder it was found in, as the publisher knows it. */
  readonly label: string;
  readonly format: TableFormat;
  /** The delimiter that the extension prescribes, or null where the header shows it. */
  readonly delimiter: string | null;
  readonly compression: Compression;
  /** True for a copy of a sheet: its lines are the rows of the sheet. */
  readonly isSheet: boolean;
}

/**
 * The rows of a view of intake.sql, or those that a mapping makes, kept as a Parquet file whose
 * columns are the table's, as text.
 */
export interface PublishedView {
  readonly table: TableName;
  readonly label: string;
  /** Null, with a problem, when the view cannot be read. */
  readonly path: string | null;
}

/** Returns true for a workbook that may have a sheet for every table. */
export function isOfAllTables(label: string): boolean {
  return /^dataset\.xls[xm]$/iu.test(label);
}

/** A file that is named like one of a table, whatever its extension. */
const LIKE_TABLE_FILE = new RegExp(`^(${TABLE_NAMES.join("|")})(?:[-./].*)$`, "i");
/** Matches the name of such a file without the extension of a format that is read. */
const STEM = new RegExp(`^(?:${TABLE_NAMES.join("|")})(?:-[^/]*|/.+)?$`, "i");

interface Folders {
  readonly folder: string;
  readonly dataFolder: string | null;
  readonly views: readonly PublishedView[];
  readonly problems: ProblemList;
}

/**
 * Finds the sources of every table: a view of intake.sql before files, those in the dataset's
 * folder before those in the folder of raw files. A table without any is a problem, unless it may
 * be missing.
 */
export async function collectTableFiles({ folder, dataFolder, views, problems }: Folders): Promise<TableFile[]> {
  const own = await findTableFiles(folder);
  const raw = dataFolder === null ? { files: [], unread: [] } : await findTableFiles(dataFolder);
  return TABLE_NAMES.flatMap((table): TableFile[] => {
    const view = views.find((each) => each.table === table);
    if (view !== undefined) {
      if (view.path === null) return [];
      return [{ ...PLAIN, table, folder: null, path: view.path, label: view.label, format: "parquet" }];
    }
    const [first = [], second = []] = [own, raw].map(({ files }) => files.filter((file) => file.table === table));
    // A workbook of all tables has those that have no file of their own.
    const candidates = [first, second].flatMap((found) => [
      found.filter(({ label }) => !isOfAllTables(label)),
      found.filter(({ label }) => isOfAllTables(label)),
    ]);
    const files = candidates.find((found) => found.length > 0) ?? [];
    for (const { label } of [...own.unread, ...raw.unread].filter((file) => file.table === table)) {
      const advice = OTHER_SPREADSHEET.test(label) ? "; save it as .xlsx or CSV" : "";
      problems.notice(`${label}: not read, because it is not one of ${tableFileNames(table)}${advice}`);
    }
    if (files.length === 0) reportMissingTable(table, problems);
    return files;
  });
}

/** A table without a file, a view or a sheet is a problem, unless it may be missing. */
export function reportMissingTable(table: TableName, problems: ProblemList): void {
  const { missing } = TABLES[table];
  if (missing === "notice") problems.notice(`There is no table ${table}; the release will have none.`);
  if (missing === "problem") {
    problems.add({
      kind: "missing_table",
      table,
      found: "no file and no view",
      expected: tableFileNames(table),
      advice: `Add the file, or an intake.sql that defines a view ${table} (docs/data-format.md).`,
    });
  }
}

const PLAIN = { isSheet: false, delimiter: null, compression: null };

interface FoundFiles {
  readonly files: readonly TableFile[];
  /** Files that are named like those of a table, of a kind that is not read: `judgements-2.ods`. */
  readonly unread: readonly { readonly table: TableName; readonly label: string }[];
}

/** Lists the forms of the names of table files, for messages. */
function tableFileNames(table: TableName): string {
  return `${table}.csv (.tsv, .ndjson, .jsonl, .parquet, .xlsx; text also as .gz or .zst), ${table}-*.csv or ${table}/*.csv`;
}

/**
 * Finds the files of every table in a folder: `judgements.csv`, `judgements-*.csv` and all files
 * below `judgements/`, in any of the formats, in the order of their names. A folder that does not
 * exist has none.
 */
async function findTableFiles(folder: string): Promise<FoundFiles> {
  const files: TableFile[] = [];
  const unread: FoundFiles["unread"][number][] = [];
  for (const label of await listFiles(folder)) {
    const file = { ...PLAIN, folder, path: path.join(folder, label), label };
    if (isOfAllTables(label)) files.push(...TABLE_NAMES.map((table) => ({ ...file, table, format: "xlsx" as const })));
    const [, name] = LIKE_TABLE_FILE.exec(label) ?? [];
    if (name === undefined) continue;
    const table = name.toLowerCase() as TableName;
    const kind = tableKindOf(label);
    if (kind === null) unread.push({ table, label });
    else files.push({ ...file, ...kind, table });
  }
  return { files, unread };
}

/** Tells the format of a file of a table; null if it is none, or one for raw files alone. */
function tableKindOf(label: string): Pick<TableFile, "format" | "delimiter" | "compression"> | null {
  const kind = kindOf(label);
  const format = FORMATS.find((each) => each === kind?.format);
  if (kind === null || format === undefined || /\.txt(?:\.|$)/iu.test(label) || !STEM.test(kind.stem)) return null;
  return { format, delimiter: kind.delimiter, compression: kind.compression };
}

/**
 * Lists relative paths, with slashes, of possible files in a folder and in the folders named like a
 * table, sorted.
 */
async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of names) {
    // A folder that is named like a file of a table is reported, not ignored.
    if (!entry.isDirectory() || tableKindOf(entry.name) !== null) found.push(entry.name);
    else if (TABLE_NAMES.some((table) => table === entry.name.toLowerCase())) {
      const below = await readdir(path.join(folder, entry.name), { withFileTypes: true, recursive: true });
      for (const file of below) {
        if (file.isDirectory()) continue;
        const inner = path.relative(folder, path.join(file.parentPath, file.name));
        found.push(inner.split(path.sep).join("/"));
      }
    }
  }
  return found.filter((name) => !name.split("/").some((part) => part.startsWith("."))).sort();
}

export interface ColumnOwner {
  readonly table: TableName;
  readonly label: string;
}

export interface ColumnDescription {
  readonly column_name: string;
  readonly column_type: string;
}

const NAMES_SHOWN = 30;

/**
 * SQL for every column of the table over a typed relation, as the text that a CSV would hold.
 * Returns null, with problems, when a required column is missing.
 */
export function selectTyped(
  owner: ColumnOwner,
  described: readonly ColumnDescription[],
  problems: ProblemList,
): string[] | null {
  const names = described.map(({ column_name }) => column_name);
  const indexes = findColumns(owner, names, problems);
  if (indexes === null) return null;
  return columnsOf(owner.table).map((column, i) => `${typedValue(described[indexes[i] ?? -1])} AS ${column}`);
}

/**
 * SQL: a typed column as the text that a CSV would hold: a midnight as its date, a list with `|`
 * between its items.
 */
function typedValue(described: ColumnDescription | undefined): string {
  if (described === undefined) return "NULL::VARCHAR";
  const { column_type } = described;
  const name = identifier(described.column_name);
  if (column_type.startsWith("TIMESTAMP")) {
    return `CASE WHEN ${name} = date_trunc('day', ${name}) THEN ${name}::DATE::VARCHAR ELSE ${name}::VARCHAR END`;
  }
  return column_type === "VARCHAR[]" ? `array_to_string(${name}, '|')` : `${name}::VARCHAR`;
}

/**
 * Finds the index of every column of the table among `names`, null for an optional one that is
 * absent; null when one is required.
 */
export function findColumns(
  owner: ColumnOwner,
  names: readonly string[],
  problems: ProblemList,
): (number | null)[] | null {
  const { table, label } = owner;
  const keys = names.map(columnKey);
  const columns = columnsOf(table);
  const about = { table, file: label, place: "header", found: `the columns ${listNames(names)}` };
  const missing = TABLES[table].required.filter((column) => !keys.includes(column));
  const repeated = columns.filter((column) => keys.indexOf(column) !== keys.lastIndexOf(column));
  const extra = names.filter((name, i) => name.trim() !== "" && !columns.includes(keys[i]!));
  const isElsewhere = missing.length > 1 && missing.length === TABLES[table].required.length;
  const all = { expected: `the columns ${TABLES[table].required.join(", ")}`, advice: TITLE_ABOVE };
  if (isElsewhere) problems.add({ ...about, kind: "missing_column", column: null, ...all });
  for (const column of isElsewhere ? [] : missing) {
    const near = extra.filter((name) => nearestColumn(name, [column]) !== null);
    const found = near.length === 1 ? `Is it the column ${listNames(near)}? ` : "";
    const none = column === "sector" ? " If no company has a sector, add the column and leave it empty." : "";
    const advice = `${found}Rename the column, or write an intake.sql that maps the file (docs/data-format.md).${none}`;
    problems.add({ ...about, kind: "missing_column", column, expected: `a column ${column}`, advice });
  }
  for (const column of repeated)
    problems.add({ ...about, kind: "repeated_column", column, expected: `one column ${column}` });
  noticeExtraColumns(owner, extra, keys, problems);
  if (missing.length + repeated.length > 0) return null;
  return columns.map((column) => (keys.includes(column) ? keys.indexOf(column) : null));
}

const TITLE_ABOVE = "Delete what stands above the header, or say at `country-trust desk` what the columns are.";

/** Says which columns are not read, and which of the optional ones that are absent they may be. */
export function noticeExtraColumns(
  { table, label }: ColumnOwner,
  extra: readonly string[],
  present: readonly string[],
  problems: ProblemList,
): void {
  if (extra.length === 0) return;
  const absent = TABLES[table].optional.filter((column) => !present.includes(column));
  const near = extra.map((name) => [name.trim(), nearestColumn(name, absent)] as const);
  const meant = near.flatMap(([name, column]) => (column === null ? [] : [`${name} for ${column}`]));
  const suggestion = meant.length > 0 ? ` (did you mean ${listNames(meant)}?)` : "";
  problems.notice(`${label}: not read, because ${table} has no such column: ${listNames(extra)}${suggestion}`);
}

function listNames(names: readonly string[]): string {
  const given = names.map((name) => name.trim()).filter((name) => name !== "");
  return firstOf(given, NAMES_SHOWN);
}
