import { Problem, type ProblemCode, quote } from "../problem.ts";

/** A problem with response headers of its own: names and values in turn. */
export class HttpProblem extends Problem {
  readonly headers: readonly string[];

  constructor(code: ProblemCode, detail: string, headers: readonly string[], extension?: Problem["extension"]) {
    super(code, detail, [], extension);
    this.headers = headers;
  }
}

/** How long a URL may be, in characters: path and query. */
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
