import { LRUCache } from "lru-cache";
import type { Snapshot } from "../release/snapshot.ts";
import type { PreparedResponse } from "./endpoint.ts";
import { bytesHeld, compressThoroughly } from "./represent.ts";

/**
 * Under what the response to a URL is kept: a release never changes, so that the URL decides it
 * while the release is current.
 */
export function cacheKey({ edition }: Pick<Snapshot, "edition">, mediaType: string, url: string, variant = ""): string {
  return `${edition} ${mediaType} ${url} ${variant}`;
}

/** How many keys are remembered that were asked for once. */
const SEEN_MAX = 20_000;
/** And how long they may be together: a URL with parameters that a page ignores has thousands. */
const SEEN_CHARACTERS_MAX = 4_000_000;

/** The share of the bytes for pages that were asked for once. */
const ASKED_ONCE_SHARE = 1 / 4;

/**
 * Responses that may be asked for again, the least recently used of them dropped beyond a number of
 * bytes.
 *
 * A response is kept from its second request on: most are asked for once. What is kept is
 * compressed again, thoroughly, one response at a time and off the event loop. A page, which costs
 * ten times as much to make, is held from its first request on in a share of the bytes, where those
 * that nobody asks for again push out only each other.
 */
export class ResponseCache {
  readonly #kept: LRUCache<string, PreparedResponse> | null;
  readonly #askedOnce: LRUCache<string, PreparedResponse> | null;
  readonly #seen = new LRUCache<string, true>({
    max: SEEN_MAX,
    maxSize: SEEN_CHARACTERS_MAX,
    sizeCalculation: (_, key) => key.length,
  });
  readonly #onError: (error: unknown) => void;
  #compressing: Promise<void> = Promise.resolve();

  /** 0 bytes keep nothing. */
  constructor(bytesMax: number, onError: (error: unknown) => void) {
    const open = (share: number) =>
      bytesMax === 0
        ? null
        : new LRUCache<string, PreparedResponse>({ maxSize: Math.ceil(bytesMax * share), sizeCalculation: sizeOf });
    this.#kept = open(1 - ASKED_ONCE_SHARE);
    this.#askedOnce = open(ASKED_ONCE_SHARE);
    this.#onError = onError;
  }

  get(key: string): PreparedResponse | undefined {
    const kept = this.#kept?.get(key);
    if (kept !== undefined) return kept;
    const again = this.#askedOnce?.get(key);
    if (again !== undefined) void this.keep(key, again);
    return again;
  }

  /** Takes note of a response that was made, and keeps it from the second time on. */
  offer(key: string, response: PreparedResponse): void {
    if (this.#seen.has(key)) return void this.keep(key, response);
    this.#seen.set(key, true);
    if (response.description.isPage === true) this.#askedOnce?.set(key, response);
  }

  /** Keeps a response; resolves when it is compressed. */
  keep(key: string, response: PreparedResponse): Promise<void> {
    const kept = this.#kept;
    if (kept === null) return Promise.resolve();
    this.#askedOnce?.delete(key);
    kept.set(key, response);
    const earlier = this.#compressing;
    const compress = async (): Promise<void> => {
      await earlier;
      // Dropped again, or replaced, while others were compressed.
      if (kept.peek(key) !== response) return;
      try {
        kept.set(key, await compressThoroughly(response));
      } catch (error) {
        this.#onError(error);
      }
    };
    return (this.#compressing = compress());
  }

  /** Counts the bodies that a kept response has got since it was kept. */
  recount(key: string, response: PreparedResponse): void {
    for (const held of [this.#kept, this.#askedOnce]) {
      if (held?.peek(key) !== response || held.info(key)?.size === sizeOf(response, key)) continue;
      held.delete(key);
      held.set(key, response);
    }
  }

  clear(): void {
    this.#kept?.clear();
    this.#askedOnce?.clear();
    this.#seen.clear();
  }
}

function sizeOf(response: PreparedResponse, key: string): number {
  return bytesHeld(response) + key.length;
}
