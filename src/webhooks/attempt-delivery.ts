import { once } from "node:events";
import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { urlToHttpOptions } from "node:url";
import type { AttemptEnd, ClaimedDelivery } from "../access/webhooks.ts";
import type { Targets } from "./targets.ts";
import { createHmac } from "node:crypto";

/** Time limit of an attempt, from the look-up of the host to the head of the response. */
const ATTEMPT_MILLISECONDS = 15_000;

/** Bytes of a response's body that are read, so that the receiver can finish it, and ignored. */
const BODY_BYTES_MAX = 16 * 1024;

interface AttemptParts {
  readonly targets: Pick<Targets, "resolve">;
  readonly now: () => Date;
  /** The `User-Agent` that receivers see. */
  readonly userAgent: string;
  readonly attemptMilliseconds?: number;
}

/** Attempts a delivery; null where `closing` ended it. Never rejects. */
export type AttemptDelivery = (
  claimed: ClaimedDelivery,
  closing: AbortSignal,
) => Promise<Pick<AttemptEnd, "outcome" | "status"> | null>;

/**
 * Builds what makes one attempt. The host is looked up once, and the connection goes to what was
 * found and checked: a name cannot mean something else a moment later. Redirects are not followed.
 */
export function buildAttemptDelivery(parts: AttemptParts): AttemptDelivery {
  const { targets, now, userAgent, attemptMilliseconds = ATTEMPT_MILLISECONDS } = parts;
  return async ({ url: text, eventId, secrets, payload }, closing) => {
    const timeout = AbortSignal.timeout(attemptMilliseconds);
    const signal = AbortSignal.any([timeout, closing]);
    try {
      const url = new URL(text);
      const addresses = await Promise.race([targets.resolve(url), rejectAtEnd(signal)]);
      if (addresses === null) return { outcome: "no_public_address", status: null };
      const headers = {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(payload),
        "User-Agent": userAgent,
        ...signatureHeaders(secrets, eventId, now(), payload),
      };
      const status = await post(url, payload, { headers, lookup: pinTo(addresses), signal });
      return { outcome: outcomeOf(status), status };
    } catch {
      if (closing.aborted) return null;
      return { outcome: timeout.aborted ? "timed_out" : "no_connection", status: null };
    }
  };
}

async function rejectAtEnd(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw new Error("the attempt ended");
}

/** Sends a body and returns the status of the response; rejects where there is none. */
function post(url: URL, body: string, options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "http:" ? requestHttp : requestHttps;
    const own = { ...urlToHttpOptions(url), ...options, method: "POST", agent: false, rejectUnauthorized: true };
    send(own, (response) => {
      resolve(response.statusCode ?? 0);
      ignoreBody(response);
    })
      .on("error", reject)
      .on("upgrade", (_, socket) => socket.destroy())
      .end(body);
  });
}

function ignoreBody(response: IncomingMessage): void {
  let bytes = 0;
  response.on("error", () => {});
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) response.destroy();
  });
}

/** Connects to these addresses whatever the name of the host. */
function pinTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all === true || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

function outcomeOf(status: number): AttemptEnd["outcome"] {
  if (status >= 200 && status < 300) return "delivered";
  if (status >= 300 && status < 400) return "redirected";
  return status === 410 ? "gone" : "refused";
}

/**
 * The headers by which a receiver knows who sent a webhook and when, by Standard Webhooks 1.0.
 *
 * A receiver that knows any of the secrets finds its signature among them.
 *
 * @param secrets the bytes behind `whsec_`
 * @param body exactly what is sent
 */
function signatureHeaders(secrets: readonly Uint8Array[], id: string, at: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
