import { CurrentJudgements, type JudgementNumbers, type Outcome } from "../trust/current.ts";
import { readCounts, streamRows, TableAppender } from "./intake-database.ts";
import { recordBadJudgements, recordConflicts } from "./judgement-problems.ts";
import {
  COLUMNS,
  createDateReader,
  createKeyTables,
  createTerms,
  dropUnusedTerms,
  KEY_JOINS,
  NUMBERS,
  selectNumbers,
  STAGED_COLUMNS,
} from "./judgement-rows.ts";
import { type IntakeRun, type RowCounts, stageRows } from "./stage-rows.ts";

export interface JudgementsRead extends RowCounts {
  readonly superseded: number;
}

/** The columns by which judgements are told apart. */
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
