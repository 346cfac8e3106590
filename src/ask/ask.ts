import { findBodyErrors, type GivenBody, parseBody } from "./read-body.ts";
import type { Answer, GivenParameters, Operation } from "./operation.ts";
import { chooseSnapshot } from "./choose-release.ts";
import type { Ask } from "./page.ts";
import { checkParameters, readParameters, refuseParameters, sortParameters } from "./read-parameters.ts";
import type { Sources } from "./sources.ts";

/** An answer after following redirects. */
export type FinalAnswer = Exclude<Answer, { kind: "redirect" }>;

/**
 * Answers an operation from parameters as strings, without HTTP.
 *
 * Follows redirects, so the answer is a body or a file. Throws a `Problem` for anything the caller
 * can correct. Returns a promise only if the operation has to wait for something.
 */
export function askOperation(
  operation: Operation,
  sources: Omit<Sources, "snapshot">,
  given: GivenParameters,
): FinalAnswer | Promise<FinalAnswer> {
  return answerFrom(operation, { ...sources, snapshot: chooseSnapshot(sources.releases, given, sources.at) }, given);
}

/** Answers an operation from the release of `sources`, whichever the parameters name. */
function answerFrom(
  operation: Operation,
  sources: Sources,
  given: GivenParameters,
): FinalAnswer | Promise<FinalAnswer> {
  const ask = (path: GivenParameters["path"]) =>
    operation.answer(sources, checkParameters(operation, sources, { ...given, path }), undefined);
  const follow = (answer: Answer): FinalAnswer | Promise<FinalAnswer> => {
    if (answer.kind !== "redirect") return answer;
    const second = ask({ ...given.path, ...answer.path });
    return second instanceof Promise ? second.then(expectFinal) : expectFinal(second);
  };
  const expectFinal = (answer: Answer): FinalAnswer => {
    if (answer.kind === "redirect") throw new Error(`${operation.id} redirects from a canonical path`);
    return answer;
  };
  const first = ask(given.path);
  return first instanceof Promise ? first.then(follow) : follow(first);
}

/** Builds the function that answers the pages of one request, all from one release. */
export function buildAsk(sources: Sources): Ask {
  return async (operation, parameters = {}, body) => {
    const given = sortParameters(operation, definedPairs(parameters));
    const answer =
      body === undefined
        ? await answerFrom(operation, sources, given)
        : await answerBody(operation, sources, given, { text: JSON.stringify(body), encoding: "json" });
    if (answer.kind !== "json") throw new Error(`${operation.id} answers no JSON`);
    // Tests hold the answers of every operation against its schema.
    return answer.body as never;
  };
}

/** Returns the parameters that have a value, each with its name. */
export function definedPairs(
  parameters: Readonly<Record<string, string | undefined>>,
): (readonly [name: string, value: string])[] {
  return Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/**
 * Answers an operation that takes a body, given as text, without HTTP.
 *
 * Rejects with one `Problem` for every error of the parameters and the body. `admit` is asked when
 * there is none, with the number of requests the body counts as, and may reject.
 */
export async function askWithBody(
  operation: Operation,
  sources: Omit<Sources, "snapshot">,
  given: GivenParameters,
  sent: GivenBody,
  admit: (requests: number) => Promise<void> = () => Promise.resolve(),
): Promise<FinalAnswer> {
  const own = { ...sources, snapshot: chooseSnapshot(sources.releases, given, sources.at) };
  return await answerBody(operation, own, given, sent, admit);
}

/** Answers a body from the release of `own`, whichever the parameters name. */
async function answerBody(
  operation: Operation,
  own: Sources,
  given: GivenParameters,
  sent: GivenBody,
  admit: (requests: number) => Promise<void> = () => Promise.resolve(),
): Promise<FinalAnswer> {
  const { values, errors, onlyUnknown } = readParameters(operation, given);
  const unfit = operation.check?.(own, values, given) ?? [];
  const body = parseBody(operation, sent);
  const misfits = await findBodyErrors(operation, body);
  const faults = misfits.length > 0 ? misfits : ((await operation.checkBody?.(own, body)) ?? []);
  if (errors.length + unfit.length + faults.length > 0) {
    throw refuseParameters([...errors, ...unfit, ...faults], onlyUnknown && unfit.length + faults.length === 0);
  }
  await admit(operation.requestsOf?.(body) ?? 1);
  const answer = await operation.answer(own, values, body);
  if (answer.kind === "redirect") throw new Error(`${operation.id} takes a body and redirects`);
  return answer;
}
