import { FRESH_SECONDS, STALE_SECONDS } from "../http/send-response.ts";
import { timeInWords } from "./words.ts";

/**
 * Warns that caches may outlast an embargo at short notice: they were given answers before anybody
 * knew of it. Returns no lines where all of these expire by then.
 */
export function cacheNotices(until: Date | null, now: Date): string[] {
  const cachedUntil = new Date(now.getTime() + (FRESH_SECONDS + STALE_SECONDS) * 1000);
  if (until === null || until >= cachedUntil) return [];
  return [
    `At short notice: what caches were given until now may show the release before up to ${timeInWords(cachedUntil)}. ` +
      `From now on they are told the time. To be sure that nobody sees it longer, set a time after that, or empty your own caches at ${timeInWords(until)}.`,
  ];
}
