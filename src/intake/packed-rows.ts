import type { DuckDBConnection } from "@duckdb/node-api";
import type { DatasetFacts } from "../trust/dataset.ts";
import {
  AGE_UNDATED,
  LAST_DAY,
  layOutWords,
  NUMBER_NAMES,
  type NumberName,
  type NumberPlace,
  UNDATED,
  type WordLayout,
} from "../trust/judgement-words.ts";
import { readCounts } from "./intake-database.ts";

/** Where packed judgements are read from: words over the rows of a table, whose `rowid` counts them from 0. */
export interface PackedJudgements {
  readonly table: string;
  /** SQL of the words. */
  readonly columns: readonly string[];
  readonly layout: WordLayout;
}

/** The rows of the table `clean.judgement`, to be packed when they are read. */
export async function packAsRead(
  connection: DuckDBConnection,
  { pillars, scale }: DatasetFacts,
): Promise<PackedJudgements> {
  const { companies, criterion, judge, source, dated } = await readCounts<
    "companies" | "criterion" | "judge" | "source" | "dated"
  >(
    connection,
    `SELECT (SELECT count(*) FROM clean.company) AS companies, coalesce(max(criterion), 0) AS criterion, coalesce(max(judge), 0) AS judge,
      coalesce(max("source"), 0) AS "source", count(*) FILTER (judged_on <> ${UNDATED}) AS dated FROM clean.judgement`,
  );
  const ranges = { companies, pillars: pillars.length, bands: scale.bands.length, criterion, judge, source };
  const layout = layOutWords({ ...ranges, dated: dated > 0 });
  const age = `CASE WHEN judged_on = ${UNDATED} THEN ${AGE_UNDATED} ELSE ${LAST_DAY} - judged_on END`;
  return { table: "clean.judgement", columns: packedColumns(layout, age), layout };
}

/** SQL: the words of rows that have the numbers as columns; the age is the SQL given for it. */
function packedColumns({ words, places }: WordLayout, age = "age"): string[] {
  return Array.from({ length: words }, (_, word) =>
    NUMBER_NAMES.filter((name) => places[name].word === word && places[name].mask > 0)
      .map((name) => `((${numberOf(name, places[name], age)})::BIGINT << ${shiftInWord(places[name])})`)
      .join(" | "),
  );
}

function numberOf(name: NumberName, { nothing }: NumberPlace, age: string): string {
  if (name === "age") return age;
  return name === "source" ? `CASE WHEN "source" = 0 THEN ${nothing} ELSE "source" END` : name;
}

/** In bits from the lowest of the word. */
function shiftInWord({ half, shift }: NumberPlace): number {
  return 32 * half + shift;
}
