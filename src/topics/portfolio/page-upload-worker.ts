import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openWorkbook, type WorkbookLimits } from "../../xlsx/read-workbook.ts";
import { WorkbookError } from "../../xlsx/workbook-error.ts";
import { csvField } from "./list-file.ts";

/* The program of the thread that reads a list in a workbook, which anybody may have sent. */

export interface ListRequest {
  readonly bytes: Uint8Array;
  /** Reading ends after the first row that exceeds one of these bounds. */
  readonly most: { readonly rows: number; readonly columns: number; readonly cells: number };
  readonly limits: WorkbookLimits;
}

export type ListAnswer =
  /** The rows of the first visible sheet as CSV; empty where it has none. */
  { readonly kind: "read"; readonly text: string } | { readonly kind: "unreadable"; readonly found: string };

async function answer({ bytes, most, limits }: ListRequest): Promise<ListAnswer> {
  try {
    const workbook = await openWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
    const sheet = workbook.sheets.find(({ isHidden }) => !isHidden);
    const lines: string[] = [];
    let cellCount = 0;
    if (sheet !== undefined)
      for await (const { cells } of workbook.rowsOf(sheet.name)) {
        lines.push(cells.map(csvField).join(","));
        cellCount += cells.length;
        if (lines.length > most.rows || cells.length > most.columns || cellCount > most.cells) break;
      }
    return { kind: "read", text: lines.join("\n") };
  } catch (error) {
    if (error instanceof WorkbookError) return { kind: "unreadable", found: error.message };
    throw error;
  }
}

async function send(port: MessagePort): Promise<void> {
  const request: ListRequest = workerData;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  port.postMessage((await answer(request)) satisfies ListAnswer);
}

// A module that waited here would end the process when its thread is ended.
if (parentPort !== null) void send(parentPort);
