import { type FollowTrouble, isLost } from "./follow-trouble.ts";

/** When a pointer is asked for again. */
export interface Pace {
  readonly pollMilliseconds: number;
  readonly trouble: FollowTrouble | null;
  /** For how long it has failed; 0 where it did not. */
  readonly failsMilliseconds: number;
  /** Since when another pointer was taken over; null where none was yet. */
  readonly quietMilliseconds: number | null;
}

/** Nodes that started together do not ask together: polls are up to a quarter longer. */
export const LONGEST_POLL = 1.25;
/** How often a pointer is asked for that cannot be read, or not be believed. */
const OFTEN_MILLISECONDS = 500;
/**
 * For so long after a pointer the next one is asked for as often: a release is brought to the nodes
 * with one, and becomes current with another.
 */
const HURRY_MILLISECONDS = 30_000;
/**
 * What fails later may be large, and is tried again after this share of the time since it began to
 * fail, within bounds.
 */
const AGAIN_SHARE = 4;
const AGAIN_MILLISECONDS = 500;
const AGAIN_POLLS_MAX = 32;

/**
 * How many milliseconds to wait. A pointer is small and asked for often where that matters, so that
 * nodes are back as soon as their origin is.
 */
export function chooseWait({ pollMilliseconds, trouble, failsMilliseconds, quietMilliseconds }: Pace): number {
  let milliseconds = pollMilliseconds;
  const isSoon = quietMilliseconds !== null && quietMilliseconds < HURRY_MILLISECONDS;
  if (trouble?.kind === "unusable") {
    const least = Math.min(pollMilliseconds, AGAIN_MILLISECONDS);
    milliseconds = Math.min(Math.max(least, failsMilliseconds / AGAIN_SHARE), pollMilliseconds * AGAIN_POLLS_MAX);
  } else if (isLost(trouble) || trouble?.kind === "untrusted" || isSoon)
    milliseconds = Math.min(pollMilliseconds, OFTEN_MILLISECONDS);
  return milliseconds * (LONGEST_POLL - Math.random() / 2);
}
