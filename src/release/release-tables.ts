import {
  describeTables,
  DOWNLOADABLE_NAMES,
  type TableFacts,
  type DownloadableName,
  DOWNLOADABLE_TABLES,
} from "../tables/downloadable-tables.ts";
import type { Snapshot } from "./snapshot.ts";

/** The downloadable tables of every release, in the order documents list them. */
export const DOWNLOADABLE = DOWNLOADABLE_NAMES.map((table) => ({ table, ...DOWNLOADABLE_TABLES[table] }));

/** The name of a downloadable table. */
export type TableId = DownloadableName;

/** The description of the rows of a table. */
export type TableDescription = Pick<TableFacts, "title" | "description" | "columns" | "primaryKey">;

export type ColumnDescription = ReleaseTable["columns"][number];

export type TableFormat = "csv" | "parquet";

export interface ReleaseFile {
  readonly format: TableFormat;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A downloadable table as one release has it. */
export interface ReleaseTable extends TableFacts {
  readonly files: readonly ReleaseFile[];
}

/**
 * The downloadable tables a release has, with the columns they were written with: later releases
 * may have more.
 */
export function tablesOf(snapshot: Snapshot): ReleaseTable[] {
  const { dataset, tables } = snapshot.manifest;
  return describeTables(dataset).flatMap((facts) => {
    const files = (["csv", "parquet"] as const).flatMap((format) => {
      const file = snapshot.tableFile(facts.table, format);
      return file === undefined ? [] : [{ format, bytes: file.bytes, sha256: file.sha256 }];
    });
    const written = tables.find(({ table }) => table === facts.table)?.columns;
    return files.length === 0 ? [] : [{ ...facts, columns: facts.columns.slice(0, written), files }];
  });
}
