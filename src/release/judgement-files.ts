import path from "node:path";
import { BatchThread, type BatchWork, type BatchWorker, workHere } from "./batch-thread.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import type { CompanyFacts } from "./company-batches.ts";
import type { JudgementBatch, JudgementFilesStart } from "./judgement-batch.ts";
import { JudgementCsvFile } from "./judgement-csv.ts";
import type { JudgementCursor } from "./judgement-cursor.ts";
import { JudgementParquetFile } from "./judgement-parquet.ts";
import { type TableFile, tablePath } from "./manifest.ts";
import { judgementColumns } from "./row-columns.ts";

/** From this many judgements on the files are written in a thread of their own, beside everything else. */
const JUDGEMENTS_INLINE_MAX = 200_000;

/** The SHA-256 of each file, hexadecimal. */
export interface JudgementFilesWritten {
  readonly csv: string;
  readonly parquet: string;
}

/** Writes the table of all current judgements as CSV and as Parquet; the files are not yet fsynced. */
export function openJudgementFiles(
  start: JudgementFilesStart,
  judgements: number,
): BatchWorker<JudgementBatch, JudgementFilesWritten> {
  if (judgements <= JUDGEMENTS_INLINE_MAX) return workHere(new JudgementFiles(start));
  return new BatchThread<JudgementBatch, JudgementFilesWritten>(
    new URL("judgement-files-worker.ts", import.meta.url),
    start,
  );
}

/** Both files from the same batches. */
export class JudgementFiles implements BatchWork<JudgementBatch, JudgementFilesWritten> {
  readonly #csv: JudgementCsvFile;
  readonly #parquet: JudgementParquetFile;

  constructor(start: JudgementFilesStart) {
    this.#csv = new JudgementCsvFile(path.join(start.folder, tablePath("judgements", "csv")), start);
    this.#parquet = new JudgementParquetFile(path.join(start.folder, tablePath("judgements", "parquet")), start);
  }

  add(batch: JudgementBatch): void {
    this.#csv.add(batch);
    this.#parquet.add(batch);
  }

  finish(): JudgementFilesWritten {
    return { csv: this.#csv.finish(), parquet: this.#parquet.finish() };
  }

  abandon(): void {
    this.#csv.abandon();
    this.#parquet.abandon();
  }
}

/** What the manifest says of the files. */
export function judgementTables({ facts, counts }: CleanDataset): TableFile[] {
  const table = { table: "judgements", rows: counts.judgements, columns: judgementColumns(facts).length };
  return (["csv", "parquet"] as const).map((format) => ({ ...table, format, path: tablePath("judgements", format) }));
}

/** Hands over the loaded judgements of some companies. */
export async function addLoaded(
  files: BatchWorker<JudgementBatch, JudgementFilesWritten>,
  companies: readonly CompanyFacts[],
  cursor: JudgementCursor,
): Promise<void> {
  const { words, sources } = cursor.copyLoaded();
  const named = companies.map(({ company, id }) => ({ company, id }));
  await files.add(
    { companies: named, words, sources },
    words.map(({ buffer }) => buffer),
  );
}
