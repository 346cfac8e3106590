import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../../atlas/atlas.ts";
import { identifier, literal, readCounts, readRows } from "../intake-database.ts";
import { type ColumnFacts, describeColumns } from "./column-facts.ts";
import {
  best,
  guessJudgedColumns,
  guessRoles,
  type JudgedColumns,
  kindOfValues,
  type Roles,
  textScore,
} from "./guess-columns.ts";
import type { ExaminedTable } from "./examine-guess.ts";
import { lookAgainst } from "./look-against.ts";
import { headerShare, isNoCompany, isSubtotal, isSumming } from "./header-words.ts";
import { areKnownBands, saysYesOrNo } from "./known-bands.ts";
import { reloadRawTable, type RawTable, SHEET_COLUMN, YEAR_COLUMN } from "./raw-table.ts";

export interface TableGuess {
  readonly table: RawTable;
  readonly facts: readonly ColumnFacts[];
  readonly roles: Roles;
  /** Rows that are no companies, such as totals. */
  readonly leftOut: LeftOut;
  readonly judged: JudgedGuess | null;
  readonly against: ExaminedTable["against"];
}

export interface LeftOut {
  readonly names: readonly string[];
  readonly emptyRows: number;
}

/** `wide`: a column for each pillar. `long`: a row for each, named in a column or all of one. */
type JudgedGuess = { readonly kind: JudgedColumns["kind"] } & (
  | { readonly shape: "wide"; readonly columns: readonly string[] }
  | { readonly shape: "long"; readonly pillar: string; readonly band: string }
);

interface GuessOptions {
  readonly connection: DuckDBConnection;
  readonly atlas: Atlas;
}

/**
 * Guesses what the columns of a table are, after rows that are no companies are left out. `name` is
 * the column that is known to name the company; null where it is guessed.
 */
export async function guessTable(raw: RawTable, options: GuessOptions, name: string | null): Promise<TableGuess> {
  const { connection, atlas } = options;
  const own = { ...ownNames(raw), ...(name === null ? {} : { name }) };
  const describe = (each: RawTable): ColumnFacts[] => {
    const hidden = new Set(each.parts.flatMap(({ hiddenColumns = [] }) => hiddenColumns));
    return describeColumns(each, atlas).filter(({ column }) => !hidden.has(column.name));
  };
  const unsure = guessRoles(describe(raw), own, true);
  // A column whose values have several names, such as codes of sectors, is no id.
  const isId = own.id !== undefined || (await namesOneEach(connection, raw, unsure));
  const first = isId ? unsure : guessRoles(describe(raw), own, false);
  const leftOut = await findLeftOut(connection, raw, first, atlas);
  const condition = leftOutCondition(leftOut, first);
  const table = condition === null ? raw : await reloadRawTable(connection, raw, condition);
  const facts = describe(table);
  const roles = guessRoles(facts, own, isId);
  const judged = await guessJudged(table, facts, roles, connection);
  const taken = { ...roles, ...judged?.roles };
  const judging = judged?.judged.shape === "wide" ? judged.judged.columns : [];
  const against = await lookAgainst({ connection, atlas, table, facts, roles: taken, judging });
  return { table, facts, roles: taken, leftOut, judged: judged?.judged ?? null, against };
}

/** Of ids, a few may have had another name in another year. */
const RENAMED_MAX = 0.1;

async function namesOneEach(connection: DuckDBConnection, { name: table }: RawTable, roles: Roles): Promise<boolean> {
  const { id, name } = roles;
  if (id === undefined || name === undefined) return true;
  const { several, ids } = await readCounts<"several" | "ids">(
    connection,
    `SELECT count(*) FILTER (names > 1) AS several, count(*) AS ids FROM (
       SELECT count(DISTINCT trim(${identifier(name)})) AS names FROM ${identifier(table)}
       WHERE trim(${identifier(id)}) <> '' GROUP BY trim(${identifier(id)}))`,
  );
  return several <= RENAMED_MAX * ids;
}

/** SQL: the condition of the rows that stay; null where all do. */
function leftOutCondition({ names, emptyRows }: LeftOut, { name, country }: Roles): string | null {
  if (name === undefined) return null;
  const conditions: string[] = [];
  const cells = [name, country].flatMap((column) => (column === undefined ? [] : [identifier(column)]));
  if (emptyRows > 0) conditions.push(`trim(concat(${cells.join(", ")})) <> ''`);
  if (names.length > 0)
    conditions.push(`coalesce(trim(${identifier(name)}), '') NOT IN (${names.map(literal).join(", ")})`);
  return conditions.length === 0 ? null : conditions.join(" AND ");
}

/** Finds the columns of judgements that are called as in the data format. */
function ownNames({ columns }: RawTable): Roles {
  const called = (role: string): string | undefined => columns.find(({ name }) => name.toLowerCase() === role)?.name;
  const [pillar, band] = [called("pillar"), called("band")];
  return pillar === undefined || band === undefined ? {} : { pillar, band };
}

/** More rows without a country are no notes below a table. */
const NOT_COMPANIES_MAX = 1000;

/** Finds totals (of countries and sectors, too), notes and empty rows: most have no country. */
async function findLeftOut(
  connection: DuckDBConnection,
  table: RawTable,
  { name, country, sector }: Roles,
  atlas: Atlas,
): Promise<LeftOut> {
  if (name === undefined) return { names: [], emptyRows: 0 };
  const valuesOf = (column: string | undefined): string[] =>
    table.columns.find((each) => each.name === column)?.values.map(({ value }) => value) ?? [];
  const isCountry = (value: string): boolean => atlas.resolveCountry(value).kind === "country";
  const groups = new Set([sector, country].flatMap(valuesOf).map((value) => value.toLowerCase()));
  const isGroup = (text: string): boolean => groups.has(text.toLowerCase()) || isCountry(text);
  // A header may stand in a file several times.
  const totals = valuesOf(name).filter((v) => v === name || isNoCompany(v) || isSubtotal(v, isGroup));
  if (country === undefined) return { names: totals, emptyRows: 0 };
  const [n, c] = [`trim(${identifier(name)})`, `trim(${identifier(country)})`];
  const others = table.columns
    .filter((column) => column.name !== name && column.name !== YEAR_COLUMN && column.name !== SHEET_COLUMN)
    .map((column) => `trim(${identifier(column.name)})`);
  const unknown = valuesOf(country).filter((value) => !isCountry(value));
  const rows = await readRows<{ name: string; rest: string }>(
    connection,
    `SELECT DISTINCT ${n} AS name, concat(${others.join(", ")}) AS rest FROM ${identifier(table.name)}
     WHERE ${n} <> '' AND coalesce(${c}, '') IN (${["", ...unknown].map(literal).join(", ")}) ORDER BY name LIMIT ${NOT_COMPANIES_MAX}`,
  );
  const isLeft = (row: (typeof rows)[number]): boolean =>
    isNoCompany(row.name) || row.rest === "" || isSubtotal(row.name, () => true);
  const names = rows.filter(isLeft).map((row) => row.name);
  names.push(...totals.filter((value) => value === name || isSubtotal(value, isGroup)));
  const { empty } = await readCounts<"empty">(
    connection,
    `SELECT count(*) AS empty FROM ${identifier(table.name)} WHERE trim(concat(${identifier(name)}, ${identifier(country)})) = ''`,
  );
  return { names: [...new Set(names)].slice(0, 50), emptyRows: empty };
}

/** Guesses if the table judges by rows, where companies occur in several, or by columns. */
async function guessJudged(
  table: RawTable,
  facts: readonly ColumnFacts[],
  roles: Roles,
  connection: DuckDBConnection,
): Promise<{ readonly judged: JudgedGuess; readonly roles: Roles } | null> {
  const used = new Set(Object.values(roles));
  const free = facts.filter(({ column }) => !used.has(column.name) && column.name !== YEAR_COLUMN);
  const long = await guessRows(table, facts, free, roles, connection);
  if (long !== null) return long;
  const wide = guessJudgedColumns(free.filter(({ column }) => column.name !== SHEET_COLUMN));
  if (wide === null) return null;
  // Yes and No beside a rating are the reasons for it.
  const areReasons = wide.columns.every(({ judged }) => judged.every(({ value }) => saysYesOrNo(value)));
  const others = areReasons ? free.filter((each) => !wide.columns.includes(each)) : [];
  const rating = best(others, (each) => (headerShare(each.column.name, "band") > 0 ? bandScore(each) : 0));
  if (rating !== undefined)
    return { judged: { shape: "wide", columns: [rating.column.name], kind: kindOfValues([rating]) }, roles: {} };
  const columns = wide.columns.map(({ column }) => column.name);
  return { judged: { shape: "wide", columns, kind: wide.kind }, roles: {} };
}

async function guessRows(
  table: RawTable,
  all: readonly ColumnFacts[],
  free: readonly ColumnFacts[],
  { name, id, pillar: ownPillar, band: ownBand, judged_on: day }: Roles,
  connection: DuckDBConnection,
): Promise<{ readonly judged: JudgedGuess; readonly roles: Roles } | null> {
  const named = free.find(({ column }) => headerShare(column.name, "company") >= 0.5)?.column.name;
  const isDayOfYears = all.some(({ column, years }) => column.name === day && years === 1);
  const key = await findRepeatedKey(connection, table, [id, name, named], isDayOfYears ? day : undefined);
  if (ownPillar === undefined && key === undefined) return null;
  const texts = free.filter(({ judged, column }) => judged.length >= 2 && column.distinct <= 200);
  const manifold = texts.filter(({ column }) => column.distinct > 2);
  const criterion = best(manifold, (facts) => textScore(facts, "criterion", 0.3))?.column.name;
  const called = best(texts, ({ column }) => {
    const share = headerShare(column.name, "pillar");
    return column.name === criterion || column.name === key || share < 0.3 ? 0 : share;
  })?.column.name;
  const pillar = ownPillar ?? called ?? criterion ?? (await findRepeated(connection, table, texts, key, day));
  if (pillar === undefined) return null;
  const rest = free.filter(({ column }) => ![pillar, criterion, key].includes(column.name));
  // Sheets are topics where each has one column that judges; otherwise they may be copies.
  if (pillar === SHEET_COLUMN && rest.filter((each) => bandScore(each) > 0).length > 1) return null;
  const judging = ownBand === undefined ? best(rest, bandScore) : all.find(({ column }) => column.name === ownBand);
  if (judging === undefined) return null;
  const band = judging.column.name;
  const further = criterion === undefined || criterion === pillar ? {} : { criterion };
  const judged = { shape: "long", pillar, band, kind: kindOfValues([judging]) } as const;
  return { judged, roles: { ...further, pillar, band } };
}

/** Finds the column of companies, if most have several rows, also within a wave of years. */
async function findRepeatedKey(
  connection: DuckDBConnection,
  table: RawTable,
  keys: readonly (string | undefined)[],
  wave: string | undefined,
): Promise<string | undefined> {
  const isOfYears = table.columns.some((column) => column.name === YEAR_COLUMN);
  const years = [...(isOfYears ? [YEAR_COLUMN] : []), ...(wave === undefined ? [] : [wave])];
  for (const key of keys) {
    if (key === undefined) continue;
    if (table.rows >= 1.3 * (await countDistinct(connection, table, [key, ...years]))) return key;
  }
  return undefined;
}

/** Finds the column that tells the rows of a company apart. */
async function findRepeated(
  connection: DuckDBConnection,
  table: RawTable,
  texts: readonly ColumnFacts[],
  key: string | undefined,
  day: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  for (const { column, numbers } of texts) {
    if (numbers > 0.5 || column.filled < 0.9 * table.rows || 2 * column.distinct > table.rows) continue;
    if (areKnownBands(column.values.map(({ value }) => value))) continue;
    const pairs = await countDistinct(connection, table, [key, column.name, ...(day === undefined ? [] : [day])]);
    if (pairs >= 0.98 * table.rows) return column.name;
  }
  return undefined;
}

function bandScore({ column, judged, numbers, dates, urls, countries }: ColumnFacts): number {
  if (dates > 0.5 || urls > 0.5 || countries > 0.8 || judged.length < 2) return 0;
  const isWord = numbers < 0.9;
  const isCalled = headerShare(column.name, "band") > 0;
  if (isWord && (judged.length > 20 || !(isCalled || areKnownBands(judged.map(({ value }) => value))))) return 0;
  return 2 * headerShare(column.name, "band") + (judged.length <= 12 ? 1 : 0.2) - (isSumming(column.name) ? 0.5 : 0);
}

async function countDistinct(
  connection: DuckDBConnection,
  table: RawTable,
  columns: readonly string[],
): Promise<number> {
  const cells = columns.map((column) => `coalesce(trim(${identifier(column)}), '')`);
  const sql = `SELECT count(DISTINCT concat_ws(chr(31), ${cells.join(", ")})) AS n FROM ${identifier(table.name)}`;
  return (await readCounts<"n">(connection, sql)).n;
}
