import { parentPort } from "node:worker_threads";
import type { IndexReader } from "./index-reader.ts";
import { openIndex } from "./open-index.ts";
import { searchNames, type SearchRequest, type SearchResult } from "./search-names.ts";

/*
 * The program of the search worker. Its first message is an index in shared memory; it then answers
 * requests in the order they arrive.
 */

/** A request to the worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly request: SearchRequest;
}

/** A response of the worker. */
export interface WorkerResponse {
  readonly id: number;
  readonly result: SearchResult;
}

if (parentPort !== null) {
  const port = parentPort;
  let reader: IndexReader | undefined;
  port.once("message", (index: SharedArrayBuffer) => {
    port.on("message", ({ id, request }: WorkerRequest) => {
      reader ??= openIndex(new Uint8Array(index));
      port.postMessage({ id, result: searchNames(reader, request) } satisfies WorkerResponse);
    });
  });
}
