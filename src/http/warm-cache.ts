import { setImmediate as nextTurn } from "node:timers/promises";
import { fillPath } from "../ask/urls.ts";
import type { Operation } from "../ask/operation.ts";
import type { Snapshot } from "../release/snapshot.ts";
import { mediaTypeOf } from "./endpoint.ts";
import { answerAnyone } from "./operation-endpoint.ts";
import { keepPages, type KeptPageParts, type PreparedParts, preparePages } from "./prepare-pages.ts";
import { cacheKey } from "./response-cache.ts";

/** What keeping a cache warm takes. */
export interface WarmCacheParts extends PreparedParts, KeptPageParts {
  readonly operations: readonly Operation[];
}

/** A cache that holds what is asked for most of the current release. */
export interface WarmCache {
  /** Settles when all of the present release is made and compressed, or making it was stopped. */
  readonly whenWarm: Promise<void>;
  stop(): void;
}

/**
 * Fills the cache with what is asked for most of the current release, now and whenever another
 * becomes current: every operation that needs no parameter, and every path an operation lists.
 * Nothing is made before this returns; then the responses are made one by one between requests,
 * and after them what pages prepare, and pages.
 */
export function keepWarm({ operations, ...parts }: WarmCacheParts): WarmCache {
  const { context, responses, logger } = parts;
  const { releases } = context;

  const warm = async (questions: readonly Question[], { signal }: AbortController): Promise<void> => {
    for (const { operation, params } of questions) {
      await nextTurn();
      if (signal.aborted) return;
      const url = fillPath(operation.path, params);
      try {
        const mediaType = mediaTypeOf(operation);
        const key = cacheKey(releases.current(), mediaType, url);
        const content = await answerAnyone(operation, context, { params, url, mediaType, caller: null });
        if (content.kind === "prepared" && !signal.aborted) await responses.keep(key, content);
      } catch (error) {
        // A client that asks for it meets the error again; the other responses are made all the
        // same.
        logger.error({ err: error, url }, "a response could not be made in advance");
      }
    }
  };
  const begin = (): { whenWarm: Promise<void>; controller: AbortController } => {
    const controller = new AbortController();
    const whenWarm = warm(questionsOf(operations, releases.current()), controller);
    void whenWarm.then(() => preparePages(parts, controller.signal));
    void whenWarm.then(() => keepPages(parts, controller.signal));
    return { whenWarm, controller };
  };

  let present = begin();
  let release = releases.current().manifest.id;
  const endSwaps = releases.onSwap(({ manifest }) => {
    present.controller.abort();
    responses.clear();
    present = begin();
    if (manifest.id === release) return;
    release = manifest.id;
    logger.info({ release }, "another release answers now");
  });
  return {
    get whenWarm() {
      return present.whenWarm;
    },
    stop() {
      endSwaps();
      present.controller.abort();
    },
  };
}

interface Question {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
}

/** Operations without path parameters first, then those with them. */
function questionsOf(operations: readonly Operation[], snapshot: Snapshot): Question[] {
  const ofRelease = operations.filter(
    ({ method, dependsOn, isRarelyAsked }) => method === "GET" && dependsOn === "release" && isRarelyAsked !== true,
  );
  const whole = ofRelease.filter(
    ({ parameters: { path, query } }) =>
      Object.keys(path.properties).length === 0 && new Set<string>(query.required).size === 0,
  );
  const listed = ofRelease.flatMap(
    (operation) => operation.knownPaths?.(snapshot).map((params) => ({ operation, params })) ?? [],
  );
  return [...whole.map((operation) => ({ operation, params: {} })), ...listed];
}
