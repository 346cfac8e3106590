import type { DuckDBConnection } from "@duckdb/node-api";
import { identifier, literal, readCounts, readRows } from "../intake-database.ts";
import { type DecimalMark, isNumber, type NumberFacts, numberForm, numberFormsSql, readNumber } from "../numbers.ts";
import { slugify } from "../../atlas/slug.ts";
import { messageOf } from "../read-description.ts";
import { TABLE_NAMES } from "../../tables/input-tables.ts";

/** One file, or one sheet, or one list of records in a JSON file, as intake.sql reads it. */
export interface RawPart {
  /** As its publisher knows it: `survey.csv`, `book.xlsx sheet "Firms"`. */
  readonly label: string;
  /** A short name for the table: `survey`, `firms`. */
  readonly title: string;
  /** The files, relative to the folder of the data; one, but for documents of one form. */
  readonly files: readonly string[];
  /** The sheet of a workbook; null for other files. */
  readonly sheet: string | null;
  /** Number of hidden rows of the sheet; they are read like all others. */
  readonly hiddenRows?: number;
  /** Columns that are hidden in the sheet: nothing is guessed of them. */
  readonly hiddenColumns?: readonly string[];
  /** The reason for which its sheet is read only where it is named. */
  readonly apart?: string;
  /** The member of documents that has the rows; null for the whole. */
  readonly member: string | null;
  /** The lines of the header; null where there is none, as in JSON. */
  readonly header: readonly number[] | null;
  /** The first cells as they stand in the file, row by row; null where it has none. */
  readonly cells: readonly (readonly string[])[] | null;
  readonly source: string;
  /** The names of its columns in that SQL; no two differ in case alone. */
  readonly columns: readonly string[];
  /** Remarks on the way in which it is read. */
  readonly notes: readonly string[];
}

export interface RawTable {
  readonly name: string;
  readonly parts: readonly RawPart[];
  readonly select: string;
  readonly columns: readonly RawColumn[];
  readonly rows: number;
  /** The tables that it is made of, where it is not made of files. */
  readonly uses: readonly RawTable[];
}

export interface RawColumn {
  readonly name: string;
  readonly filled: number;
  readonly distinct: number;
  /** The most frequent values, without spaces outside, and how often each occurs. */
  readonly values: readonly RawValue[];
  /** The way in which all its cells write numbers. */
  readonly numbers: NumberFacts;
}

export interface RawValue {
  readonly value: string;
  readonly count: number;
  /** The number, as the column writes numbers; null where it is none, or two. */
  readonly number: number | null;
}

/** The column that says of which year the file is, where there are several. */
export const YEAR_COLUMN = "year of the file";
/** The column that names the sheet, where several have the same columns. */
export const SHEET_COLUMN = "name of the sheet";

/** Beyond this many different values, a column is a name, an id or a measurement. */
const VALUES_MAX = 5000;

/** Makes a table of others, as intake.sql will. */
export async function deriveRawTable(
  connection: DuckDBConnection,
  { name, label, select, uses }: Pick<RawTable, "name" | "select" | "uses"> & { readonly label: string },
): Promise<RawTable> {
  const made = { files: [], sheet: null, member: null, header: null, cells: null, columns: [], notes: [] };
  return await createRawTable(connection, {
    name,
    parts: [{ ...made, label, title: name, source: name }],
    select,
    uses,
  });
}

/** Makes a table of any SQL, and describes its columns. Throws what DuckDB throws. */
export async function createRawTable(
  connection: DuckDBConnection,
  made: Pick<RawTable, "name" | "parts" | "select" | "uses">,
): Promise<RawTable> {
  const { name } = made;
  await connection.run(`CREATE TABLE ${identifier(name)} AS ${made.select}`);
  const described = await readRows<{ column_name: string }>(connection, `DESCRIBE ${identifier(name)}`);
  const names = described.map(({ column_name }) => column_name);
  return { ...made, ...(await describeRows(connection, name, names)) };
}

/** Reads a table again after rows have been left out of it. */
export async function reloadRawTable(
  connection: DuckDBConnection,
  table: RawTable,
  condition: string,
): Promise<RawTable> {
  await connection.run(`DELETE FROM ${identifier(table.name)} WHERE (${condition}) IS NOT true`);
  const names = table.columns.map(({ name }) => name);
  return { ...table, ...(await describeRows(connection, table.name, names)) };
}

async function describeRows(
  connection: DuckDBConnection,
  table: string,
  names: readonly string[],
): Promise<Pick<RawTable, "columns" | "rows">> {
  const { rows } = await readCounts<"rows">(connection, `SELECT count(*) AS rows FROM ${identifier(table)}`);
  const counted: Counted[] = [];
  for (const name of names) counted.push(await countValues(connection, table, name));
  const numeric = counted.filter(({ values }) => values.some(({ value }) => isNumber(value)));
  const forms =
    numeric.length === 0
      ? []
      : await readRows<{ in_column: string; mark: DecimalMark | null; plain_times: number | null }>(
          connection,
          numberFormsSql(
            numeric.map(({ name }) => ({ table: identifier(table), column: name, parts: [] })),
            {},
          ),
        );
  const columns = counted.map((column) => {
    const form = forms.find(({ in_column }) => in_column === column.name);
    const numbers = { decimal: form?.mark ?? null, hasShares: form !== undefined && form.plain_times === null };
    const read = ({ value, count }: Counted["values"][number]): RawValue => ({
      value,
      count: Number(count),
      number: readNumber(value, numberForm(numbers)),
    });
    return { ...column, values: column.values.map(read), numbers };
  });
  return { columns, rows };
}

type Counted = Pick<RawColumn, "name" | "filled" | "distinct"> & {
  readonly values: readonly { readonly value: string; readonly count: bigint }[];
};

async function countValues(connection: DuckDBConnection, table: string, name: string): Promise<Counted> {
  const cell = `trim(${identifier(name)})`;
  const from = `FROM ${identifier(table)} WHERE ${cell} <> ''`;
  const counts = `SELECT count(*) AS filled, count(DISTINCT ${cell}) AS "distinct" ${from}`;
  const { filled, distinct } = await readCounts<"filled" | "distinct">(connection, counts);
  const values = await readRows<{ value: string; count: bigint }>(
    connection,
    `SELECT ${cell} AS value, count(*) AS count ${from} GROUP BY ALL ORDER BY 2 DESC, 1 LIMIT ${VALUES_MAX}`,
  );
  return { name, filled, distinct, values };
}

/** SQL: the rows of all parts, with the year or the sheet of each where they differ in it. */
function selectParts(parts: readonly RawPart[]): string {
  const [only] = parts;
  const years = parts.map(({ label }) => yearIn(label));
  if (only !== undefined && parts.length === 1) return `SELECT * FROM ${only.source}`;
  const areOfYears = years.every((year) => year !== null) && new Set(years).size === parts.length;
  const selects = parts.map(({ source, title }, i) => {
    const [text, column] = areOfYears ? [years[i] ?? "", YEAR_COLUMN] : [title, SHEET_COLUMN];
    return `SELECT *, ${literal(text)} AS ${identifier(column)} FROM ${source}`;
  });
  return selects.join("\n  UNION ALL BY NAME ");
}

/** Returns the only year in a name; null where it has none or several. */
export function yearIn(label: string): string | null {
  const found = new Set(label.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu));
  const [only = null] = found.size === 1 ? found : [];
  return only;
}

/** Reads all parts into tables; those with nearly the same columns become one. */
export async function loadRawTables(connection: DuckDBConnection, parts: readonly RawPart[]) {
  const tables: RawTable[] = [];
  const unread: string[] = [];
  const described: RawPart[] = [];
  for (const part of parts) {
    try {
      described.push(await withColumns(connection, part));
    } catch (error) {
      unread.push(`${part.label}: ${firstLine(error)}`);
    }
  }
  const taken = await takenNames(connection);
  // The name of a member of a document is no name of a file.
  const files = described.toSorted((a, b) => Number(a.member !== null) - Number(b.member !== null));
  for (const group of groupAlike(files)) {
    const name = tableNameOf(group, taken);
    try {
      const table = await createRawTable(connection, { name, parts: group, select: selectParts(group), uses: [] });
      if (table.rows > 0) tables.push(table);
      else unread.push(`${group.map(({ label }) => label).join(", ")}: no rows`);
    } catch (error) {
      unread.push(`${group.map(({ label }) => label).join(", ")}: ${firstLine(error)}`);
    }
  }
  return { tables, unread };
}

/** Returns the first line of DuckDB's message; advice on its options follows. */
function firstLine(error: unknown): string {
  return messageOf(error).split("\n", 1).join("");
}

/** Adds the columns to a part; DuckDB alone knows those of some files. */
export async function withColumns(connection: DuckDBConnection, part: RawPart): Promise<RawPart> {
  if (part.columns.length > 0) return part;
  const rows = await readRows<{ column_name: string }>(connection, `DESCRIBE SELECT * FROM ${part.source}`);
  return { ...part, columns: rows.map(({ column_name }) => column_name) };
}

/** Groups parts with the same columns, or most of them if names differ in digits alone. */
function groupAlike(parts: readonly RawPart[]): RawPart[][] {
  const groups: RawPart[][] = [];
  for (const part of parts) {
    const near = groups.find(([first]) => first !== undefined && areAlike(first, part));
    if (near === undefined) groups.push([part]);
    else near.push(part);
  }
  return groups;
}

export function areAlike(a: RawPart, b: RawPart): boolean {
  const [first, second] = [a, b].map(({ columns }) => new Set(columns.map((name) => name.toLowerCase())));
  if (first === undefined || second === undefined) return false;
  const shared = first.intersection(second).size / first.union(second).size;
  const withoutDigits = (label: string): string => label.replaceAll(/\d+/gu, "#");
  return shared === 1 || (shared >= 0.6 && withoutDigits(a.label) === withoutDigits(b.label));
}

/** Lists the names that no table of a file gets: those of the dataset, and words of SQL. */
export async function takenNames(connection: DuckDBConnection): Promise<Set<string>> {
  const words = await readRows<{ word: string }>(
    connection,
    "SELECT keyword_name AS word FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'",
  );
  return new Set([...TABLE_NAMES, ...words.map(({ word }) => word)]);
}

/** Makes a name that needs no quotation marks and is not taken. */
export function tableNameOf(parts: readonly RawPart[], taken: Set<string>): string {
  const [first = ""] = parts.map(({ title }) => title);
  const title = parts.length > 1 ? first.replaceAll(/[-_. ]*(?:19|20)\d\d/gu, "") : first;
  const slug = slugify(title).replaceAll("-", "_").slice(0, 40).replace(/_$/u, "");
  const plain = /^[a-z]/u.test(slug) && !taken.has(slug) ? slug : `raw_${slug || "rows"}`;
  let name = plain;
  for (let n = 2; taken.has(name); n++) name = `${plain}_${n}`;
  taken.add(name);
  return name;
}
