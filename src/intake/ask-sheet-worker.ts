import { Worker } from "node:worker_threads";
import type { AllSheetsAnswer, AllSheetsRequest, SheetAnswer, SheetRequest } from "./sheet-worker.ts";

/** Has a workbook read in a thread with a heap of at most `memoryMiB`. */
export async function askSheetWorker<Answer extends SheetAnswer | AllSheetsAnswer>(
  workerData: Answer extends SheetAnswer ? SheetRequest : AllSheetsRequest,
  memoryMiB: number,
): Promise<Answer | Extract<SheetAnswer, { kind: "unreadable" }>> {
  const worker = new Worker(new URL("sheet-worker.ts", import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  });
  return await new Promise((resolve, reject) => {
    worker.on("message", (answer: Answer) => resolve(answer));
    worker.on("error", (error) => {
      if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") {
        const found = `a workbook that takes more than ${memoryMiB} MiB to read: save the sheet as CSV, or raise INTAKE_MEMORY_MIB`;
        resolve({ kind: "unreadable", found });
      } else reject(error);
    });
    worker.on("exit", () => reject(new Error("the thread that reads a workbook ended without a result")));
  });
}
