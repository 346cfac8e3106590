import { mkdir } from "node:fs/promises";
import { askReader } from "../../xlsx/ask-reader.ts";
import { WorkbookError } from "../../xlsx/workbook-error.ts";
import { counted } from "../counted.ts";
import type { SheetsAnswer, SheetsRequest } from "./sheet-worker.ts";

/** Copies sheets of a workbook as CSV, in a thread with a heap of at most `memoryMiB`. */
export async function copySheets(request: SheetsRequest, memoryMiB: number): Promise<SheetsAnswer> {
  await mkdir(request.folder, { recursive: true });
  const program = new URL("sheet-worker.ts", import.meta.url);
  const advice = "save the sheet as CSV, or raise INTAKE_MEMORY_MIB";
  try {
    return await askReader<SheetsAnswer>(program, request, { memoryMiB, timeMs: null, advice });
  } catch (error) {
    if (error instanceof WorkbookError) return { kind: "unreadable", found: error.message };
    throw error;
  }
}

/** A filter that was left on does not keep rows out of a release. */
export function hiddenRowsNotice(label: string, rows: number): string {
  return `${label}: ${counted(rows, "hidden row is", "hidden rows are")} read like all others; delete what is not to be published`;
}
