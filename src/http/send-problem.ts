import type { Logger } from "pino";
import { StoreUnavailable } from "../access/store/sql.ts";
import type { PageSources, ProblemPage } from "../ask/page.ts";
import { PROBLEMS, Problem } from "../problem.ts";
import type { Exchange } from "./endpoint.ts";
import type { Episodes } from "./limit-connections.ts";
import { HttpProblem, maskSecrets, writeProblem } from "./http-problem.ts";
import { preferredType } from "./represent.ts";
import { pathOf } from "./routes.ts";
import { type SendParts, sendUnstored } from "./send-response.ts";

/** Parts that send problems. */
export interface ProblemParts extends SendParts {
  readonly episodes: Episodes;
  /** Takes unexpected errors; returns true if one may come from a damaged file of a release. */
  readonly doubt: (error: unknown) => boolean;
  readonly problems: {
    /** The longest beginning of a path decides which one is for it; some paths have none. */
    readonly pages: readonly ProblemPage[];
    /** Returns the sources of pages of the present release. */
    readonly sources: () => PageSources;
  };
}

/** The media type of RFC 9457. */
export const PROBLEM_TYPE = "application/problem+json";

/** Clients are told to try again after this time if a store does not answer. */
export const RETRY_SECONDS = 5;

/**
 * Sends a refusal, as a page where the client prefers one and asked outside the API or too often;
 * anything but a `Problem` is logged and sent as `internal_error`.
 */
export async function sendProblem(parts: ProblemParts, exchange: Exchange, error: unknown): Promise<void> {
  const problem = problemOf(parts, error) ?? internalError(parts.logger, exchange.id, error);
  const { status } = problem;
  const own = problem instanceof HttpProblem ? problem.headers : [];
  const headers = problem.code === "unavailable" ? [...own, "Retry-After", String(RETRY_SECONDS)] : own;
  const content = (await renderPage(parts, exchange, problem)) ?? {
    text: writeProblem(problem, parts.site.baseUrl, exchange.id),
    mediaType: PROBLEM_TYPE,
  };
  sendUnstored(parts, exchange, { kind: "unstored", status, headers, ...content });
}

/** Returns true if only programs request this path, whatever they accept. */
export function isForPrograms(path: string): boolean {
  return /^\/(?:api|\.well-known)(?:\/|$)/u.test(path);
}

/** The problem as a page; null where the client prefers the problem document. */
async function renderPage(parts: ProblemParts, { id: requestId, request }: Exchange, problem: Problem) {
  const { pages, sources } = parts.problems;
  const url = pathOf(request.url ?? "");
  const [page] = pages.filter(({ under }) => url.startsWith(under)).toSorted((a, b) => b.under.length - a.under.length);
  // A person who downloads a file by a click reads why there is none.
  if (page === undefined || (isForPrograms(url) && problem.code !== "rate_limited")) return null;
  const { accept } = request.headers;
  const isPreferred = preferredType(accept, [PROBLEM_TYPE, page.mediaType]) === page.mediaType;
  if (!isPreferred && page.ignoresAccept !== true) return null;
  const { status, code } = problem;
  const shown = {
    status,
    code,
    title: PROBLEMS[code].title,
    detail: maskSecrets(problem.message),
    url: maskSecrets(url),
    requestId,
  };
  try {
    const { mediaType, contentSecurityPolicy } = page;
    return { mediaType, contentSecurityPolicy, text: await page.text(shown, sources()) };
  } catch (error) {
    // If not even this page can be made, the problem document can.
    parts.logger.error({ err: error, requestId }, "the page of a problem could not be made");
    return null;
  }
}

function problemOf({ episodes, doubt }: ProblemParts, error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE")) {
    episodes.note("files", "too many files are open, and requests that need one more are refused", error);
    return new Problem("unavailable", "The service has too much to do at the moment. Try again in a few seconds.");
  }
  if (error instanceof Error && doubt(error)) {
    episodes.note("damage", "files of a release may be damaged, and requests that need them are refused", error);
    return new Problem("unavailable", "The data of this node are damaged. Try again in a few seconds.");
  }
  if (!(error instanceof StoreUnavailable)) return null;
  return new Problem(
    "unavailable",
    "The store of keys and usage does not respond at the moment. Try again in a few seconds; data are available without a key, too.",
  );
}

function internalError(logger: Logger, requestId: string, error: unknown): Problem {
  logger.error({ err: error, requestId }, "a request failed");
  return new Problem(
    "internal_error",
    "The service made a mistake; it was logged under the request id. Trying again may help.",
  );
}
