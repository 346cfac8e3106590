import type { ServerResponse } from "node:http";
import type { Body } from "./representation.ts";
import { sendBody, sendUnderText } from "./send-under-text.ts";

/** Sends answers, many at once when many are asked for at once. */
export interface Outbox {
  /**
   * Sends a whole answer, at the latest at the end of this turn of the event loop. The head is names and values in turn, or lines that
   * `head-text.ts` made. `null` sends no body (HEAD, 204, 304).
   */
  post(response: ServerResponse, status: number, head: string[] | string, body: Body | null): void;
  /** Commits and sends everything posted so far at once, for a door that is about to write by itself. */
  flush(): void;
}

interface Posted {
  readonly response: ServerResponse;
  readonly status: number;
  readonly head: string[] | string;
  readonly body: Body | null;
}

/** Answers that leave together at most; more would keep the first of them waiting. */
const BATCH_MAX = 32;

/** From here on a body leaves at once: as many as are answered together would hold their memory all at the same time. */
const LONG_BYTES = 128 * 1024;

/**
 * Opens an outbox. `commit` is called before any answer leaves, once per batch.
 *
 * All reads of a turn come before all writes, which is cheaper than taking turns. Where the last turn had one answer only,
 * nobody else is waiting and the next one leaves at once.
 */
export function openOutbox(commit: () => void, now: () => Date): Outbox {
  const date = keepDate(now);
  let posted: Posted[] = [];
  let postedThisTurn = 0;
  let postedLastTurn = 0;

  const endTurn = (): void => {
    postedLastTurn = postedThisTurn;
    postedThisTurn = 0;
    if (posted.length > 0) flush();
  };

  const flush = (): void => {
    const batch = posted;
    posted = [];
    commit();
    for (const posting of batch) send(posting, date);
  };

  return {
    post(response, status, head, body) {
      if (postedThisTurn++ === 0) setImmediate(endTurn);
      if (postedLastTurn <= 1 && posted.length === 0) {
        commit();
        send({ response, status, head, body }, date);
        return;
      }
      posted.push({ response, status, head, body });
      if (posted.length >= BATCH_MAX || (body !== null && body.length >= LONG_BYTES)) flush();
    },
    flush,
  };
}

function send({ response, status, head, body }: Posted, date: () => string): void {
  if (response.destroyed) return;
  if (typeof head === "string") {
    sendUnderText(response, status, head, body, date);
    return;
  }
  response.writeHead(status, head);
  sendBody(response, body);
}

/** The date of answers, put into words once a second, as Node.js does. */
function keepDate(now: () => Date): () => string {
  let text: string | null = null;
  return () => {
    if (text !== null) return text;
    const present = now();
    text = present.toUTCString();
    setTimeout(() => (text = null), 1000 - present.getMilliseconds()).unref();
    return text;
  };
}
