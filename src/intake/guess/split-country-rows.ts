import type { DuckDBConnection } from "@duckdb/node-api";
import { identifier, literal, readCounts, readRows } from "../intake-database.ts";
import { headerShare } from "./header-words.ts";
import { deriveRawTable, type RawTable } from "./raw-table.ts";
import type { Atlas } from "../../atlas/atlas.ts";
import type { TableGuess } from "./guess-table.ts";

/** Rows of answers whose value is the country of the company: `metric` = `headquarters`. */
export interface CountryRows {
  readonly table: string;
  readonly column: string;
  readonly value: string;
  readonly countries: string;
}

const QUESTIONS_MAX = 60;
const PAIRS_MAX = 20_000;

/** Finds countries that stand among other answers, in rows and not in a column of their own. */
export async function findCountryRows(
  connection: DuckDBConnection,
  guesses: readonly TableGuess[],
  atlas: Atlas,
): Promise<CountryRows | null> {
  for (const { table, facts } of guesses) {
    const mixed = facts.filter(({ countries }) => countries > 0.03 && countries < 0.8);
    const questions = facts.filter(({ column }) => column.distinct > 1 && column.distinct <= QUESTIONS_MAX);
    for (const { column: countries } of mixed) {
      for (const { column } of questions.filter((each) => each.column.name !== countries.name)) {
        const value = await findQuestion(connection, table.name, column.name, countries.name, atlas);
        if (value !== null) return { table: table.name, column: column.name, value, countries: countries.name };
      }
    }
  }
  return null;
}

async function findQuestion(
  connection: DuckDBConnection,
  table: string,
  column: string,
  countries: string,
  atlas: Atlas,
): Promise<string | null> {
  const pairs = await readRows<{ question: string; answer: string }>(
    connection,
    `SELECT DISTINCT trim(${identifier(column)}) AS question, trim(${identifier(countries)}) AS answer FROM ${identifier(table)}
     WHERE trim(${identifier(column)}) <> '' AND trim(${identifier(countries)}) <> '' ORDER BY ALL LIMIT ${PAIRS_MAX}`,
  );
  const answers = Map.groupBy(pairs, ({ question }) => question);
  const isCountry = ({ answer }: { answer: string }): boolean => atlas.resolveCountry(answer).kind === "country";
  const found = [...answers].find(([, each]) => each.length >= 3 && each.filter(isCountry).length >= 0.9 * each.length);
  return found?.[0] ?? null;
}

/** A table that says what the ids in a column of another one are called. */
interface Labels {
  readonly table: RawTable;
  readonly key: string;
  readonly label: string;
}

/**
 * Splits answers among which countries stand into a table of companies and one of judgements, with
 * the names of companies and questions where another table has them. Returns all tables; null where
 * no column of the answers tells the companies apart.
 */
export async function splitCountryRows(
  connection: DuckDBConnection,
  tables: readonly RawTable[],
  rows: CountryRows,
): Promise<readonly RawTable[] | null> {
  const answers = tables.find(({ name }) => name === rows.table);
  const company = answers && (await findCompanyColumn(connection, answers, rows));
  if (answers === undefined || company === undefined) return null;
  const others = tables.filter((table) => table !== answers);
  const names = await findLabels(connection, answers, company, others);
  const questions = await findLabels(connection, answers, rows.column, others);
  const question = `trim(a.${identifier(rows.column)})`;
  const label = answers.parts.map((part) => part.label).join(", ");
  const companies = await deriveRawTable(connection, {
    name: free("company_rows", tables),
    label: `${label}, rows in which "${rows.column}" is "${rows.value}"`,
    select: `SELECT DISTINCT ${[
      `trim(a.${identifier(company)}) AS id`,
      `${names === null ? `trim(a.${identifier(company)})` : labelOf(names, "n")} AS name`,
      `a.${identifier(rows.countries)} AS country`,
    ].join(
      ", ",
    )}\n  FROM ${answers.name} a${joinOf(names, "n", company)}\n  WHERE ${question} = ${literal(rows.value)}`,
    uses: [answers, ...(names === null ? [] : [names.table])],
  });
  const taken = new Set([rows.column, rows.countries, company, "company", "pillar", "band"]);
  const kept = answers.columns.map(({ name }) => name).filter((name) => !taken.has(name));
  const judgements = await deriveRawTable(connection, {
    name: free("judgement_rows", tables),
    label: `${label}, all other rows`,
    select: `SELECT ${[
      `trim(a.${identifier(company)}) AS company`,
      `${questions === null ? question : labelOf(questions, "q")} AS pillar`,
      `a.${identifier(rows.countries)} AS band`,
      ...kept.map((name) => `a.${identifier(name)}`),
    ].join(
      ", ",
    )}\n  FROM ${answers.name} a${joinOf(questions, "q", rows.column)}\n  WHERE ${question} <> ${literal(rows.value)}`,
    uses: [answers, ...(questions === null ? [] : [questions.table])],
  });
  const used = [...companies.uses, ...judgements.uses];
  return [companies, judgements, ...tables.filter((table) => !used.includes(table))];
}

/** Finds the column whose values tell the rows of countries apart, and occur in all others. */
async function findCompanyColumn(
  connection: DuckDBConnection,
  answers: RawTable,
  { column, value, countries }: CountryRows,
): Promise<string | undefined> {
  const found: { name: string; score: number }[] = [];
  for (const { name, distinct } of answers.columns) {
    if (name === column || name === countries || distinct < 2) continue;
    const { rows, companies } = await readCounts<"rows" | "companies">(
      connection,
      `SELECT count(*) AS rows, count(DISTINCT trim(${identifier(name)})) AS companies FROM ${answers.name}
       WHERE trim(${identifier(column)}) = ${literal(value)}`,
    );
    if (companies >= 0.98 * rows && companies >= 0.9 * distinct)
      found.push({ name, score: companies / distinct + headerShare(name, "company") + headerShare(name, "id") / 2 });
  }
  return found.toSorted((a, b) => b.score - a.score)[0]?.name;
}

/** Finds the table that has nearly every value of a column in its first one, beside a text. */
async function findLabels(
  connection: DuckDBConnection,
  answers: RawTable,
  column: string,
  others: readonly RawTable[],
): Promise<Labels | null> {
  const isId = answers.columns.find(({ name }) => name === column)?.values.every(({ value }) => !/\s/u.test(value));
  if (isId !== true) return null;
  for (const table of others) {
    const [key, label] = table.columns;
    if (key === undefined || label === undefined || key.distinct < table.rows) continue;
    if (label.values.every(({ value }) => /^[\d.,-]*$/u.test(value))) continue;
    const cell = `trim(${identifier(column)})`;
    const { known, all } = await readCounts<"known" | "all">(
      connection,
      `SELECT count(*) FILTER (${cell} IN (SELECT trim(${identifier(key.name)}) FROM ${table.name})) AS known, count(*) AS "all" FROM ${answers.name}`,
    );
    if (known >= 0.9 * all) return { table, key: key.name, label: label.name };
  }
  return null;
}

function labelOf({ key, label }: Labels, alias: string): string {
  return `coalesce(trim(${alias}.${identifier(label)}), trim(${alias}.${identifier(key)}))`;
}

function joinOf(labels: Labels | null, alias: string, column: string): string {
  if (labels === null) return "";
  const { table, key } = labels;
  return `\n  LEFT JOIN ${table.name} ${alias} ON trim(${alias}.${identifier(key)}) = trim(a.${identifier(column)})`;
}

function free(name: string, tables: readonly RawTable[]): string {
  return tables.some((table) => table.name === name) ? free(`${name}_`, tables) : name;
}
