import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { openIndex } from "./index-file.ts";
import type { IndexReader } from "./index-reader.ts";
import { NameMatcher, type NameQuestion } from "./match-name.ts";
import { searchNames, type SearchRequest } from "./search-names.ts";

/*
 * The program of a thread over an index, which searches it or matches lists of names. Its first
 * message is the index in shared memory; it then answers requests in the order they arrive.
 */

/** What the thread is for: it gets a `SearchRequest`, or a list of `NameQuestion`. */
export type IndexWork = "search" | "match";

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

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- messages have no types of their own
function serveIndex<Request>(open: (reader: IndexReader) => (request: Request) => unknown): void {
  const port = parentPort;
  let answer: ((request: Request) => unknown) | undefined;
  port?.once("message", (index: SharedArrayBuffer) => {
    port.on("message", ({ id, request }: IndexRequest<Request>) => {
      answer ??= open(openIndex(new Uint8Array(index)));
      port.postMessage({ id, result: answer(request) } satisfies IndexResponse<unknown>);
    });
  });
}

const work: IndexWork = workerData;
if (work === "search") serveIndex((reader) => (request: SearchRequest) => searchNames(reader, request));
else {
  // A list takes a second, other answers a millisecond: where processors are short, they go first.
  // Linux alone sets the priority of a thread (setpriority(2)), others that of the process.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  serveIndex((reader) => {
    const matcher = new NameMatcher(reader);
    return (questions: readonly NameQuestion[]) => questions.map((question) => matcher.match(question));
  });
}
