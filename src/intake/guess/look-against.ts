import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../../atlas/atlas.ts";
import { identifier, literal, readCounts, readRows } from "../intake-database.ts";
import type { ColumnFacts } from "./column-facts.ts";
import type { ExaminedTable, OlderRows, SeveralRows } from "./examine-guess.ts";
import { countryScore, isOfFiles, type Roles } from "./guess-columns.ts";
import { isOfMaximum } from "./header-words.ts";
import { type RawTable, SHEET_COLUMN } from "./raw-table.ts";

interface LookedAt {
  readonly connection: DuckDBConnection;
  readonly atlas: Atlas;
  readonly table: RawTable;
  readonly facts: readonly ColumnFacts[];
  readonly roles: Roles;
  /** The columns that judge, where there are several to a row. */
  readonly judging: readonly string[];
}

/** Looks in the rows of a table for what no column alone tells against a guess. */
export async function lookAgainst(looked: LookedAt): Promise<ExaminedTable["against"]> {
  return {
    older: await countOlder(looked),
    otherCountries: await findOtherCountries(looked),
    ofSeveralCountries: await findSeveralCountries(looked),
    severalRows: await findSeveralRows(looked),
    maxima: await findMaxima(looked),
    sameInEach: await findSameInEach(looked),
    judging: looked.judging,
  };
}

const cellOf = (name: string): string => `trim(${identifier(name)})`;

function waveColumns({ table: { columns }, facts, roles }: LookedAt): string[] {
  const ofFiles = columns.map(({ name }) => name).filter((name) => isOfFiles(name));
  const years = facts.filter(({ column, years: share }) => column.name === roles.judged_on && share === 1);
  return [...new Set([...ofFiles, ...years.map(({ column }) => column.name)])];
}

/** Counts rows of a name that has a newer one, if nothing but their days tells them apart. */
async function countOlder(looked: LookedAt): Promise<OlderRows | null> {
  const { connection, table, facts, roles } = looked;
  const { id, name, judged_on: day, pillar, criterion, judge } = roles;
  const isOfDays = facts.some(({ column, years }) => column.name === day && years < 0.5);
  if (!isOfDays || day === undefined || name === undefined || id !== undefined) return null;
  const key = [name, pillar, criterion, judge, ...waveColumns(looked)].filter((each) => each !== undefined);
  const [found] = await readRows<OlderRows | { readonly example: null }>(
    connection,
    `SELECT sum(n)::INTEGER AS rows, sum(n - 1)::INTEGER AS older, count(*)::INTEGER AS names,
       count(*) FILTER (n > 1)::INTEGER AS repeated, arg_max(name, n) AS example, max(n)::INTEGER AS "exampleRows"
     FROM (SELECT min(${cellOf(name)}) AS name, count(DISTINCT ${cellOf(day)}) AS n FROM ${identifier(table.name)}
       WHERE ${cellOf(name)} <> '' AND ${cellOf(day)} <> '' GROUP BY ${key.map(cellOf).join(", ")})`,
  );
  return found === undefined || found.example === null ? null : found;
}

/** Columns with this share of equal countries agree: other rows may have unknown spellings. */
const SAME_COUNTRY_MIN = 0.95;

/** Finds columns of countries, in rows of which the column of countries has another one. */
async function findOtherCountries({ connection, table, facts, roles, atlas }: LookedAt): Promise<string[]> {
  const { country, name } = roles;
  if (country === undefined || country === name) return [];
  const iso2Of = (text: string): string | null => iso2In(atlas, text);
  const found: string[] = [];
  for (const { column } of facts.filter((each) => countryScore(each) >= 0.8 && each.column.name !== country)) {
    if (column.name === name || column.distinct < 2) continue;
    const pairs = await readRows<{ one: string; other: string; count: bigint }>(
      connection,
      `SELECT ${cellOf(country)} AS one, ${cellOf(column.name)} AS other, count(*) AS count
       FROM ${identifier(table.name)} WHERE one <> '' AND other <> '' GROUP BY ALL`,
    );
    const known = pairs.filter(({ one, other }) => iso2Of(one) !== null && iso2Of(other) !== null);
    const [all, same] = [known, known.filter(({ one, other }) => iso2Of(one) === iso2Of(other))].map((each) =>
      each.reduce((sum, { count }) => sum + Number(count), 0),
    );
    if ((same ?? 0) < SAME_COUNTRY_MIN * (all ?? 0)) found.push(column.name);
  }
  return found;
}

function iso2In(atlas: Atlas, text: string): string | null {
  const meaning = atlas.resolveCountry(text);
  return meaning.kind === "country" ? meaning.territory.iso2 : null;
}

/** Finds names with several countries in one wave, each with its countries. */
async function findSeveralCountries(looked: LookedAt): Promise<readonly (readonly [string, readonly string[]])[]> {
  const { connection, table, roles, atlas } = looked;
  const { id, name, country } = roles;
  if (id !== undefined || name === undefined || country === undefined || country === name) return [];
  const key = [name, ...waveColumns(looked)].map(cellOf).join(", ");
  const rows = await readRows<{ name: string; countries: string[] }>(
    connection,
    `SELECT min(${cellOf(name)}) AS name, list(DISTINCT ${cellOf(country)} ORDER BY 1) AS countries FROM ${identifier(table.name)}
     WHERE ${cellOf(name)} <> '' AND ${cellOf(country)} <> '' GROUP BY ${key} HAVING len(countries) > 1 ORDER BY len(countries) DESC, name`,
  );
  const byName = new Map(rows.map((row) => [row.name, row]));
  return [...byName.values()].flatMap((row) => {
    const found = [...new Set(row.countries.flatMap((text) => iso2In(atlas, text) ?? []))];
    return found.length > 1 ? [[row.name, found] as const] : [];
  });
}

/** Finds names with rows of one wave that differ, where each row should be a company. */
async function findSeveralRows(looked: LookedAt): Promise<SeveralRows | null> {
  const { connection, table, facts, roles, judging } = looked;
  const names = facts.find(({ column }) => column.name === roles.name)?.column;
  const isUnique = names === undefined || names.distinct === names.filled;
  if (isUnique || judging.length === 0 || roles.id !== undefined || roles.judged_on !== undefined) return null;
  const key = [names.name, ...waveColumns(looked).filter((name) => name !== SHEET_COLUMN)];
  const others = table.columns.map(({ name }) => name).filter((name) => !key.includes(name));
  const [found] = await readRows<Omit<SeveralRows, "column"> & { readonly distinct: readonly number[] | null }>(
    connection,
    `SELECT count(*)::INTEGER AS names, arg_max(name, n) AS example, max(n)::INTEGER AS rows, arg_max(counts, n) AS distinct FROM (
       SELECT min(${cellOf(names.name)}) AS name, count(*) AS n,
         [${others.map((name) => `count(DISTINCT ${cellOf(name)})::INTEGER`).join(", ")}] AS counts
       FROM ${identifier(table.name)} WHERE ${cellOf(names.name)} <> ''
       GROUP BY ${key.map(cellOf).join(", ")} HAVING list_max(counts) > 1)`,
  );
  const column = others[found?.distinct?.findIndex((count) => count > 1) ?? -1];
  return found === undefined || column === undefined ? null : { ...found, column };
}

/** Number of rows with the value of another one of their group that are no chance. */
const SAME_ROWS_MIN = { alone: 10, besideOthers: 4 };

/** Finds judged columns that have one value for each country or sector. */
async function findSameInEach({ connection, table, facts, roles, judging }: LookedAt): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const least = SAME_ROWS_MIN[judging.length > 1 ? "besideOthers" : "alone"];
  const { name, country, sector } = roles;
  const groups = [country, sector].flatMap((each) => (each === undefined || each === name ? [] : [each]));
  const varied = facts.filter(({ column }) => judging.includes(column.name) && column.distinct > 1);
  for (const { column } of varied)
    for (const group of groups) {
      const { most, same } = await readCounts<"most" | "same">(
        connection,
        `SELECT coalesce(max(d), 0) AS most, coalesce(sum(n - 1), 0) AS same FROM (
           SELECT count(*) AS n, count(DISTINCT ${cellOf(column.name)}) AS d FROM ${identifier(table.name)}
           WHERE ${cellOf(column.name)} <> '' AND ${cellOf(group)} <> '' GROUP BY ${cellOf(group)})`,
      );
      if (most === 1 && same >= least) found.set(column.name, group);
    }
  return found;
}

/** Finds judged columns that say what others may be at most: none of their cells is below. */
async function findMaxima({ connection, table, judging }: LookedAt): Promise<ReadonlyMap<string, string>> {
  const marks = new Map(table.columns.map(({ name, numbers }) => [name, literal(numbers.decimal)]));
  const numberIn = (name: string): string =>
    `marked_number(readings(${identifier(name)}), ${marks.get(name) ?? "NULL"})`;
  const found = new Map<string, string>();
  for (const maximum of judging.filter(isOfMaximum))
    for (const column of judging.filter((each) => !isOfMaximum(each))) {
      const { above, below } = await readCounts<"above" | "below">(
        connection,
        `SELECT count(*) FILTER (${numberIn(column)} > ${numberIn(maximum)}) AS above,
           count(*) FILTER (${numberIn(column)} <= ${numberIn(maximum)}) AS below FROM ${identifier(table.name)}`,
      );
      if (above === 0 && below > 0) found.set(maximum, column);
    }
  return found;
}
