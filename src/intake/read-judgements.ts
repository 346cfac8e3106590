import type { DuckDBConnection } from "@duckdb/node-api";
import { AGE_UNDATED, LAST_DAY, UNDATED } from "../trust/judgement-words.ts";
import { cleanPacked, countFast, type FastCounts, type SortedCounts, sortOutJudgements } from "./current-judgements.ts";
import { readCounts, withJoinsAsWritten } from "./intake-database.ts";
import type { IntakeRun, RowCounts } from "./intake-run.ts";
import { IS_BAD, type JudgementRows, noteBadJudgements, noteConflicts } from "./judgement-problems.ts";
import { layOutRows, packAsRead, type PackedJudgements, type PackedLayout } from "./packed-rows.ts";
import { noteFaults } from "./row-problems.ts";
import { literal } from "./sql-text.ts";
import { dropUnusedTerms, guessTerms, readTerms, TERM_COLUMN_NAMES, type TermLookups } from "./terms.ts";

export interface JudgementsRead extends RowCounts {
  readonly superseded: number;
  /** The rows of `clean.judgement`, in their order. */
  readonly packed: PackedJudgements;
}

/**
 * Reads the judgements into `clean.judgement` and `clean.term`.
 *
 * The fast way takes cells as they stand, knows no lines and guesses from the first rows which criteria and judges there are; where it finds anything
 * amiss everything is read again the slow way, which tidies the cells and knows the line of every row, and notes the problems.
 */
export async function readJudgements(run: IntakeRun): Promise<JudgementsRead> {
  return (await readFast(run)) ?? (await readSlowly(run));
}

async function readFast(run: IntakeRun): Promise<JudgementsRead | null> {
  const rows: JudgementRows[] = [];
  for (const { part, source } of run.sources.judgements) {
    if (source.plainSelect === null) return null;
    rows.push({ part, select: source.plainSelect, columns: source.columns });
  }
  try {
    const guessed = await guessTerms(run.connection, rows);
    let sorted = guessed && (await sortFast(run, rows, guessed));
    if (sorted === null || sorted.counts.bad > 0) sorted = await sortFast(run, rows, await readAllTerms(run, rows));
    if (sorted.counts.bad + sorted.counts.conflicts > 0) return null;
    const packed = await cleanPacked(run.connection, sorted.layout, sorted.counts);
    return await finish(run, sorted.counts, 0, packed);
  } catch (error) {
    // The database's errors are plain ones: a malformed file, of which the slow way says what is wrong with it. Others are mistakes of ours.
    if (error instanceof Error && error.name !== "Error") throw error;
    return null;
  }
}

/** Sorts the rows of all parts into `intake.judgement_packed` while they are read; what is amiss with them is counted afterwards. */
async function sortFast(
  { connection, facts, onProgress }: IntakeRun,
  rows: readonly JudgementRows[],
  terms: TermLookups,
): Promise<{ readonly layout: PackedLayout; readonly counts: FastCounts }> {
  onProgress("Reading judgements", 0, null);
  const query = await fastQuery(connection, facts, terms);
  const { companies } = await readCounts<"companies">(connection, "SELECT count(*) AS companies FROM clean.company");
  const holds = (column: string): boolean => rows.some(({ columns }) => columns.includes(column));
  const layout = layOutRows({
    companies,
    pillars: facts.pillars.length,
    bands: facts.scale.bands.length,
    criterion: holds("criterion") ? terms.criterion.last : null,
    judge: holds("judge") ? terms.judge.last : null,
    source: holds("source_url") ? terms.source_url.last : null,
    dated: holds("judged_on"),
  });
  const parts = rows.map(({ select }) => query(select)).join(" UNION ALL ");
  await withJoinsAsWritten(connection, async () => {
    await connection.run(`CREATE OR REPLACE TABLE intake.judgement_packed AS ${layout.sorted(parts)}`);
  });
  return { layout, counts: await countFast(connection, layout) };
}

async function readSlowly(run: IntakeRun): Promise<JudgementsRead> {
  const { connection } = run;
  const rows: JudgementRows[] = [];
  let skipped = 0;
  for (const { part, source } of run.sources.judgements) {
    const { select, faultCount, faults } = await source.numbered();
    rows.push({ part, select, columns: source.columns });
    skipped += faultCount;
    if (faults !== null) await noteFaults(connection, "judgements", source.label, faults);
  }
  await stageJudgements(run, rows);
  const bad = await countBad(connection);
  if (bad > 0) {
    await noteBadJudgements(connection, run.facts, rows);
    await connection.run(`DELETE FROM intake.judgement_staged WHERE ${IS_BAD}`);
  }
  const sorted = await sortOutJudgements(connection);
  if (sorted.conflicts > 0) await noteConflicts(connection, rows);
  return await finish(run, sorted, skipped + bad + sorted.conflicts, null);
}

/** `packed` are the rows of `clean.judgement` where they are packed already, and nothing was left out. */
async function finish(
  { connection, facts }: IntakeRun,
  { current, duplicates, superseded }: SortedCounts,
  skipped: number,
  packed: PackedJudgements | null,
): Promise<JudgementsRead> {
  if (skipped + duplicates + superseded > 0) await dropUnusedTerms(connection);
  return { rows: current, duplicates, superseded, skipped, packed: packed ?? (await packAsRead(connection, facts)) };
}

async function countBad(connection: DuckDBConnection): Promise<number> {
  return (await readCounts<"bad">(connection, `SELECT count(*) AS bad FROM intake.judgement_staged WHERE ${IS_BAD}`))
    .bad;
}

/**
 * Fills `intake.judgement_staged` with the numbers of every row, its `part` and `line`, NULL for a cell that is not understood. Ids, labels and
 * dates are read without case and outer spaces.
 */
async function stageJudgements(run: IntakeRun, rows: readonly JudgementRows[]): Promise<void> {
  const { connection, facts } = run;
  const terms = await readAllTerms(run, rows);
  await connection.run(`CREATE OR REPLACE TABLE intake.judgement_staged(company INTEGER, pillar INTEGER, band INTEGER, criterion INTEGER, judge INTEGER,
    judged_on INTEGER, "source" INTEGER, part INTEGER, line BIGINT)`);
  const query = await slowQuery(connection, facts, terms);
  await withJoinsAsWritten(connection, async () => {
    for (const [done, { part, select }] of rows.entries()) {
      run.onProgress("Reading judgements", done, rows.length);
      await connection.run(`INSERT INTO intake.judgement_staged ${query(select, part)}`);
    }
  });
}

async function readAllTerms(run: IntakeRun, rows: readonly JudgementRows[]): Promise<TermLookups> {
  run.onProgress("Reading criteria, judges and sources", 0, null);
  return await readTerms(run.connection, rows);
}

type Facts = IntakeRun["facts"];
type Entry = Facts["pillars"][number];

/** Ids and labels exactly as dataset.json has them, and of a date its age, as the packed rows have it. */
async function fastQuery(
  connection: DuckDBConnection,
  facts: Facts,
  terms: TermLookups,
): Promise<(select: string) => string> {
  await createEntryTable(connection, "pillar_exact", facts.pillars, 0, literal);
  await createEntryTable(connection, "band_exact", facts.scale.bands, 1, literal);
  await createCalendar(connection);
  return (
    select,
  ) => `SELECT nullif(c.company, -1) AS company, p.number AS pillar, b.number AS band, ${terms.criterion.term} AS criterion, ${terms.judge.term} AS judge,
    coalesce(d.age, CASE WHEN j.judged_on IS NULL THEN ${AGE_UNDATED} ELSE ${LAST_DAY} - ${daysOf("j.judged_on")} END) AS age,
    ${terms.source_url.term} AS "source"
    FROM (${select}) j LEFT JOIN intake.company_key c ON c.id = j.company LEFT JOIN intake.calendar d ON d.cell = j.judged_on
    LEFT JOIN intake.pillar_exact p ON p.name = j.pillar LEFT JOIN intake.band_exact b ON b.name = j.band ${termJoins(terms)}`;
}

/** Makes `intake.calendar(cell, age)` of the days that most dates are: to look a date up costs a third of reading it. */
async function createCalendar(connection: DuckDBConnection): Promise<void> {
  await connection.run(`CREATE TABLE IF NOT EXISTS intake.calendar AS
    SELECT day::DATE::VARCHAR AS cell, (${LAST_DAY} - (day::DATE - DATE '1970-01-01'))::INTEGER AS age
    FROM range(DATE '1980-01-01', DATE '2060-01-01', INTERVAL 1 DAY) r(day)`);
}

async function slowQuery(
  connection: DuckDBConnection,
  facts: Facts,
  terms: TermLookups,
): Promise<(select: string, part: number) => string> {
  const tidied = (name: string): string => `lower(intake.clean(${literal(name)}))`;
  await createEntryTable(connection, "pillar_tidied", facts.pillars, 0, tidied);
  await createEntryTable(connection, "band_tidied", facts.scale.bands, 1, tidied);
  const judgedOn = "intake.clean_id(j.judged_on)";
  return (select, part) => `SELECT c.company, p.number, b.number, ${terms.criterion.term}, ${terms.judge.term},
    CASE WHEN ${judgedOn} IS NULL THEN ${UNDATED} ELSE ${daysOf(judgedOn)} END, ${terms.source_url.term}, ${part}, j.line
    FROM (${select}) j LEFT JOIN intake.company_key c ON c.id = intake.clean_id(j.company)
    LEFT JOIN intake.pillar_tidied p ON p.name = lower(intake.clean(j.pillar)) LEFT JOIN intake.band_tidied b ON b.name = lower(intake.clean(j.band))
    ${termJoins(terms)}`;
}

/** Makes a table in `intake` of the `number` of every id and label, whose SQL is the `name`. */
async function createEntryTable(
  connection: DuckDBConnection,
  table: string,
  entries: readonly Entry[],
  first: number,
  sqlOf: (name: string) => string,
): Promise<void> {
  const names = entries.flatMap(({ id, label }, i) => [id, label].map((name) => `(${sqlOf(name)}, ${i + first})`));
  await connection.run(
    `CREATE OR REPLACE TABLE intake.${table} AS SELECT DISTINCT * FROM (VALUES ${names.join(", ")}) t(name, number)`,
  );
}

function termJoins(terms: TermLookups): string {
  return TERM_COLUMN_NAMES.map((column) => terms[column].join).join(" ");
}

/** SQL: a full date, of the years 1000 to 2999, as days since 1970-01-01, NULL for anything else. */
function daysOf(cell: string): string {
  return `CASE WHEN regexp_full_match(${cell}, '[12]\\d{3}-\\d{2}-\\d{2}')
    THEN date_diff('day', DATE '1970-01-01', try_cast(${cell} AS DATE))::INTEGER END`;
}
