/** A kind of refusal. */
interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** For the problem's documentation: when it occurs and what to do. */
  readonly explanation: string;
}

/**
 * Every problem a caller can get. Codes are part of the contract: none is renamed or given another
 * status.
 */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: "Invalid request",
    explanation:
      "A parameter, a header or the request itself is invalid. `errors` lists what is wrong, at most 50 errors of `errors_total`, so that one correction is enough.",
  },
  unknown_parameter: {
    status: 400,
    title: "Unknown parameter",
    explanation:
      "The query has a parameter that this endpoint does not support; none is silently ignored. `errors` lists the supported ones.",
  },
  conflicting_credentials: {
    status: 400,
    title: "Conflicting credentials",
    explanation:
      "The request has two different credentials, the same header or parameter twice, or an empty credential. Send one key, once.",
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
      "The API key is malformed, revoked or does not exist, or an endpoint about the key of the caller got none. Omit the key to call anonymously, or sign up for a new one.",
  },
  insecure_transport: {
    status: 403,
    title: "Insecure transport",
    explanation: "A credential was sent over plain HTTP. Consider it compromised: get a new one, and use HTTPS.",
  },
  foreign_origin: {
    status: 403,
    title: "Foreign origin",
    explanation:
      "A page of another site sent a message for agents, or the request names a host that this service is not. The API answers pages of every site.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    explanation: "There is no endpoint at this path. The service document at `/api` links to all of them.",
  },
  country_not_found: {
    status: 404,
    title: "Country not found",
    explanation:
      "No country has this slug, code or name, or the country has no company in this release. `detail` says which.",
  },
  company_not_found: {
    status: 404,
    title: "Company not found",
    explanation: "No company in this release has this slug or id.",
  },
  sector_not_found: {
    status: 404,
    title: "Sector not found",
    explanation: "No sector in this release has this slug.",
  },
  release_not_found: {
    status: 404,
    title: "Release not found",
    explanation: "No release has this id. `/api/v2/releases` lists all releases.",
  },
  signature_not_found: {
    status: 404,
    title: "Signature not found",
    explanation: "The publisher of the release did not sign it. `/api/v2/releases/{id}` says whether it is signed.",
  },
  webhook_not_found: {
    status: 404,
    title: "Webhook not found",
    explanation: "The key has no webhook of this id. `/api/webhooks` lists those it has.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    explanation: "The endpoint does not support this method. The `Allow` header lists those it supports.",
  },
  not_acceptable: {
    status: 406,
    title: "Not acceptable",
    explanation: "The `Accept` header excludes every media type this endpoint can return. `detail` lists them.",
  },
  request_timeout: {
    status: 408,
    title: "Request timeout",
    explanation:
      "The request was not received completely in time. A body has 15 seconds, and one more for each 64 KiB of its length.",
  },
  webhook_disabled: {
    status: 409,
    title: "Webhook disabled",
    explanation:
      "The webhook is disabled: its receiver answered 410, or every attempt to deliver an event failed. Delete it and register it again.",
  },
  gone: {
    status: 410,
    title: "Gone",
    explanation: "The endpoint was retired on its announced sunset date. `detail` names its successor.",
  },
  release_withdrawn: {
    status: 410,
    title: "Release withdrawn",
    explanation:
      "The publisher withdrew this release: its figures should not be used. `note` says why. `/api/v2/releases` lists the releases that can be read.",
  },
  release_removed: {
    status: 410,
    title: "Release removed",
    explanation:
      "There was a release of this id, and its publisher removed it. `/api/v2/releases` lists the releases that can be read.",
  },
  precondition_failed: {
    status: 412,
    title: "Precondition failed",
    explanation:
      "The response is not the one that `If-Match` or `If-Unmodified-Since` names, usually because another release became current. Start again without the header.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    explanation: "The body is too large for this endpoint. `detail` says how large it may be.",
  },
  uri_too_long: {
    status: 414,
    title: "URI too long",
    explanation: "The URL is too long. `detail` says how long it may be.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported media type",
    explanation:
      "The endpoint does not support the media type of the body. The `Accept-Post` header lists those it supports.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    explanation: "The `Range` header asks for bytes beyond the end of the file. `Content-Range` says how long it is.",
  },
  expectation_failed: {
    status: 417,
    title: "Expectation failed",
    explanation: "The `Expect` header asks for something other than `100-continue`. Leave it out.",
  },
  rate_limited: {
    status: 429,
    title: "Rate limited",
    explanation:
      "The hourly or daily quota is used up. `Retry-After` says in how many seconds it resets, `violated-policies` which quota it is, and `bulk_url`, if there is one, which request replaces many of yours.",
  },
  headers_too_large: {
    status: 431,
    title: "Request header fields too large",
    explanation: "The headers of the request are too large.",
  },
  internal_error: {
    status: 500,
    title: "Internal error",
    explanation: "The service failed. The error was logged with the request id in `instance`.",
  },
  not_implemented: {
    status: 501,
    title: "Not supported",
    explanation:
      "A coding or format is not supported: the body of the request comes in a transfer coding other than `chunked` (send it as it is), or oEmbed was asked for a format other than `json`.",
  },
  unavailable: {
    status: 503,
    title: "Unavailable",
    explanation:
      "The service is temporarily unavailable, for example while it shuts down, or has as many bodies, lists or pictures at hand as it may. Try again in a moment. If the requested release is damaged, or may not have reached this node of several yet, `detail` says so; `/api/v2/releases` lists those that can be read.",
  },
  version_not_supported: {
    status: 505,
    title: "HTTP version not supported",
    explanation: "The request is in a version of HTTP other than 1.0 and 1.1. A proxy in front may offer others.",
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEMS;

/** All codes, in the order of their statuses. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** A list in which the value that was meant can be looked up. */
export type ListedIn = "countries" | "sectors" | "companies" | "releases" | "pillars";

/** The place of each list, in a sentence: paths of the API, or tools, by who gets the problem. */
export type WhereListed = Readonly<Record<ListedIn, string>>;

/**
 * One error in a request: `parameter` is the name of a path, query or header parameter, `pointer` a
 * member of a JSON body, as a URI fragment (RFC 6901 §6).
 */
export interface ProblemError {
  readonly detail: string;
  readonly parameter?: string;
  readonly pointer?: string;
  /** Not sent as it is: see `tellProblem`. */
  readonly listedIn?: ListedIn;
}

/** Additional members of some problems. */
interface ProblemExtension {
  /** A problem type registered elsewhere, instead of the page of the code. */
  readonly type?: string;
  /** Extension members (RFC 9457 §3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The list that has the value that was meant; a problem says its place when it is told. */
  readonly listedIn?: ListedIn;
}

/**
 * An error meant for the caller. `detail` says what was found, what was expected and what to do.
 *
 * Every other error that is thrown is a bug of ours.
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
    extension: ProblemExtension = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = errors;
    this.extension = extension;
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** A URL or a body can have thousands of errors; these are enough to see what is wrong. */
export const ERRORS_MAX = 50;

/** The detail and the first errors of a problem, with where to look up what was meant. */
export function tellProblem({ message, errors, extension }: Problem, where: WhereListed) {
  const tell = (text: string, listed: readonly (ListedIn | undefined)[]): string =>
    [text, ...new Set(listed.flatMap((each) => (each === undefined ? [] : where[each])))].join(" ");
  return {
    detail: tell(message, [extension.listedIn, ...errors.map(({ listedIn }) => listedIn)]),
    errors: errors
      .slice(0, ERRORS_MAX)
      .map(({ listedIn, ...error }) => ({ ...error, detail: tell(error.detail, [listedIn]) })),
  };
}

/** At most so many characters of a wrong value are repeated to the caller. */
const QUOTED_CHARACTERS = 60;

/** Quotes a value the caller sent, cut to a readable length. */
export function quote(text: string): string {
  const shown = text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text;
  return JSON.stringify(shown);
}

/** The path of the page about a code: `/problems/country-not-found`. */
export function problemPath(code: ProblemCode): string {
  return `/problems/${code.replaceAll("_", "-")}`;
}
