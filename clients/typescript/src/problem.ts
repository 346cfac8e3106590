import type { components } from "./schema.ts";

/** A problem document (RFC 9457), as the service sends it with every error. */
type ProblemDocument = components["schemas"]["Problem"];

/** Every error response, thrown. */
export class CountryTrustProblem extends Error {
  override readonly name = "CountryTrustProblem";
  readonly status: number;
  /** What is wrong, for programs; null where something before the service answered. */
  readonly code: ProblemDocument["code"] | null;
  /** What was found, what was expected, what to do. */
  readonly detail: string;
  /** Everything that is wrong with the request, each with its parameter. */
  readonly errors: NonNullable<ProblemDocument["errors"]>;
  /** Seconds after which a retry can succeed; null where the response names none. */
  readonly retryAfterSeconds: number | null;
  /** The whole document; null where the response has none. */
  readonly problem: ProblemDocument | null;

  constructor(status: number, problem: ProblemDocument | null, retryAfterSeconds: number | null) {
    const detail = problem?.detail ?? `The response has the status ${status} and no problem document.`;
    super(detail);
    this.status = status;
    this.code = problem?.code ?? null;
    this.detail = detail;
    this.errors = problem?.errors ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
    this.problem = problem;
  }
}

/** Reads an error response. */
export async function readProblem(response: Response, now: Date): Promise<CountryTrustProblem> {
  const text = await response.text();
  const isProblem = /^application\/problem\+json\b/u.test(response.headers.get("Content-Type") ?? "");
  const problem = isProblem ? (JSON.parse(text) as ProblemDocument) : null;
  return new CountryTrustProblem(response.status, problem, readRetryAfter(response.headers, now));
}

/**
 * Seconds until the moment that `Retry-After` names as a number or as an HTTP date (RFC 9110,
 * section 10.2.3), 0 if it is over; null without the header, or with one that is neither.
 */
export function readRetryAfter(headers: Headers, now: Date): number | null {
  const value = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+$/u.test(value)) return Number(value);
  const at = value.includes("GMT") ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1000);
}
