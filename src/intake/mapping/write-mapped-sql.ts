import { LIKE_SERIAL, serialDaySql } from "../date-formats.ts";
import { identifier, literal } from "../intake-database.ts";
import { NUMBER_SQL, numberFormsSql } from "../numbers.ts";
import { blankRowSql, columnOf, companiesStatements, keptRowSql, readsList, valueSql } from "./value-sql.ts";
import type { MappedFiles, MappedTable } from "./mapped-tables.ts";
import type { MappedConversion, MappedJudgements, Mapping } from "./mapping-schema.ts";
import { bandSql, type CellSql, namesEmpty, numberColumns, numberedRows, readColumns } from "./conversion-sql.ts";
import { namedMember } from "./mapping-text.ts";

/** Follows the name of a table that is kept as it is read, because cells of it are corrected. */
export const AS_READ = "_as_read";

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
  const rows = same.flatMap(({ names, keep, id }) =>
    names.filter((name) => name !== keep || id !== undefined).map((name) => [name, keep, id]),
  );
  const textOf = (text: string | undefined): string => (text === undefined ? "NULL" : literal(text.trim()));
  const values = rows.map((row) => `(${row.map(textOf).join(", ")})`);
  return `CREATE TABLE same_names(name VARCHAR, keep VARCHAR, id VARCHAR);\nINSERT INTO same_names VALUES ${values.join(", ")};`;
}

function productsStatement({ table, name, company }: NonNullable<Mapping["products"]>): string {
  const product = valueSql(name);
  return `CREATE VIEW products AS\n  SELECT DISTINCT ${product} AS name, ${valueSql(company)} AS company\n  FROM ${table} AS t\n  WHERE trim(${product}) <> '';`;
}

function judgementsStatement(files: MappedFiles): string {
  const selects = files.mapping.judgements.map((each) => judgementsSelect(each, files));
  return `CREATE VIEW judgements AS\n${selects.join("\n  UNION ALL BY NAME\n")};`;
}

function judgementsSelect(judged: MappedJudgements, files: MappedFiles): string {
  const { mapping, tables } = files;
  const taken = new Set(
    (tables.find(({ name }) => name === judged.table)?.columns ?? []).map((name) => name.toLowerCase()),
  );
  const free = (name: string): string => (taken.has(name) ? free(`${name}_`) : name);
  const columns = Object.keys(judged.columns ?? judged.counts ?? {});
  const isWide = columns.length > 0;
  const [heading, cell] = isWide ? [free("heading"), free("cell")] : ["", identifier(judged.value ?? "")];
  const cells = isWide
    ? `(FROM ${judged.table} UNPIVOT INCLUDE NULLS (${cell} FOR ${heading} IN (${columns.map(identifier).join(", ")})))`
    : judged.table;
  const read = readColumns(judged, mapping);
  const isNumeric = read.length > 0;
  const column = isWide ? heading : literal(judged.value ?? "");
  const maxima = [...new Set(read.map(({ conversion }) => conversion.share_of))];
  const numbered = numberedRows(cells, { table: judged.table, text: cell, column }, maxima, free);
  const from = isNumeric ? numbered.rows : cells;
  const subject = isWide ? heading : judged.pillar === undefined ? "''" : valueSql(judged.pillar);
  const company = valueSql(judged.company);
  const merged =
    (mapping.same ?? []).length === 0
      ? company
      : `coalesce((SELECT any_value(m.keep) FROM merged m WHERE m.id = trim(${company})), ${company})`;
  const parts =
    judged.counts === undefined
      ? valueParts(judged, subject, numbered.cell, files)
      : countParts(judged, judged.counts, subject, numbered.cell);
  const selected = [
    `${merged} AS company`,
    `${parts.pillar} AS pillar`,
    ...(parts.criterion === null ? [] : [`${parts.criterion} AS criterion`]),
    `${parts.band} AS band`,
    ...(judged.date === undefined
      ? []
      : [`${columnOf(judged.date) === null ? valueSql(judged.date) : `day(${valueSql(judged.date)})`} AS judged_on`]),
    ...(judged.judge === undefined ? [] : [`${valueSql(judged.judge)} AS judge`]),
    ...(judged.source === undefined ? [] : [`address(${valueSql(judged.source)}) AS source_url`]),
  ];
  const blank = judged.table === mapping.companies.table ? blankRowSql(mapping) : null;
  const conditions = [...(blank === null ? [] : [`NOT (${blank})`]), ...parts.conditions];
  const rows = `  SELECT ${selected.join(",\n    ")}\n  FROM ${from} AS t\n  WHERE ${conditions.join("\n    AND ")}`;
  return isNumeric ? `  FROM (\n${rows})\n  WHERE band IS NOT NULL` : rows;
}

interface JudgementParts {
  readonly pillar: string;
  readonly criterion: string | null;
  readonly band: string;
  readonly conditions: readonly string[];
}

function conversionNamed({ mapping }: MappedFiles, name: string | undefined): MappedConversion | null {
  return namedMember(mapping.conversions, name ?? "") ?? null;
}

function wordSql(text: string): string {
  return literal(text.trim().toLowerCase());
}

function valueParts(judged: MappedJudgements, subject: string, cell: CellSql, files: MappedFiles): JudgementParts {
  const meant = Object.entries(judged.columns ?? judged.groups ?? {});
  const pick = (choose: (each: (typeof meant)[number]) => string | null, otherwise: string): string => {
    const cases = meant.flatMap((each) => {
      const text = choose(each);
      return text === null ? [] : [`WHEN ${wordSql(each[0])} THEN ${text}`];
    });
    return cases.length === 0 ? otherwise : `CASE lower(trim(${subject})) ${cases.join(" ")} ELSE ${otherwise} END`;
  };
  const bandOf = (name: string | undefined): string => bandSql(cell, conversionNamed(files, name), files.bands);
  const hasCriteria = judged.criterion !== undefined || meant.some(([, { criterion }]) => criterion !== undefined);
  const usualCriterion = judged.criterion === undefined ? "NULL" : valueSql(judged.criterion);
  return {
    pillar: pick(([name, { pillar }]) => (pillar === name ? null : literal(pillar)), subject),
    criterion: hasCriteria
      ? pick(([, { criterion }]) => (criterion === undefined ? null : literal(criterion)), usualCriterion)
      : null,
    band: pick(
      ([, { conversion }]) => (conversion === undefined ? null : `(${bandOf(conversion)})`),
      bandOf(judged.conversion),
    ),
    conditions: valueConditions(judged, subject, cell.text, files),
  };
}

/** SQL: conditions of cells that judge: neither empty (unless a band names it) nor "not judged". */
function valueConditions(judged: MappedJudgements, subject: string, cell: string, files: MappedFiles): string[] {
  const meant = Object.entries(judged.columns ?? judged.groups ?? {});
  const usual = conversionNamed(files, judged.conversion);
  const used = meant.map(([name, { conversion }]) => ({
    name,
    conversion: conversion === undefined ? usual : conversionNamed(files, conversion),
  }));
  const empty = used.filter(({ conversion }) => namesEmpty(conversion));
  const areAllNamed = meant.length === 0 ? namesEmpty(usual) : empty.length === meant.length;
  const isFilled = `trim(coalesce(${cell}, '')) <> ''`;
  const named = empty.map(({ name }) => wordSql(name));
  const values = [usual, ...used.map(({ conversion }) => conversion)].flatMap((each) =>
    Object.values(each?.values ?? {}),
  );
  const banded = new Set(values.flat().map((word) => word.toLowerCase()));
  const marks = (files.mapping.not_judged ?? []).map((word) => word.trim().toLowerCase());
  const left = marks.filter((word) => word !== "" && !banded.has(word)).map(wordSql);
  const groups = Object.keys(judged.groups ?? {}).map(wordSql);
  const conditions: string[] = [];
  if (!areAllNamed)
    conditions.push(
      named.length === 0 ? isFilled : `(${isFilled} OR lower(trim(${subject})) IN (${named.join(", ")}))`,
    );
  if (left.length > 0) conditions.push(`lower(trim(coalesce(${cell}, ''))) NOT IN (${left.join(", ")})`);
  if (groups.length > 0) conditions.push(`lower(trim(${subject})) IN (${groups.join(", ")})`);
  return conditions.length === 0 ? ["true"] : conditions;
}

/** More judgements of a company in one band are a mistake, and reported as a value of no band. */
const COUNT_MAX = 10_000;

/** Reads cells that count the judgements in a band; each becomes as many rows. */
function countParts(
  judged: MappedJudgements,
  counts: NonNullable<MappedJudgements["counts"]>,
  heading: string,
  { text: cell, readings, number }: CellSql,
): JudgementParts {
  const cases = Object.entries(counts).map(
    ([name, band]) => `WHEN ${literal(name.trim().toLowerCase())} THEN ${literal(band)}`,
  );
  const isCount = `${number} BETWEEN 0 AND ${COUNT_MAX} AND ${number} = floor(${number})`;
  const numbered = `unnest(CASE WHEN not_finite(${readings}) THEN [] WHEN ${isCount} THEN range(1, ${number}::BIGINT + 1) ELSE [0] END)`;
  return {
    pillar: judged.pillar === undefined ? "''" : valueSql(judged.pillar),
    criterion: `trim(${heading}) || ' ' || ${numbered}`,
    band: `CASE WHEN ${isCount} THEN CASE lower(trim(${heading})) ${cases.join(" ")} END ELSE ${cell} END`,
    conditions: [`trim(coalesce(${cell}, '')) <> ''`],
  };
}
