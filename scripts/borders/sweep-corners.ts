import { ROOT_COLUMNS, ROOT_ROWS, UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import { isMet, type SnappedEdges } from "./snap-edges.ts";

const WEST = -180 * UNITS_PER_DEGREE;
const SOUTH = -90 * UNITS_PER_DEGREE;

/**
 * Finds the areas at the south-western corner of every root tile (half a unit to its west), by one
 * sweep from west to east per row.
 */
export function sweepCorners(edges: SnappedEdges): { setAt(root: number): readonly number[] } {
  const toggles = listToggles(edges);
  const sets: (readonly number[])[] = [];
  for (let row = 0; row < ROOT_ROWS; row += 1) {
    const inside = new Set<number>();
    let members: readonly number[] = [];
    for (let column = 0; column < ROOT_COLUMNS; column += 1) {
      const root = row * ROOT_COLUMNS + column;
      for (const set of toggles.get(root) ?? []) {
        for (const area of edges.sets[set]!) if (!inside.delete(area)) inside.add(area);
        members = [...inside].toSorted((a, b) => a - b);
      }
      sets.push(members);
    }
  }
  return { setAt: (root) => sets[root]! };
}

/**
 * The sets of the edges that lie between the corner of a root tile and that of its western
 * neighbour, on their parallel.
 */
function listToggles({ count, x1, y1, x2, y2, set }: SnappedEdges): Map<number, number[]> {
  const toggles = new Map<number, number[]>();
  for (let edge = 0; edge < count; edge += 1) {
    if (set[edge] === 0) continue;
    const [ax, ay, bx, by] = [x1[edge]!, y1[edge]!, x2[edge]!, y2[edge]!];
    const [low, high] = ay < by ? [ay, by] : [by, ay];
    const firstRow = Math.max(Math.ceil((low - SOUTH) / UNITS_PER_DEGREE), 0);
    for (let row = firstRow; row < ROOT_ROWS && SOUTH + row * UNITS_PER_DEGREE < high; row += 1) {
      const y = SOUTH + row * UNITS_PER_DEGREE;
      let column = Math.max(Math.floor((Math.min(ax, bx) - WEST) / UNITS_PER_DEGREE), 0);
      while (column < ROOT_COLUMNS && !isMet(ax, ay, bx, by, WEST + column * UNITS_PER_DEGREE, y)) column += 1;
      if (column === ROOT_COLUMNS) continue;
      const root = row * ROOT_COLUMNS + column;
      const list = toggles.get(root);
      if (list === undefined) toggles.set(root, [set[edge]!]);
      else list.push(set[edge]!);
    }
  }
  return toggles;
}
