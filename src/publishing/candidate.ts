import type { ReleaseStore } from "../release/store/release-store.ts";
import { type BuiltBundle, buildBundle, type DatasetRequest } from "./build-bundle.ts";
import { type Comparison, compareWithCurrent } from "./compare.ts";
import type { PublishingContext } from "./context.ts";

/** A release that was built and compared with the current one. */
export interface Candidate extends BuiltBundle {
  readonly comparison: Comparison;
}

/** Builds a dataset as `buildBundle` does and compares it; null where its problems prevent that. */
export async function buildCandidate(
  context: PublishingContext,
  request: DatasetRequest,
  store: ReleaseStore,
  workFolder: string,
  target?: string,
): Promise<Candidate | null> {
  const { bundle } = await buildBundle(context, request, workFolder, target);
  return bundle && { ...bundle, comparison: compareWithCurrent(store, bundle) };
}

/** Returns true if a change has to be accepted and `accepted` is not its code. */
export function isRefused({ accept }: Pick<Comparison, "accept">, accepted: string | null): boolean {
  return accept !== null && accept !== accepted;
}

/** Ends a change of the store before anything has changed. */
class ChangeStopped extends Error {}

/** Runs a change, which may `stop` before anything has changed: the result is null then. */
export async function changeUnlessStopped<Result>(
  change: (stop: () => never) => Promise<Result>,
): Promise<Result | null> {
  const stopped = new ChangeStopped();
  try {
    return await change(() => {
      throw stopped;
    });
  } catch (error) {
    if (error === stopped) return null;
    throw error;
  }
}
