import type { BorderFacts } from "./border-file.ts";

/** Who claims a point. Equal claims are the same object. */
export interface Claims {
  /** The territory to report; null if nobody claims the point. */
  readonly iso2: string | null;
  /**
   * All territories and states whose outline or claim contains the point, the reported one first.
   */
  readonly claims: readonly string[];
  /**
   * Whether the policy lists a dispute over it; not if outlines merely overlap, or a territory is
   * part of its state.
   */
  readonly disputed: boolean;
}

/** Builds a function from sets of areas to claims, by the policy in the facts. */
export function buildClaims(facts: BorderFacts): (areas: readonly number[]) => Claims {
  const { areas: codes, additions, orders } = facts;
  const known = new Map<string, Claims>();
  const orderOf = new Map(orders.map((order) => [keyOf(order), order]));

  const namesOf = (areas: readonly number[]): readonly string[] => {
    const stated = areas.filter((area) => area < codes.length).map((area) => codes[area]!);
    const added = areas
      .filter((area) => area >= codes.length)
      .map((area) => additions[area - codes.length]!)
      .filter(({ over }) => (over.length === 0 ? stated.length === 0 : over.some((code) => stated.includes(code))));
    return [...new Set([...stated, ...added.flatMap(({ claims }) => claims)])];
  };
  return (areas) => {
    const names = namesOf(areas);
    const key = keyOf(names);
    const before = known.get(key);
    if (before !== undefined) return before;
    const claims = orderOf.get(key) ?? names;
    const built = Object.freeze({
      iso2: claims[0] ?? null,
      claims: Object.freeze([...claims]),
      disputed: orders.some((order) => order.every((code) => claims.includes(code))),
    });
    known.set(key, built);
    return built;
  };
}

function keyOf(codes: readonly string[]): string {
  return codes.toSorted().join(" ");
}
