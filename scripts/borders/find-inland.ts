import { readFile } from "node:fs/promises";
import { INLAND_COLUMNS, INLAND_ROWS } from "../../src/atlas/borders/border-file.ts";

/** A file of TopoJSON with one object called `land`. */
interface LandFile {
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  /** Differences of whole numbers from one position to the next. */
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
}

const TILES_PER_DEGREE = 8;

/**
 * Finds the tiles of an eighth of a degree that are all land: no coast crosses them, and their
 * middle is land. A bit each, the lowest of a byte first.
 *
 * Every arc of the file is a piece of coast, because it holds land alone. On the way down a
 * meridian from the north pole, which is sea, every coast leads from sea to land or back. The 180th
 * meridian is like any other.
 */
export async function findInland(path: string): Promise<Uint8Array> {
  const { transform, arcs } = JSON.parse(await readFile(path, "utf8")) as LandFile;
  const coast = new Uint8Array(INLAND_COLUMNS * INLAND_ROWS);
  /** Where coasts cross the middle of each column, in tiles from the south. */
  const crossings: number[][] = Array.from({ length: INLAND_COLUMNS }, () => []);
  for (const arc of arcs) {
    let [x, y] = [0, 0];
    let from: Position | undefined;
    for (const [dx, dy] of arc) {
      [x, y] = [x + dx, y + dy];
      const to = [
        (x * transform.scale[0] + transform.translate[0] + 180) * TILES_PER_DEGREE,
        (y * transform.scale[1] + transform.translate[1] + 90) * TILES_PER_DEGREE,
      ] as const;
      if (from !== undefined) drawEdge(coast, crossings, from, to);
      from = to;
    }
  }
  return packBits(coast, crossings);
}

type Position = readonly [column: number, row: number];

/** Marks the tiles around an edge, and where it crosses the middles of columns. */
function drawEdge(coast: Uint8Array, crossings: number[][], [x1, y1]: Position, [toX, y2]: Position): void {
  // The shorter way around the earth.
  const x2 = toX - INLAND_COLUMNS * Math.round((toX - x1) / INLAND_COLUMNS);
  const steps = Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) * 4) + 1;
  for (let step = 0; step <= steps; step += 1) {
    const [x, y] = [x1 + ((x2 - x1) * step) / steps, y1 + ((y2 - y1) * step) / steps];
    for (const row of [Math.floor(y - 0.25), Math.floor(y + 0.25)].filter((each) => each >= 0 && each < INLAND_ROWS)) {
      coast[row * INLAND_COLUMNS + columnOf(x - 0.25)] = 1;
      coast[row * INLAND_COLUMNS + columnOf(x + 0.25)] = 1;
    }
  }
  const [west, east] = [Math.min(x1, x2), Math.max(x1, x2)];
  for (let column = Math.ceil(west - 0.5); column + 0.5 < east; column += 1)
    crossings[columnOf(column)]!.push(y1 + ((column + 0.5 - x1) / (x2 - x1)) * (y2 - y1));
}

function columnOf(x: number): number {
  return ((Math.floor(x) % INLAND_COLUMNS) + INLAND_COLUMNS) % INLAND_COLUMNS;
}

function packBits(coast: Uint8Array, crossings: readonly (readonly number[])[]): Uint8Array {
  const bits = new Uint8Array(coast.length / 8);
  crossings.forEach((crossed, column) => {
    const fromNorth = crossed.toSorted((a, b) => b - a);
    let passed = 0;
    for (let row = INLAND_ROWS - 1; row >= 0; row -= 1) {
      while (passed < fromNorth.length && fromNorth[passed]! > row + 0.5) passed += 1;
      const tile = row * INLAND_COLUMNS + column;
      if (passed % 2 === 1 && coast[tile] === 0) bits[tile >> 3]! |= 1 << (tile & 7);
    }
  });
  return bits;
}
