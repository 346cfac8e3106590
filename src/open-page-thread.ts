import { MessageChannel, Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Content } from "./http/endpoint.ts";
import { type PageMaker, receivePage } from "./http/page-maker.ts";
import type { PageThreadStart } from "./page-thread.ts";
import type { Settings } from "./settings.ts";
import { type Caller, openCaller } from "./thread-calls.ts";

/** A thread that makes pages. To be closed. */
export interface PageThread extends PageMaker {
  close(): Promise<void>;
}

/** How long after its end the thread is not opened again; twice as long after each further one. */
const PAUSE_MILLISECONDS = { first: 1000, most: 60_000 };

/**
 * Makes pages in a thread of their own, which is opened when the first page is asked for: a service
 * that answers programs alone does without its memory. Where the thread ends, it is opened again.
 * `start` starts the program `page-thread.ts`.
 */
export function openPageThread(
  settings: Settings,
  logger: Logger,
  start: (data: PageThreadStart) => Worker = startPageThread,
): PageThread {
  const whenOpen = Promise.withResolvers<void>();
  let worker: Worker | null = null;
  /** What makes pages; null until the thread is ready. */
  let caller: Caller | null = null;
  let isPausing = false;
  let pause = PAUSE_MILLISECONDS.first;
  let isClosed = false;

  const begin = (): void => {
    if (worker !== null || isPausing || isClosed) return;
    const { port1, port2 } = new MessageChannel();
    const started = start({ settings, asked: port2 });
    const own = openCaller(port1);
    worker = started;
    let failure: unknown = null;
    started.once("error", (error) => (failure = error));
    started.once("exit", () => {
      worker = caller = null;
      own.break(new Error("the thread of pages ended", { cause: failure }));
      if (isClosed) return;
      logger.error({ err: failure }, "the thread of pages ended; pages are made beside answers until it is open again");
      isPausing = true;
      setTimeout(() => (isPausing = false), pause).unref();
      pause = Math.min(2 * pause, PAUSE_MILLISECONDS.most);
    });
    const open = async (): Promise<void> => {
      await own.call("pages", "ready");
      caller = own;
      whenOpen.resolve();
    };
    // Its end is logged above.
    open().catch(() => {});
  };

  return {
    whenOpen: whenOpen.promise,
    async make(asked) {
      if (caller === null) {
        begin();
        return null;
      }
      try {
        const content = await caller.call<Content | null>("pages", "make", asked);
        return content === null ? null : receivePage(content);
      } catch (error) {
        logger.warn({ err: error, page: asked.path }, "a page could not be made in the thread of pages");
        return null;
      }
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}

export function startPageThread(workerData: PageThreadStart): Worker {
  const url = new URL("./page-thread.ts", import.meta.url);
  return new Worker(url, { workerData, transferList: [workerData.asked], name: "pages" });
}
