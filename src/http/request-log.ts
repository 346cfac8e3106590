import type { Logger } from "pino";
import { maskDrafts, namesDraft } from "../release/store/draft-names.ts";
import type { Exchange } from "./endpoint.ts";
import { decodeOrNull } from "./read-request.ts";

/** Counts responses; see `metrics.ts`. */
export interface ResponseCounter {
  /**
   * `label` is an operation's id, a document's path, or null where nothing was found that could
   * answer.
   */
  count(label: string | null, status: number, seconds: number): void;
}

/** Hears of every response as it is sent. */
export interface RequestLog {
  /** The stopwatch as a request arrives, in milliseconds. */
  startedAt(): number;
  answered(exchange: Exchange, status: number): void;
  /** A malformed request, of which nothing else is known, was refused on its socket. */
  refused(status: number): void;
}

/**
 * Builds the log of requests over log lines and metrics; null where neither is wanted, so that
 * nobody pays for it.
 *
 * A line holds no header, query or client address, because any of them can identify a caller or
 * hold a key; and what looks like a key is removed from the path.
 */
export function buildRequestLog(logger: Logger, counter: ResponseCounter | null): RequestLog | null {
  const isLogged = logger.isLevelEnabled("info");
  if (!isLogged && counter === null) return null;
  return {
    startedAt: () => performance.now(),
    answered({ id, request, label, startedAt }, status) {
      const milliseconds = performance.now() - startedAt;
      counter?.count(label, status, milliseconds / 1000);
      if (!isLogged) return;
      const path = loggedPath(request.url ?? "");
      const ms = Math.round(milliseconds * 100) / 100;
      logger.info(
        { requestId: id, method: request.method, path, operation: label ?? undefined, status, ms },
        "answered",
      );
    },
    refused(status) {
      counter?.count(null, status, 0);
      if (isLogged) logger.info({ status }, "refused what is not HTTP");
    },
  };
}

/** Longer paths are cut in the log. */
const LOGGED_CHARACTERS_MAX = 200;

/**
 * The path of a URL as it may stand in a log: no query, no authority, nothing that looks like a key
 * or the secret name of a draft.
 */
export function loggedPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/iu, "").split(/[?#]/u, 1)[0]!;
  const keyless = path.replaceAll(/ctds(?:_|%5f)[^/]*/giu, "ctds_…");
  // However it is escaped: a secret name may stand in the path of a page.
  return (namesDraft(decodeOrNull(keyless) ?? keyless) ? maskDrafts(decodeOrNull(keyless) ?? keyless) : keyless).slice(
    0,
    LOGGED_CHARACTERS_MAX,
  );
}
