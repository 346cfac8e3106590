import { listOutlines } from "./list-disputes.ts";
import type { Box, Policy } from "./read-policy.ts";
import { type Polygon, areaOfRing, isInRing } from "./read-sources.ts";

/**
 * An area of the index: a territory by its code, more of the same one (`PS 2`), or an outline of
 * disputed land.
 */
export interface Area {
  readonly name: string;
  readonly polygons: readonly Polygon[];
}

/**
 * The sources: the newer one, an older one for what that lacks, and outlines of disputed land by
 * their ids.
 */
export interface Sources {
  readonly newer: ReadonlyMap<string, readonly Polygon[]>;
  readonly older: ReadonlyMap<string, readonly Polygon[]>;
  readonly disputed: ReadonlyMap<string, readonly Polygon[]>;
}

/** Antarctica is everything south of 60° by a rule, not by an outline. */
const BY_RULE = "AQ";

/**
 * Lists the areas in the order of their numbers: territories from smallest to largest, so that the
 * smallest one is the first bit, then the outlines of disputed land.
 */
export function prepareAreas(sources: Sources, policy: Policy): Area[] {
  const { newer, older } = sources;
  const codes = new Set([...newer.keys(), ...older.keys()]);
  codes.delete(BY_RULE);
  const territories = [...codes].map((name): Area & { size: number } => {
    const own = leaveOutSubmerged(newer.get(name) ?? [], policy, name);
    const outline = own.length > 0 ? own : (older.get(name) ?? []);
    const state = policy.seas.territories[name];
    const polygons = state === undefined ? outline : withSea(outline, newer.get(state) ?? []);
    if (polygons.length === 0) throw new Error(`neither source has an outline of ${name}`);
    return { name, polygons, size: sizeOf(polygons) };
  });
  const ordered = territories
    .toSorted((a, b) => a.size - b.size || (a.name < b.name ? -1 : 1))
    .map(({ name, polygons }) => ({ name, layers: splitLayers(polygons) }));
  return [
    ...ordered.map(({ name, layers }): Area => ({ name, polygons: layers[0]! })),
    ...ordered.flatMap(({ name, layers }) =>
      layers.slice(1).map((polygons, at): Area => ({ name: `${name} ${at + 2}`, polygons })),
    ),
    ...listOutlines(policy, sources).map(({ polygon }, index): Area => ({
      name: `outline ${index}`,
      polygons: [polygon],
    })),
  ];
}

/**
 * Separates overlapping polygons of a territory: an edge of the index toggles its area, so that an
 * overlap would count as outside.
 *
 * May also separate polygons that only touch, which does no harm.
 */
function splitLayers(polygons: readonly Polygon[]): (readonly Polygon[])[] {
  const layers: Boxed[][] = [];
  for (const polygon of polygons) {
    const placed = { polygon, box: boxOf(polygon), strips: stripsOf(polygon) };
    const layer = layers.find((each) => !each.some((other) => overlap(placed, other)));
    if (layer === undefined) layers.push([placed]);
    else layer.push(placed);
  }
  return layers.map((layer) => layer.map(({ polygon }) => polygon));
}

interface Boxed {
  readonly polygon: Polygon;
  readonly box: Box;
  /** Edges by the parallel strip they reach into: `x1, y1, x2, y2` each. */
  readonly strips: ReadonlyMap<number, readonly number[]>;
}

const STRIPS_PER_DEGREE = 50;

function stripsOf(polygon: Polygon): Map<number, number[]> {
  const strips = new Map<number, number[]>();
  for (const ring of polygon) {
    for (let at = 0; at + 1 < ring.length; at += 1) {
      const [[x1, y1], [x2, y2]] = [ring[at]!, ring[at + 1]!];
      const last = Math.floor(Math.max(y1, y2) * STRIPS_PER_DEGREE);
      for (let strip = Math.floor(Math.min(y1, y2) * STRIPS_PER_DEGREE); strip <= last; strip += 1) {
        const edges = strips.get(strip);
        if (edges === undefined) strips.set(strip, [x1, y1, x2, y2]);
        else edges.push(x1, y1, x2, y2);
      }
    }
  }
  return strips;
}

/** Whether a point is in a polygon, by the even-odd rule. */
function isInside({ strips }: Boxed, x: number, y: number): boolean {
  const edges = strips.get(Math.floor(y * STRIPS_PER_DEGREE)) ?? [];
  let inside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const [y1, y2] = [edges[at + 1]!, edges[at + 3]!];
    if (y1 <= y === y2 <= y) continue;
    const x1 = edges[at]!;
    if (x1 + ((y - y1) / (y2 - y1)) * (edges[at + 2]! - x1) < x) inside = !inside;
  }
  return inside;
}

function boxOf([outer]: Polygon): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of outer ?? []) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

function overlap(a: Boxed, b: Boxed): boolean {
  const isApart = a.box[0] > b.box[2] || b.box[0] > a.box[2] || a.box[1] > b.box[3] || b.box[1] > a.box[3];
  return !isApart && (reachesInto(a, b) || reachesInto(b, a));
}

/** Whether a vertex of one polygon, or the middle of an edge, lies in another. */
function reachesInto(from: Boxed, into: Boxed): boolean {
  const [west, south, east, north] = into.box;
  const isIn = (x: number, y: number): boolean => {
    if (x <= west || x >= east || y <= south || y >= north) return false;
    return isInside(into, x, y);
  };
  return from.polygon.some((ring) =>
    ring.some(([x, y], at) => {
      const [nextX, nextY] = ring[at + 1] ?? [x, y];
      return isIn(x, y) || isIn((x + nextX) / 2, (y + nextY) / 2);
    }),
  );
}

/** The polygons of a territory but those that hold no land. */
function leaveOutSubmerged(polygons: readonly Polygon[], { submerged }: Policy, name: string): readonly Polygon[] {
  const boxes = submerged.outlines.filter(({ territory }) => territory === name).map(({ within }) => within);
  const kept = polygons.filter((polygon) => !boxes.some((box) => contains(box, boxOf(polygon))));
  if (kept.length !== polygons.length - boxes.length)
    throw new Error(`not every box of submerged ground has one outline of ${name}`);
  return kept;
}

function contains([west, south, east, north]: Box, inner: Box): boolean {
  return inner[0] >= west && inner[1] >= south && inner[2] <= east && inner[3] <= north;
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
