import type { BorderFacts, Dispute, DisputedPart } from "./border-file.ts";

/** The claims to a point. Equal claims are the same object. */
export interface Claims {
  /** The territory to report; null if no outline holds the point and no dispute names one. */
  readonly iso2: string | null;
  /**
   * All territories and states whose outline or claim contains the point, the reported one first.
   */
  readonly claims: readonly string[];
  /**
   * The disputes of the policy that cover it; none if outlines merely overlap, or a territory is
   * part of its state.
   */
  readonly disputes: readonly Dispute[];
}

const CODE = /^[A-Z]{2}$/;

/** Builds a function from sets of areas to claims, by the policy in the facts. */
export function buildClaims(facts: BorderFacts): (areas: readonly number[]) => Claims {
  const { areas: codes, disputes, outlined, whole } = facts;
  const known = new Map<string, Claims>();

  return (areas) => {
    const stated = [...new Set(areas.filter((area) => area < codes.length).map((area) => codes[area]!))];
    const parts = areas.filter((area) => area >= codes.length).map((area) => outlined[area - codes.length]!);
    const found = [...new Set([...parts, ...whole].filter((part) => covers(part, stated)).map((part) => part.dispute))];
    const key = [...stated, ...found].join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const covering = found.toSorted((a, b) => a - b).map((index) => disputes[index]!);
    const country = covering.find((dispute) => dispute.country !== null)?.country;
    const claimants = covering.flatMap((dispute) =>
      dispute.claimants.map(({ who }) => who).filter((who) => CODE.test(who)),
    );
    const claims = [...new Set([...(country == null ? [] : [country]), ...stated, ...claimants])];
    const built = Object.freeze({
      iso2: country ?? stated[0] ?? null,
      claims: Object.freeze(claims),
      disputes: Object.freeze(covering),
    });
    known.set(key, built);
    return built;
  };
}

/**
 * Returns true if a part of a dispute covers a point. It does not where the outline of another
 * neighbour overlaps by some metres: there, the side of the border is not known.
 */
function covers({ over, each }: DisputedPart, stated: readonly string[]): boolean {
  if (stated.length === 0) return over.length === 0;
  return stated.every((code) => over.includes(code)) && each.every((code) => stated.includes(code));
}

/** The claims of the nearest territory, but the disputes over the gap itself if there are any. */
export function joinClaims(nearest: Claims, gap: Claims): Claims {
  if (gap.disputes.length === 0) return nearest;
  const iso2 = nearest.claims.slice(0, 1);
  return { iso2: nearest.iso2, claims: [...new Set([...iso2, ...gap.claims])], disputes: gap.disputes };
}
