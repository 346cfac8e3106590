import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../../atlas/atlas.ts";
import { identifier, literal, readCounts, readRows } from "../intake-database.ts";
import { matches } from "../mapping/mapped-tables.ts";
import { type ColumnFacts, describeColumns } from "./column-facts.ts";
import { best, guessRoles, type Roles, textScore } from "./guess-columns.ts";
import { guessJudgedColumns, type JudgedColumns, kindOfValues } from "./guess-judged-columns.ts";
import type { CellsByRole } from "./given-cell.ts";
import { headerShare, isNoCompany, isSumming, type Role } from "./header-words.ts";
import { areKnownBands } from "./known-bands.ts";
import { reloadRawTable, type RawTable, SHEET_COLUMN, YEAR_COLUMN } from "./raw-table.ts";

/** What the publisher says about columns, whatever the guess. */
export interface GivenColumns {
  readonly roles: Roles;
  /** Columns with judgements, or values of the column of pillars; empty where they are guessed. */
  readonly pillars: readonly string[];
  /** The country of all companies, where no column has one; "none" where they have none. */
  readonly country: string | null;
  /** Roles that no column has, whatever the guess. */
  readonly none: readonly Role[];
  /** What is made of the cells of the columns of some roles. */
  readonly cells: CellsByRole;
  /** Further tables, or their files, that something is looked up in. */
  readonly lookups: readonly string[];
}

export interface TableGuess {
  readonly table: RawTable;
  readonly facts: readonly ColumnFacts[];
  readonly roles: Roles;
  /** Rows that are no companies, such as totals. */
  readonly leftOut: LeftOut;
  readonly judged: JudgedGuess | null;
}

export interface LeftOut {
  readonly names: readonly string[];
  /** How many rows have neither a name nor a country. */
  readonly emptyRows: number;
}

/** `wide`: a column for each pillar. `long`: a row for each, named in a column or all of one. */
export type JudgedGuess = { readonly kind: JudgedColumns["kind"] } & (
  | { readonly shape: "wide"; readonly columns: readonly string[] }
  | { readonly shape: "long"; readonly pillar: string; readonly band: string }
);

interface GuessOptions {
  readonly connection: DuckDBConnection;
  readonly atlas: Atlas;
  readonly given: GivenColumns;
}

/** Guesses what the columns of a table are, after rows that are no companies are left out. */
export async function guessTable(raw: RawTable, options: GuessOptions): Promise<TableGuess> {
  const { connection, atlas, given } = options;
  const own = { ...ownNames(raw), ...rolesOf(raw, given.roles) };
  const unsure = guessRoles(describeColumns(raw, atlas), own, given.none);
  // A column whose values have several names, such as codes of sectors, is no id.
  const isId = own.id !== undefined || (await namesOneEach(connection, raw, unsure));
  const none = isId ? given.none : [...given.none, "id" as const];
  const first = isId ? unsure : guessRoles(describeColumns(raw, atlas), own, none);
  const leftOut = await findLeftOut(connection, raw, first, atlas);
  const condition = leftOutCondition(leftOut, first);
  const table = condition === null ? raw : await reloadRawTable(connection, raw, condition);
  const facts = describeColumns(table, atlas);
  const roles = guessRoles(facts, own, none);
  const judged = await guessJudged(table, facts, roles, options);
  return { table, facts, roles: { ...roles, ...judged?.roles }, leftOut, judged: judged?.judged ?? null };
}

/** Of ids, a few may have had another name in another year. */
const RENAMED_MAX = 0.1;

/** Whether nearly every id has one name. */
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

/** SQL: which rows stay; null where all do. */
export function leftOutCondition({ names, emptyRows }: LeftOut, { name, country }: Roles): string | null {
  if (name === undefined) return null;
  const conditions: string[] = [];
  const cells = [name, country].flatMap((column) => (column === undefined ? [] : [identifier(column)]));
  if (emptyRows > 0) conditions.push(`trim(concat(${cells.join(", ")})) <> ''`);
  if (names.length > 0)
    conditions.push(`coalesce(trim(${identifier(name)}), '') NOT IN (${names.map(literal).join(", ")})`);
  return conditions.length === 0 ? null : conditions.join(" AND ");
}

/** The columns of judgements, where they are called as in the data format. */
function ownNames(table: RawTable): Roles {
  const roles = rolesOf(table, { pillar: "pillar", band: "band" });
  return roles.pillar === undefined || roles.band === undefined ? {} : roles;
}

function rolesOf(table: RawTable, roles: Roles): Roles {
  const names = new Map(table.columns.map(({ name }) => [name.toLowerCase(), name]));
  const own = Object.entries(roles).flatMap(([role, column]) => {
    const name = names.get(column.toLowerCase());
    return name === undefined ? [] : [[role, name]];
  });
  return Object.fromEntries(own);
}

/** More rows without a country are no notes below a table. */
const NOT_COMPANIES_MAX = 1000;

/** Totals, notes below the table and rows of nothing: none has a country. */
async function findLeftOut(
  connection: DuckDBConnection,
  table: RawTable,
  { name, country }: Roles,
  atlas: Atlas,
): Promise<LeftOut> {
  if (name === undefined) return { names: [], emptyRows: 0 };
  if (country === undefined) {
    const values = table.columns.find((column) => column.name === name)?.values ?? [];
    return { names: values.map(({ value }) => value).filter(isNoCompany), emptyRows: 0 };
  }
  const [n, c] = [`trim(${identifier(name)})`, `trim(${identifier(country)})`];
  const others = table.columns
    .filter((column) => column.name !== name && column.name !== YEAR_COLUMN && column.name !== SHEET_COLUMN)
    .map((column) => `trim(${identifier(column.name)})`);
  const countries = table.columns.find((column) => column.name === country)?.values ?? [];
  const unknown = countries.map(({ value }) => value).filter((value) => atlas.resolveCountry(value).kind !== "country");
  const rows = await readRows<{ name: string; rest: string }>(
    connection,
    `SELECT DISTINCT ${n} AS name, concat(${others.join(", ")}) AS rest FROM ${identifier(table.name)}
     WHERE ${n} <> '' AND coalesce(${c}, '') IN (${["", ...unknown].map(literal).join(", ")}) ORDER BY name LIMIT ${NOT_COMPANIES_MAX}`,
  );
  const names = rows.filter((row) => isNoCompany(row.name) || row.rest === "").map((row) => row.name);
  const { empty } = await readCounts<"empty">(
    connection,
    `SELECT count(*) AS empty FROM ${identifier(table.name)} WHERE trim(concat(${identifier(name)}, ${identifier(country)})) = ''`,
  );
  return { names: [...new Set(names)].slice(0, 50), emptyRows: empty };
}

/** How the table judges: by rows, if its companies occur in several, otherwise by columns. */
async function guessJudged(
  table: RawTable,
  facts: readonly ColumnFacts[],
  roles: Roles,
  { connection, given }: GuessOptions,
): Promise<{ readonly judged: JudgedGuess; readonly roles: Roles } | null> {
  // Where the publisher names these columns, a table without them does not judge.
  const lacks = (role: "pillar" | "band"): boolean => given.roles[role] !== undefined && roles[role] === undefined;
  if (given.pillars.length === 0 && (lacks("pillar") || lacks("band"))) return null;
  const used = new Set(Object.values(roles));
  const free = facts.filter(({ column }) => !used.has(column.name) && column.name !== YEAR_COLUMN);
  const chosen = chosenColumns(facts, given.pillars);
  if (chosen.length > 0) {
    const columns = chosen.map(({ column }) => column.name);
    return { judged: { shape: "wide", columns, kind: kindOfValues(chosen) }, roles: {} };
  }
  const long = await guessRows(table, facts, free, roles, connection);
  if (long !== null) return long;
  const wide = guessJudgedColumns(free.filter(({ column }) => column.name !== SHEET_COLUMN));
  if (wide === null) return null;
  const columns = wide.columns.map(({ column }) => column.name);
  return { judged: { shape: "wide", columns, kind: wide.kind }, roles: {} };
}

/** The columns that are named, in which * stands for any characters. */
function chosenColumns(facts: readonly ColumnFacts[], pillars: readonly string[]): ColumnFacts[] {
  const chosen = pillars.flatMap((pillar) => {
    const exact = facts.filter(({ column }) => column.name.toLowerCase() === pillar.toLowerCase());
    return exact.length > 0 ? exact : facts.filter(({ column }) => matches(pillar, column.name));
  });
  return [...new Set(chosen)];
}

async function guessRows(
  table: RawTable,
  all: readonly ColumnFacts[],
  free: readonly ColumnFacts[],
  { name, id, pillar: givenPillar, band: givenBand, criterion: givenCriterion, judged_on: day }: Roles,
  connection: DuckDBConnection,
): Promise<{ readonly judged: JudgedGuess; readonly roles: Roles } | null> {
  const named = free.find(({ column }) => headerShare(column.name, "company") >= 0.5)?.column.name;
  const isDayOfYears = all.some(({ column, years }) => column.name === day && years === 1);
  const key = await findRepeatedKey(connection, table, [id, name, named], isDayOfYears ? day : undefined);
  if (givenPillar === undefined && key === undefined) return null;
  const texts = free.filter(({ judged, column }) => judged.length >= 2 && column.distinct <= 200);
  const manifold = texts.filter(({ column }) => column.distinct > 2);
  const criterion = givenCriterion ?? best(manifold, (facts) => textScore(facts, "criterion", 0.3))?.column.name;
  const called = best(texts, ({ column }) => {
    const share = headerShare(column.name, "pillar");
    return column.name === criterion || column.name === key || share < 0.3 ? 0 : share;
  })?.column.name;
  const pillar = givenPillar ?? called ?? criterion ?? (await findRepeated(connection, table, texts, key, day));
  if (pillar === undefined) return null;
  const rest = free.filter(({ column }) => ![pillar, criterion, key].includes(column.name));
  const judging = givenBand === undefined ? best(rest, bandScore) : all.find(({ column }) => column.name === givenBand);
  if (judging === undefined) return null;
  const band = judging.column.name;
  const further = criterion === undefined || criterion === pillar ? {} : { criterion };
  const judged = { shape: "long", pillar, band, kind: kindOfValues([judging]) } as const;
  return { judged, roles: { ...further, pillar, band } };
}

/** The column that names the company, if most have several rows, also within a wave of years. */
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

/** The column that tells the rows of a company apart. */
async function findRepeated(
  connection: DuckDBConnection,
  table: RawTable,
  texts: readonly ColumnFacts[],
  key: string | undefined,
  day: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  for (const { column, numbers } of texts) {
    if (numbers > 0.5 || column.filled < 0.9 * table.rows) continue;
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
