import type { IncomingMessage } from "node:http";
import type { Subject } from "../access/subject.ts";
import type { Operation } from "../contract/operation.ts";
import type { Problem } from "../problem.ts";
import { decodeOrNull } from "./route-table.ts";

/**
 * What the gate asks of a request: `counted` takes one from the quota of the caller, `identified` only wants to know who it is, `sign_up`
 * takes one from the sign-ups of the address, and `free` lets everybody through.
 */
export type Admission = "counted" | "identified" | "sign_up" | "free";

interface Judged {
  /** Headers that every answer carries whatever becomes of the request, refusals included. */
  readonly head: readonly string[];
  /** Whose request is counted when the answer leaves; null where it is nobody's. */
  readonly counted: Subject | null;
}

export interface Admitted extends Judged {
  readonly allowed: true;
  /** Null where nobody asked who it is. */
  readonly caller: Subject | null;
  /** The answer is for this caller's own cache only. */
  readonly isPrivate: boolean;
}

/** `refusalHead` goes with the problem, and with nothing else that could be answered instead. */
export interface Refused extends Judged {
  readonly allowed: false;
  readonly problem: Problem;
  readonly refusalHead: readonly string[];
}

/** What the gate says to a request. */
export type Verdict = Admitted | Refused;

/** Decides who asks and whether they may, before anything of the request but its head is read. */
export interface Gate {
  /**
   * Judges one request and takes it from a quota. Stands before every answer: at once and cheap for callers it knows. Rejects with
   * `StoreUnavailable` when it cannot tell who asks.
   */
  admit(request: IncomingMessage, admission: Admission): Verdict | Promise<Verdict>;
  /** Counts a request that was admitted or refused, under the id of the operation that answers it. */
  count(subject: Subject, operation: string): void;
  /** Makes durable what was counted since the last call. Called once before a batch of answers leaves. */
  commit(): void;
}

const ANYBODY: Admitted = { allowed: true, caller: null, isPrivate: false, head: [], counted: null };

/** A gate that lets everybody through and counts nothing. */
export function buildOpenGate(): Gate {
  return { admit: () => ANYBODY, count: () => {}, commit: () => {} };
}

/** What an operation asks of the gate. */
export function admissionOf({ admission, path }: Operation): Admission {
  return admission ?? admissionOfPath(path);
}

/** Every request under the two versions of the API is counted, whether anything answers there or not. */
export function admissionOfPath(target: string): "counted" | "free" {
  if (target.startsWith("/api/v2/") || target.startsWith("/api/v1/")) return "counted";
  if (!target.startsWith("/")) return "free";
  const [, first = "", second = ""] = target.split(/[?#]/u, 1)[0]!.split("/", 3);
  return decodeOrNull(first) === "api" && /^v[12]$/u.test(decodeOrNull(second) ?? "") ? "counted" : "free";
}
