import { identifier, literal, readRows } from "../intake-database.ts";
import { blankRowSql, keptRowSql, valueSql } from "../mapping/value-sql.ts";
import { columnsOfShare, lacksMaximum, numberedRows, shareSql } from "../mapping/conversion-sql.ts";
import type { MappedConversion, MappedValue, Mapping } from "../mapping/mapping-schema.ts";
import { type NumberAnswer, numberFormsSql } from "../numbers.ts";
import { correctedCells } from "../mapping/write-mapped-sql.ts";
import type { BenchTable, Workbench } from "./open-workbench.ts";

type Corrections = NonNullable<Mapping["corrections"]>;

export interface FileRow {
  readonly row: number;
  readonly cells: readonly (string | null)[];
  /** True if the mapping passes it over, as a total. */
  readonly isLeftOut: boolean;
}

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
interface CellText {
  readonly table: string;
  readonly column: string;
  readonly text: string;
  readonly count: number;
  readonly rows: readonly number[];
  /** The names of these rows, where the table says which column has them. */
  readonly names: readonly string[];
}

const SHOWN_ROWS = 5;
const TEXTS_MAX = 500;

export interface JudgedCells {
  readonly column: string;
  /** Only those of rows in which a value is one of some texts. */
  readonly only?: { readonly value: MappedValue; readonly is: readonly string[] } | undefined;
  readonly shareOf?: MappedConversion["share_of"];
  readonly numbers?: NumberAnswer | undefined;
}

/** SQL: the rows of a table after corrections, without those that are left out. */
function rowsSql({ name, settings, wave, columns }: BenchTable, corrections: Corrections): string {
  const own = corrections.filter(
    (each) => each.table === name && columns.some((column) => column.name.toLowerCase() === each.column.toLowerCase()),
  );
  const replaced = correctedCells(own, settings.row ?? null, wave);
  const cells = replaced.length === 0 ? "*" : `* REPLACE (${replaced.join(", ")})`;
  return `(SELECT ${cells}, rowid + 1 AS row_number_ FROM ${name} WHERE ${keptRowSql(settings)})`;
}

function onlySql({ only }: JudgedCells): string {
  if (only === undefined) return "true";
  const texts = only.is.map((text) => literal(text.trim().toLowerCase()));
  return `lower(trim(${valueSql(only.value)})) IN (${texts.join(", ")})`;
}

/**
 * SQL: the trimmed text of cells. A share is a number; it is empty where nothing says the maximum,
 * and the points with a maximum that cannot be read.
 */
function judgedSql(
  table: BenchTable,
  { column, shareOf, numbers = {} }: JudgedCells,
  corrections: Corrections,
): { readonly text: string; readonly rows: string; readonly forms: string } {
  const text = `trim(coalesce(t.${identifier(column)}, ''))`;
  const plain = rowsSql(table, corrections);
  if (shareOf === undefined) return { text, rows: `${plain} AS t`, forms: "" };
  const taken = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  const about = { table: table.name, text: identifier(column), column: literal(column) };
  const { rows, cell } = numberedRows(plain, about, [shareOf], free);
  const points = typeof shareOf === "number" ? text : `concat(${text}, ' / ', trim(${cell.maximum(shareOf)?.text}))`;
  return {
    text: `CASE ${lacksMaximum(cell, shareOf)
      .map((lacking) => `WHEN ${lacking} THEN ''`)
      .join("")} WHEN ${cell.number} IS NULL THEN ${text}
    ELSE coalesce(round(${shareSql(cell, shareOf)}, 6)::VARCHAR, ${points}) END`,
    rows: `${rows} AS t`,
    forms: `WITH number_forms AS (${numberFormsSql(columnsOfShare(table.name, column, shareOf), numbers)})\n`,
  };
}

/**
 * Finds the texts of some cells for which `isMeant` holds, most frequent first, after corrections:
 * grouped by text and column, with their rows.
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
    const name = table.settings.row;
    const read = judgedSql(table, cells, corrections);
    const rows = await readRows<{ text: string; count: bigint; rows: bigint[]; names: string[] }>(
      bench.connection,
      `${read.forms}SELECT text, count(*) AS count, (list(row ORDER BY row))[1:${SHOWN_ROWS}] AS rows, (list(name ORDER BY row))[1:${SHOWN_ROWS}] AS names
       FROM (SELECT ${read.text} AS text, row_number_ AS row,
         ${name === undefined ? "''" : `coalesce(trim(${identifier(name)}), '')`} AS name
         FROM ${read.rows} WHERE ${onlySql(cells)})
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
 * Counts each text of some cells, after corrections and without the rows that are left out; empty
 * cells are "".
 */
export async function countTexts(
  bench: Workbench,
  table: BenchTable,
  cells: JudgedCells,
  corrections: Corrections,
): Promise<ReadonlyMap<string, number>> {
  const read = judgedSql(table, cells, corrections);
  const rows = await readRows<{ text: string; count: bigint }>(
    bench.connection,
    `${read.forms}SELECT ${read.text} AS text, count(*) AS count
     FROM ${read.rows} WHERE ${onlySql(cells)} GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return new Map(rows.map(({ text, count }) => [text, Number(count)]));
}

/** Lists the texts of a value in a table but the empty one, in the order in which they come. */
export async function distinctTexts(bench: Workbench, table: BenchTable, value: MappedValue): Promise<string[]> {
  const rows = await readRows<{ text: string }>(
    bench.connection,
    `SELECT text FROM (SELECT trim(${valueSql(value)}) AS text, row_number_ AS row FROM ${rowsSql(table, [])} AS t)
     WHERE text <> '' GROUP BY text ORDER BY min(row) LIMIT ${TEXTS_MAX}`,
  );
  return rows.map(({ text }) => text);
}

export interface CompanyRow {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly sector: string | null;
  readonly website: string | null;
  readonly lei: string | null;
  readonly wave: string;
}

const COMPANY_ROWS_MAX = 200_000;

/** Reads the rows of the companies after corrections, in the order of the files. */
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
     FROM ${rowsSql(table, corrections)} AS t${blank === null ? "" : ` WHERE NOT (${blank})`} ORDER BY 1 LIMIT ${COMPANY_ROWS_MAX}`,
  );
  return rows.map((each) => ({ ...each, row: Number(each.row) }));
}
