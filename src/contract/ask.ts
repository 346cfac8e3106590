import { Problem } from "../problem.ts";
import type { Releases, Snapshot } from "../snapshot/snapshot.ts";
import { UnreadableRelease } from "../snapshot/snapshot.ts";
import type { Answer, Operation } from "./operation.ts";
import { findCursorError } from "./lists.ts";
import { findBodyErrors, parseBody } from "./read-body.ts";
import type { GivenParameters } from "./operation.ts";
import { quote, readParameters, refuseParameters } from "./read-parameters.ts";
import type { Sources } from "./sources.ts";

/** Parameters of an operation after reading and checking. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * * Chooses the release that answers: the one `release` names, or the current one.
 *
 * Throws `release_not_found` for an unknown id and `unavailable` for a damaged release. The release
 * comes first because the other parameters depend on it. If several ids are given, none counts:
 * they are refused with the other errors.
 */
export function chooseSnapshot(releases: Releases, given: GivenParameters): Snapshot {
  let id: string | undefined;
  for (const [name, value] of given.query) {
    if (name !== "release") continue;
    if (id !== undefined) return releases.current();
    id = value;
  }
  if (id === undefined) return releases.current();
  const snapshot = findSnapshot(releases, id);
  if (snapshot === undefined) {
    throw new Problem(
      "release_not_found",
      `No release is called ${quote(id)}; /api/v2/releases lists those there are.`,
    );
  }
  return snapshot;
}

function findSnapshot(releases: Releases, id: string): Snapshot | undefined {
  try {
    return releases.byId(id);
  } catch (error) {
    if (!(error instanceof UnreadableRelease)) throw error;
    throw new Problem(
      "unavailable",
      `The release ${id} is damaged and cannot be read until its publisher repairs it; /api/v2/releases lists all releases.`,
    );
  }
}

/**
 * Reads and checks parameters against an operation and the data; throws one `Problem` with every
 * error.
 */
export function checkParameters(operation: Operation, sources: Sources, given: GivenParameters): Parameters {
  const { values, errors, onlyUnknown } = readParameters(operation, given);
  const unfit = operation.check?.(sources, values, given) ?? [];
  if (errors.length + unfit.length === 0) return values;
  // A cursor's error on its own is found by the list itself.
  unfit.push(...findCursorError(operation, sources, values, [...errors, ...unfit]));
  throw refuseParameters([...errors, ...unfit], onlyUnknown && unfit.length === 0);
}

/** An answer after following redirects. */
export type FinalAnswer = Exclude<Answer, { kind: "redirect" }>;

/**
 * * Answers an operation from parameters as strings, without HTTP.
 *
 * Follows redirects, so the answer is a body or a file. Throws a `Problem` for anything the caller
 * can correct. Returns a promise only if the operation has to wait for something.
 */
export function askOperation(
  operation: Operation,
  sources: Omit<Sources, "snapshot">,
  given: GivenParameters,
): FinalAnswer | Promise<FinalAnswer> {
  const own = { ...sources, snapshot: chooseSnapshot(sources.releases, given) };
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
 * Rejects with one `Problem` for every error of the parameters and the body.
 */
export async function askWithBody(
  operation: Operation,
  sources: Omit<Sources, "snapshot">,
  given: GivenParameters,
  bodyText: string,
): Promise<FinalAnswer> {
  const own = { ...sources, snapshot: chooseSnapshot(sources.releases, given) };
  const { values, errors, onlyUnknown } = readParameters(operation, given);
  const unfit = operation.check?.(own, values, given) ?? [];
  const body = parseBody(bodyText);
  const faults = await findBodyErrors(operation, body);
  if (errors.length + unfit.length + faults.length > 0) {
    throw refuseParameters([...errors, ...unfit, ...faults], onlyUnknown && unfit.length + faults.length === 0);
  }
  const answer = await operation.answer(own, values, body);
  if (answer.kind === "redirect") throw new Error(`${operation.id} takes a body and redirects`);
  return answer;
}
