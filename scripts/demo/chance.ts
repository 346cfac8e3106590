/**
 * A seeded source of chance. The same seed gives the same sequence on every machine: only exact
 * arithmetic is used.
 */
export interface Chance {
  /** A number in [0, 1). */
  unit(): number;
  /** A whole number in [0, `limit`). */
  below(limit: number): number;
  /** True in `share` of all cases, `share` in [0, 1]. */
  happens(share: number): boolean;
  /** One item of a list; throws a RangeError for an empty list. */
  pick<T>(items: readonly T[]): T;
  /** One item, drawn in proportion to its weight (≥ 0, in the order of `items`). */
  pickWeighted<T>(items: readonly T[], weights: readonly number[]): T;
  /** A bell-shaped number with mean 0 and standard deviation 1, within ±3.5. */
  bell(): number;
  /** The same items in a drawn order, in a new array. */
  shuffle<T>(items: readonly T[]): T[];
}

/**
 * Builds a source of chance from a 32-bit seed (the mulberry32 generator by Tommy Ettinger, public
 * domain).
 */
export function buildChance(seed: number): Chance {
  let state = seed >>> 0;

  function unit(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  const below = (limit: number): number => Math.floor(unit() * limit);

  return {
    unit,
    below,
    happens: (share) => unit() < share,
    pick(items) {
      if (items.length === 0) throw new RangeError("Cannot pick from an empty list");
      return items[below(items.length)]!;
    },
    pickWeighted(items, weights) {
      let total = 0;
      for (const weight of weights) total += weight;
      if (!(total > 0)) throw new RangeError("Cannot pick without a positive weight");
      let left = unit() * total;
      const chosen = items.findIndex((_, index) => (left -= weights[index]!) < 0);
      // Rounding may leave a crumb after the last weight: the last item that has a weight takes it.
      return items[chosen === -1 ? weights.findLastIndex((weight) => weight > 0) : chosen]!;
    },
    bell() {
      // The sum of twelve uniform numbers has variance 1. Math.log and Math.cos may differ between
      // engines, sums do not.
      let sum = -6;
      for (let i = 0; i < 12; i++) sum += unit();
      return Math.max(-3.5, Math.min(3.5, sum));
    },
    shuffle(items) {
      const order = [...items];
      for (let i = order.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      return order;
    },
  };
}

/**
 * Shares `total` whole things out in proportion to `weights`, at least one and at most `caps[i]` to
 * each.
 *
 * Returns the counts in the order of `weights`; they add up to `total`. Throws a RangeError when
 * that cannot be.
 */
export function shareOut(total: number, weights: readonly number[], caps: readonly number[]): number[] {
  let sum = 0;
  for (const weight of weights) sum += weight;
  const counts = weights.map((weight, i) => Math.max(1, Math.min(caps[i]!, Math.floor((total * weight) / sum))));
  let left = total;
  for (const count of counts) left -= count;
  // What rounding, the floor of one and the caps moved is settled one by one, from the heaviest
  // down.
  const order = weights.map((_, i) => i).sort((a, b) => weights[b]! - weights[a]! || a - b);
  while (left !== 0) {
    const before = left;
    for (const i of order) {
      if (left > 0 && weights[i]! > 0 && counts[i]! < caps[i]!) {
        counts[i]! += 1;
        left -= 1;
      } else if (left < 0 && counts[i]! > 1) {
        counts[i]! -= 1;
        left += 1;
      }
    }
    if (left === before) throw new RangeError(`Cannot share out ${total}: ${left} are left over`);
  }
  return counts;
}
