import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { SearchIndexError } from "./index-sections.ts";
import type { IndexRequest, IndexResponse, IndexWork } from "./index-worker.ts";

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** The thread ends when it has been idle this long; the next request starts another. */
const IDLE_SECONDS = 60;

/** A worker thread that answers requests about an index in shared memory, in their order. */
export class IndexThread<Request, Result> {
  readonly #work: IndexWork;
  readonly #index: () => Promise<SharedArrayBuffer>;
  readonly #waiting = new Map<number, Waiting<Result>>();
  #worker: Worker | undefined;
  #nextId = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(work: IndexWork, index: () => Promise<SharedArrayBuffer>) {
    this.#work = work;
    this.#index = index;
  }

  /** The number of requests that wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Reads the index and starts the thread, where that has not been done. */
  async ready(): Promise<void> {
    const index = this.#index();
    // The thread starts while the file is read; both take about as long.
    this.#worker ??= this.#open(index);
    try {
      await index;
    } catch (error) {
      void this.#worker?.terminate();
      this.#worker = undefined;
      throw error;
    }
  }

  /** Rejects with a SearchIndexError if the index is damaged. */
  async ask(request: Request): Promise<Result> {
    const worker = (this.#worker ??= this.#open(this.#index()));
    const id = this.#nextId++;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // The process does not end while requests are waiting.
      worker.ref();
      clearTimeout(this.#idle);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      worker.postMessage({ id, request } satisfies IndexRequest<Request>);
    });
  }

  /** Starts a worker; its first message is the index, once it has been read. */
  #open(index: Promise<SharedArrayBuffer>): Worker {
    const worker = new Worker(new URL("index-worker.ts", import.meta.url), { workerData: this.#work });
    index.then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      (memory) => worker.postMessage(memory),
      () => {},
    );
    worker.on("message", ({ id, result }: IndexResponse<Result>) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#stopWhenIdle(worker);
      waiting?.resolve(result);
    });
    worker.on("error", (error) => this.#fail(worker, error));
    worker.on("exit", () => this.#fail(worker, new Error("the search thread ended")));
    return worker;
  }

  #stopWhenIdle(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => {
      if (this.#worker === worker) this.#worker = undefined;
      void worker.terminate();
    }, IDLE_SECONDS * 1000).unref();
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    // Errors of a worker arrive without their class.
    const shown = error.name === "SearchIndexError" ? new SearchIndexError(error.message, { cause: error }) : error;
    for (const { reject } of this.#waiting.values()) reject(shown);
    this.#waiting.clear();
  }
}

/**
 * Reads a file into memory that threads can share, when it is first asked for; a failed reading is
 * tried again.
 */
export function shareFile(file: string, bytes: number): () => Promise<SharedArrayBuffer> {
  let memory: Promise<SharedArrayBuffer> | undefined;
  return () => {
    memory ??= readShared(file, bytes).catch((error: unknown) => {
      memory = undefined;
      throw error;
    });
    return memory;
  };
}

async function readShared(file: string, bytes: number): Promise<SharedArrayBuffer> {
  const content = await readFile(file);
  if (content.length < bytes) throw new SearchIndexError(`the search index is truncated: ${file}`);
  const shared = new SharedArrayBuffer(bytes);
  new Uint8Array(shared).set(content.subarray(0, bytes));
  return shared;
}
