import type { DuckDBConnection } from "@duckdb/node-api";
import type { Atlas } from "../atlas/atlas.ts";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { FindingList } from "./finding-list.ts";
import type { TableName } from "./table-columns.ts";
import type { SourcePart } from "./table-source.ts";

export type ProgressListener = (step: string, done: number, total: number | null) => void;

/** What the readers of the tables share. */
export interface IntakeRun {
  readonly connection: DuckDBConnection;
  readonly facts: DatasetFacts;
  readonly atlas: Atlas;
  readonly findings: FindingList;
  readonly sources: Readonly<Record<TableName, readonly NumberedSource[]>>;
  readonly onProgress: ProgressListener;
}

/** A part and the number under which `intake.part` knows it. */
export interface NumberedSource {
  readonly part: number;
  readonly source: SourcePart;
}

/** What became of the rows of a table. */
export interface RowCounts {
  /** Rows in the clean table. */
  readonly rows: number;
  readonly duplicates: number;
  /** Rows left out because of a problem, malformed ones included. */
  readonly skipped: number;
}
