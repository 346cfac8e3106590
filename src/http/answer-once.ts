import type { IncomingMessage } from "node:http";
import type { Access } from "../access/access.ts";
import type { FinalAnswer } from "../ask/ask.ts";
import type { GivenParameters, Operation } from "../ask/operation.ts";
import type { Sources } from "../ask/sources.ts";
import { Problem, quote } from "../problem.ts";

/*
 * Requests that create, under an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07):
 * sent again, they are answered as the first time and create nothing more.
 */

/** Long enough that nobody guesses another's key: a UUID has 36 characters. */
export const IDEMPOTENCY_KEY_PATTERN = "^[A-Za-z0-9._~:+/=-]{16,255}$";
export const IDEMPOTENCY_KEY = "Idempotency-Key";

interface OncePart {
  readonly access: Access;
  readonly caller: Sources["caller"];
  readonly given: GivenParameters;
  readonly body: string;
}

/** Answers a request, or as it was answered before. */
export async function answerOnce(
  operation: Operation,
  idempotencyKey: string,
  { access, caller, given, body }: OncePart,
  ask: () => FinalAnswer | Promise<FinalAnswer>,
): Promise<FinalAnswer> {
  // The hash of an address is another one the next day, and a telephone has another address soon.
  const owner = caller?.kind === "key" ? caller.id : "";
  const scope = JSON.stringify([operation.id, owner]);
  const asked = { idempotencyKey, scope, body: JSON.stringify([given, body]) };
  const outcome = await access.idempotency.answerOnce(asked, async () => {
    const answer = await ask();
    if (answer.kind !== "json") throw new Error(`${operation.id} creates something and answers no JSON`);
    return JSON.stringify(answer.body);
  });
  if (outcome === "under_way")
    throw new Problem(
      "request_under_way",
      `A request with this ${IDEMPOTENCY_KEY} is being answered. Send it again in a few seconds.`,
    );
  if (outcome === "other_request")
    throw new Problem(
      "idempotency_key_reused",
      `This ${IDEMPOTENCY_KEY} came with another request in the last 24 hours. Use a new one, such as a UUID.`,
    );
  return { kind: "text", text: outcome.answer };
}

/**
 * The Idempotency-Key of a request: a string of structured fields (RFC 9651), or bare, as most
 * clients send it. Null where there is none; throws `invalid_request` for what is no key.
 */
export function readIdempotencyKey({ headers }: IncomingMessage): string | null {
  const given = headers["idempotency-key"];
  if (given === undefined) return null;
  const text = String(given);
  const key = /^"(.*)"$/u.exec(text)?.[1] ?? text;
  if (new RegExp(IDEMPOTENCY_KEY_PATTERN, "u").test(key)) return key;
  const detail = `\`${IDEMPOTENCY_KEY}\` is ${quote(text)}; expected 16 to 255 letters, digits and \`._~:+/=-\`, such as a UUID, with or without quotation marks.`;
  throw new Problem("invalid_request", detail, [{ parameter: IDEMPOTENCY_KEY, detail }]);
}
