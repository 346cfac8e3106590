import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Page } from "../ask/page.ts";
import type { ApiDescriptions } from "./api-documents.ts";

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
