import { identifier, literal, readRows } from "../intake-database.ts";
import { blankRowSql } from "../mapping/companies-sql.ts";
import { shareSql } from "../mapping/conversion-sql.ts";
import type { MappedConversion, MappedValue, Mapping } from "../mapping/mapping-schema.ts";
import { keptRowSql, valueSql } from "../mapping/value-sql.ts";
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

/** Cells in which judgements are. */
export interface JudgedCells {
  readonly column: string;
  /** Only those of rows in which a value is one of some texts. */
  readonly only?: { readonly value: MappedValue; readonly is: readonly string[] } | undefined;
  /** Scores are shares of this maximum. */
  readonly shareOf?: MappedConversion["share_of"];
}

/** SQL: the rows of a table after corrections, as t, without those that are left out. */
function rowsSql(table: BenchTable, corrections: Corrections): string {
  const corrected = table.columns.filter(({ name }) =>
    corrections.some((each) => each.table === table.name && isSame(each.column, name)),
  );
  const replaced = corrected.map(({ name }) => `${correctedSql(table, name, corrections)} AS ${identifier(name)}`);
  const cells = replaced.length === 0 ? "*" : `* REPLACE (${replaced.join(", ")})`;
  return `(SELECT ${cells}, rowid + 1 AS row_number_ FROM ${table.name} WHERE ${keptRowSql(table.settings)}) AS t`;
}

function onlySql({ only }: JudgedCells): string {
  if (only === undefined) return "true";
  const texts = only.is.map((text) => literal(text.trim().toLowerCase()));
  return `lower(trim(${valueSql(only.value)})) IN (${texts.join(", ")})`;
}

/** SQL: what stands in cells, trimmed; of a share, its number where there is one. */
function textSql({ column, shareOf }: JudgedCells): string {
  const cell = `t.${identifier(column)}`;
  const text = `trim(coalesce(${cell}, ''))`;
  if (shareOf === undefined) return text;
  return `coalesce(round(${shareSql(cell, shareOf)}, 6)::VARCHAR, ${text})`;
}

/**
 * The texts of some cells that a test of ours refuses, most frequent first, after corrections:
 * grouped by text and column, with where they stand.
 */
export async function findTexts(
  bench: Workbench,
  table: BenchTable,
  judged: readonly JudgedCells[],
  corrections: Corrections,
  isMeant: (text: string) => boolean,
): Promise<CellText[]> {
  const found: CellText[] = [];
  for (const cells of judged) {
    const { column } = cells;
    const facts = table.columns.find((each) => isSame(each.name, column));
    // Without corrections, the profile knows the values already.
    if (isAsProfiled(table, column, corrections) && facts?.values.some(({ value }) => isMeant(value)) === false)
      continue;
    const name = table.settings.row;
    const rows = await readRows<{ text: string; count: bigint; rows: bigint[]; names: string[] }>(
      bench.connection,
      `SELECT text, count(*) AS count, (list(row ORDER BY row))[1:${SHOWN_ROWS}] AS rows, (list(name ORDER BY row))[1:${SHOWN_ROWS}] AS names
       FROM (SELECT ${textSql(cells)} AS text, row_number_ AS row,
         ${name === undefined ? "''" : `coalesce(trim(${identifier(name)}), '')`} AS name
         FROM ${rowsSql(table, corrections)} WHERE ${onlySql(cells)})
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

/** Whether the profile of a column, if it has all values, says what the mapping reads. */
function isAsProfiled(table: BenchTable, column: string, corrections: Corrections): boolean {
  const facts = table.columns.find((each) => isSame(each.name, column));
  const isCorrected = corrections.some((each) => each.table === table.name && isSame(each.column, column));
  return !isCorrected && facts !== undefined && facts.values.length === facts.distinct;
}

/**
 * How often each text stands in some cells, after corrections and without the rows that are left
 * out; empty cells are "".
 */
export async function countTexts(
  bench: Workbench,
  table: BenchTable,
  cells: JudgedCells,
  corrections: Corrections,
): Promise<ReadonlyMap<string, number>> {
  const { column, only, shareOf } = cells;
  const counts = new Map<string, number>();
  const facts = table.columns.find((each) => isSame(each.name, column));
  const isWhole = table.settings.leave_out === undefined && only === undefined && shareOf === undefined;
  if (facts !== undefined && isWhole && isAsProfiled(table, column, corrections)) {
    for (const { value, count } of facts.values) counts.set(value, count);
    if (table.rows > facts.filled) counts.set("", table.rows - facts.filled);
    return counts;
  }
  const rows = await readRows<{ text: string; count: bigint }>(
    bench.connection,
    `SELECT ${textSql(cells)} AS text, count(*) AS count
     FROM ${rowsSql(table, corrections)} WHERE ${onlySql(cells)} GROUP BY 1`,
  );
  for (const { text, count } of rows) counts.set(text, Number(count));
  return counts;
}

/** The texts of a value in a table but the empty one, in the order in which they come. */
export async function distinctTexts(bench: Workbench, table: BenchTable, value: MappedValue): Promise<string[]> {
  const rows = await readRows<{ text: string }>(
    bench.connection,
    `SELECT text FROM (SELECT trim(${valueSql(value)}) AS text, row_number_ AS row FROM ${rowsSql(table, [])})
     WHERE text <> '' GROUP BY text ORDER BY min(row) LIMIT ${TEXTS_MAX}`,
  );
  return rows.map(({ text }) => text);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** SQL: a cell after the corrections of its column. */
function correctedSql({ name, settings, wave }: BenchTable, column: string, corrections: Corrections): string {
  const own = corrections.filter((each) => each.table === name && isSame(each.column, column));
  const cell = identifier(column);
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
  const of = (value: MappedValue | undefined): string => (value === undefined ? "NULL" : `trim(${valueSql(value)})`);
  const blank = blankRowSql({ companies });
  const rows = await readRows<Omit<CompanyRow, "row"> & { row: bigint }>(
    bench.connection,
    `SELECT row_number_ AS row, ${of(companies.id ?? companies.name)} AS id, ${of(companies.name)} AS name, ${of(companies.country)} AS country,
       ${of(companies.sector)} AS sector, ${of(companies.website)} AS website, ${of(companies.lei)} AS lei,
       ${table.wave === null ? "''" : `trim(${identifier(table.wave)})`} AS wave
     FROM ${rowsSql(table, corrections)}${blank === null ? "" : ` WHERE NOT (${blank})`} ORDER BY 1 LIMIT ${COMPANY_ROWS_MAX}`,
  );
  return rows.map((each) => ({ ...each, row: Number(each.row) }));
}
