import type { IncomingMessage } from "node:http";
import type { Caller } from "../operations/sources.ts";
import type { Problem } from "../problem.ts";

/** What the gate says to a request. `head` are headers the answer carries whatever becomes of it, refusals included. */
export type Verdict =
  | {
      readonly allowed: true;
      readonly caller: Caller;
      /** The answer is for this caller's own cache only. */
      readonly isPrivate: boolean;
      readonly head: readonly string[];
    }
  | { readonly allowed: false; readonly problem: Problem; readonly head: readonly string[] };

/** Decides who asks and whether they may, before anything of the request but its head is read. */
export interface Gate {
  /** Judges and counts one request. Synchronous and cheap: it stands before every answer. */
  admit(request: IncomingMessage): Verdict;
  /** Makes durable what was admitted since the last call. Called once before a batch of answers leaves. */
  commit(): void;
}

const ANONYMOUS: Verdict = { allowed: true, caller: { tier: "anonymous" }, isPrivate: false, head: [] };

/** A gate that admits everybody as anonymous and counts nothing. */
export function buildOpenGate(): Gate {
  return { admit: () => ANONYMOUS, commit: () => {} };
}
