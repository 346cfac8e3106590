import { buildAsk, definedPairs } from "../ask/ask.ts";
import type { Operation } from "../ask/operation.ts";
import type { Ask, PageSources, PreviewedRelease } from "../ask/page.ts";
import type { Snapshot } from "../release/snapshot.ts";
import { type AnswerContext, sourcesOf } from "./operation-endpoint.ts";

/** What pages and documents are answered from. */
export interface PageContext extends AnswerContext {
  /** What they are made from, all of it from one release. */
  readonly pageSourcesOf: (snapshot: Snapshot) => PageSources;
  /** Null in every service that is no preview. */
  readonly preview: PreviewedRelease | null;
}

/**
 * Adds what pages are made from: they leave the event loop to other requests between their
 * questions, and do not ask again what many of them show.
 */
export function buildPageContext(context: AnswerContext, preview: PreviewedRelease | null = null): PageContext {
  const kept = new WeakMap<Snapshot, KeptAnswers>();
  const nextTurn = openTurns();
  const pageSourcesOf: PageContext["pageSourcesOf"] = (snapshot) => {
    const sources = sourcesOf(context, snapshot, null);
    const { atlas, site } = sources;
    const askNow = buildAsk(sources);
    const ask: Ask = async (operation, parameters) => {
      await nextTurn();
      return await askNow(operation, parameters);
    };
    const answers = kept.get(snapshot) ?? new Map();
    kept.set(snapshot, answers);
    return {
      ask: keepAnswers(ask, answers),
      atlas,
      branding: snapshot.branding,
      baseUrl: site.baseUrl,
      isMailing: site.settings.isMailing,
    };
  };
  return { ...context, pageSourcesOf, preview };
}

/** The answers of operations that were asked without parameters. */
type KeptAnswers = Map<Operation, ReturnType<Ask>>;

/**
 * Keeps what depends on the release alone, such as the scale and the list of all countries, which
 * is on nearly every page. Pages share the answers, and must not change them.
 */
function keepAnswers(ask: Ask, answers: KeptAnswers): Ask {
  return (operation, parameters = {}) => {
    if (operation.dependsOn !== "release" || definedPairs(parameters).length > 0) return ask(operation, parameters);
    const answer = answers.get(operation) ?? ask(operation);
    answers.set(operation, answer);
    answer.catch(() => answers.delete(operation));
    // The answer of this very operation.
    return answer as never;
  };
}

/**
 * Deals the turns of the event loop out: one of those who wait goes on in each, in the order in
 * which they came. Requests that arrive meanwhile are answered in between.
 */
function openTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const proceed = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(proceed);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(proceed);
    });
}
