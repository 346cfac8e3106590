import { findBodyErrors, parseBody } from "./read-body.ts";
import type { Answer, GivenParameters, Operation } from "./operation.ts";
import { chooseSnapshot } from "./choose-release.ts";
import { checkParameters, readParameters, refuseParameters } from "./read-parameters.ts";
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
  const own = { ...sources, snapshot: chooseSnapshot(sources.releases, given, sources.at) };
  const ask = (path: GivenParameters["path"]) =>
    operation.answer(own, checkParameters(operation, own, { ...given, path }), undefined);
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

/**
 * Answers an operation that takes a body, given as text, without HTTP.
 *
 * Rejects with one `Problem` for every error of the parameters and the body. `admit` is asked when
 * there is none, and may reject.
 */
export async function askWithBody(
  operation: Operation,
  sources: Omit<Sources, "snapshot">,
  given: GivenParameters,
  bodyText: string,
  admit: () => Promise<void> = () => Promise.resolve(),
): Promise<FinalAnswer> {
  const own = { ...sources, snapshot: chooseSnapshot(sources.releases, given, sources.at) };
  const { values, errors, onlyUnknown } = readParameters(operation, given);
  const unfit = operation.check?.(own, values, given) ?? [];
  const body = parseBody(bodyText);
  const faults = await findBodyErrors(operation, body);
  if (errors.length + unfit.length + faults.length > 0) {
    throw refuseParameters([...errors, ...unfit, ...faults], onlyUnknown && unfit.length + faults.length === 0);
  }
  await admit();
  const answer = await operation.answer(own, values, body);
  if (answer.kind === "redirect") throw new Error(`${operation.id} takes a body and redirects`);
  return answer;
}
