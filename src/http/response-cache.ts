import { LRUCache } from "lru-cache";
import type { Snapshot } from "../release/snapshot.ts";
import type { PreparedResponse } from "./endpoint.ts";
import { bytesHeld, leavePool } from "./represent.ts";

/**
 * Returns the key of the response to a URL: a release never changes, so that the URL decides the
 * response while the release is current.
 */
export function cacheKey({ edition }: Pick<Snapshot, "edition">, mediaType: string, url: string): string {
  return `${edition} ${mediaType} ${url}`;
}

/** Maximum number of remembered keys that were asked for once. */
const SEEN_MAX = 20_000;
/** Maximum length of these together: a URL with parameters that a page ignores has thousands. */
const SEEN_CHARACTERS_MAX = 4_000_000;

/**
 * Responses that may be asked for again, the least recently used of them dropped beyond a number of
 * bytes.
 *
 * A response is kept from its second request on: most are asked for once.
 */
export class ResponseCache {
  readonly #kept: LRUCache<string, PreparedResponse> | null;
  readonly #seen = new LRUCache<string, true>({
    max: SEEN_MAX,
    maxSize: SEEN_CHARACTERS_MAX,
    sizeCalculation: (_, key) => key.length,
  });

  /** 0 bytes keep nothing. */
  constructor(bytesMax: number) {
    this.#kept = bytesMax === 0 ? null : new LRUCache({ maxSize: bytesMax, sizeCalculation: sizeOf });
  }

  get(key: string): PreparedResponse | undefined {
    return this.#kept?.get(key);
  }

  /** Takes note of a response that was made, and keeps it from the second time on. */
  offer(key: string, response: PreparedResponse): void {
    if (!this.#seen.has(key)) this.#seen.set(key, true);
    else if (this.#kept !== null) {
      leavePool(response);
      this.#kept.set(key, response);
    }
  }

  /** Counts the bodies that a kept response has got since it was kept. */
  recount(key: string, response: PreparedResponse): void {
    const kept = this.#kept;
    if (kept?.peek(key) !== response || kept.info(key)?.size === sizeOf(response, key)) return;
    kept.delete(key);
    kept.set(key, response);
  }

  clear(): void {
    this.#kept?.clear();
    this.#seen.clear();
  }
}

function sizeOf(response: PreparedResponse, key: string): number {
  return bytesHeld(response) + key.length;
}
