import type { Policy } from "./read-policy.ts";
import { type Polygon, type Ring, areaOfRing, isInRing } from "./read-sources.ts";

/** An area of the index: a territory by its code, or an addition of the policy by its name. */
export interface Area {
  readonly name: string;
  readonly polygons: readonly Polygon[];
}

/** Both sources: the newer one, and an older one for what that lacks. */
export interface Sources {
  readonly newer: ReadonlyMap<string, readonly Polygon[]>;
  readonly older: ReadonlyMap<string, readonly Polygon[]>;
}

/** Antarctica is everything south of 60° by a rule, not by an outline. */
const BY_RULE = "AQ";

/**
 * Lays out the areas in the order of their numbers: territories from the smallest to the largest, so that the smallest of several is
 * the first bit, then the additions of the policy.
 */
export function prepareAreas({ newer, older }: Sources, policy: Policy): Area[] {
  const codes = new Set([...newer.keys(), ...older.keys()]);
  codes.delete(BY_RULE);
  const territories = [...codes].map((name): Area & { size: number } => {
    const own = newer.get(name) ?? [];
    const outline = own.length > 0 ? own : (older.get(name) ?? []);
    const state = policy.seas.territories[name];
    const polygons = state === undefined ? outline : withSea(outline, newer.get(state) ?? []);
    if (polygons.length === 0) throw new Error(`neither source has an outline of ${name}`);
    return { name, polygons, size: sizeOf(polygons) };
  });
  return [
    ...territories.toSorted((a, b) => a.size - b.size || (a.name < b.name ? -1 : 1)),
    ...policy.additions.map(({ outline }, index): Area => ({
      name: `addition ${index}`,
      polygons: [drawOutline(outline, older)],
    })),
  ];
}

/** The land of a territory with the parts of the state around it. */
function withSea(land: readonly Polygon[], state: readonly Polygon[]): readonly Polygon[] {
  const around = state.filter(([outer]) => land.some(([coast]) => isInRing(outer!, ...coast![0]!)));
  if (around.length === 0) throw new Error("the state has no part around a territory of its own");
  return around;
}

function sizeOf(polygons: readonly Polygon[]): number {
  return polygons.reduce((sum, [outer, ...holes]) => {
    const inner = holes.reduce((all, hole) => all + Math.abs(areaOfRing(hole)), 0);
    return sum + Math.abs(areaOfRing(outer!)) - inner;
  }, 0);
}

function drawOutline(outline: Policy["additions"][number]["outline"], older: Sources["older"]): Polygon {
  if (!("territory" in outline)) return [[...outline, outline[0]!]];
  const { territory, within } = outline;
  const parts = older.get(territory) ?? [];
  return parts
    .flat()
    .map((ring) => clip(ring, within))
    .filter((ring) => ring.length > 3);
}

/** Cuts a ring to a box (Sutherland and Hodgman 1974). Pieces stay joined along the box, where the even-odd rule passes over them. */
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
  return kept.length === 0 ? [] : [...kept, kept[0]!];
}
