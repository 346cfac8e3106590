import { LIKE_SERIAL, serialDaySql } from "../date-formats.ts";
import { identifier, literal } from "../intake-database.ts";
import { NUMBER_SQL } from "../numbers.ts";
import { companiesStatements } from "./companies-sql.ts";
import { judgementsStatement } from "./judgements-sql.ts";
import type { MappedFiles, MappedTable } from "./mapped-tables.ts";
import type { Mapping } from "./mapping-schema.ts";
import { numberFormsSql } from "../number-forms-sql.ts";
import { numberColumns } from "./number-columns.ts";
import { columnOf, keptRowSql, readsList, valueSql } from "./value-sql.ts";

/** Follows the name of a table that is kept as it is read, because cells of it are corrected. */
export const AS_READ = "_as_read";

/** Writes the script that a mapping makes of its files. */
export function writeMappedSql(files: MappedFiles): string {
  const { mapping, tables } = files;
  const numbers = numberColumns(mapping);
  const statements = [
    ...functionsFor(mapping),
    ...tables.map((table) => tableStatements(table, mapping)),
    ...(numbers.length === 0 ? [] : [`INSERT INTO number_forms\n  ${numberFormsSql(numbers, mapping.numbers ?? {})};`]),
    ...(mapping.same === undefined || mapping.same.length === 0 ? [] : [sameStatement(mapping.same)]),
    companiesStatements(files),
    ...(mapping.products === undefined ? [] : [productsStatement(mapping.products)]),
    judgementsStatement(files),
  ];
  return `${statements.join("\n\n")}\n`;
}

function functionsFor(mapping: Mapping): string[] {
  const conversions = Object.values(mapping.conversions ?? {});
  const { companies, judgements, products } = mapping;
  const numbers = numberColumns(mapping);
  const values = [companies, ...judgements, products ?? {}].flatMap((each): unknown[] => Object.values(each));
  const hasLists = values.some((value) => readsList(value)) || conversions.some(({ list }) => list !== undefined);
  const functions = [
    numbers.length > 0 ? NUMBER_SQL : null,
    hasLists ? ENTRIES_SQL : null,
    judgements.some(({ date }) => columnOf(date) !== null) ? DAY_SQL : null,
    companies.lei === undefined ? null : LEI_SQL,
    [companies.website, ...judgements.map(({ source }) => source)].some((value) => value !== undefined)
      ? ADDRESS_SQL
      : null,
  ];
  return functions.filter((statement) => statement !== null);
}

/** Needed by cells with several values. */
export const ENTRIES_SQL = `-- The values in a cell, with ; between them.
CREATE MACRO entries(x) AS
  list_filter(list_transform(string_split(coalesce(x, ''), ';'), lambda e: trim(e)), lambda e: e <> '');`;

const DAY_SQL = `-- A date without its time of day, as the file writes it; a number of days, as a spreadsheet counts them, is its date.
CREATE MACRO day(x) AS CASE WHEN regexp_full_match(trim(x), ${literal(LIKE_SERIAL)}) THEN ${serialDaySql("trim(x)")}
  ELSE regexp_replace(trim(x), '[T ]\\d\\d?:\\d\\d(:\\d\\d(\\.\\d+)?)?( ?(Z|UTC|[+-]\\d\\d:?\\d\\d))?$', '') END;`;

const ADDRESS_SQL = `-- An address, also one without a scheme; check says how many others are left out.
CREATE MACRO address(x) AS CASE
  WHEN regexp_full_match(trim(x), '(?i)https?://[^\\s/?#]+[^\\s]*') THEN trim(x)
  WHEN regexp_full_match(trim(x), '(?i)www\\.[^\\s/?#]+[^\\s]*') THEN 'https://' || trim(x) END;`;

/** ISO 17442: letters count as 10 to 35, and the remainder of the number by 97 is 1. */
export const LEI_SQL = `-- An LEI whose form and check digits are right; check says how many others are left out.
CREATE MACRO right_lei(x) AS CASE WHEN regexp_full_match(upper(trim(x)), '[A-Z0-9]{18}[0-9]{2}') AND list_reduce(
  list_transform(string_split(upper(trim(x)), ''), lambda c: CASE WHEN c <= '9' THEN ascii(c) - 48 ELSE ascii(c) - 55 END),
  lambda a, d: (a * CASE WHEN d > 9 THEN 100 ELSE 10 END + d) % 97, 0) = 1 THEN upper(trim(x)) END;`;

function tableStatements({ name, settings, select, wave }: MappedTable, mapping: Mapping): string {
  const corrections = (mapping.corrections ?? []).filter(({ table }) => table === name);
  const isWhole = (settings.leave_out ?? []).length === 0;
  const body = isWhole ? select : `SELECT * FROM (\n  ${select})\n  WHERE ${keptRowSql(settings)}`;
  if (corrections.length === 0) return `CREATE TABLE ${name} AS\n  ${body};`;
  const replaced = correctedCells(corrections, settings.row ?? null, wave);
  return `CREATE TABLE ${name}${AS_READ} AS\n  ${body};
CREATE VIEW ${name} AS SELECT * REPLACE (\n  ${replaced.join(",\n  ")})\n  FROM ${name}${AS_READ};`;
}

/** SQL: the columns of a table that some corrections are about, after them. */
export function correctedCells(
  corrections: NonNullable<Mapping["corrections"]>,
  row: string | null,
  wave: string | null,
): string[] {
  return [...Map.groupBy(corrections, ({ column }) => column.toLowerCase()).values()].map((own) => {
    const cell = identifier(own[0]?.column ?? "");
    const cases = own.map((each) => `WHEN ${correctionSql(each, row, wave)} THEN ${literal(each.now)}`);
    return `CASE ${cases.join("\n  ")} ELSE ${cell} END AS ${cell}`;
  });
}

/** SQL: true if a row is the one, or one of those, that a correction is about. */
export function correctionSql(
  { column, was, row: named, wave: of }: NonNullable<Mapping["corrections"]>[number],
  row: string | null,
  wave: string | null,
): string {
  return [
    `trim(coalesce(${identifier(column)}, '')) = ${literal(was.trim())}`,
    ...rowSql({ row: named, wave: of }, row, wave),
  ].join(" AND ");
}

/** SQL: conditions of the row that is meant. */
export function rowSql(
  named: { readonly row?: string | undefined; readonly wave?: string | undefined },
  row: string | null,
  wave: string | null,
): string[] {
  return [
    ...(named.row === undefined || row === null ? [] : [`trim(${identifier(row)}) = ${literal(named.row.trim())}`]),
    ...(named.wave === undefined || wave === null ? [] : [`trim(${identifier(wave)}) = ${literal(named.wave.trim())}`]),
  ];
}

function sameStatement(same: NonNullable<Mapping["same"]>): string {
  const rows = same.flatMap(({ names, keep }) => names.filter((name) => name !== keep).map((name) => [name, keep]));
  const values = rows.map((row) => `(${row.map((name) => literal(name.trim())).join(", ")})`);
  return `CREATE TABLE same_names(name VARCHAR, keep VARCHAR);\nINSERT INTO same_names VALUES ${values.join(", ")};`;
}

function productsStatement({ table, name, company }: NonNullable<Mapping["products"]>): string {
  const product = valueSql(name);
  return `CREATE VIEW products AS\n  SELECT DISTINCT ${product} AS name, ${valueSql(company)} AS company\n  FROM ${table} AS t\n  WHERE trim(${product}) <> '';`;
}
