import { Type } from "../../ask/type.ts";
import { type ProblemError, quote } from "../../problem.ts";
import type { Snapshot } from "../../release/snapshot.ts";
import { findFutureErrors, findRelease, isBeforeFirst } from "../../ask/choose-release.ts";
import { releaseName } from "../../ask/parameters.ts";
import { refuseParameters } from "../../ask/read-parameters.ts";
import type { Sources } from "../../ask/sources.ts";
import { isTakenBack } from "../change/release-switches.ts";
import { methodChangeBetween } from "../../release/changes/release-changes.ts";
import { isSameDataset } from "../../trust/dataset.ts";

/** Finds the releases of a history. */

type Manifest = Snapshot["manifest"];

export interface Bounds {
  readonly from?: string;
  readonly to?: string;
}

const NAMED = "its id, `current` or `previous`, or a date or time at which it was in force";

/** Query parameters of every history. */
export const rangeParameters = {
  from: Type.Optional(
    releaseName(`The first release: ${NAMED}. The first one there is by default, and for a time before it.`),
  ),
  to: Type.Optional(releaseName(`The last release: ${NAMED}. The current one by default.`)),
};

/** Finds the errors of the bounds that show without looking them up. */
export function findRangeErrors({ at }: Sources, { from, to }: Bounds): ProblemError[] {
  return [
    ...(from === undefined ? [] : findFutureErrors("from", from, at)),
    ...(to === undefined ? [] : findFutureErrors("to", to, at)),
  ];
}

/**
 * Finds the releases from one bound to the other, both included, without those that their publisher
 * went back from: at least one, the oldest first. Throws `release_not_found`, and `invalid_request`
 * where the bounds are the wrong way round.
 */
export function releasesBetween({ releases }: Sources, { from, to }: Bounds) {
  const last = to === undefined ? releases.current() : findRelease(releases, to);
  const isOf = ({ id }: Manifest): boolean => id === last.manifest.id || !isTakenBack(releases, id);
  const oldestFirst = releases.list().toReversed().filter(isOf);
  const end = oldestFirst.findIndex(({ id }) => id === last.manifest.id) + 1;
  // A damaged release is in no list; the current one may answer all the same. A draft is in none,
  // and comes after all.
  const known = last.isDraft ? oldestFirst : oldestFirst.slice(0, end);
  const all = end === 0 ? [...known, last.manifest] : known;
  if (from === undefined || isBeforeFirst(releases, from)) return { manifests: all, last };
  const first = findRelease(releases, from).manifest.id;
  const start = all.findIndex(({ id }) => id === first);
  const between = start < 0 ? [] : all.slice(start);
  if (between.length > 0) return { manifests: between, last };
  const detail = `\`from\` is ${quote(from)}, which was published after ${last.manifest.id}, the last release; expected an earlier one.`;
  throw refuseParameters([{ parameter: "from", detail }], false);
}

/** Reasons not to compare the figures of two releases; the gravest comes first. */
export const METHOD_BREAKS = ["dataset", "scale", "pillars", "rule"] as const;
export type MethodBreak = (typeof METHOD_BREAKS)[number];

/** Returns the gravest reason against comparing two releases, or null. */
export function methodBreakOf(before: Manifest, after: Manifest): MethodBreak | null {
  const change = methodChangeBetween({ manifest: before }, { manifest: after });
  const differs = { dataset: !isSameDataset(before.dataset, after.dataset), ...change };
  return METHOD_BREAKS.find((part) => differs[part]) ?? null;
}
