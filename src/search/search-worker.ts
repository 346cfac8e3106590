import { parentPort } from "node:worker_threads";
import { openIndex } from "./open-index.ts";
import type { Postings } from "./postings.ts";
import { type SearchAnswer, searchNames, type SearchQuestion } from "./search-names.ts";

/*
 * The program of a search worker: it answers questions from an index in shared memory, its first message, one after
 * another, in the order they come.
 */

/** A question as it goes to a worker. */
export interface Asked {
  readonly number: number;
  readonly question: SearchQuestion;
}

/** An answer as it comes back. */
export interface Answered {
  readonly number: number;
  readonly answer: SearchAnswer;
}

if (parentPort !== null) {
  const port = parentPort;
  let postings: Postings | undefined;
  port.once("message", (index: SharedArrayBuffer) => {
    port.on("message", ({ number, question }: Asked) => {
      postings ??= openIndex(new Uint8Array(index));
      port.postMessage({ number, answer: searchNames(postings, question) } satisfies Answered);
    });
  });
}
