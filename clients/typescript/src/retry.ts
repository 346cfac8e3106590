import { readProblem, readRetryAfter } from "./problem.ts";

/** How long a request is tried. */
export interface RetryLimits {
  /** Requests that are sent again, at most. */
  readonly retries: number;
  /** Seconds that one call waits between its requests, at most. */
  readonly waitSecondsMax: number;
  /** Seconds in which nothing arrives, after which a request is given up. */
  readonly timeoutSeconds: number;
}

export type Fetch = (request: Request) => Promise<Response>;

/** What one call asks for. */
export interface Sending extends RetryLimits {
  /** Whether the body is handed on as it arrives; otherwise it is read before the call ends. */
  readonly isStream: boolean;
}

/** Too many requests, or a proxy or service that cannot answer now. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The first wait where nothing says how long; each later one is twice as long. */
const FIRST_WAIT_SECONDS = 0.5;

/**
 * Returns a fetch that sends a request again after a failed connection, one that says nothing any
 * more, and after 429, 502, 503 and 504. It waits as `Retry-After` says; without it, longer each
 * time, but after a 429 not at all, which is an error then. It throws a `CountryTrustProblem` for a
 * response that is an error, and what `fetch` throws for a connection that fails. A wait that would
 * end beyond the limits is not begun.
 */
export function fetchWithRetries(fetch: Fetch, { retries, waitSecondsMax, ...sending }: Sending): Fetch {
  return async (request) => {
    let waited = 0;
    for (let retry = 0; ; retry += 1) {
      const now = new Date();
      const response = await fetchOnce(fetch, request, sending).catch((error: unknown) => ({ error }));
      if ("ok" in response && response.ok) return response;
      // Whoever aborts does not want another try.
      request.signal.throwIfAborted();
      const seconds = waitAfter(response, retry, now);
      if (seconds === null || retry === retries || waited + seconds > waitSecondsMax) {
        if ("error" in response) throw response.error;
        throw await readProblem(response, now);
      }
      await sleep(seconds, request.signal);
      waited += seconds;
    }
  };
}

/** Seconds to wait before the request is sent again; null where it is not. */
function waitAfter(response: Response | { readonly error: unknown }, retry: number, now: Date): number | null {
  const backoff = FIRST_WAIT_SECONDS * 2 ** retry;
  if ("error" in response) return backoff;
  if (!TEMPORARY.has(response.status)) return null;
  return readRetryAfter(response.headers, now) ?? (response.status === 429 ? null : backoff);
}

/** Sends it once. A body that breaks off is a failed connection, too. */
async function fetchOnce(
  fetch: Fetch,
  request: Request,
  { timeoutSeconds, isStream }: Pick<Sending, "timeoutSeconds" | "isStream">,
): Promise<Response> {
  const silence = new AbortController();
  const giveUp = (): void =>
    silence.abort(new DOMException(`Nothing arrived for ${timeoutSeconds} seconds.`, "TimeoutError"));
  let timer = setTimeout(giveUp, timeoutSeconds * 1000);
  try {
    const signal = AbortSignal.any([request.signal, silence.signal]);
    const response = await fetch(new Request(request.clone(), { signal }));
    if ((isStream && response.ok) || response.body === null) return response;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      clearTimeout(timer);
      timer = setTimeout(giveUp, timeoutSeconds * 1000);
    }
    const { status, statusText, headers } = response;
    return new Response(new Blob(parts), { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}

/** Waits; rejects with the reason of the signal as soon as it is aborted. */
function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
