import { Worker } from "node:worker_threads";
import { WorkbookError } from "./workbook-error.ts";

interface ReaderLimits {
  readonly memoryMiB: number;
  /** Null sets no limit. */
  readonly timeMs: number | null;
  /** Advice for a workbook that takes more. */
  readonly advice: string;
}

/**
 * Has a workbook read in a thread of its own, whose program sends one message. Throws a
 * WorkbookError where that takes more memory or time than allowed.
 */
export async function askReader<Answer>(
  program: URL,
  workerData: unknown,
  { memoryMiB, timeMs, advice }: ReaderLimits,
): Promise<Answer> {
  const worker = new Worker(program, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMiB } });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      if (timeMs !== null)
        timer = setTimeout(
          () => reject(new WorkbookError(`a workbook that takes too long to read: ${advice}`)),
          timeMs,
        );
      worker.on("message", resolve);
      worker.on("error", (error) => {
        const isTooLarge = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
        const found = `a workbook that takes more than ${memoryMiB} MiB to read: ${advice}`;
        reject(isTooLarge ? new WorkbookError(found, { cause: error }) : error);
      });
      worker.on("exit", () => reject(new Error("the thread that reads a workbook ended without a result")));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
