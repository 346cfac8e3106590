import {
  type BorderArrays,
  ENTRY_OFFSET_MAX,
  ROOT_COLUMNS,
  SET_NUMBERS_END,
  TO_LEAF,
  UNITS_PER_DEGREE,
  WIDE_RUN,
} from "./border-file.ts";

/** A leaf that was found on the way to a point. */
export interface FoundLeaf {
  /** Its first index in `tiles`. */
  offset: number;
  /** Its side is 2^shift units. */
  shift: number;
}

/** The parts of the index that a lookup reads. */
export type SetArrays = Pick<BorderArrays, "roots" | "tiles">;

const WEST = 180 * UNITS_PER_DEGREE;
const SOUTH = 90 * UNITS_PER_DEGREE;

/** The root entry of a point, `x` and `y` units from −180° and −90°. */
export function rootAt(roots: Int32Array, x: number, y: number): number {
  return roots[(y >>> 23) * ROOT_COLUMNS + (x >>> 23)]!;
}

/**
 * The entry of a point below a root entry: the number of a set, or an entry for `findDeeper` to
 * follow.
 *
 * It has no branch: a root tile without a border leads to the entry of its set, for every point.
 * The processor cannot predict which case it is, and a misprediction would take longer than the
 * second lookup.
 */
export function entryAt(tiles: Uint16Array, root: number, x: number, y: number): number {
  return tiles[(root & 0x7fffffff) + ((((y >>> 17) & 56) | ((x >>> 20) & 7)) & (root >> 31))]!;
}

/**
 * Follows an entry that is not a set. Returns the number of a set, or -1 for a leaf, which it
 * writes to `leaf`.
 */
export function findDeeper(
  tiles: Uint16Array,
  root: number,
  entry: number,
  x: number,
  y: number,
  leaf: FoundLeaf,
): number {
  let node = root & 0x7fffffff;
  let shift = 20;
  while (entry < TO_LEAF) {
    node = nodeOffset(tiles, node, entry);
    shift -= 2;
    entry = tiles[node + (((y >>> shift) & 3) << 2) + ((x >>> shift) & 3)]!;
    if (entry < SET_NUMBERS_END) return entry;
  }
  leaf.offset = node + (entry & ENTRY_OFFSET_MAX);
  leaf.shift = shift;
  return -1;
}

/** The offset of the node that an entry of a node leads to. */
export function nodeOffset(tiles: Uint16Array, node: number, entry: number): number {
  const at = node + (entry & ENTRY_OFFSET_MAX);
  return tiles[at]! | (tiles[at + 1]! << 16);
}

/**
 * Finds which areas of a leaf's palette contain a point, as bits. `x` and `y` are units from the
 * leaf's south-west corner, `steps` is `tiles` read as signed numbers.
 *
 * Casts a ray from the point to the west. An edge through the point does not count: a point on a
 * border is on its western side, and one on an edge along a parallel on its northern side. All
 * comparisons are exact.
 */
export function findBits(tiles: Uint16Array, steps: Int16Array, at: number, x: number, y: number): number {
  let bits = tiles[at + 1]!;
  const counts = tiles[at + 2]!;
  at += 3;
  // Edges that end west of the leaf change which areas the ray starts in.
  for (let ends = counts & 0xff; ends > 0; ends -= 1) {
    if (tiles[at + 1]! + tiles[at + 2]! * 65536 <= y) bits ^= tiles[at]!;
    at += 3;
  }
  for (let runs = counts >>> 8; runs > 0; runs -= 1) {
    const toggled = tiles[at]!;
    const length = tiles[at + 1]!;
    let fromX = tiles[at + 2]! | (tiles[at + 3]! << 16);
    let fromY = tiles[at + 4]! | (tiles[at + 5]! << 16);
    at += 6;
    let isFromBelow = fromY <= y;
    if (length >= WIDE_RUN) {
      for (let end = at + (length - WIDE_RUN) * 4; at < end; at += 4) {
        const stepX = tiles[at]! | (tiles[at + 1]! << 16);
        const stepY = tiles[at + 2]! | (tiles[at + 3]! << 16);
        const isToBelow = fromY + stepY <= y;
        if (isFromBelow !== isToBelow) {
          const ahead = (y - fromY) * stepX - (x - fromX) * stepY;
          if (stepY > 0 ? ahead < 0 : ahead > 0) bits ^= toggled;
          isFromBelow = isToBelow;
        }
        fromX += stepX;
        fromY += stepY;
      }
    } else {
      for (let end = at + length * 2; at < end; at += 2) {
        const stepY = steps[at + 1]!;
        const isToBelow = fromY + stepY <= y;
        if (isFromBelow !== isToBelow) {
          const stepX = steps[at]!;
          const ahead = (y - fromY) * stepX - (x - fromX) * stepY;
          if (stepY > 0 ? ahead < 0 : ahead > 0) bits ^= toggled;
          isFromBelow = isToBelow;
        }
        fromX += steps[at]!;
        fromY += stepY;
      }
    }
  }
  return bits;
}

/**
 * Longitude as the nearest whole unit from −180°. 180° and −180° both become the last unit before
 * 180°.
 */
export function unitsEast(lng: number): number {
  const x = (lng * UNITS_PER_DEGREE + (WEST + 0.5)) >>> 0;
  // As an unsigned number, 0 - 1 is greater than all others.
  return (x - 1) >>> 0 >= 2 * WEST - 1 ? 2 * WEST - 1 : x;
}

/**
 * Latitude as the nearest whole unit from −90°. 90° becomes the last unit before it, which has a
 * tile.
 */
export function unitsNorth(lat: number): number {
  const y = (lat * UNITS_PER_DEGREE + (SOUTH + 0.5)) >>> 0;
  return y === 2 * SOUTH ? 2 * SOUTH - 1 : y;
}
