/** Rings in whole units of the index, `x0, y0, x1, y1 …`, closed. */
export type UnitRing = Float64Array;

interface Outline {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
  /** Edges by the parallel strip they reach into: `x1, y1, x2, y2` each. */
  readonly strips: readonly (readonly number[])[];
  readonly firstStrip: number;
}

/** Height of a strip in units: a sixteenth of a degree. */
const STRIP_UNITS = 2 ** 19;

/**
 * Says which areas hold a point, the slow and obvious way: every polygon by itself, its rings as
 * they are, the even-odd rule.
 *
 * Knows nothing of shared edges, cells or sets. A point on an edge lies on its western side, on a
 * horizontal one on its northern.
 */
export function buildOracle(
  areas: Readonly<Record<string, readonly (readonly UnitRing[])[]>>,
): (x: number, y: number) => string[] {
  const inCell = new Map<number, { code: string; outline: Outline }[]>();
  for (const [code, polygons] of Object.entries(areas)) {
    for (const outline of polygons.map(outlineOf)) {
      for (let column = cellOf(outline.west); column <= cellOf(outline.east); column += 1) {
        for (let row = cellOf(outline.south); row <= cellOf(outline.north); row += 1) {
          const key = row * 1000 + column;
          const list = inCell.get(key) ?? [];
          inCell.set(key, list);
          list.push({ code, outline });
        }
      }
    }
  }
  return (x, y) => {
    const near = inCell.get(cellOf(y) * 1000 + cellOf(x)) ?? [];
    return [...new Set(near.filter(({ outline }) => holds(outline, x, y)).map(({ code }) => code))];
  };
}

/** Which degree holds a coordinate, so that only polygons whose box is near are looked at. */
function cellOf(units: number): number {
  return Math.floor(units / 2 ** 23);
}

function outlineOf(rings: readonly UnitRing[]): Outline {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      west = Math.min(west, ring[at]!);
      east = Math.max(east, ring[at]!);
      south = Math.min(south, ring[at + 1]!);
      north = Math.max(north, ring[at + 1]!);
    }
  }
  const firstStrip = Math.floor(south / STRIP_UNITS);
  const strips: number[][] = Array.from({ length: Math.floor(north / STRIP_UNITS) - firstStrip + 1 }, () => []);
  for (const ring of rings) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[at + 2]!, ring[at + 3]!];
      const last = Math.floor(Math.max(y1, y2) / STRIP_UNITS);
      for (let strip = Math.floor(Math.min(y1, y2) / STRIP_UNITS); strip <= last; strip += 1)
        strips[strip - firstStrip]!.push(x1, y1, x2, y2);
    }
  }
  return { west, east, south, north, strips, firstStrip };
}

function holds({ west, east, south, north, strips, firstStrip }: Outline, x: number, y: number): boolean {
  if (x < west || x > east || y < south || y > north) return false;
  const edges = strips[Math.floor(y / STRIP_UNITS) - firstStrip]!;
  let isInside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const [y1, y2] = [edges[at + 1]!, edges[at + 3]!];
    if (y1 <= y === y2 <= y) continue;
    const [x1, x2] = [edges[at]!, edges[at + 2]!];
    // Exact: edges are shorter than 2^28 units, except along meridians and parallels.
    if (x1 === x2 ? x1 < x : crossesWestOf(x1, y1, x2, y2, x, y)) isInside = !isInside;
  }
  return isInside;
}

function crossesWestOf(x1: number, y1: number, x2: number, y2: number, x: number, y: number): boolean {
  if (x1 < x && x2 < x) return true;
  if (x1 >= x && x2 >= x) return false;
  const [up, across] = [y2 - y1, x2 - x1];
  const ahead = BigInt(y - y1) * BigInt(across) - BigInt(x - x1) * BigInt(up);
  return up > 0 ? ahead < 0n : ahead > 0n;
}
