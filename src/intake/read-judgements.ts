import * as check from "./row-checks.ts";
import { CurrentJudgements, type JudgementNumbers, type Outcome } from "../trust/current.ts";
import { literal, readCounts, streamRows, TableAppender } from "./intake-database.ts";
import {
  type IntakeRun,
  type RowCounts,
  runAsWritten,
  selectFilled,
  selectNumbered,
  type StagedColumn,
  stageRows,
} from "./stage-rows.ts";
import type { DuckDBConnection } from "@duckdb/node-api";
import { isTermColumn, JUDGEMENT_COLUMNS, type JudgementColumn, TERM_COLUMNS } from "../tables/judgements.ts";
import { UNDATED } from "../trust/judged-on.ts";
import { readDateSql } from "./date-formats.ts";
import type { TableFacts } from "./read-dataset-file.ts";
import { NAME_LENGTH_MAX } from "./row-checks.ts";
import { mustBeDeclared, mustBeListed, suggestMeant } from "./read-table.ts";

export const COLUMNS: readonly JudgementColumn[] = JUDGEMENT_COLUMNS;
export const NUMBERS = COLUMNS.map(({ cleanName }) => cleanName);

/**
 * The columns of `intake.judgement_row`: numbers as in `clean.judgement`, NULL for a value that is
 * not understood, -1 for a company that was left out, and the texts of terms as written. Ids,
 * labels and dates are read without case and outer spaces.
 */
const STAGED_COLUMNS: readonly StagedColumn[] = COLUMNS.map(stagedColumn);

function stagedColumn({ name, cleanName, type }: JudgementColumn): StagedColumn {
  switch (type) {
    case "company":
    case "pillar":
    case "band":
      return { name: cleanName, type: "INTEGER", sql: `coalesce(${type}_exact.number, ${type}_tidied.number)` };
    case "date": {
      const tidied = `intake.clean_id(j.${name})`;
      const sql = `coalesce(intake.judged_on(j.${name}), CASE WHEN ${tidied} IS NULL THEN ${UNDATED} ELSE intake.judged_on(${tidied}) END)`;
      return { name: cleanName, type: "INTEGER", sql };
    }
    case "label":
    case "url":
      return { name: cleanName, type: "VARCHAR", sql: `j.${name}` };
    default:
      return type satisfies never;
  }
}

/**
 * SQL: the tables in which `STAGED_COLUMNS` look up the values of the rows `j`: as written, then,
 * where that finds nothing, tidied. To tidy every value would take half as long again as reading
 * the rows.
 */
const KEY_JOINS = COLUMNS.map(({ name, type }) => {
  if (type !== "company" && type !== "pillar" && type !== "band") return "";
  const tidied = type === "company" ? `intake.clean_id(j.${name})` : `lower(intake.clean(j.${name}))`;
  return `LEFT JOIN intake.${type}_key ${type}_exact ON ${type}_exact.name = j.${name}
    LEFT JOIN intake.${type}_key ${type}_tidied ON ${type}_tidied.name = CASE WHEN ${type}_exact.number IS NULL THEN ${tidied} END`;
}).join(" ");

/** Makes the function `intake.judged_on` that reads dates as the dataset writes them. */
export async function createDateReader(
  connection: DuckDBConnection,
  { dates }: Pick<TableFacts, "dates">,
): Promise<void> {
  await connection.run(`CREATE OR REPLACE MACRO intake.judged_on(x) AS ${readDateSql("x", dates)}`);
}

/**
 * Makes `intake.pillar_key` and `intake.band_key` of the `number` of every id and label, as written
 * and in lower case. They are empty where dataset.json has problems there.
 */
async function createKeyTables(connection: DuckDBConnection, { pillars, scale }: TableFacts): Promise<void> {
  for (const [table, entries, first] of [
    ["pillar_key", pillars, 0],
    ["band_key", scale?.bands ?? null, 1],
  ] as const) {
    await connection.run(`CREATE TABLE intake.${table}(name VARCHAR, number INTEGER)`);
    if (entries === null) continue;
    const names = entries.flatMap(({ id, label }, i) => [id, label].map((name) => `(${literal(name)}, ${i + first})`));
    await connection.run(`INSERT INTO intake.${table} SELECT name, min(number)
      FROM (SELECT unnest([name, lower(intake.clean(name))]) AS name, number FROM (VALUES ${names.join(", ")}) t(name, number))
      GROUP BY name`);
  }
}

/**
 * SQL: rows like those of `intake.judgement_row` as the numbers of `clean.judgement`, NULL for a
 * value that is not understood, with `is_good`, which says whether a row can be published, and
 * further columns. Needs the tables that `createTerms` makes.
 */
function selectNumbers(rows: string, further: readonly string[] = []): string {
  const numbers = COLUMNS.map((column) => {
    const { cleanName } = column;
    if (!isTermColumn(column)) return `r.${cleanName}`;
    return `CASE WHEN r.${cleanName} IS NULL THEN 0 ELSE ${cleanName}_term.term END AS ${cleanName}`;
  });
  const joins = TERM_COLUMNS.map(
    ({ cleanName, type }) =>
      `LEFT JOIN intake.${type}_term ${cleanName}_term ON ${cleanName}_term.value = r.${cleanName}`,
  );
  const isKnown = NUMBERS.map((name) => `${name} IS NOT NULL`).join(" AND ");
  return `SELECT *, ${isKnown} AND company >= 0 AS is_good
    FROM (SELECT ${[...further, ...numbers].join(", ")} FROM ${rows} r ${joins.join(" ")})`;
}

/** The rules by which texts of terms are tidied and tested. */
const TERM_TYPES = {
  label: { clean: "intake.clean", test: `length(text) <= ${NAME_LENGTH_MAX} AND NOT intake.is_formula_error(text)` },
  url: { clean: "intake.clean_id", test: "intake.is_web_url(text)" },
} as const;

/**
 * Makes `clean.term` of the texts in `intake.judgement_row`, and for each type of term a table
 * `intake.<type>_term(value, term)` of the values as written: 0 for an empty one, NULL for one that
 * is not allowed.
 */
async function createTerms(connection: DuckDBConnection): Promise<void> {
  for (const [type, { clean, test }] of Object.entries(TERM_TYPES)) {
    const values = TERM_COLUMNS.filter((column) => column.type === type).map(
      ({ cleanName }) => `SELECT DISTINCT ${cleanName} AS value FROM intake.judgement_row`,
    );
    await connection.run(`CREATE TABLE intake.${type}_value AS SELECT *, coalesce(${test}, true) AS is_good
      FROM (SELECT value, ${clean}(value) AS text FROM (${values.join(" UNION ")}) WHERE value IS NOT NULL)`);
  }
  const types = Object.keys(TERM_TYPES);
  const texts = types.map(
    (type) => `SELECT text, ${type === "label"} AS is_label FROM intake.${type}_value WHERE is_good`,
  );
  await connection.run(`CREATE TABLE clean.term AS SELECT (row_number() OVER (ORDER BY text))::INTEGER AS term, text, bool_or(is_label) AS is_label
    FROM (${texts.join(" UNION ALL ")}) WHERE text IS NOT NULL GROUP BY text ORDER BY text`);
  for (const type of types) {
    await connection.run(`
      CREATE TABLE intake.${type}_term AS SELECT c.value, CASE WHEN c.text IS NULL THEN 0 WHEN c.is_good THEN t.term END AS term
        FROM intake.${type}_value c LEFT JOIN clean.term t USING (text);
      DROP TABLE intake.${type}_value;`);
  }
}

/** Drops the terms that no row of `clean.judgement` uses, and numbers the others again. */
async function dropUnusedTerms(connection: DuckDBConnection): Promise<void> {
  const used = TERM_COLUMNS.map(
    ({ cleanName, type }) =>
      `SELECT DISTINCT ${cleanName} AS term, ${type === "label"} AS is_label FROM clean.judgement`,
  );
  await connection.run(`CREATE TABLE intake.term_kept AS
    SELECT term AS old, (row_number() OVER (ORDER BY term))::INTEGER AS term, text, u.is_label FROM clean.term
      JOIN (SELECT term, bool_or(is_label) AS is_label FROM (${used.join(" UNION ")}) GROUP BY term) u USING (term)`);
  const { dropped } = await readCounts<"dropped">(
    connection,
    "SELECT (SELECT count(*) FROM clean.term) - (SELECT count(*) FROM intake.term_kept) AS dropped",
  );
  if (dropped > 0) {
    const renumbered = TERM_COLUMNS.map(
      ({ cleanName }) => `coalesce((SELECT term FROM intake.term_kept WHERE old = ${cleanName}), 0) AS ${cleanName}`,
    );
    await connection.run(`CREATE OR REPLACE TABLE clean.judgement AS
      SELECT * REPLACE (${renumbered.join(", ")}) FROM clean.judgement ORDER BY rowid`);
  }
  await connection.run(`
    CREATE OR REPLACE TABLE clean.term AS SELECT term, text, is_label FROM intake.term_kept ORDER BY term;
    DROP TABLE intake.term_kept;`);
}

/**
 * Records what is wrong with the rows that cannot be published; a company that was left out is no
 * further problem. What could not be read of dataset.json and the companies is not checked.
 */
async function recordBadJudgements(run: IntakeRun): Promise<void> {
  await readAgain(run, "is_good IS NOT true", "judgement_bad");
  const { pillars, scale } = run.facts;
  const among = { company: "companies", pillar: pillars, band: scale?.bands ?? null } as const;
  await suggestMeant(run, "intake.judgement_bad", among);
  const checks = COLUMNS.flatMap((column) => checksOf(column, run));
  await check.recordProblems(run.connection, "judgements", "intake.judgement_bad", checks);
  await run.connection.run("DROP TABLE intake.judgement_bad");
}

/**
 * Records the rows of `clean.judgement` that are left out as conflicting; of rows that repeat each
 * other the first.
 */
async function recordConflicts(run: IntakeRun): Promise<void> {
  const names = NUMBERS.join(", ");
  const conflicting = "SELECT row FROM intake.judgement_left_out WHERE outcome = 'conflicting'";
  await readAgain(
    run,
    `(${names}) IN (SELECT (${names}) FROM clean.judgement WHERE rowid IN (${conflicting}))
      QUALIFY row_number() OVER (PARTITION BY ${names} ORDER BY part, record) = 1`,
    "judgement_conflict",
  );
  const stated = COLUMNS.filter(({ isKey, type }) => isKey || type === "date").map(
    ({ name }) => `'${name}=' || r.${name}`,
  );
  const conflict: check.RowCheck = {
    kind: "conflicting_rows",
    column: "band",
    expected: "one band for a company, pillar, criterion, judge and date",
    when: "true",
    found: `'the band ' || r.band || ' for ' || concat_ws(', ', ${stated.join(", ")})`,
  };
  await check.recordProblems(run.connection, "judgements", "intake.judgement_conflict", [conflict]);
  await run.connection.run("DROP TABLE intake.judgement_conflict");
}

/**
 * Reads the judgements once more, as before, and creates a table `intake.<target>` of those for
 * which `condition` holds: where they are (`part`, `record`), their values, and for each whether it
 * is not understood (`no_<name>`).
 */
async function readAgain({ connection, sources }: IntakeRun, condition: string, target: string): Promise<void> {
  const values = COLUMNS.map(({ name, type }) => {
    const isText = type === "pillar" || type === "band" || type === "label";
    return `${isText ? "intake.clean" : "intake.clean_id"}(j.${name}) AS value_${name}`;
  });
  const staged = STAGED_COLUMNS.map(({ name, sql }) => `${sql} AS ${name}`);
  const rows = sources
    .filter(({ table }) => table === "judgements")
    .map(({ part, select }) => {
      const numbered = `SELECT ${part} AS part, * FROM (${selectFilled("judgements", selectNumbered(select))})`;
      return `SELECT part, record, ${[...values, ...staged].join(", ")} FROM (${numbered}) j ${KEY_JOINS}`;
    });
  const further = ["part", "record", ...COLUMNS.map(({ name }) => `value_${name}`)];
  const columns = COLUMNS.map(({ name, cleanName }) => `value_${name} AS ${name}, ${cleanName} IS NULL AS no_${name}`);
  const numbers = selectNumbers(`(${rows.join(" UNION ALL ")})`, further);
  const wanted = `SELECT * FROM (${numbers}) WHERE ${condition}`;
  await runAsWritten(
    connection,
    `CREATE TABLE intake.${target} AS SELECT part, record, ${columns.join(", ")} FROM (${wanted})`,
  );
}

function checksOf(column: JudgementColumn, run: IntakeRun): check.RowCheck[] {
  return [check.mustBeNoFormulaError(column.name), ...checksOfType(column, run)];
}

function checksOfType({ name, type }: JudgementColumn, run: IntakeRun): check.RowCheck[] {
  const { pillars, scale } = run.facts;
  switch (type) {
    case "company":
      return [check.mustBeGiven(name, "the id of the company that is judged"), ...mustBeListed(run)];
    case "pillar":
      return [
        check.mustBeGiven(name, "the pillar under which the company is judged"),
        ...mustBeDeclared("unknown_pillar", name, pillars),
      ];
    case "band":
      return [
        check.mustBeGiven(name, "the band of the judgement; a company that is not judged has no row"),
        ...mustBeDeclared("unknown_band", name, scale?.bands ?? null),
      ];
    case "label":
      return [check.mustNotExceed(name, check.NAME_LENGTH_MAX)];
    case "date":
      return [check.mustBeDate(name, run.facts.dates, check.DATE_PRECISIONS)];
    case "url":
      return [check.mustBeKnown("bad_address", name, "a URL that begins with https:// or http://, or nothing")];
    default:
      return type satisfies never;
  }
}

interface JudgementsRead extends RowCounts {
  readonly superseded: number;
}

const KEY = COLUMNS.filter(({ isKey }) => isKey).map(({ cleanName }) => cleanName);

/** Reads the judgements into `clean.judgement` and `clean.term`. */
export async function readJudgements(run: IntakeRun): Promise<JudgementsRead> {
  const { connection } = run;
  await createKeyTables(connection, run.facts);
  await createDateReader(connection, run.facts);
  const malformed = await stageRows(run, "judgements", "judgement_row", STAGED_COLUMNS, KEY_JOINS);
  await createTerms(connection);
  await connection.run(`CREATE TABLE clean.judgement AS SELECT ${NUMBERS.join(", ")}
    FROM (${selectNumbers("intake.judgement_row")}) WHERE is_good ORDER BY ${KEY.join(", ")}`);
  const { staged, sorted } = await readCounts<"staged" | "sorted">(
    connection,
    "SELECT (SELECT count(*) FROM intake.judgement_row) AS staged, (SELECT count(*) FROM clean.judgement) AS sorted",
  );
  await connection.run("DROP TABLE intake.judgement_row");
  const bad = staged - sorted;
  if (bad > 0) await recordBadJudgements(run);
  const counts = await keepCurrent(run, sorted);
  if (counts.current < staged) await dropUnusedTerms(connection);
  return {
    rows: counts.current,
    duplicates: counts.duplicate,
    superseded: counts.superseded,
    skipped: malformed + bad + counts.conflicting,
  };
}

/**
 * Leaves in the sorted `clean.judgement` only what `CurrentJudgements` calls current, records
 * conflicts, and counts what became of the rows. A row that is alone with its key is current; the
 * others are read.
 */
async function keepCurrent(run: IntakeRun, rowCount: number): Promise<Record<Outcome, number>> {
  const { connection } = run;
  const counts: Record<Outcome, number> = { current: rowCount, superseded: 0, duplicate: 0, conflicting: 0 };
  await connection.run("CREATE TABLE intake.judgement_left_out(row INTEGER, outcome VARCHAR)");
  const writing = await run.connect();
  const leftOut = await TableAppender.open(writing, "intake", "judgement_left_out");
  // The last number of a row says where it is in the table.
  const rule = new CurrentJudgements<JudgementNumbers>(COLUMNS, (row, outcome) => {
    if (outcome === "current") return;
    counts.current -= 1;
    counts[outcome] += 1;
    leftOut.add([row.at(-1) ?? null, outcome]);
  });
  // A window without an order reads the table as it stands, sorted by the key.
  const hasKeyOf = (neighbour: "lag" | "lead"): string =>
    `(${KEY.map((name) => `${name} = ${neighbour}(${name}) OVER ()`).join(" AND ")})`;
  const repeated = `SELECT ${NUMBERS.join(", ")}, rowid::INTEGER FROM clean.judgement
    QUALIFY ${hasKeyOf("lag")} OR ${hasKeyOf("lead")}`;
  for await (const rows of streamRows<JudgementNumbers>(connection, repeated)) for (const row of rows) rule.add(row);
  rule.end();
  leftOut.close();
  writing.closeSync();
  if (counts.conflicting > 0) await recordConflicts(run);
  if (counts.superseded + counts.duplicate + counts.conflicting > 0) {
    await connection.run(`CREATE OR REPLACE TABLE clean.judgement AS SELECT * FROM clean.judgement
      WHERE rowid NOT IN (SELECT row FROM intake.judgement_left_out) ORDER BY rowid`);
  }
  await connection.run("DROP TABLE intake.judgement_left_out");
  return counts;
}
