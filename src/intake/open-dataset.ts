import type { DuckDBConnection } from "@duckdb/node-api";
import { stat } from "node:fs/promises";
import type { Atlas } from "../atlas/atlas.ts";
import type { DatasetFacts } from "../trust/dataset.ts";
import { FindingList } from "./finding-list.ts";
import { openIntakeDatabase } from "./intake-database.ts";
import type { IntakeRun, ProgressListener, RowCounts } from "./intake-run.ts";
import { openSources } from "./open-sources.ts";
import type { PackedJudgements } from "./packed-rows.ts";
import type { ProblemReport } from "./problem-report.ts";
import { readCompanies } from "./read-companies.ts";
import { readDatasetFile } from "./read-dataset-file.ts";
import { readJudgements } from "./read-judgements.ts";
import { readProducts } from "./read-products.ts";
import { runPublisherSql } from "./publisher-sql.ts";
import { createProblemTables, noteEmptyTable, reportFindings, reportRows } from "./row-problems.ts";
import { findUnreadableParts } from "./table-source.ts";
import { createTextMacros } from "./text-macros.ts";

export type { ProblemKind, ProblemReport, RowProblem } from "./problem-report.ts";

export interface IntakeOptions {
  /** The dataset's folder, with dataset.json. */
  readonly folder: string;
  /** Where the raw files lie, if elsewhere. */
  readonly dataFolder: string | null;
  /** An existing folder of its own, for spilled rows and working files; the caller removes it. */
  readonly workFolder: string;
  /** Memory for the rows; more is spilled to the work folder. */
  readonly memoryMiB: number;
  readonly threads: number;
  /** Whether rows with a problem are left out instead of standing in the way. */
  readonly skipBadRows: boolean;
  readonly atlas: Atlas;
  readonly onProgress?: ProgressListener;
}

/** `problems` of a dataset that was opened holds its notices and the rows that were left out. */
export type IntakeResult =
  | { readonly ok: true; readonly dataset: OpenedDataset; readonly problems: ProblemReport }
  | { readonly ok: false; readonly problems: ProblemReport };

/** How many rows were read and what became of those that are not in the clean tables. */
export interface IntakeCounts {
  readonly companies: number;
  readonly products: number;
  /** Current judgements. */
  readonly judgements: number;
  readonly duplicateCompanies: number;
  readonly duplicateProducts: number;
  readonly duplicateJudgements: number;
  /** Judgements replaced by a newer one of the same company, pillar, criterion and judge. */
  readonly supersededJudgements: number;
  /** Rows left out because of a problem, by table. */
  readonly skippedRows: { readonly companies: number; readonly products: number; readonly judgements: number };
}

/** A dataset that was read, resolved and validated: its rows stand in the schema `clean` of the connection's database. */
export interface OpenedDataset {
  readonly facts: DatasetFacts;
  readonly connection: DuckDBConnection;
  /** Another connection to the same tables, for work at the same time; the caller closes it. */
  connect(): Promise<DuckDBConnection>;
  readonly counts: IntakeCounts;
  /** The rows of `clean.judgement` once more, packed. */
  readonly judgements: PackedJudgements;
  close(): void;
}

/**
 * Reads a dataset into clean tables, or says everything that stands in the way.
 *
 * The tables are the same whatever the order of the publisher's rows and the number of threads. Throws only where the machine fails: a full disk,
 * a work folder that cannot be written, too little memory.
 */
export async function openDataset(options: IntakeOptions): Promise<IntakeResult> {
  const findings = new FindingList();
  const onProgress = options.onProgress ?? (() => {});
  const isThere = await checkFolder(options.folder, findings);
  const facts = isThere ? await readDatasetFile(options.folder, options.atlas, findings) : null;
  const isDataThere = options.dataFolder === null || (await checkFolder(options.dataFolder, findings));
  if (!isThere || !isDataThere) return { ok: false, problems: reportFindings(findings) };
  const views = await runPublisherSql({ ...options, findings, onProgress });
  if (views === null) return { ok: false, problems: reportFindings(findings) };
  const database = await openIntakeDatabase(options);
  const { connection } = database;
  let dataset: OpenedDataset | null = null;
  try {
    await connection.run("CREATE SCHEMA intake; CREATE SCHEMA clean;");
    await createTextMacros(connection);
    await createProblemTables(connection);
    const { sources, lookedOver } = await openSources({ ...options, connection, views, findings, onProgress });
    if (facts === null || findings.findings.length > 0) {
      await lookedOver;
      return { ok: false, problems: reportFindings(findings) };
    }
    const run = { connection, facts, atlas: options.atlas, findings, sources, onProgress };
    const read = await readTables(run, lookedOver).catch(async (error: unknown) => {
      await findUnreadableParts(connection, sources, findings);
      if (findings.findings.length === 0) throw error;
      return null;
    });
    if (read === null) return { ok: false, problems: reportFindings(findings) };
    const { counts, judgements } = read;
    const isEmpty = await noteEmptyTables(connection, counts, options.skipBadRows);
    const problems = await reportRows(connection, findings.notices, options.workFolder);
    if (isEmpty || (problems.total > 0 && !options.skipBadRows)) return { ok: false, problems };
    dataset = {
      facts,
      connection,
      counts,
      judgements,
      connect: () => database.connect(),
      close: () => database.close(),
    };
    return { ok: true, dataset, problems };
  } finally {
    if (dataset === null) database.close();
  }
}

async function checkFolder(folder: string, findings: FindingList): Promise<boolean> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    findings.add({
      kind: "missing_folder",
      table: "folder",
      file: folder,
      found: "no such folder",
      expected: "an existing folder",
    });
  return isFolder;
}

/** Notes, and tells, that nothing is left to publish: no company or no judgement. */
async function noteEmptyTables(connection: DuckDBConnection, counts: IntakeCounts, always: boolean): Promise<boolean> {
  const empty = (["companies", "judgements"] as const).filter((table) => counts[table] === 0);
  for (const table of empty) await noteEmptyTable(connection, table, always);
  return empty.length > 0;
}

/** Returns null, with findings, when the judgements turn out to be no text while the other tables are read. */
async function readTables(
  run: IntakeRun,
  lookedOver: Promise<unknown>,
): Promise<Pick<OpenedDataset, "counts" | "judgements"> | null> {
  const reading = readCompaniesAndProducts(run);
  // Neither may be at work any more when this ends, whichever fails.
  await Promise.allSettled([reading, lookedOver]);
  if (run.findings.findings.length > 0) return null;
  const [companies, products] = await reading;
  const judgements = await readJudgements(run);
  const counts = {
    companies: companies.rows,
    products: products.rows,
    judgements: judgements.rows,
    duplicateCompanies: companies.duplicates,
    duplicateProducts: products.duplicates,
    duplicateJudgements: judgements.duplicates,
    supersededJudgements: judgements.superseded,
    skippedRows: { companies: companies.skipped, products: products.skipped, judgements: judgements.skipped },
  };
  return { counts, judgements: judgements.packed };
}

async function readCompaniesAndProducts(run: IntakeRun): Promise<[companies: RowCounts, products: RowCounts]> {
  return [await readCompanies(run), await readProducts(run)];
}
