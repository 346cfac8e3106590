import type { DuckDBConnection } from "@duckdb/node-api";
import type { DatasetFacts } from "../trust/dataset.ts";
import { withJoinsAsWritten } from "./intake-database.ts";
import * as check from "./row-checks.ts";
import { noteProblems, type RowCheck } from "./row-problems.ts";

/** A query of judgements as they stand, with the number of its part; that of numbered rows has a `line` as well. */
export interface JudgementRows {
  readonly part: number;
  readonly select: string;
  /** The columns that may hold something. */
  readonly columns: readonly string[];
}

/** SQL: whether a staged row cannot be published; `company` is -1 where the company was left out. */
export const IS_BAD = `(company IS NULL OR company < 0 OR pillar IS NULL OR band IS NULL OR criterion IS NULL OR judge IS NULL OR judged_on IS NULL
  OR "source" IS NULL)`;

const CELLS = `r.part, r.line, intake.clean_id(j.company) AS company, intake.clean(j.pillar) AS pillar, intake.clean(j.band) AS band,
  intake.clean(j.criterion) AS criterion, intake.clean(j.judge) AS judge, intake.clean_id(j.judged_on) AS judged_on,
  intake.clean_id(j.source_url) AS source_url`;

/** Notes what is wrong with the rows of `intake.judgement_staged` that cannot be published; those of a company that is left out are not told again. */
export async function noteBadJudgements(
  connection: DuckDBConnection,
  facts: DatasetFacts,
  rows: readonly JudgementRows[],
): Promise<void> {
  const numbers = ["company", "pillar", "band", "criterion", "judge", "judged_on", `"source"`].map(
    (column) => `r.${column} IS NULL AS no_${column.replaceAll('"', "")}`,
  );
  await findCells(
    connection,
    "intake.judgement_bad",
    `(SELECT * FROM intake.judgement_staged WHERE ${IS_BAD})`,
    `${CELLS}, ${numbers.join(", ")}`,
    rows,
  );
  await noteProblems(connection, "judgements", "intake.judgement_bad", rowChecks(facts));
  await connection.run("DROP TABLE intake.judgement_bad");
}

/** Notes every row of `intake.judgement_conflict`. */
export async function noteConflicts(connection: DuckDBConnection, rows: readonly JudgementRows[]): Promise<void> {
  await findCells(connection, "intake.judgement_contradicted", "intake.judgement_conflict", CELLS, rows);
  await noteProblems(connection, "judgements", "intake.judgement_contradicted", [
    {
      kind: "conflicting_rows",
      column: "band",
      expected: "one band for a company, pillar, criterion, judge and date",
      when: "true",
      found: `'the band ' || r.band || ' for ' || concat_ws(', ', 'company=' || r.company, 'pillar=' || r.pillar, 'criterion=' || r.criterion,
        'judge=' || r.judge, 'judged_on=' || r.judged_on)`,
    },
  ]);
  await connection.run("DROP TABLE intake.judgement_contradicted; DROP TABLE intake.judgement_conflict;");
}

/** Makes a table of what stands in the rows that `numbered` names by `part` and `line`. */
async function findCells(
  connection: DuckDBConnection,
  target: string,
  numbered: string,
  cells: string,
  rows: readonly JudgementRows[],
): Promise<void> {
  await withJoinsAsWritten(connection, async () => {
    for (const [i, { part, select }] of rows.entries()) {
      const query = `SELECT ${cells} FROM (${select}) j JOIN ${numbered} r ON r.line = j.line AND r.part = ${part}`;
      await connection.run(
        i === 0 ? `CREATE OR REPLACE TABLE ${target} AS ${query}` : `INSERT INTO ${target} ${query}`,
      );
    }
  });
}

function rowChecks({ pillars, scale }: DatasetFacts): RowCheck[] {
  return [
    check.mustBeGiven("company", "the id of the company that is judged"),
    notUnderstood("unknown_company", "company", "an id of the companies table"),
    check.mustBeGiven("pillar", "the pillar under which the company is judged"),
    notUnderstood("unknown_pillar", "pillar", `a pillar of dataset.json, by id or label: ${choices(pillars)}`),
    check.mustBeGiven("band", "the band of the judgement; a company that is not judged has no row"),
    notUnderstood("unknown_band", "band", `a band of dataset.json, by id or label: ${choices(scale.bands)}`),
    check.mustNotExceed("criterion", check.NAME_LENGTH_MAX),
    check.mustNotExceed("judge", check.NAME_LENGTH_MAX),
    notUnderstood("bad_date", "judged_on", "a day of the years 1000 to 2999 as YYYY-MM-DD, or nothing"),
    notUnderstood(
      "bad_address",
      "source_url",
      "an address that begins with https:// or http://, or nothing",
      "no_source",
    ),
  ];
}

function notUnderstood(kind: string, column: string, expected: string, flag = `no_${column}`): RowCheck {
  return { kind, column, expected, when: `r.${column} IS NOT NULL AND r.${flag}`, found: `r.${column}` };
}

function choices(entries: readonly { readonly id: string }[]): string {
  const shown = entries.slice(0, 20).map(({ id }) => id);
  return shown.join(", ") + (entries.length > shown.length ? ` and ${entries.length - shown.length} more` : "");
}
