import type { Distribution } from "../../src/trust/scale.ts";
import { distributionsOf } from "./distributions.ts";

/** How many things must be re-rated to make one distribution of the other. */
export function reRated(from: Distribution, to: Distribution): number {
  return from.reduce((moved, count, i) => moved + Math.max(0, count - to[i]!), 0);
}

const outcomes = new Map<string, Distribution[]>();

/** Every outcome of re-rating some or all of the things that a distribution counts. */
export function outcomesOf(distribution: Distribution): readonly Distribution[] {
  const count = distribution.reduce((sum, n) => sum + n, 0);
  const key = `${distribution.length},${count}`;
  let known = outcomes.get(key);
  if (known === undefined) outcomes.set(key, (known = distributionsOf(distribution.length, count)));
  return known;
}

/**
 * Tries every re-rating of one distribution: the fewest re-rated things that bring about `wanted`.
 */
export function fewestTo(distribution: Distribution, wanted: (outcome: Distribution) => boolean): number | null {
  const costs = outcomesOf(distribution)
    .filter(wanted)
    .map((outcome) => reRated(distribution, outcome));
  return costs.length === 0 ? null : Math.min(...costs);
}

/** Tries every re-rating of two distributions together. */
export function fewestOfBoth(
  first: Distribution,
  second: Distribution,
  wanted: (first: Distribution, second: Distribution) => boolean,
): number | null {
  const costs = outcomesOf(first).map((outcome) => {
    const others = fewestTo(second, (other) => wanted(outcome, other));
    return others === null ? Infinity : reRated(first, outcome) + others;
  });
  const fewest = Math.min(...costs);
  return fewest === Infinity ? null : fewest;
}
