/** What a caller can be told about a refused request: its status, its title and one sentence of explanation. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** For the problem's own page: when it happens and what to do. */
  readonly explanation: string;
}

/** Every problem a caller can meet. The codes are a promise: none is renamed or given another status. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: "Invalid request",
    explanation:
      "A parameter, a header or the request itself is not as described. `errors` names every fault, so one round trip mends them all.",
  },
  unknown_parameter: {
    status: 400,
    title: "Unknown parameter",
    explanation:
      "The query names a parameter that this address does not take; nothing is ignored silently. `errors` lists the allowed ones.",
  },
  conflicting_credentials: {
    status: 400,
    title: "Conflicting credentials",
    explanation:
      "The request carries two different credentials, one place for them twice, or an empty one. Send one key in one place.",
  },
  invalid_json: {
    status: 400,
    title: "Invalid JSON",
    explanation: "The body is not well-formed JSON in UTF-8.",
  },
  unknown_api_key: {
    status: 401,
    title: "Unknown API key",
    explanation:
      "The API key is malformed, revoked or was never given out. Leave it away to call anonymously, or sign up for a new one.",
  },
  insecure_transport: {
    status: 403,
    title: "Insecure transport",
    explanation: "A credential was sent over plain HTTP. Treat it as seen by others, get a new one, and use HTTPS.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    explanation: "Nothing answers at this address. The service document at `/api` links everything there is.",
  },
  country_not_found: {
    status: 404,
    title: "Country not found",
    explanation:
      "No country is known by this slug, code or name, or the country has no company in this release. `detail` says which.",
  },
  company_not_found: {
    status: 404,
    title: "Company not found",
    explanation: "No company of this release has this slug or id.",
  },
  sector_not_found: {
    status: 404,
    title: "Sector not found",
    explanation: "No sector of this release has this slug.",
  },
  release_not_found: {
    status: 404,
    title: "Release not found",
    explanation: "No release is known by this id. `/api/v2/releases` lists them all.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    explanation: "The address exists but does not take this method. The `Allow` header lists those it takes.",
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    explanation: "The `Accept` header excludes every form this address can answer in. `detail` lists them.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    explanation: "The request did not arrive completely in time.",
  },
  gone: {
    status: 410,
    title: "Gone",
    explanation: "The address was retired after its announced sunset. `detail` names its successor.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    explanation: "The body is larger than this address takes. `detail` says how much it takes.",
  },
  uri_too_long: {
    status: 414,
    title: "URI too long",
    explanation: "The address with its query is longer than the service reads. `detail` says how long it may be.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    explanation: "The body is of a type this address does not read. The `Accept-Post` header lists those it reads.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    explanation:
      "The quota of the hour or the day is used up. `Retry-After` says in how many seconds it is filled again, `violated-policies` which one it is, and `bulk_url` what answers many such requests at once.",
  },
  headers_too_large: {
    status: 431,
    title: "Request header fields too large",
    explanation: "The header section of the request is larger than the service reads.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    explanation: "The service made a mistake. It was logged under the request id in `instance`.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    explanation:
      "The service cannot answer now, for example while it stops. Try again in a moment. Where the release that was asked for is damaged, `detail` says so; `/api/v2/releases` lists those that can be read.",
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** All codes, in the order of their statuses. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** One fault of a request: `parameter` names a path or query parameter, `pointer` (RFC 6901) a member of a JSON body. */
export interface ProblemError {
  readonly detail: string;
  readonly parameter?: string;
  readonly pointer?: string;
}

/** What one kind of problem says besides what all say. */
export interface ProblemExtension {
  /** A type that is registered elsewhere, in place of the page of the code. */
  readonly type?: string;
  /** Extension members (RFC 9457 §3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
}

const NO_EXTENSION: ProblemExtension = {};

/**
 * A refusal meant for the caller, thrown from anywhere below a door.
 *
 * `detail` says what was found, what was expected and what to do. Anything else that is thrown is a mistake of ours.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly errors: readonly ProblemError[];
  readonly extension: ProblemExtension;

  constructor(
    code: ProblemCode,
    detail: string,
    errors: readonly ProblemError[] = [],
    extension: ProblemExtension = NO_EXTENSION,
  ) {
    // Where a refusal was thrown tells nobody anything, and collecting it costs more than the rest of the answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(detail);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.errors = errors;
    this.extension = extension;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** A problem as RFC 9457 lays it out, with the extension members `code`, for faulty requests `errors`, and those of its kind. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ProblemCode;
  readonly errors?: readonly ProblemError[];
  readonly [member: string]: unknown;
}

/** Lays a problem out for a caller. `requestId` is the UUID under which the request is logged. */
export function describeProblem(problem: Problem, baseUrl: string, requestId: string): ProblemDocument {
  const { status, title } = PROBLEMS[problem.code];
  const { type, members } = problem.extension;
  return {
    type: type ?? `${baseUrl}${problemPath(problem.code)}`,
    title,
    status,
    detail: problem.message,
    instance: `urn:uuid:${requestId}`,
    code: problem.code,
    ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
    ...members,
  };
}

/**
 * A problem as JSON, as it is sent. A key that was sent where none is looked for, as the name of a parameter or within a body, is not told back
 * with the rest of what was found.
 */
export function writeProblem(problem: Problem, baseUrl: string, requestId: string): string {
  const text = JSON.stringify(describeProblem(problem, baseUrl, requestId));
  return text.replaceAll(/ctds_live_[0-9A-Za-z]+/gu, "ctds_live_…");
}

/** The path of the page that explains a code: `/problems/country-not-found`. */
export function problemPath(code: ProblemCode): string {
  return `/problems/${code.replaceAll("_", "-")}`;
}
