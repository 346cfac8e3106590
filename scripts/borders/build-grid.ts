import {
  ENTRY_OFFSET_MAX,
  ROOT_COLUMNS,
  ROOT_NODE,
  ROOT_ROWS,
  SET_NUMBERS_END,
  TO_LEAF,
  UNITS_PER_DEGREE,
} from "../../src/atlas/borders/border-file.ts";
import { type Tile, packLeaf, openPalettes } from "./pack-leaf.ts";
import { GrowingArray } from "./growing-array.ts";
import { isMet, type SnappedEdges } from "./snap-edges.ts";
import { sweepCorners } from "./sweep-corners.ts";

/** The grid with its leaves, and the sets that fill whole tiles. */
export interface Grid {
  readonly roots: Int32Array;
  readonly tiles: Uint16Array;
  readonly palettes: Uint16Array;
  readonly sets: readonly (readonly number[])[];
}

/**
 * Tiles with more edges are divided, and so are all root tiles with an edge. A smaller number makes
 * the index larger, a greater one makes it slower.
 */
const EDGES_MAX = 20;

/** The side of the smallest tiles: a power of two. */
const UNITS_MIN = 2 ** 10;

const WEST = -180 * UNITS_PER_DEGREE;
const SOUTH = -90 * UNITS_PER_DEGREE;

/**
 * Builds the grid: tiles of one degree, divided 8 by 8 and then 4 by 4 until each has few edges.
 *
 * The areas at a point follow from the edges west of it on its parallel: each edge toggles its
 * areas.
 */
export function buildGrid(edges: SnappedEdges): Grid {
  const corners = sweepCorners(edges);
  const inTile = listEdges(edges);
  const roots = new Int32Array(ROOT_COLUMNS * ROOT_ROWS);
  const tiles = new GrowingArray();
  const palettes = openPalettes();
  const uniform = openUniformSets();

  const isLeaf = ({ edges: { length }, size }: Tile): boolean => length <= EDGES_MAX || size <= UNITS_MIN;
  /** Packs a node, then its leaves, then its nodes; returns its offset. */
  const packNode = (tile: Tile, across: number): number => {
    const at = tiles.length;
    for (let child = 0; child < across * across; child += 1) tiles.push(0);
    const divided: { readonly child: Tile; readonly offsetAt: number }[] = [];
    for (const [index, child] of childrenOf(tile, edges, across).entries()) {
      if (child.edges.length === 0) {
        tiles.set(at + index, uniform.numberOf(child));
        continue;
      }
      const offset = tiles.length - at;
      if (offset > ENTRY_OFFSET_MAX) throw new Error("the leaves of a node have grown beyond the range of offsets");
      tiles.set(at + index, (isLeaf(child) ? TO_LEAF : SET_NUMBERS_END) + offset);
      if (isLeaf(child)) packLeaf(child, edges, tiles, palettes);
      else {
        divided.push({ child, offsetAt: tiles.length });
        tiles.push32(0);
      }
    }
    for (const { child, offsetAt } of divided) {
      const offset = packNode(child, 4);
      tiles.set(offsetAt, offset & 0xffff);
      tiles.set(offsetAt + 1, offset >>> 16);
    }
    return at;
  };

  for (let root = 0; root < roots.length; root += 1) {
    const listed = inTile.get(root) ?? [];
    const corner = corners.setAt(root);
    if (listed.length === 0) {
      roots[root] = uniform.numberOfSet(corner);
      continue;
    }
    const x0 = WEST + (root % ROOT_COLUMNS) * UNITS_PER_DEGREE;
    const y0 = SOUTH + Math.floor(root / ROOT_COLUMNS) * UNITS_PER_DEGREE;
    const areas = areasOf(edges, listed, corner);
    const bitsOf = (members: readonly number[]): number =>
      members.reduce((bits, area) => bits | (1 << areas.indexOf(area)), 0);
    const bits = new Int32Array(listed.map((edge) => bitsOf(edges.sets[edges.set[edge]!]!)));
    const tile = {
      x0,
      y0,
      size: UNITS_PER_DEGREE,
      edges: Int32Array.from(listed),
      bits,
      areas,
      corner: bitsOf(corner),
    };
    roots[root] = ROOT_NODE | packNode(tile, 8);
  }
  if (uniform.all.length > SET_NUMBERS_END) throw new Error("there are more sets than numbers for them");
  const entriesOfSets = tiles.length;
  uniform.all.forEach((_, number) => tiles.push(number));
  return {
    roots: roots.map((root) => (root < 0 ? root : entriesOfSets + root)),
    tiles: tiles.toUint16Array(),
    palettes: palettes.toArray(),
    sets: uniform.all,
  };
}

/** The areas of the edges and the corner of a tile, ascending: the order of the bits. */
function areasOf(edges: SnappedEdges, listed: readonly number[], corner: readonly number[]): readonly number[] {
  const found = new Set(corner);
  for (const edge of listed) for (const area of edges.sets[edges.set[edge]!]!) found.add(area);
  if (found.size > 31) throw new Error(`a tile has ${found.size} areas; there is room for 31`);
  return [...found].toSorted((a, b) => a - b);
}

/** The edges that touch each root tile. */
function listEdges({ count, x1, y1, x2, y2, set }: SnappedEdges): Map<number, number[]> {
  const lists = new Map<number, number[]>();
  for (let edge = 0; edge < count; edge += 1) {
    if (set[edge] === 0) continue;
    const [ax, ay, bx, by] = [x1[edge]!, y1[edge]!, x2[edge]!, y2[edge]!];
    const firstColumn = columnOf(Math.min(ax, bx) - 1, WEST, ROOT_COLUMNS);
    const lastColumn = columnOf(Math.max(ax, bx) + 1, WEST, ROOT_COLUMNS);
    const firstRow = columnOf(Math.min(ay, by) - 1, SOUTH, ROOT_ROWS);
    const lastRow = columnOf(Math.max(ay, by) + 1, SOUTH, ROOT_ROWS);
    const isOne = firstColumn === lastColumn && firstRow === lastRow;
    for (let row = firstRow; row <= lastRow; row += 1) {
      for (let column = firstColumn; column <= lastColumn; column += 1) {
        const [x0, y0] = [WEST + column * UNITS_PER_DEGREE, SOUTH + row * UNITS_PER_DEGREE];
        if (!isOne && !touches(ax, ay, bx, by, x0, y0, UNITS_PER_DEGREE)) continue;
        const root = row * ROOT_COLUMNS + column;
        const list = lists.get(root);
        if (list === undefined) lists.set(root, [edge]);
        else list.push(edge);
      }
    }
  }
  return lists;
}

function columnOf(units: number, origin: number, columns: number): number {
  return Math.min(Math.max(Math.floor((units - origin) / UNITS_PER_DEGREE), 0), columns - 1);
}

/** Whether an edge may come within one unit of a tile; may be wrongly true, never wrongly false. */
function touches(ax: number, ay: number, bx: number, by: number, x0: number, y0: number, size: number): boolean {
  const [west, south, east, north] = [x0 - 1, y0 - 1, x0 + size, y0 + size];
  if ((ax < west && bx < west) || (ax > east && bx > east)) return false;
  if ((ay < south && by < south) || (ay > north && by > north)) return false;
  const [dx, dy] = [bx - ax, by - ay];
  const side = (x: number, y: number): number => Math.sign(dx * (y - ay) - dy * (x - ax));
  const first = side(west, south);
  return first === 0 || [side(east, south), side(west, north), side(east, north)].some((other) => other !== first);
}

/** The parts of a tile, from west to east and then northwards. */
function childrenOf(tile: Tile, edges: SnappedEdges, across: number): Tile[] {
  const size = tile.size / across;
  const children: Tile[] = [];
  const { x1, y1, x2, y2 } = edges;
  for (let row = 0; row < across; row += 1) {
    const y0 = tile.y0 + row * size;
    const inRow: number[] = [];
    for (let at = 0; at < tile.edges.length; at += 1) {
      const edge = tile.edges[at]!;
      const [low, high] = y1[edge]! < y2[edge]! ? [y1[edge]!, y2[edge]!] : [y2[edge]!, y1[edge]!];
      if (high >= y0 - 1 && low <= y0 + size) inRow.push(at);
    }
    for (let column = 0; column < across; column += 1) {
      const x0 = tile.x0 + column * size;
      const kept = inRow.filter((at) => {
        const edge = tile.edges[at]!;
        return touches(x1[edge]!, y1[edge]!, x2[edge]!, y2[edge]!, x0, y0, size);
      });
      children.push({
        x0,
        y0,
        size,
        edges: Int32Array.from(kept, (at) => tile.edges[at]!),
        bits: Int32Array.from(kept, (at) => tile.bits[at]!),
        areas: tile.areas,
        corner: cornerOf(tile, edges, x0, y0),
      });
    }
  }
  return children;
}

/**
 * The areas at the corner of a part of a tile, half a unit to the west of (x0, y0), from those at
 * the corner of the whole.
 */
function cornerOf(tile: Tile, { x1, y1, x2, y2 }: SnappedEdges, x0: number, y0: number): number {
  let bits = tile.corner;
  for (let at = 0; at < tile.edges.length; at += 1) {
    const edge = tile.edges[at]!;
    const [ax, ay, bx, by] = [x1[edge]!, y1[edge]!, x2[edge]!, y2[edge]!];
    // Follows the western side north, where ends of edges farther west count, and then goes east.
    if (ax < tile.x0 && ay > tile.y0 && ay <= y0) bits ^= tile.bits[at]!;
    if (bx < tile.x0 && by > tile.y0 && by <= y0) bits ^= tile.bits[at]!;
    if (isMet(ax, ay, bx, by, x0, y0)) bits ^= tile.bits[at]!;
    if (isMet(ax, ay, bx, by, tile.x0, tile.y0)) bits ^= tile.bits[at]!;
  }
  return bits;
}

/** Numbers of the sets that fill whole tiles; 0 is the empty set. */
function openUniformSets() {
  const all: (readonly number[])[] = [[]];
  const byKey = new Map<string, number>([["", 0]]);
  const numberOfSet = (members: readonly number[]): number => {
    const key = members.join(" ");
    const number = byKey.get(key) ?? all.push(members) - 1;
    byKey.set(key, number);
    return number;
  };
  return {
    all,
    numberOfSet,
    numberOf: ({ areas, corner }: Tile) => numberOfSet(areas.filter((_, bit) => (corner & (1 << bit)) !== 0)),
  };
}
