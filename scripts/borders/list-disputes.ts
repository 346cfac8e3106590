import type { BorderFacts, DisputedPart } from "../../src/atlas/borders/border-file.ts";
import type { Sources } from "./prepare-areas.ts";
import type { DisputePart, Policy } from "./read-policy.ts";
import type { Polygon, Ring } from "./read-sources.ts";

/** The outlines of disputed land, each with the part of a dispute that it belongs to. */
export function listOutlines(
  policy: Policy,
  { older, disputed }: Pick<Sources, "older" | "disputed">,
): { readonly part: DisputedPart; readonly polygon: Polygon }[] {
  return policy.disputes.flatMap(({ parts }, dispute) =>
    parts.flatMap((part) =>
      drawPart(part, older, disputed).map((polygon) => ({ part: describePart(part, dispute), polygon })),
    ),
  );
}

/** What the index keeps of the disputes. */
export function describeDisputes(
  policy: Policy,
  sources: Pick<Sources, "older" | "disputed">,
): Pick<BorderFacts, "disputes" | "outlined" | "whole"> {
  return {
    disputes: policy.disputes.map(({ country = null, exception = null, parts: _, ...dispute }) => ({
      ...dispute,
      country,
      exception,
    })),
    outlined: listOutlines(policy, sources).map(({ part }) => part),
    whole: policy.disputes.flatMap(({ parts }, dispute) =>
      parts.filter((part) => !hasArea(part)).map((part) => describePart(part, dispute)),
    ),
  };
}

function describePart({ each = [], over = each }: DisputePart, dispute: number): DisputedPart {
  return { dispute, over, each };
}

function hasArea({ within, outline }: DisputePart): boolean {
  return within !== undefined || outline !== undefined;
}

function drawPart(
  { within, outline }: DisputePart,
  older: Sources["older"],
  disputed: Sources["disputed"],
): readonly Polygon[] {
  if (within !== undefined) {
    const [west, south, east, north] = within;
    return [
      [
        close([
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ]),
      ],
    ];
  }
  if (outline === undefined) return [];
  if (typeof outline === "string") {
    const found = disputed.get(outline);
    if (found === undefined) throw new Error(`no disputed area is called ${outline}`);
    return found;
  }
  if ("territory" in outline) {
    const rings = (older.get(outline.territory) ?? []).flat().map((ring) => clip(ring, outline.within));
    return [rings.filter((ring) => ring.length > 3)];
  }
  return [[close(outline)]];
}

function close(ring: Ring): Ring {
  return [...ring, ring[0]!];
}

/**
 * Cuts a ring to a box (Sutherland and Hodgman 1974). Pieces stay joined along the box, where the
 * even-odd rule passes over them.
 */
function clip(ring: Ring, [west, south, east, north]: readonly [number, number, number, number]): Ring {
  const cuts: readonly (readonly [axis: 0 | 1, limit: number, sign: 1 | -1])[] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  let kept = ring.slice(0, -1);
  for (const [axis, limit, sign] of cuts) {
    const isIn = (point: readonly number[]): boolean => (point[axis]! - limit) * sign >= 0;
    kept = kept.flatMap((point, at): (readonly [number, number])[] => {
      const before = kept.at(at - 1)!;
      if (isIn(before) === isIn(point)) return isIn(point) ? [point] : [];
      const share = (limit - before[axis]) / (point[axis] - before[axis]);
      const met = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])] as const;
      return isIn(point) ? [met, point] : [met];
    });
  }
  return kept.length === 0 ? [] : close(kept);
}
