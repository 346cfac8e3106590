import { parentPort } from "node:worker_threads";
import type { IndexReader } from "./index-reader.ts";
import { openIndex } from "./index-file.ts";

/** A request to a thread over an index. */
export interface IndexRequest<Request> {
  readonly id: number;
  readonly request: Request;
}

/** Its response. */
export interface IndexResponse<Result> {
  readonly id: number;
  readonly result: Result;
}

/**
 * The program of a thread over an index. Its first message is the index in shared memory; it then
 * answers requests in the order they arrive. `open` is called for the first of them.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- messages have no types of their own
export function serveIndex<Request, Result>(open: (reader: IndexReader) => (request: Request) => Result): void {
  if (parentPort === null) return;
  const port = parentPort;
  let answer: ((request: Request) => Result) | undefined;
  port.once("message", (index: SharedArrayBuffer) => {
    port.on("message", ({ id, request }: IndexRequest<Request>) => {
      answer ??= open(openIndex(new Uint8Array(index)));
      port.postMessage({ id, result: answer(request) } satisfies IndexResponse<Result>);
    });
  });
}
