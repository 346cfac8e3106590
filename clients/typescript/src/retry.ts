import { readProblem, readRetryAfter } from "./problem.ts";

/** How long a request is tried. */
export interface RetryLimits {
  /** Requests that are sent again, at most. */
  readonly retries: number;
  /** Seconds that one call waits between its requests, at most. */
  readonly waitSecondsMax: number;
}

type Fetch = (request: Request) => Promise<Response>;

/** Too many requests, or a service that cannot answer now. Both say when it can. */
const TEMPORARY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Returns a fetch that sends a request again as `Retry-After` says. It throws a
 * `CountryTrustProblem` for a response that is an error, without waiting if the wait would end
 * beyond the limits.
 */
export function fetchWithRetries(fetch: Fetch, { retries, waitSecondsMax }: RetryLimits): Fetch {
  return async (request) => {
    let waited = 0;
    for (let retry = 0; ; retry += 1) {
      const response = await fetch(request.clone());
      if (response.ok) return response;
      const now = new Date();
      const seconds = TEMPORARY.has(response.status) ? readRetryAfter(response.headers, now) : null;
      if (seconds === null || retry === retries || waited + seconds > waitSecondsMax) {
        throw await readProblem(response, now);
      }
      await response.body?.cancel();
      await sleep(seconds, request.signal);
      waited += seconds;
    }
  };
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
