import type { BorderFacts } from "./border-file.ts";

/** Who claims a point. The same claims are always the same object. */
export interface Claims {
  /** The territory whose code is answered; null where nobody claims the point. */
  readonly iso2: string | null;
  /** Every territory and state whose outline or claim holds the point, the answered one first. */
  readonly claims: readonly string[];
  /** Whether the policy names a dispute over it. Where outlines merely overlap, or a territory lies in its state, it does not. */
  readonly disputed: boolean;
}

/** Numbers from here on are additions of the policy. */
export type AreaNumbers = readonly number[];

/** Builds the reading of sets of areas as claims, by the policy in the facts. */
export function buildClaims(facts: BorderFacts): (areas: AreaNumbers) => Claims {
  const { areas: codes, additions, orders } = facts;
  const known = new Map<string, Claims>();
  const orderOf = new Map(orders.map((order) => [keyOf(order), order]));

  const namesOf = (areas: AreaNumbers): readonly string[] => {
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
    const made = Object.freeze({
      iso2: claims[0] ?? null,
      claims: Object.freeze([...claims]),
      disputed: orders.some((order) => order.every((code) => claims.includes(code))),
    });
    known.set(key, made);
    return made;
  };
}

function keyOf(codes: readonly string[]): string {
  return codes.toSorted().join(" ");
}
