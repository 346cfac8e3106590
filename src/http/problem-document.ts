import { maskDrafts } from "../release/store/draft-names.ts";
import { LISTED_BY_API } from "../ask/urls.ts";
import { PROBLEMS, type Problem, type ProblemCode, type ProblemError, problemPath, tellProblem } from "../problem.ts";

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

/** A URL or a body can have thousands of errors; these are enough to see what is wrong. */
export const ERRORS_MAX = 50;

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
    ...(errors.length > 0 ? { errors: errors.slice(0, ERRORS_MAX), errors_total: errors.length } : {}),
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
