import { identifier, literal, readRows } from "../intake-database.ts";
import { blankRowSql } from "../mapping/companies-sql.ts";
import type { MappedValue, Mapping } from "../mapping/mapping-schema.ts";
import { keptRowSql, readsList, valueSql } from "../mapping/value-sql.ts";
import { correctionSql } from "../mapping/write-mapped-sql.ts";
import type { BenchTable, Workbench } from "./open-workbench.ts";

type Corrections = NonNullable<Mapping["corrections"]>;

/** A row as the files have it. */
export interface FileRow {
  /** Its number, from 1. */
  readonly row: number;
  readonly cells: readonly (string | null)[];
  /** Whether the mapping passes it over, as a total. */
  readonly isLeftOut: boolean;
}

/** Some rows and columns of a table. */
export async function readPage(
  { connection }: Workbench,
  { name, settings }: BenchTable,
  columns: readonly string[],
  first: number,
  count: number,
): Promise<FileRow[]> {
  if (columns.length === 0) return [];
  const cells = columns.map((column) => `${identifier(column)}::VARCHAR`).join(", ");
  const rows = await readRows<{ row: bigint; cells: (string | null)[]; kept: boolean }>(
    connection,
    `SELECT rowid + 1 AS row, [${cells}] AS cells, ${keptRowSql(settings)} AS kept FROM ${name}
     WHERE rowid >= ${first - 1} AND rowid < ${first - 1 + count} ORDER BY rowid`,
  );
  return rows.map((each) => ({ row: Number(each.row), cells: each.cells, isLeftOut: !each.kept }));
}

/** A text that stands in some cells, with how many they are, and the first of their rows. */
export interface CellText {
  readonly table: string;
  readonly column: string;
  readonly text: string;
  readonly count: number;
  /** Numbers of rows, from 1. */
  readonly rows: readonly number[];
  /** What names these rows, where the table says which column does. */
  readonly names: readonly string[];
}

const SHOWN_ROWS = 5;
const TEXTS_MAX = 500;

/**
 * The texts of some columns that a test of ours refuses, most frequent first, after corrections:
 * grouped by text and column, with where they stand.
 */
export async function findTexts(
  bench: Workbench,
  table: BenchTable,
  columns: readonly string[],
  corrections: Corrections,
  isMeant: (text: string) => boolean,
): Promise<CellText[]> {
  const found: CellText[] = [];
  for (const column of columns) {
    const own = corrections.filter((each) => each.table === table.name && isSame(each.column, column));
    const facts = table.columns.find((each) => isSame(each.name, column));
    // Without corrections, the profile knows the values already.
    if (own.length === 0 && facts !== undefined && !facts.values.some(({ value }) => isMeant(value))) continue;
    const name = table.settings.row;
    const rows = await readRows<{ text: string; count: bigint; rows: bigint[]; names: string[] }>(
      bench.connection,
      `SELECT text, count(*) AS count, (list(row ORDER BY row))[1:${SHOWN_ROWS}] AS rows, (list(name ORDER BY row))[1:${SHOWN_ROWS}] AS names
       FROM (SELECT trim(${correctedSql(table, column, corrections)}) AS text, rowid + 1 AS row,
         ${name === undefined ? "''" : `coalesce(trim(${identifier(name)}), '')`} AS name
         FROM ${table.name} WHERE ${keptRowSql(table.settings)})
       WHERE text <> '' GROUP BY text ORDER BY 2 DESC, 1`,
    );
    for (const each of rows)
      if (isMeant(each.text) && found.length < TEXTS_MAX)
        found.push({
          table: table.name,
          column,
          text: each.text,
          count: Number(each.count),
          rows: each.rows.map(Number),
          names: each.names,
        });
  }
  return found;
}

/**
 * How often each text stands in some columns, after corrections and without the rows that are left
 * out; empty cells are "".
 */
export async function countTexts(
  bench: Workbench,
  table: BenchTable,
  columns: readonly string[],
  corrections: Corrections,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const add = (text: string, count: number): void => void counts.set(text, (counts.get(text) ?? 0) + count);
  for (const column of columns) {
    const facts = table.columns.find((each) => isSame(each.name, column));
    const own = corrections.some((each) => each.table === table.name && isSame(each.column, column));
    const isWhole = table.settings.leave_out === undefined;
    if (facts !== undefined && !own && isWhole && facts.values.length === facts.distinct) {
      for (const { value, count } of facts.values) add(value, count);
      add("", table.rows - facts.filled);
      continue;
    }
    const rows = await readRows<{ text: string; count: bigint }>(
      bench.connection,
      `SELECT trim(coalesce(${correctedSql(table, column, corrections)}, '')) AS text, count(*) AS count
       FROM ${table.name} WHERE ${keptRowSql(table.settings)} GROUP BY 1`,
    );
    for (const { text, count } of rows) add(text, Number(count));
  }
  return counts;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** SQL: a cell after the corrections of its column. */
function correctedSql({ name, settings, wave }: BenchTable, column: string, corrections: Corrections): string {
  const own = corrections.filter((each) => each.table === name && isSame(each.column, column));
  const cell = identifier(column);
  if (own.length === 0) return cell;
  const cases = own.map((each) => `WHEN ${correctionSql(each, settings.row ?? null, wave)} THEN ${literal(each.now)}`);
  return `CASE ${cases.join(" ")} ELSE ${cell} END`;
}

/** A row of the companies, as the mapping reads it. */
export interface CompanyRow {
  /** The number of its row, from 1. */
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly sector: string | null;
  readonly website: string | null;
  readonly lei: string | null;
  readonly wave: string;
}

/** How many rows of companies are looked at. */
const COMPANY_ROWS_MAX = 200_000;

/** The rows of the companies after corrections, in the order of the files. */
export async function readCompanyRows(
  bench: Workbench,
  table: BenchTable,
  companies: Mapping["companies"],
  corrections: Corrections,
): Promise<CompanyRow[]> {
  const details = [companies.name, companies.id, companies.country, companies.sector, companies.website, companies.lei];
  if (details.some(readsList))
    await bench.connection.run(
      `CREATE OR REPLACE MACRO entries(x) AS
        list_filter(list_transform(string_split(coalesce(x, ''), ';'), lambda e: trim(e)), lambda e: e <> '')`,
    );
  const of = (value: MappedValue | undefined): string => (value === undefined ? "NULL" : `trim(${valueSql(value)})`);
  const columns = table.columns.map(({ name }) => name);
  const corrected = columns.filter((column) =>
    corrections.some((each) => each.table === table.name && isSame(each.column, column)),
  );
  const replaced = corrected.map((column) => `${correctedSql(table, column, corrections)} AS ${identifier(column)}`);
  const blank = blankRowSql({ companies });
  const where = [...(blank === null ? [] : [`NOT (${blank})`]), keptRowSql(table.settings)];
  const rows = await readRows<Omit<CompanyRow, "row"> & { row: bigint }>(
    bench.connection,
    `SELECT row, ${of(companies.id ?? companies.name)} AS id, ${of(companies.name)} AS name, ${of(companies.country)} AS country,
       ${of(companies.sector)} AS sector, ${of(companies.website)} AS website, ${of(companies.lei)} AS lei,
       ${table.wave === null ? "''" : `trim(${identifier(table.wave)})`} AS wave
     FROM (SELECT *${replaced.length === 0 ? "" : ` REPLACE (${replaced.join(", ")})`}, rowid + 1 AS row FROM ${table.name}) AS t
     WHERE ${where.join(" AND ")} ORDER BY row LIMIT ${COMPANY_ROWS_MAX}`,
  );
  return rows.map((each) => ({ ...each, row: Number(each.row) }));
}
