import {
  type BorderArrays,
  ENTRY_OFFSET_MAX,
  ROOT_COLUMNS,
  SET_NUMBERS_END,
  TO_LEAF,
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
export type SetArrays = Pick<BorderArrays, "roots" | "cells">;

const WEST = 180 * UNITS_PER_DEGREE;
const SOUTH = 90 * UNITS_PER_DEGREE;

/** Gives the entry of the root grid for a point, `x` and `y` units from −180° and −90°. */
export function rootAt(roots: Int32Array, x: number, y: number): number {
  return roots[(y >>> 23) * ROOT_COLUMNS + (x >>> 23)]!;
}

/**
 * Gives the entry for a point below an entry of the root grid: the number of a set, or one that `findDeeper` follows.
 *
 * There is no branch in it: a root cell that lies in one set leads to the one entry that is there for the set, whatever the point. Which it
 * is cannot be foretold, and going back on a wrong guess would take longer than all of this.
 */
export function entryAt(cells: Uint16Array, root: number, x: number, y: number): number {
  return cells[(root & 0x7fffffff) + ((((y >>> 17) & 56) | ((x >>> 20) & 7)) & (root >> 31))]!;
}

/** Follows an entry that is no set's: returns the number of a set, or minus one for a leaf, of which `place` then tells. */
export function findDeeper(
  cells: Uint16Array,
  root: number,
  entry: number,
  x: number,
  y: number,
  place: LeafPlace,
): number {
  let node = root & 0x7fffffff;
  let shift = 20;
  while (entry < TO_LEAF) {
    node = placeOf(cells, node, entry);
    shift -= 2;
    entry = cells[node + (((y >>> shift) & 3) << 2) + ((x >>> shift) & 3)]!;
    if (entry < SET_NUMBERS_END) return entry;
  }
  place.at = node + (entry & ENTRY_OFFSET_MAX);
  place.shift = shift;
  return -1;
}

/** Where the node begins that an entry of a node leads to. */
export function placeOf(cells: Uint16Array, node: number, entry: number): number {
  const at = node + (entry & ENTRY_OFFSET_MAX);
  return cells[at]! | (cells[at + 1]! << 16);
}

/**
 * Finds which areas of a leaf's palette hold a point, as bits. `x` and `y` are units from the leaf's south-west corner, `steps` are `cells` read as signed.
 *
 * A ray runs from the point to the west and meets edges. An edge that goes through the point is not met: a point on a border lies
 * on its western side, one on an edge along a parallel on its northern side. Every comparison is exact.
 */
export function findBits(cells: Uint16Array, steps: Int16Array, at: number, x: number, y: number): number {
  let bits = cells[at + 1]!;
  const counts = cells[at + 2]!;
  at += 3;
  // Where edges end to the west of the leaf, what the ray has met before it comes from there changes.
  for (let ends = counts & 0xff; ends > 0; ends -= 1) {
    if (cells[at + 1]! + cells[at + 2]! * 65536 <= y) bits ^= cells[at]!;
    at += 3;
  }
  for (let runs = counts >>> 8; runs > 0; runs -= 1) {
    const toggled = cells[at]!;
    const length = cells[at + 1]!;
    let fromX = cells[at + 2]! | (cells[at + 3]! << 16);
    let fromY = cells[at + 4]! | (cells[at + 5]! << 16);
    at += 6;
    let isFromBelow = fromY <= y;
    if (length >= WIDE_RUN) {
      for (let end = at + (length - WIDE_RUN) * 4; at < end; at += 4) {
        const stepX = cells[at]! | (cells[at + 1]! << 16);
        const stepY = cells[at + 2]! | (cells[at + 3]! << 16);
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
  // Nothing at all is more than everything, less one.
  return (x - 1) >>> 0 >= 2 * WEST - 1 ? 2 * WEST - 1 : x;
}

/** Turns degrees into whole units from −90°, the nearest; 90° is the last unit before it, which has a cell. */
export function unitsNorth(lat: number): number {
  const y = (lat * UNITS_PER_DEGREE + (SOUTH + 0.5)) >>> 0;
  return y === 2 * SOUTH ? 2 * SOUTH - 1 : y;
}
