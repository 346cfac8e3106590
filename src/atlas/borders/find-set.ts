import {
  type BorderArrays,
  LEAF,
  NODE_OF_16,
  NODE_OF_64,
  ROOT_COLUMNS,
  UNIFORM,
  UNITS_PER_DEGREE,
  WIDE_RUN,
} from "./border-file.ts";

/** Where a leaf lies, found on the way to a point. */
export interface LeafPlace {
  /** Where its 16-bit halves begin. */
  at: number;
  /** Its side is 2^shift units. */
  shift: number;
}

/** The parts of the index that a look-up reads. */
export type SetArrays = Pick<BorderArrays, "roots" | "nodes" | "leaves">;

const WEST = 180 * UNITS_PER_DEGREE;
const SOUTH = 90 * UNITS_PER_DEGREE;

/**
 * Finds the set of areas at a point: its number for a cell that lies in one set as a whole, or minus one for a leaf.
 *
 * `x` and `y` are units from −180° and −90°, below 360° and 180°; `place` tells of the leaf.
 */
export function findCell({ roots, nodes }: SetArrays, x: number, y: number, place: LeafPlace): number {
  let entry = roots[(y >>> 23) * ROOT_COLUMNS + (x >>> 23)]!;
  let kind = entry >>> 30;
  if (kind === UNIFORM) return entry;
  let shift = 23;
  if (kind === NODE_OF_64) {
    shift = 20;
    entry = nodes[(entry & 0x3fffffff) + (((y >>> 20) & 7) << 3) + ((x >>> 20) & 7)]!;
    kind = entry >>> 30;
  }
  while (kind === NODE_OF_16) {
    shift -= 2;
    entry = nodes[(entry & 0x3fffffff) + (((y >>> shift) & 3) << 2) + ((x >>> shift) & 3)]!;
    kind = entry >>> 30;
  }
  if (kind !== LEAF) return entry;
  place.at = entry & 0x3fffffff;
  place.shift = shift;
  return -1;
}

/**
 * Finds which areas of a leaf's palette hold a point, as bits. `x` and `y` are units from the leaf's south-west corner.
 *
 * A ray runs from the point to the west and meets edges. An edge that goes through the point is not met: a point on a border lies
 * on its western side, one on an edge along a parallel on its northern side. Every comparison is exact.
 */
export function findBits(leaves: Uint16Array, steps: Int16Array, at: number, x: number, y: number): number {
  let bits = leaves[at + 1]!;
  const counts = leaves[at + 2]!;
  at += 3;
  // Where edges end to the west of the leaf, what the ray has met before it comes from there changes.
  for (let ends = counts & 0xff; ends > 0; ends -= 1) {
    if (leaves[at + 1]! + leaves[at + 2]! * 65536 <= y) bits ^= leaves[at]!;
    at += 3;
  }
  for (let runs = counts >>> 8; runs > 0; runs -= 1) {
    const toggled = leaves[at]!;
    const length = leaves[at + 1]!;
    let fromX = leaves[at + 2]! | (leaves[at + 3]! << 16);
    let fromY = leaves[at + 4]! | (leaves[at + 5]! << 16);
    at += 6;
    let isFromBelow = fromY <= y;
    if (length >= WIDE_RUN) {
      for (let end = at + (length - WIDE_RUN) * 4; at < end; at += 4) {
        const stepX = leaves[at]! | (leaves[at + 1]! << 16);
        const stepY = leaves[at + 2]! | (leaves[at + 3]! << 16);
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

/** Turns degrees into whole units from −180°, the nearest; 180° and −180° are the last unit before 180°, so that both have one answer. */
export function unitsEast(lng: number): number {
  const x = (lng * UNITS_PER_DEGREE + (WEST + 0.5)) >>> 0;
  return x === 0 || x >= 2 * WEST ? 2 * WEST - 1 : x;
}

/** Turns degrees into whole units from −90°, the nearest. */
export function unitsNorth(lat: number): number {
  return (lat * UNITS_PER_DEGREE + (SOUTH + 0.5)) >>> 0;
}
