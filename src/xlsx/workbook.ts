import type { MessagePort } from "node:worker_threads";

/** XLSX workbooks that are written: a sheet with the rows, and one that explains them. */

export type WorkbookCell = string | number | null;

/** A row: its values by the names of columns. */
export type WorkbookRow = Readonly<Record<string, WorkbookCell>>;

export interface WorkbookColumn {
  readonly name: string;
  /** `date` is `YYYY-MM-DD`. */
  readonly type: "text" | "integer" | "number" | "date";
  readonly title: string;
  readonly description: string;
}

export interface Workbook {
  /** The name of the first sheet. */
  readonly title: string;
  readonly publisher: string;
  readonly publishedAt: string;
  readonly columns: readonly WorkbookColumn[];
  /** The rows from the first, some at a time. */
  readonly pages: () => Iterable<readonly WorkbookRow[]>;
  /** The second sheet up to its list of columns: terms and their texts. */
  readonly about: readonly (readonly [term: string, text: string])[];
}

/**
 * A message to the thread: a workbook to write, and a port for its rows. They come some at a time,
 * with their cells in the order of the columns, and null after the last.
 */
export interface WorkbookRequest {
  readonly workbook: Omit<Workbook, "pages">;
  readonly port: MessagePort;
}

export type WorkbookRows = readonly (readonly WorkbookCell[])[] | null;

/** The answer to each message of rows: the bytes made since the last one, or an error. */
export type WorkbookPart = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly error: unknown };
