import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { listSeparatorOf } from "../ask/list-separator.ts";
import type { Page } from "../ask/page.ts";
import { fillPath } from "../ask/urls.ts";
import type { ApiDescriptions } from "./api-documents.ts";
import type { AnswerContext } from "./operation-endpoint.ts";
import { askFor } from "./page-endpoint.ts";
import { canBeMadeElsewhere, type PageMaker } from "./page-maker.ts";
import { cacheKey, type ResponseCache } from "./response-cache.ts";

/** Requests that wait at a start are answered before. */
const IDLE_MILLISECONDS = 2000;

/** What pages are prepared with. */
export interface PreparedParts {
  readonly pages: readonly Page[];
  /** See `keepApiDescriptions`. */
  readonly describe: () => Promise<ApiDescriptions>;
  readonly logger: Logger;
}

/** Has pages make what their first request would wait for, after a pause, unless it is aborted. */
export async function preparePages(
  { pages, describe, logger }: PreparedParts,
  signal: AbortSignal,
  pauseMilliseconds = IDLE_MILLISECONDS,
): Promise<void> {
  for (const { path, prepare } of pages) {
    if (prepare === undefined) continue;
    try {
      await pause(pauseMilliseconds, undefined, { signal, ref: false });
      await prepare(async () => (await describe()).openapi);
    } catch (error) {
      if (signal.aborted) return;
      // A request for the page meets the error again.
      logger.error({ err: error, path }, "a page could not be prepared");
    }
  }
}

/** What pages are kept ready with. */
export interface KeptPageParts extends Pick<PreparedParts, "pages" | "logger"> {
  readonly context: AnswerContext;
  readonly responses: ResponseCache;
  /** Nothing is kept ready where the thread that answers makes all pages. */
  readonly maker: PageMaker | null;
}

/**
 * Keeps the pages of the site that need nothing but their path, and those of known paths, as soon
 * as another thread can make them, unless it is aborted. They are asked for one by one, so that a
 * reader waits for no more than one of them.
 */
export async function keepPages(
  { pages, logger, context, responses, maker }: KeptPageParts,
  signal: AbortSignal,
): Promise<void> {
  if (maker === null) return;
  await maker.whenOpen;
  const kept = pages.filter((page) => canBeMadeElsewhere(page) && page.isForOthers !== true);
  for (const page of kept) {
    const paths = page.path.includes("{") ? (page.knownPaths?.(context.releases.current()) ?? []) : [{}];
    for (const params of paths) {
      if (signal.aborted) return;
      const url = fillPath(page.path, params);
      // What a client gets that says nothing of languages.
      const separator = listSeparatorOf(undefined);
      const variant = page.variesByLanguage === true ? separator : undefined;
      const key = cacheKey(context.releases.current(), page.mediaType, url, variant);
      try {
        const content = await maker.make(askFor(page, { params, url, separator }, context, undefined));
        if (content?.kind === "prepared" && !signal.aborted) await responses.keep(key, content);
      } catch (error) {
        logger.error({ err: error, url }, "a page could not be made in advance");
      }
    }
  }
}
