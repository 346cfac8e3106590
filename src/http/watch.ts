import { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";

/** What of an exchange is looked at. */
interface Watched {
  /** Of the request, the same as in its answer. */
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Is told of every answer as it leaves. */
export interface Watch {
  /** `label` is an operation's id, a document's path, or null where nothing was found that could answer. */
  answered(exchange: Watched, status: number, label: string | null): void;
  /** A request that never became one was refused on its socket. */
  refused(status: number): void;
}

/** Counts answers; see `request-figures.ts`. */
export interface AnswerCounter {
  count(label: string | null, status: number, seconds: number): void;
}

/** A response that knows when its request's head had arrived; used only where somebody watches. */
export class TimedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  readonly startedAtMilliseconds = performance.now();
}

/**
 * Builds the watch over request lines and figures; null where neither is wanted, so that nobody pays for it.
 *
 * A request line holds no address, no header and no query, because any of them can identify a caller or hold a key; and what looks like
 * a key is taken out of the path.
 */
export function buildWatch(logger: Logger, counter: AnswerCounter | null): Watch | null {
  const isLogged = logger.isLevelEnabled("info");
  if (!isLogged && counter === null) return null;
  return {
    answered({ id, request, response }, status, label) {
      const milliseconds = response instanceof TimedResponse ? performance.now() - response.startedAtMilliseconds : 0;
      counter?.count(label, status, milliseconds / 1000);
      if (!isLogged) return;
      const { method } = request;
      const path = loggedPath(request.url ?? "");
      logger.info(
        { requestId: id, method, path, operation: label, status, ms: Math.round(milliseconds * 100) / 100 },
        "answered",
      );
    },
    refused(status) {
      counter?.count(null, status, 0);
      if (isLogged) logger.info({ status }, "refused what is not HTTP");
    },
  };
}

/** What the framework may say of a request and a response in a log line: by default it would name address and query. */
export const LOG_SERIALIZERS = {
  req: ({ id }: { readonly id?: unknown }) => ({ id }),
  res: ({ statusCode }: { readonly statusCode?: unknown }) => ({ statusCode }),
};

/** Longer paths are cut in the log. */
const LOGGED_CHARACTERS_MAX = 200;

/** The path of an address as it may stand in a log: no query, no authority, nothing that looks like a key. */
export function loggedPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/iu, "").split(/[?#]/u, 1)[0]!;
  return path.replaceAll(/ctds(?:_|%5f)[^/]*/giu, "ctds_…").slice(0, LOGGED_CHARACTERS_MAX);
}
