import type { DuckDBConnection } from "@duckdb/node-api";
import { stat } from "node:fs/promises";
import type { Atlas } from "../atlas/atlas.ts";
import type { Branding } from "../branding/branding.ts";
import type { DatasetFacts, IntakeCounts } from "../trust/dataset.ts";
import { compareJudgedOn, firstDayOf, judgedOnText, lastDaySql } from "../trust/judged-on.ts";
import { counted, firstOf } from "./counted.ts";
import type { GateLimits } from "../trust/gate-limits.ts";
import { noticeDoubtfulTexts, noticeProbableDuplicates } from "./doubtful-texts.ts";
import {
  appendRows,
  createValueFunctions,
  literal,
  openIntakeDatabase,
  readCounts,
  readRows,
} from "./intake-database.ts";
import { openSources } from "./sources/open-sources.ts";
import { ProblemList, type ProblemReport, type ProgressListener, reportProblems } from "./problem-report.ts";
import { runPublisherSql } from "./publisher-sql.ts";
import { readBranding } from "./read-branding.ts";
import { readCompanies } from "./read-companies.ts";
import { readDatasetFile } from "./read-dataset-file.ts";
import { readJudgements } from "./read-judgements.ts";
import { PRODUCTS } from "./read-products.ts";
import { readReplies } from "./read-replies.ts";
import { readTable } from "./read-table.ts";
import { countSkippedKinds, createProblemTables, recordEmptyTable } from "./row-checks.ts";
import { areAllCompaniesRead, findLines, type IntakeRun } from "./stage-rows.ts";
import type { TableName } from "../tables/input-tables.ts";

export type { ProblemKind, ProblemReport, RowProblem } from "./problem-report.ts";

export interface IntakeOptions {
  readonly folder: string;
  /** The folder of the raw files, if it is another one. */
  readonly dataFolder: string | null;
  /** An existing folder of its own, for spilled rows and working files; the caller removes it. */
  readonly workFolder: string;
  /** Memory for the rows; more is spilled to the work folder. */
  readonly memoryMiB: number;
  readonly threads: number;
  readonly sqlSeconds: number;
  /** True if rows with a problem are left out instead of standing in the way. */
  readonly skipBadRows: boolean;
  /** A later date of a judgement is worth a notice. */
  readonly now: Date;
  readonly atlas: Atlas;
  readonly onProgress?: ProgressListener;
}

/** `problems` of a dataset that was opened holds its notices and the rows that were left out. */
export type IntakeResult =
  | { readonly ok: true; readonly dataset: OpenedDataset; readonly problems: ProblemReport }
  | { readonly ok: false; readonly problems: ProblemReport };

/**
 * A dataset that was read, resolved and validated: its rows stand in the schema `clean` of the
 * connection's database.
 */
export interface OpenedDataset {
  readonly facts: DatasetFacts;
  readonly branding: Branding;
  /** The changes that its publisher lets pass without accepting them; no part of the release. */
  readonly gate: GateLimits;
  /** Pairs of names that look alike and are two companies, as its mapping says. */
  readonly toldApart: readonly (readonly string[])[];
  readonly connection: DuckDBConnection;
  /** Another connection to the same tables, for work at the same time; the caller closes it. */
  connect(): Promise<DuckDBConnection>;
  readonly counts: IntakeCounts;
  close(): void;
}

/**
 * Reads a dataset into clean tables, or reports every problem that stands in the way.
 *
 * The tables are the same whatever the order of the publisher's rows and the number of threads.
 * Throws only where the machine fails: a full disk, a work folder that cannot be written, too
 * little memory.
 */
export async function openDataset(options: IntakeOptions): Promise<IntakeResult> {
  const problems = new ProblemList();
  const onProgress = options.onProgress ?? (() => {});
  const isThere = await isFolder(options.folder, problems);
  const isDataThere = options.dataFolder === null || (await isFolder(options.dataFolder, problems));
  const described = isThere ? await readDatasetFile(options.folder, options.atlas, problems) : null;
  const branding = described && (await readBranding(described.branding, options.folder, problems));
  const { encoding = null, sheets = {} } = described?.tableFacts ?? {};
  const names = { scale: described?.tableFacts.scale ?? null, pillars: described?.tableFacts.pillars ?? null };
  const published =
    isThere && isDataThere ? await runPublisherSql({ ...options, encoding, names, problems, onProgress }) : null;
  const database = await openIntakeDatabase(options);
  const { connection } = database;
  let dataset: OpenedDataset | null = null;
  try {
    await connection.run("CREATE SCHEMA intake; CREATE SCHEMA clean;");
    await createValueFunctions(connection);
    await createProblemTables(connection);
    // Problems of files do not hold up the rows of others: all are reported together.
    let counts: IntakeCounts | null = null;
    if (described !== null && published !== null) {
      const { views, toldApart } = published;
      const sources = await openSources({ ...options, connection, views, encoding, sheets, problems, onProgress });
      const { atlas } = options;
      const facts = described.tableFacts;
      const run = { connection, connect: () => database.connect(), facts, atlas, problems, sources, onProgress };
      counts = await readSources(run, options);
      if (counts !== null) await noticeProbableDuplicates(connection, toldApart, problems);
    }
    const report = await reportProblems(connection, problems, options.workFolder);
    const facts = described?.facts ?? null;
    if (described === null || facts === null || branding === null || published === null || counts === null)
      return { ok: false, problems: report };
    if (report.total > 0 && !options.skipBadRows) return { ok: false, problems: report };
    await connection.run("DROP SCHEMA intake CASCADE");
    const [connect, close] = [() => database.connect(), () => database.close()];
    const { toldApart } = published;
    dataset = { facts, branding, gate: described.gate, toldApart, connection, counts, connect, close };
    return { ok: true, dataset, problems: report };
  } finally {
    if (dataset === null) database.close();
  }
}

async function isFolder(folder: string, problems: ProblemList): Promise<boolean> {
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isThere)
    problems.add({
      kind: "missing_folder",
      table: "folder",
      file: folder,
      found: "no such folder",
      expected: "an existing folder",
    });
  return isThere;
}

/**
 * Reads the rows of all sources and records their problems. Returns null when the dataset cannot be
 * published even without the rows that have problems.
 */
async function readSources(run: IntakeRun, { skipBadRows, now }: IntakeOptions): Promise<IntakeCounts | null> {
  const { connection, problems, sources } = run;
  for (const { part, label, text } of sources) {
    const letters = text?.sheetColumns ?? null;
    await connection.run(
      `INSERT INTO intake.part VALUES (${part}, ${literal(label)}, ${text !== null}, ${letters !== null})`,
    );
    const columns = (text?.columns ?? []).flatMap((name, i) => (letters?.[i] ? [[part, name, letters[i]]] : []));
    await appendRows(connection, "intake", "sheet_column", columns);
  }
  const counts = await readTables(run);
  await noticeFutureDates(connection, now, problems);
  await noticeDoubtfulTexts(run);
  await noticeUnusedLabels(run);
  noticeUnchecked(run);
  await findLines(run);
  if (problems.problems.length > 0) return null;
  const empty = (["companies", "judgements"] as const).filter((table) => counts[table] === 0);
  const skippedKinds = await countSkippedKinds(connection, counts.skippedRows);
  for (const table of empty) await recordEmptyTable(connection, table, skipBadRows);
  return empty.length > 0 ? null : { ...counts, skippedKinds };
}

/** Notices dates after the present day: they are published, but say nothing about `as_of`. */
async function noticeFutureDates(connection: DuckDBConnection, now: Date, problems: ProblemList): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const dates = await readRows<{ date: number; count: bigint }>(
    connection,
    `SELECT judged_on AS date, count(*) AS count FROM clean.judgement
      WHERE ${lastDaySql("judged_on")} > date_diff('day', DATE '1970-01-01', DATE '${today}') GROUP BY date`,
  );
  // A month or a year that has begun is not to come.
  const later = dates.filter(({ date }) => firstDayOf(date) * 86_400_000 > Date.parse(today));
  const [latest] = later.toSorted((a, b) => compareJudgedOn(b.date, a.date));
  if (latest !== undefined) {
    const count = later.reduce((sum, each) => sum + Number(each.count), 0);
    const what = counted(count, "judgement is", "judgements are");
    problems.notice(
      `${what} dated after today, ${today}, up to ${judgedOnText(latest.date)}: check judged_on; such days do not count for as_of`,
    );
  }
  const { replies } = await readCounts<"replies">(
    connection,
    `SELECT count(*) AS replies FROM clean.reply WHERE replied_on > ${literal(today)}`,
  );
  if (replies > 0)
    problems.notice(`${counted(replies, "reply is", "replies are")} dated after today, ${today}: check replied_on`);
}

/** Says which judges and criteria are labelled and named by no judgement: texts may differ. */
async function noticeUnusedLabels({ connection, facts, problems }: IntakeRun): Promise<void> {
  const labelled = [
    { member: "judges", column: "judge", labels: facts.judgeLabels },
    { member: "criteria", column: "criterion", labels: facts.criterionLabels },
  ];
  for (const { member, column, labels } of labelled) {
    const declared = Object.keys(labels);
    if (declared.length === 0) continue;
    const named = await readRows<{ text: string }>(
      connection,
      `SELECT text FROM clean.term WHERE term IN (SELECT ${column} FROM clean.judgement)`,
    );
    const known = new Set(named.map(({ text }) => text));
    const unused = declared.filter((text) => !known.has(text));
    if (unused.length === 0) continue;
    const texts = unused.map((text) => JSON.stringify(text));
    problems.notice(
      `dataset.json labels ${member} that no judgement names: ${firstOf(texts, UNUSED_LABELS_NAMED)}. The ids of ${member} are their texts in the column ${column}, in the same case.`,
    );
  }
}

const UNUSED_LABELS_NAMED = 5;

/** Says which checks of rows have to wait, because they need what could not be read. */
function noticeUnchecked(run: IntakeRun): void {
  const isThere = (table: TableName): boolean => run.sources.some((source) => source.table === table);
  const { scale, pillars } = run.facts;
  const what = [...(scale === null ? ["bands"] : []), ...(pillars === null ? ["pillars"] : [])].join(" and ");
  if (what !== "" && isThere("judgements"))
    run.problems.notice(
      `${what.charAt(0).toUpperCase()}${what.slice(1)} were not checked, nor which judgements conflict, because dataset.json has problems.`,
    );
  if (!areAllCompaniesRead(run) && (isThere("judgements") || isThere("products")))
    run.problems.notice(
      "The companies that other tables name were not checked, because not all of the companies could be read.",
    );
}

type TableCounts = Omit<IntakeCounts, "skippedKinds">;

async function readTables(run: IntakeRun): Promise<TableCounts> {
  const companies = await readCompanies(run);
  const products = await readTable(run, PRODUCTS);
  const judgements = await readJudgements(run);
  const replies = await readReplies(run);
  return {
    companies: companies.rows,
    companiesWithoutCountry: companies.withoutCountry,
    products: products.rows,
    judgements: judgements.rows,
    duplicateCompanies: companies.duplicates,
    duplicateProducts: products.duplicates,
    duplicateJudgements: judgements.duplicates,
    replies: replies.rows,
    duplicateReplies: replies.duplicates,
    supersededJudgements: judgements.superseded,
    skippedRows: {
      companies: companies.skipped,
      products: products.skipped,
      judgements: judgements.skipped,
      replies: replies.skipped,
    },
  };
}
