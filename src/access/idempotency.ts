import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { StoreUnavailable } from "./accounts.ts";

/*
 * Requests that create, sent again: who does not know whether a request arrived sends it once more
 * under the same Idempotency-Key, and gets the answer of the first.
 */

/** How long an answer is kept. */
export const ANSWER_HOURS = 24;

/** After so long an answer that is still missing will not come: its process was killed. */
const ANSWERING_MILLISECONDS = 60_000;

/** What is kept of a request: nothing of it can be read without its Idempotency-Key. */
export interface KeptRequest {
  /** Stands for the key and who may use it. */
  readonly name: Uint8Array;
  /** Stands for what was asked. */
  readonly request: Uint8Array;
}

/**
 * Answers that are kept, by what their requests are called. Durable when a promise resolves; all
 * reject with `StoreUnavailable`.
 */
export interface KeptAnswers {
  /**
   * Begins a request, of several at once exactly one, or says what became of an earlier one: its
   * answer, that it has none yet, or that it asked something else.
   */
  begin(kept: KeptRequest, at: Date): Promise<Uint8Array | "begun" | "under_way" | "other_request">;
  /** Keeps the answer of a request that began at a moment. */
  finish(name: Uint8Array, begunAt: Date, answer: Uint8Array): Promise<void>;
  /** Forgets a request that began at a moment and has no answer. */
  forget(name: Uint8Array, begunAt: Date): Promise<void>;
  /** Deletes what is older than `ANSWER_HOURS`. */
  prune(at: Date): Promise<void>;
}

/** What distinguishes requests. */
export interface OnceRequest {
  readonly idempotencyKey: string;
  /** Who may use the key for what: others who have the same key do not meet. */
  readonly scope: string;
  readonly body: string;
}

export interface Idempotency {
  /**
   * The answer of the first request of its kind. A request that fails is not kept, and can be sent
   * again.
   */
  answerOnce(
    request: OnceRequest,
    answer: () => Promise<string>,
  ): Promise<{ readonly answer: string } | "under_way" | "other_request">;
}

export function buildIdempotency(kept: KeptAnswers, now: () => Date): Idempotency {
  return {
    async answerOnce({ idempotencyKey, scope, body }, answer) {
      const derive = (purpose: string): Buffer =>
        Buffer.from(hkdfSync("sha256", idempotencyKey, scope, purpose, KEY_BYTES));
      const name = derive("name");
      const request = createHmac("sha256", derive("request")).update(body).digest();
      const at = now();
      const found = await kept.begin({ name, request }, at);
      if (found === "under_way" || found === "other_request") return found;
      const seal = derive("answer");
      if (found !== "begun") return { answer: open(seal, found) };
      const text = await answer().catch(async (error: unknown) => {
        await kept.forget(name, at).catch(ignore);
        throw error;
      });
      await kept.finish(name, at, close(seal, text)).catch(ignore);
      return { answer: text };
    },
  };
}

/**
 * What was created is answered, and what failed is told, although the store does not answer: it
 * says so itself.
 */
function ignore(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text: nonce, tag, content. */
function close(key: Uint8Array, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]);
}

function open(key: Uint8Array, closed: Uint8Array): string {
  const content = NONCE_BYTES + TAG_BYTES;
  const cipher = createDecipheriv(CIPHER, key, closed.subarray(0, NONCE_BYTES));
  cipher.setAuthTag(closed.subarray(NONCE_BYTES, content));
  return Buffer.concat([cipher.update(closed.subarray(content)), cipher.final()]).toString("utf8");
}

/** Answers to requests that began before this moment are not kept. */
export function firstKeptAnswer(at: Date): Date {
  return new Date(at.getTime() - ANSWER_HOURS * 3_600_000);
}

/** Unanswered requests that began before this moment count as abandoned and may run again. */
export function firstUnderWay(at: Date): Date {
  return new Date(at.getTime() - ANSWERING_MILLISECONDS);
}

/** What became of an earlier request, from what is stored of it. */
export function judgeEarlier(
  { request }: KeptRequest,
  stored: { readonly request: Uint8Array; readonly answer: Uint8Array | null },
): Uint8Array | "under_way" | "other_request" {
  if (Buffer.compare(request, stored.request) !== 0) return "other_request";
  return stored.answer ?? "under_way";
}
