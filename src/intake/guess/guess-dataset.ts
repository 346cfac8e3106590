import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../../atlas/atlas.ts";
import { identifier, readCounts, readRows } from "../intake-database.ts";
import type { ColumnFacts } from "./column-facts.ts";
import { type CountryRows, findCountryRows, splitCountryRows } from "./split-country-rows.ts";
import { guessTable, type TableGuess } from "./guess-table.ts";
import { headerShare } from "./header-words.ts";
import { type RawTable, type RawValue, YEAR_COLUMN } from "./raw-table.ts";

export interface DatasetGuess {
  readonly companies: CompaniesGuess | null;
  readonly judgements: readonly JudgementsGuess[];
  readonly products: ProductsGuess | null;
  readonly unused: readonly RawTable[];
  /** Unused tables that name companies otherwise. */
  readonly namedOtherwise: readonly NamingTable[];
  /** Rows with countries that no column has. */
  readonly countryRows: CountryRows | null;
}

export interface CompaniesGuess extends TableGuess {
  /** The column by which judgements name companies. */
  readonly id: string;
  readonly name: string;
  /** The column of years that tells several rows of a company apart; null where none does. */
  readonly wave: string | null;
}

export interface JudgementsGuess extends TableGuess {
  readonly judged: NonNullable<TableGuess["judged"]>;
  readonly company: string;
  readonly pillars: readonly Pick<RawValue, "value" | "count">[];
  /** The values where judgements should be, also those that say "not judged". */
  readonly values: readonly RawValue[];
}

interface ProductsGuess {
  readonly table: RawTable;
  readonly company: string;
  readonly name: string;
}

/** A table with a column that has values of the column `key` of the companies. */
interface NamingTable {
  readonly table: RawTable;
  readonly column: string;
  readonly key: string;
}

interface GuessDatasetOptions {
  readonly connection: DuckDBConnection;
  readonly atlas: Atlas;
  /** True if companies may be in a table without a column of countries. */
  readonly isCountryKnown: boolean;
}

export async function guessDataset(tables: readonly RawTable[], options: GuessDatasetOptions): Promise<DatasetGuess> {
  const guesses: TableGuess[] = [];
  for (const table of tables) guesses.push(await guessTable(table, options, null));
  const main = findCompanies(guesses, options.isCountryKnown);
  if (main === null) {
    const keyOf = ({ roles }: TableGuess): string | undefined => roles.company ?? roles.id ?? roles.name;
    const judgements = await findJudgements(guesses, options.connection, keyOf);
    const countryRows = await findCountryRows(options.connection, guesses, options.atlas);
    const split = countryRows && (await splitCountryRows(options.connection, tables, countryRows));
    if (split !== null) return await guessDataset(split, options);
    return {
      companies: null,
      judgements,
      products: null,
      unused: without(tables, judgements),
      namedOtherwise: [],
      countryRows,
    };
  }
  const naming: (NamingTable & { readonly guess: TableGuess })[] = [];
  for (const guess of guesses) {
    if (guess === main.guess) continue;
    const found = await findKey(options.connection, main.guess, guess, keysIn(main.guess, main.name));
    if (found !== null) naming.push({ table: guess.table, guess, ...found });
  }
  // Companies have one id: the one by which the largest table of judgements names them.
  const [judging] = naming.filter(({ guess }) => guess.judged !== null).toSorted((a, b) => b.table.rows - a.table.rows);
  const id = judging?.key ?? main.roles.id ?? main.name;
  const keys = new Map(naming.filter(({ key }) => key === id).map(({ table, column }) => [table.name, column]));
  const namedOtherwise = naming.filter(({ key }) => key !== id);
  const own = await withOwnDetails(options.connection, main.guess, id);
  const named = naming.flatMap(({ guess, key, column }) => (key === main.name ? (namesIn(guess, column) ?? []) : []));
  const against = own.against && { ...own.against, named: id === main.name ? (named[0] ?? null) : null };
  const companies = { ...own, against, id, name: main.name, wave: await findWave(options.connection, main.guess, id) };
  const again = await guessAgain(guesses, keys, options);
  const judgements = await findJudgements(again, options.connection, (guess) =>
    guess.table.name === main.guess.table.name ? id : keys.get(guess.table.name),
  );
  const products = findProducts(again, keys, judgements);
  const used = [companies, ...judgements, ...(products === null ? [] : [products])];
  return { companies, judgements, products, unused: without(tables, used), namedOtherwise, countryRows: null };
}

/** Finds a column that has another text for each of the ids in a column: probably the names. */
function namesIn({ table, facts }: TableGuess, ids: string): string | null {
  const textsOf = ({ column }: ColumnFacts): string[] => column.values.map(({ value }) => value);
  const areIds = facts.some((each) => each.column.name === ids && !textsOf(each).some((value) => /\s/u.test(value)));
  const isName = (each: ColumnFacts): boolean =>
    each.column.name !== ids &&
    each.column.distinct === table.rows &&
    textsOf(each).some((v) => /^\p{Lu}\p{Ll}/u.test(v));
  const found = areIds ? facts.find((each) => each.urls < 0.5 && isName(each)) : undefined;
  return found === undefined ? null : `"${found.column.name}" of ${table.parts.map(({ label }) => label).join(", ")}`;
}

function without(tables: readonly RawTable[], used: readonly { readonly table: RawTable }[]): RawTable[] {
  return tables.filter(({ name }) => !used.some(({ table }) => table.name === name));
}

/** Finds the table with the most names of companies that have a country. */
function findCompanies(
  guesses: readonly TableGuess[],
  isCountryKnown: boolean,
): { readonly guess: TableGuess; readonly roles: TableGuess["roles"]; readonly name: string } | null {
  const found = guesses.flatMap((guess) => {
    const { name, country } = guess.roles;
    if (name === undefined || (country === undefined && !isCountryKnown)) return [];
    const isCompany = guess.facts.some((facts) => facts.column.name === name && facts.countries < 0.5);
    return isCompany ? [{ guess, roles: guess.roles, name }] : [];
  });
  const namesOf = ({ guess, name }: (typeof found)[number]): number =>
    guess.facts.find(({ column }) => column.name === name)?.column.distinct ?? 0;
  return found.toSorted((a, b) => namesOf(b) - namesOf(a))[0] ?? null;
}

/** Drops optional facts that differ between the rows of a company: they are not its own. */
async function withOwnDetails(connection: DuckDBConnection, guess: TableGuess, id: string): Promise<TableGuess> {
  const roles = { ...guess.roles };
  for (const role of ["website", "lei"] as const) {
    const column = roles[role];
    if (column === undefined) continue;
    const cell = `nullif(trim(${identifier(column)}), '')`;
    const { several } = await readCounts<"several">(
      connection,
      `SELECT count(*) AS several FROM (SELECT trim(${identifier(id)}) FROM ${identifier(guess.table.name)}
       GROUP BY 1 HAVING count(DISTINCT ${cell}) > 1)`,
    );
    if (several > 0) delete roles[role];
  }
  return { ...guess, roles };
}

/** Finds the column of years, where some companies occur in several of them. */
async function findWave(
  connection: DuckDBConnection,
  { table, facts, roles }: TableGuess,
  id: string,
): Promise<string | null> {
  const year = facts.find(({ column, years }) => column.name === roles.judged_on && years === 1)?.column.name;
  if (year === undefined || year === YEAR_COLUMN) return null;
  const { several } = await readCounts<"several">(
    connection,
    `SELECT count(*) AS several FROM (SELECT trim(${identifier(id)}) FROM ${identifier(table.name)}
     GROUP BY 1 HAVING count(DISTINCT trim(${identifier(year)})) > 1)`,
  );
  return several > 0 ? year : null;
}

/** Guesses the tables without companies of their own again, knowing which column names them. */
async function guessAgain(
  guesses: readonly TableGuess[],
  keys: ReadonlyMap<string, string>,
  options: GuessDatasetOptions,
): Promise<TableGuess[]> {
  const again: TableGuess[] = [];
  for (const guess of guesses) {
    const { leftOut, table } = guess;
    const column = keys.get(table.name);
    const better = column === undefined ? guess : await guessTable(table, options, column);
    again.push(leftOut.names.length > 0 || leftOut.emptyRows > 0 ? { ...better, leftOut } : better);
  }
  return again;
}

async function findJudgements(
  guesses: readonly TableGuess[],
  connection: DuckDBConnection,
  keyOf: (guess: TableGuess) => string | undefined,
): Promise<JudgementsGuess[]> {
  const found: JudgementsGuess[] = [];
  for (const guess of guesses) {
    const { judged } = guess;
    const company = keyOf(guess);
    if (judged === null || company === undefined) continue;
    found.push({ ...guess, judged, company, ...(await valuesOf(connection, guess, judged)) });
  }
  return found;
}

async function valuesOf(
  connection: DuckDBConnection,
  { table, facts }: TableGuess,
  judged: NonNullable<TableGuess["judged"]>,
): Promise<Pick<JudgementsGuess, "pillars" | "values">> {
  const of = (name: string): ColumnFacts["column"]["values"] =>
    facts.find(({ column }) => column.name === name)?.column.values ?? [];
  if (judged.shape === "wide") {
    const pillars = facts.filter(({ column }) => judged.columns.includes(column.name));
    const values = new Map<string, RawValue>();
    for (const each of pillars.flatMap(({ column }) => column.values)) {
      const key = JSON.stringify([each.value, each.number]);
      values.set(key, { ...each, count: each.count + (values.get(key)?.count ?? 0) });
    }
    return {
      pillars: pillars.map(({ column, judgedCells }) => ({ value: column.name, count: judgedCells })),
      values: [...values.values()],
    };
  }
  // Pillars in the order in which they first stand in the file.
  const rows = await readRows<{ value: string; count: bigint }>(
    connection,
    `SELECT trim(pillar) AS value, count(*) AS count
     FROM (SELECT ${identifier(judged.pillar)} AS pillar, rowid AS place FROM ${identifier(table.name)} AS t)
     WHERE trim(pillar) <> '' GROUP BY ALL ORDER BY min(place)`,
  );
  return { pillars: rows.map(({ value, count }) => ({ value, count: Number(count) })), values: of(judged.band) };
}

function findProducts(
  guesses: readonly TableGuess[],
  keys: ReadonlyMap<string, string>,
  judgements: readonly JudgementsGuess[],
): ProductsGuess | null {
  for (const guess of guesses) {
    const company = keys.get(guess.table.name);
    if (company === undefined || judgements.some(({ table }) => table.name === guess.table.name)) continue;
    const free = guess.facts.filter(({ column }) => column.name !== company && column.filled > 0);
    // A table with one row for each company describes the companies.
    const isOwn = guess.facts.some(({ column }) => column.name === company && column.distinct === guess.table.rows);
    const product =
      guess.roles.product ??
      free.find(
        ({ column }) =>
          headerShare(column.name, "product") >= 0.5 || (!isOwn && headerShare(column.name, "name") === 1),
      )?.column.name;
    if (product !== undefined) return { table: guess.table, company, name: product };
  }
  return null;
}

/** Lists the columns by which other tables may name companies: all that tell them apart. */
function keysIn({ facts, roles }: TableGuess, name: string): string[] {
  const names = facts.find(({ column }) => column.name === name)?.column.distinct ?? 0;
  const telling = facts.filter(({ column }) => column.distinct >= names && column.name !== roles.country);
  return [
    ...new Set([...(roles.id === undefined ? [] : [roles.id]), name, ...telling.map(({ column }) => column.name)]),
  ];
}

/** Finds the column of another table that names companies, by id or by name. */
async function findKey(
  connection: DuckDBConnection,
  companies: TableGuess,
  other: TableGuess,
  keys: readonly string[],
): Promise<{ readonly column: string; readonly key: string } | null> {
  let found: { readonly column: string; readonly key: string; readonly share: number } | null = null;
  for (const key of keys) {
    for (const { column } of other.facts) {
      if (column.distinct < 2) continue;
      const share = await shareNamed(connection, [companies.table, key], [other.table, column.name]);
      const weighted = share + 0.1 * headerShare(column.name, "company");
      if (share < 0.5 || weighted <= (found?.share ?? 0)) continue;
      if (await namesOthers(connection, [companies, key], [other, column.name])) continue;
      found = { column: column.name, key, share: weighted };
    }
  }
  return found;
}

/** Of rows with one id in two tables, some may write the name of the company otherwise. */
const OTHER_NAMES_MAX = 0.5;

/** Returns true if two tables give one id to companies of other names, as ranks do. */
async function namesOthers(
  connection: DuckDBConnection,
  [companies, key]: readonly [TableGuess, string],
  [other, column]: readonly [TableGuess, string],
): Promise<boolean> {
  const [mine, theirs] = [companies.roles.name, other.roles.name];
  if (mine === undefined || theirs === undefined || key === mine || column === theirs) return false;
  // Other names, such as those of products, say nothing of companies.
  if ((await shareNamed(connection, [companies.table, mine], [other.table, theirs])) < 0.5) return false;
  const cell = (alias: string, name: string): string => `lower(trim(${alias}.${identifier(name)}))`;
  const { pairs, others } = await readCounts<"pairs" | "others">(
    connection,
    `SELECT count(*) AS pairs, count(*) FILTER (${cell("c", mine)} <> ${cell("o", theirs)}) AS others
     FROM (SELECT DISTINCT ${identifier(key)}, ${identifier(mine)} FROM ${identifier(companies.table.name)}) c
     JOIN (SELECT DISTINCT ${identifier(column)}, ${identifier(theirs)} FROM ${identifier(other.table.name)}) o
       ON ${cell("c", key)} = ${cell("o", column)}`,
  );
  return others > OTHER_NAMES_MAX * pairs;
}

async function shareNamed(
  connection: DuckDBConnection,
  [companies, key]: readonly [RawTable, string],
  [other, column]: readonly [RawTable, string],
): Promise<number> {
  const cell = `trim(${identifier(column)})`;
  const { named, filled } = await readCounts<"named" | "filled">(
    connection,
    `SELECT count(*) FILTER (${cell} IN (SELECT trim(${identifier(key)}) FROM ${identifier(companies.name)})) AS named, count(*) AS filled
     FROM (SELECT DISTINCT ${identifier(column)} FROM ${identifier(other.name)} WHERE ${cell} <> '')`,
  );
  return filled === 0 ? 0 : named / filled;
}
