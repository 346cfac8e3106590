import { Problem, type ProblemCode, quote, PROBLEMS, type ProblemError, problemPath, tellProblem } from "../problem.ts";
import { maskDrafts } from "../release/store/draft-names.ts";
import { LISTED_BY_API } from "../ask/urls.ts";

/** A problem with response headers of its own: names and values in turn. */
export class HttpProblem extends Problem {
  readonly headers: readonly string[];

  constructor(code: ProblemCode, detail: string, headers: readonly string[], extension?: Problem["extension"]) {
    super(code, detail, [], extension);
    this.headers = headers;
  }
}

/** Maximum length of the path and query of a URL. */
export const URL_CHARACTERS_MAX = 8000;

export function uriTooLong(): Problem {
  return new Problem(
    "uri_too_long",
    `The URL is longer than ${URL_CHARACTERS_MAX} characters. Ask for less at once, or fetch the whole dataset as CSV.`,
  );
}

export function versionNotSupported(version: string): Problem {
  const detail = `The request is in HTTP/${version}; this service speaks HTTP/1.1 and HTTP/1.0.`;
  return new Problem("version_not_supported", detail);
}

export function methodNotAllowed(method: string, allowed: readonly string[]): HttpProblem {
  const methods = allowed.join(", ");
  return new HttpProblem("method_not_allowed", `${method} is not allowed here; allowed are ${methods}.`, [
    "Allow",
    methods,
  ]);
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/.\/$/u, " Paths do not end with a slash."],
  [
    /^\/api\/v2\/.*\.(?:csv|xlsx|parquet)/u,
    " Lists come as CSV and XLSX by `format`, such as `/api/v2/companies?format=csv`; whole tables are at `/api/v2/data/{file}`.",
  ],
  [/^\/api\/v2\/cit/iu, " The citation is at `/api/v2/citation.txt`, `.bib`, `.csl.json` and `.cff`."],
];

export function notFound(path: string): Problem {
  const hint = HINTS.find(([pattern]) => pattern.test(path))?.[1] ?? "";
  return new Problem("not_found", `Nothing answers at this URL.${hint} /api links everything there is.`);
}

export function notAcceptable(accept: string | undefined, mediaTypes: readonly string[]): HttpProblem {
  return new HttpProblem(
    "not_acceptable",
    `The Accept header is ${quote(accept ?? "")}; this endpoint answers in ${mediaTypes.join(" or ")}. Name it, or leave the header out.`,
    ["Vary", "Accept"],
  );
}

/**
 * A problem details object (RFC 9457), with the extension members `code` and, for invalid requests,
 * `errors` and how many there are.
 */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ProblemCode;
  /** The first of them. */
  readonly errors?: readonly ProblemError[];
  readonly errors_total?: number;
  readonly [member: string]: unknown;
}

/** The problem details of a problem. `requestId` is the UUID under which the request is logged. */
export function describeProblem(problem: Problem, baseUrl: string, requestId: string): ProblemDocument {
  const { status, title } = PROBLEMS[problem.code];
  const { type, members } = problem.extension;
  const { detail, errors } = tellProblem(problem, LISTED_BY_API);
  return {
    type: type ?? `${baseUrl}${problemPath(problem.code)}`,
    title,
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code: problem.code,
    ...(errors.length > 0 ? { errors, errors_total: problem.errors.length } : {}),
    ...members,
  };
}

/**
 * A problem as JSON. Secrets in it are masked: a caller may have sent a key as the name of a
 * parameter, or in a body.
 */
export function writeProblem(problem: Problem, baseUrl: string, requestId: string): string {
  return maskSecrets(JSON.stringify(describeProblem(problem, baseUrl, requestId)));
}

/** A text without the API keys and the secret names of drafts in it. */
export function maskSecrets(text: string): string {
  return maskDrafts(text.replaceAll(/ctds_live_[0-9A-Za-z]+/gu, "ctds_live_…"));
}
