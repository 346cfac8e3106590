import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import type { Polygon } from "./read-sources.ts";

/**
 * Edges of all borders in whole units, each once, the lesser end first, with the set of areas that
 * end on one side of it.
 */
export interface SnappedEdges {
  readonly count: number;
  readonly x1: Int32Array;
  readonly y1: Int32Array;
  readonly x2: Int32Array;
  readonly y2: Int32Array;
  /**
   * Index into `sets`; 0 is the empty set: such an edge separates nothing and is skipped.
   */
  readonly set: Int32Array;
  /** Sets of areas, ascending. */
  readonly sets: readonly (readonly number[])[];
}

/** Longer edges are cut, so that products of their extents stay exact in doubles. */
const EDGE_UNITS_MAX = 4 * UNITS_PER_DEGREE;

/** Snaps the rings of every area to the grid and folds edges that several areas share into one. */
export function snapEdges(areas: readonly (readonly Polygon[])[]): SnappedEdges {
  let vertices = 0;
  for (const polygons of areas) for (const polygon of polygons) for (const ring of polygon) vertices += ring.length;
  const table = openEdgeTable(vertices);
  areas.forEach((polygons, area) => {
    for (const polygon of polygons) {
      for (const ring of polygon) {
        let [x, y] = snap(ring[0]!);
        for (let at = 1; at < ring.length; at += 1) {
          const [toX, toY] = snap(ring[at]!);
          addCut(table, area, x, y, toX, toY);
          [x, y] = [toX, toY];
        }
      }
    }
  });
  return table.finish();
}

/** A position in whole units. */
export function snap([lng, lat]: readonly [lng: number, lat: number]): [x: number, y: number] {
  return [Math.round(lng * UNITS_PER_DEGREE), Math.round(lat * UNITS_PER_DEGREE)];
}

/**
 * Adds an edge, cut from its lesser end on, so that both sides of a border cut it in the same
 * places.
 */
function addCut(table: EdgeTable, area: number, fromX: number, fromY: number, toX: number, toY: number): void {
  if (fromX === toX && fromY === toY) return;
  const isForward = fromX < toX || (fromX === toX && fromY < toY);
  const [x1, y1, x2, y2] = isForward ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY];
  const pieces = Math.ceil(Math.max(x2 - x1, Math.abs(y2 - y1)) / EDGE_UNITS_MAX);
  let [x, y] = [x1, y1];
  for (let piece = 1; piece <= pieces; piece += 1) {
    const nextX = piece === pieces ? x2 : x1 + Math.round(((x2 - x1) * piece) / pieces);
    const nextY = piece === pieces ? y2 : y1 + Math.round(((y2 - y1) * piece) / pieces);
    table.toggle(area, x, y, nextX, nextY);
    [x, y] = [nextX, nextY];
  }
}

type EdgeTable = ReturnType<typeof openEdgeTable>;

/** A hash table of edges with open addressing. */
function openEdgeTable(edgesMax: number) {
  const room = edgesMax + 10_000;
  const [x1, y1, x2, y2, set] = [0, 0, 0, 0, 0].map(() => new Int32Array(room)) as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const bits = Math.ceil(Math.log2(room * 2));
  const slots = new Int32Array(2 ** bits);
  const sets = openSets();
  let count = 0;
  return {
    toggle(area: number, ax: number, ay: number, bx: number, by: number): void {
      const mixed =
        Math.imul(ax, 0x9e3779b1) ^ Math.imul(ay, 0x85ebca77) ^ Math.imul(bx, 0xc2b2ae3d) ^ Math.imul(by, 0x27d4eb2f);
      let slot = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> (32 - bits);
      for (;;) {
        const found = slots[slot]! - 1;
        if (found < 0) break;
        if (x1[found] === ax && y1[found] === ay && x2[found] === bx && y2[found] === by) {
          set[found] = sets.toggle(set[found]!, area);
          return;
        }
        slot = (slot + 1) & (slots.length - 1);
      }
      if (count === room) throw new Error("more edges were cut than there is room for");
      x1[count] = ax;
      y1[count] = ay;
      x2[count] = bx;
      y2[count] = by;
      set[count] = sets.toggle(0, area);
      count += 1;
      slots[slot] = count;
    },
    finish: (): SnappedEdges => ({ count, x1, y1, x2, y2, set, sets: sets.all }),
  };
}

/** Sets of areas by number; 0 is the empty one. */
function openSets() {
  const all: (readonly number[])[] = [[]];
  const byKey = new Map<string, number>([["", 0]]);
  const toggled = new Map<number, number>();
  return {
    all,
    toggle(set: number, area: number): number {
      const known = toggled.get(set * 1024 + area);
      if (known !== undefined) return known;
      const before = all[set]!;
      const members = before.includes(area)
        ? before.filter((each) => each !== area)
        : [...before, area].toSorted((a, b) => a - b);
      const key = members.join(" ");
      const next = byKey.get(key) ?? all.push(members) - 1;
      byKey.set(key, next);
      toggled.set(set * 1024 + area, next);
      return next;
    },
  };
}

/** Whether a ray from half a unit to the west of (x, y) to the west meets an edge. */
export function isMet(ax: number, ay: number, bx: number, by: number, x: number, y: number): boolean {
  if (ay <= y === by <= y) return false;
  const ahead = (y - ay) * (bx - ax) * 2 - (2 * (x - ax) - 1) * (by - ay);
  return by > ay ? ahead < 0 : ahead > 0;
}
