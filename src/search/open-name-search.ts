import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { checkHeader, HEADER_BYTES_CHECKED, SearchIndexError } from "./index-file.ts";
import { openIndex } from "./open-index.ts";
import type { Postings } from "./postings.ts";
import { type SearchAnswer, searchNames, type SearchQuestion } from "./search-names.ts";
import type { Answered, Asked } from "./search-worker.ts";

/** More searches wait for the thread than it answers in a reasonable time. */
export class SearchOverload extends Error {
  override readonly name = "SearchOverload";
}

/** Searches one index. */
export interface NameSearch {
  /**
   * Answers at once from a small index, whose questions take well under a millisecond; a large one answers from a thread of its own. Throws,
   * or rejects with, a SearchIndexError where the file is damaged; rejects with a SearchOverload where too many wait already.
   */
  find(question: SearchQuestion): SearchAnswer | Promise<SearchAnswer>;
}

/** Indexes up to this size, about 120,000 names, are searched without a thread. */
const INLINE_BYTES_MAX = 8 * 1024 * 1024;
/** Searches that wait for a thread at most: what it answers in about a second where all of them are slow. */
const WAITING_MAX = 256;
/** A thread that is not asked anything for so long ends; the next question starts another one. */
const IDLE_SECONDS = 60;
/**
 * MiB of a semi-space of a search thread's young generation. Hardly anything of a search outlives it, and a larger one is filled before it is
 * collected: with the 8 of a service a thread takes 5 MB more and is no faster. It is said by a flag because a service has that flag, and a limit of the
 * thread alone would not count beside it; V8 reads it when a thread begins, and all others have begun.
 */
const YOUNG_MIB = 2;

/**
 * Opens the search of an index file. Only its head is read now; the rest when the first question comes. Throws a
 * SearchIndexError for a file that is none, is cut off or has another version.
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
  return openBuiltSearch(() => {
    // Memory of its own begins where 8 divides, which the numbers in the file need.
    const content = new Uint8Array(bytes);
    const descriptor = openSync(file, "r");
    try {
      for (let at = 0; at < bytes;) {
        const read = readSync(descriptor, content, at, bytes - at, at);
        if (read === 0) throw new SearchIndexError(`the search index is cut off: ${file}`);
        at += read;
      }
    } finally {
      closeSync(descriptor);
    }
    return content;
  });
}

/** Opens a search over an index that is made, or read, when the first question comes. */
export function openBuiltSearch(build: () => Uint8Array): NameSearch {
  let postings: Postings | undefined;
  return {
    find(question) {
      postings ??= openIndex(build());
      return searchNames(postings, question);
    },
  };
}

interface Waiting {
  readonly resolve: (answer: SearchAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Holds the file in shared memory and asks a worker. */
class ThreadedSearch implements NameSearch {
  readonly #file: string;
  readonly #bytes: number;
  readonly #waiting = new Map<number, Waiting>();
  #index: Promise<SharedArrayBuffer> | undefined;
  #worker: Worker | undefined;
  #next = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(file: string, bytes: number) {
    this.#file = file;
    this.#bytes = bytes;
  }

  async find(question: SearchQuestion): Promise<SearchAnswer> {
    const index = (this.#index ??= readShared(this.#file, this.#bytes));
    // The thread starts while the file is read: each takes about as long as the other.
    this.#worker ??= this.#start(index);
    try {
      await index;
    } catch (error) {
      this.#index = undefined;
      void this.#worker?.terminate();
      this.#worker = undefined;
      throw error;
    }
    if (this.#waiting.size >= WAITING_MAX) throw new SearchOverload(`${WAITING_MAX} searches wait already`);
    const worker = (this.#worker ??= this.#start(index));
    const number = this.#next++;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      // While somebody waits for an answer, the process does not end.
      worker.ref();
      clearTimeout(this.#idle);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      worker.postMessage({ number, question } satisfies Asked);
    });
  }

  /** Starts a thread; its first message is the index, once that is read. */
  #start(index: Promise<SharedArrayBuffer>): Worker {
    setFlagsFromString(`--max-semi-space-size=${YOUNG_MIB}`);
    const worker = new Worker(new URL("search-worker.ts", import.meta.url));
    index.then(
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
      (memory) => worker.postMessage(memory),
      () => {},
    );
    worker.on("message", ({ number, answer }: Answered) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (this.#waiting.size === 0) this.#rest(worker);
      waiting?.resolve(answer);
    });
    worker.on("error", (error) => this.#fail(worker, error));
    worker.on("exit", () => this.#fail(worker, new Error("the search thread ended")));
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    this.#idle = setTimeout(() => {
      if (this.#worker === worker) this.#worker = undefined;
      void worker.terminate();
    }, IDLE_SECONDS * 1000).unref();
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    // Errors of a thread arrive as copies without their class.
    const shown = error.name === "SearchIndexError" ? new SearchIndexError(error.message, { cause: error }) : error;
    for (const { reject } of this.#waiting.values()) reject(shown);
    this.#waiting.clear();
  }
}

/** Reads a whole file into memory that threads can share. */
async function readShared(file: string, bytes: number): Promise<SharedArrayBuffer> {
  const shared = new SharedArrayBuffer(bytes);
  const handle = await open(file, "r");
  try {
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await handle.read(new Uint8Array(shared, at), 0, bytes - at, at);
      if (bytesRead === 0) throw new SearchIndexError(`the search index is cut off: ${file}`);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return shared;
}
