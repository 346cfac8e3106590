import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../../atlas/atlas.ts";
import { identifier, readRows } from "../intake-database.ts";
import type { TableGuess } from "./guess-table.ts";

/** Rows of answers whose value is the country of the company: `metric` = `headquarters`. */
export interface CountryRows {
  readonly table: string;
  readonly column: string;
  readonly value: string;
  /** The column with the countries. */
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
