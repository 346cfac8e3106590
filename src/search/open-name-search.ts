import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { checkHeader, HEADER_BYTES_CHECKED, SearchIndexError } from "./index-file.ts";
import type { IndexReader } from "./index-reader.ts";
import { openIndex } from "./open-index.ts";
import { searchNames, type SearchRequest, type SearchResult } from "./search-names.ts";
import type { WorkerRequest, WorkerResponse } from "./search-worker.ts";

/** Too many searches are waiting for the worker thread. */
export class SearchOverloadError extends Error {
  override readonly name = "SearchOverloadError";
}

/** Searches one index. */
export interface NameSearch {
  /**
   * Searches a small index directly, which takes well under a millisecond, and a large one in a
   * worker thread. Throws or rejects with a SearchIndexError if the file is damaged; rejects with a
   * SearchOverloadError if too many are waiting.
   */
  find(request: SearchRequest): SearchResult | Promise<SearchResult>;
}

/** Indexes up to this size, about 120,000 names, are searched without a worker thread. */
const INLINE_BYTES_MAX = 8 * 1024 * 1024;
/** How many searches may wait: slow ones take about a second together. */
const WAITING_MAX = 256;
/** The worker thread ends when it has been idle this long; the next search starts another. */
const IDLE_SECONDS = 60;
/**
 * Opens an index file for searching. Reads only its header; the rest is read by the first search.
 * Throws a SearchIndexError if it is not an index, is truncated or has another version.
 */
export function openNameSearch(file: string, inlineBytesMax: number = INLINE_BYTES_MAX): NameSearch {
  const bytes = checkFile(file);
  return bytes <= inlineBytesMax ? openInlineSearch(file, bytes) : new ThreadedSearch(file, bytes);
}

function checkFile(file: string): number {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    throw new SearchIndexError(`the search index cannot be read: ${file}`, { cause: error });
  }
  try {
    const { size } = fstatSync(descriptor);
    const header = Buffer.alloc(HEADER_BYTES_CHECKED);
    const read = readSync(descriptor, header, 0, header.length, 0);
    checkHeader(header.subarray(0, read), size);
    return size;
  } finally {
    closeSync(descriptor);
  }
}

function openInlineSearch(file: string, bytes: number): NameSearch {
  let reader: IndexReader | undefined;
  return {
    find(request) {
      reader ??= openIndex(readWhole(file, bytes));
      return searchNames(reader, request);
    },
  };
}

function readWhole(file: string, bytes: number): Uint8Array {
  // Unlike a Buffer, a Uint8Array of its own is aligned, as the numbers in the file need.
  const content = new Uint8Array(bytes);
  const descriptor = openSync(file, "r");
  try {
    for (let at = 0; at < bytes;) {
      const read = readSync(descriptor, content, at, bytes - at, at);
      if (read === 0) throw new SearchIndexError(`the search index is truncated: ${file}`);
      at += read;
    }
  } finally {
    closeSync(descriptor);
  }
  return content;
}

interface Waiting {
  readonly resolve: (result: SearchResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Keeps the file in shared memory and searches it in a worker thread. */
class ThreadedSearch implements NameSearch {
  readonly #file: string;
  readonly #bytes: number;
  readonly #waiting = new Map<number, Waiting>();
  #index: Promise<SharedArrayBuffer> | undefined;
  #worker: Worker | undefined;
  #nextId = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: string, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  async find(request: SearchRequest): Promise<SearchResult> {
    const index = (this.#index ??= readShared(this.#file, this.#bytes));
    // The thread starts while the file is read; both take about as long.
    this.#worker ??= this.#start(index);
    try {
      await index;
    } catch (error) {
      this.#index = undefined;
      void this.#worker?.terminate();
      this.#worker = undefined;
      throw error;
    }
    if (this.#waiting.size >= WAITING_MAX) throw new SearchOverloadError(`${WAITING_MAX} searches are already waiting`);
    const worker = (this.#worker ??= this.#start(index));
    const id = this.#nextId++;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // The process does not end while searches are waiting.
      worker.ref();
      clearTimeout(this.#idle);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      worker.postMessage({ id, request } satisfies WorkerRequest);
    });
  }

  /** Starts a worker; its first message is the index, once it has been read. */
  #start(index: Promise<SharedArrayBuffer>): Worker {
    const worker = new Worker(new URL("search-worker.ts", import.meta.url));
    index.then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      (memory) => worker.postMessage(memory),
      () => {},
    );
    worker.on("message", ({ id, result }: WorkerResponse) => {
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

/** Reads a file into memory that threads can share. */
async function readShared(file: string, bytes: number): Promise<SharedArrayBuffer> {
  const shared = new SharedArrayBuffer(bytes);
  const handle = await open(file, "r");
  try {
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await handle.read(new Uint8Array(shared, at), 0, bytes - at, at);
      if (bytesRead === 0) throw new SearchIndexError(`the search index is truncated: ${file}`);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return shared;
}
