import type { ServerResponse } from "node:http";
import type { Body } from "./representation.ts";

/** Sends answers, many at once when many are asked for at once. */
export interface Outbox {
  /** Sends a whole answer, at the latest at the end of this turn of the event loop. `null` sends no body (HEAD, 204, 304). */
  post(response: ServerResponse, status: number, head: string[], body: Body | null): void;
  /** Commits and sends everything posted so far at once, for a door that is about to write by itself. */
  flush(): void;
}

interface Posted {
  readonly response: ServerResponse;
  readonly status: number;
  readonly head: string[];
  readonly body: Body | null;
}

/** Answers that leave together at most; more would keep the first of them waiting. */
const BATCH_MAX = 32;

/**
 * Opens an outbox. `commit` is called before any answer leaves, once per batch.
 *
 * All reads of a turn come before all writes, which is cheaper than taking turns. Where the last turn had one answer only,
 * nobody else is waiting and the next one leaves at once.
 */
export function openOutbox(commit: () => void): Outbox {
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
    for (const { response, status, head, body } of batch) send(response, status, head, body);
  };

  return {
    post(response, status, head, body) {
      if (postedThisTurn++ === 0) setImmediate(endTurn);
      if (postedLastTurn <= 1 && posted.length === 0) {
        commit();
        send(response, status, head, body);
        return;
      }
      posted.push({ response, status, head, body });
      if (posted.length >= BATCH_MAX) flush();
    },
    flush,
  };
}

function send(response: ServerResponse, status: number, head: string[], body: Body | null): void {
  if (response.destroyed) return;
  response.writeHead(status, head);
  if (body === null) response.end();
  else if (typeof body === "string") response.end(body, "latin1");
  else response.end(body);
}
