import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { checkHeader, HEADER_BYTES, SearchIndexError } from "./index-sections.ts";
import type { IndexReader } from "./index-reader.ts";
import { IndexThread, shareFile } from "./index-thread.ts";
import type { NameMatch, NameQuestion } from "./match-name.ts";
import { MatchQueue, type Matching, SearchOverloadError } from "./match-queue.ts";
import { openIndex } from "./index-file.ts";
import { searchNames, type SearchRequest, type SearchResult } from "./search-names.ts";

/** Searches one index. */
export interface NameSearch {
  /**
   * Searches a small index directly, which takes well under a millisecond, and a large one in a
   * worker thread. Throws or rejects with a SearchIndexError if the file is damaged; rejects with a
   * SearchOverloadError if too many are waiting.
   */
  find(request: SearchRequest): SearchResult | Promise<SearchResult>;
  /**
   * Begins to match a list of names, in a worker thread of its own. Few lists are matched at a
   * time: waits for a place, and rejects with a SearchOverloadError if too many wait, or with the
   * reason of the signal once that is aborted. The place has to be closed.
   */
  openMatching(signal: AbortSignal): Promise<Matching>;
}

/** Indexes up to this size, about 120,000 names, are searched without a worker thread. */
const INLINE_BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of searches that wait: slow ones take about a second together. */
const WAITING_MAX = 256;

/**
 * Opens an index file for searching. Reads only its header; the rest is read by the first search.
 * Throws a SearchIndexError if it is not an index, is truncated or has another version.
 */
export function openNameSearch(file: string, inlineBytesMax: number = INLINE_BYTES_MAX): NameSearch {
  const bytes = checkFile(file);
  const memory = shareFile(file, bytes);
  const find = bytes <= inlineBytesMax ? searchInline(file) : searchInThread(memory);
  const thread = new IndexThread<readonly NameQuestion[], readonly NameMatch[]>("match", memory);
  const lists = new MatchQueue(async (questions) => {
    await thread.ready();
    return await thread.ask(questions);
  });
  return { find, openMatching: (signal) => lists.open(signal) };
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
    const header = Buffer.alloc(HEADER_BYTES);
    const read = readSync(descriptor, header, 0, header.length, 0);
    checkHeader(header.subarray(0, read), size);
    return size;
  } finally {
    closeSync(descriptor);
  }
}

function searchInline(file: string): NameSearch["find"] {
  let reader: IndexReader | undefined;
  return (request) => {
    // Unlike a Buffer, an array of its own is aligned, as the numbers in the file need.
    reader ??= openIndex(new Uint8Array(readFileSync(file)));
    return searchNames(reader, request);
  };
}

function searchInThread(memory: () => Promise<SharedArrayBuffer>): NameSearch["find"] {
  const thread = new IndexThread<SearchRequest, SearchResult>("search", memory);
  return async (request) => {
    await thread.ready();
    if (thread.waiting >= WAITING_MAX) throw new SearchOverloadError(`${WAITING_MAX} searches are already waiting`);
    return await thread.ask(request);
  };
}
