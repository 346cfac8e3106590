import { on, once } from "node:events";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Workbook, WorkbookPart, WorkbookRequest, WorkbookRows } from "./workbook.ts";

/** Maximum number of rows below the header of a sheet; Excel has 1,048,576 in all. */
export const SHEET_ROWS_MAX = 1_048_575;

/** The rows sent to the thread at a time: few enough for other requests to come between. */
const ROWS_AT_A_TIME = 200;

/** The thread ends when it has been idle this long: its library is large. */
const IDLE_MILLISECONDS = 20_000;

interface WorkbookThread {
  readonly worker: Worker;
  /** The error that ends it, or its exit code. */
  readonly ended: Promise<unknown>;
}

let thread: WorkbookThread | null = null;
let workbooksOpen = 0;
let idle: NodeJS.Timeout | undefined;

/**
 * Yields the bytes of a workbook, made in a thread as fast as they are consumed. They differ from
 * one time to the next, since a ZIP file says when it was written; the content does not.
 */
export async function* writeWorkbook({ pages, ...facts }: Workbook): AsyncGenerator<Uint8Array, void, undefined> {
  // Columns of callers may have functions besides, which cannot be sent.
  const columns = facts.columns.map(({ name, type, title, description }) => ({ name, type, title, description }));
  const { port1: port, port2 } = new MessageChannel();
  const parts = on(port, "message", { close: ["close"] });
  clearTimeout(idle);
  workbooksOpen += 1;
  try {
    const { worker, ended } = (thread ??= startThread());
    worker.postMessage({ workbook: { ...facts, columns }, port: port2 } satisfies WorkbookRequest, [port2]);
    for (const rows of batchesOf(columns, pages())) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
      port.postMessage(rows);
      const { value = [] } = await parts.next();
      const [part]: readonly WorkbookPart[] = value;
      if (part === undefined) {
        // The end of the thread closes the port, and is to be waited for.
        worker.ref();
        throw new Error("the thread that writes workbooks has ended", { cause: await ended });
      }
      if ("error" in part) throw part.error;
      if (part.bytes.length > 0) yield part.bytes;
    }
  } finally {
    port.close();
    workbooksOpen -= 1;
    if (workbooksOpen === 0) idle = setTimeout(endIdleThread, IDLE_MILLISECONDS).unref();
  }
}

/** Ends the thread where it writes no workbook. The next one starts it again. */
export function endIdleThread(): void {
  if (workbooksOpen > 0) return;
  clearTimeout(idle);
  void thread?.worker.terminate();
  thread = null;
}

/** The garbage of rows is collected early: by its defaults, V8 lets it grow by 120 MB. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 4 };

/** The thread never keeps the process alive; the port of each open workbook does. */
function startThread(): WorkbookThread {
  const worker = new Worker(new URL("workbook-worker.ts", import.meta.url), {
    name: "workbooks",
    resourceLimits: RESOURCE_LIMITS,
  });
  worker.unref();
  const ended = once(worker, "exit")
    .catch((error: unknown) => error)
    .finally(() => {
      if (thread?.worker === worker) thread = null;
    });
  return { worker, ended };
}

function* batchesOf(columns: Workbook["columns"], pages: ReturnType<Workbook["pages"]>): Generator<WorkbookRows> {
  for (const page of pages)
    for (let from = 0; from < page.length; from += ROWS_AT_A_TIME)
      yield page.slice(from, from + ROWS_AT_A_TIME).map((row) => columns.map(({ name }) => row[name] ?? null));
  yield null;
}
