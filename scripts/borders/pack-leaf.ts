import { LEAF_EDGES_MAX, WIDE_RUN } from "../../src/atlas/borders/border-file.ts";
import type { GrowingArray } from "./growing-array.ts";
import { isMet, type SnappedEdges } from "./snap-edges.ts";

/** A tile while the grid is built. */
export interface Tile {
  /** South-western corner, in units. */
  readonly x0: number;
  readonly y0: number;
  /** Side, in units. */
  readonly size: number;
  /** The edges that touch it. */
  readonly edges: Int32Array;
  /** The areas that each edge toggles, as bits of `areas`. */
  readonly bits: Int32Array;
  readonly areas: readonly number[];
  /** The areas at its corner, half a unit to the west. */
  readonly corner: number;
}

/** Distinct lists of areas, which leaves refer to by bits. */
export interface Palettes {
  /** The offset of a palette. */
  offsetOf(areas: readonly number[]): number;
  toArray(): Uint16Array;
}

export function openPalettes(): Palettes {
  const content: number[] = [];
  const offsets = new Map<string, number>();
  return {
    offsetOf(areas) {
      const key = areas.join(" ");
      const known = offsets.get(key);
      if (known !== undefined) return known;
      const offset = content.length;
      content.push(areas.length, ...areas);
      offsets.set(key, offset);
      return offset;
    },
    toArray: () => Uint16Array.from(content),
  };
}

/** Packs a tile as a leaf. `find-set.ts` reads it. */
export function packLeaf(tile: Tile, edges: SnappedEdges, tiles: GrowingArray, palettes: Palettes): void {
  const ends = endsToTheWest(tile, edges);
  const runs = chainRuns(tile, edges).flatMap(splitByWidth);
  let base = tile.corner;
  for (let at = 0; at < tile.edges.length; at += 1) {
    const edge = tile.edges[at]!;
    if (isMet(edges.x1[edge]!, edges.y1[edge]!, edges.x2[edge]!, edges.y2[edge]!, tile.x0, tile.y0))
      base ^= tile.bits[at]!;
  }
  const used = [...ends.values(), ...runs.map(({ bits }) => bits)].reduce((all, bits) => all | bits, base);
  const kept = tile.areas.map((area, bit) => ({ area, bit })).filter(({ bit }) => (used & (1 << bit)) !== 0);
  if (kept.length > 16 || ends.size > 255 || runs.length > 255 || tile.edges.length > LEAF_EDGES_MAX)
    throw new Error("a leaf has more edges, runs or areas than its format allows");
  const shorten = (bits: number): number =>
    kept.reduce((all, { bit }, at) => all | (bits & (1 << bit) ? 1 << at : 0), 0);
  const palette = palettes.offsetOf(kept.map(({ area }) => area));
  if (palette > 0xffff) throw new Error("the palettes have grown beyond the range of offsets");

  tiles.push(palette);
  tiles.push(shorten(base));
  tiles.push(ends.size | (runs.length << 8));
  for (const [y, bits] of ends) {
    tiles.push(shorten(bits));
    tiles.push32(y);
  }
  for (const { bits, isWide, xs, ys } of runs) {
    tiles.push(shorten(bits));
    tiles.push((xs.length - 1) | (isWide ? WIDE_RUN : 0));
    tiles.push32(xs[0]! - tile.x0);
    tiles.push32(ys[0]! - tile.y0);
    for (let step = 1; step < xs.length; step += 1) {
      const [stepX, stepY] = [xs[step]! - xs[step - 1]!, ys[step]! - ys[step - 1]!];
      if (isWide) [stepX, stepY].forEach((value) => tiles.push32(value));
      else [stepX, stepY].forEach((value) => tiles.push(value & 0xffff));
    }
  }
}

/** Heights above the tile's corner at which edges end west of it, with the bits they toggle. */
function endsToTheWest(tile: Tile, { x1, y1, x2, y2 }: SnappedEdges): Map<number, number> {
  const ends = new Map<number, number>();
  const add = (x: number, y: number, bits: number): void => {
    const height = y - tile.y0;
    if (x >= tile.x0 || height <= 0 || height >= tile.size) return;
    const both = (ends.get(height) ?? 0) ^ bits;
    if (both === 0) ends.delete(height);
    else ends.set(height, both);
  };
  for (let at = 0; at < tile.edges.length; at += 1) {
    const edge = tile.edges[at]!;
    add(x1[edge]!, y1[edge]!, tile.bits[at]!);
    add(x2[edge]!, y2[edge]!, tile.bits[at]!);
  }
  return ends;
}

/** Consecutive edges that toggle the same areas. */
interface Run {
  readonly bits: number;
  readonly isWide: boolean;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Joins the edges of a tile to the longest possible runs. */
function chainRuns(tile: Tile, { x1, y1, x2, y2 }: SnappedEdges): Run[] {
  const byEnd = new Map<string, number[]>();
  const keyOf = (x: number, y: number, bits: number): string => `${x} ${y} ${bits}`;
  const list = (key: string, at: number): void => {
    const known = byEnd.get(key);
    if (known === undefined) byEnd.set(key, [at]);
    else known.push(at);
  };
  for (let at = 0; at < tile.edges.length; at += 1) {
    const edge = tile.edges[at]!;
    list(keyOf(x1[edge]!, y1[edge]!, tile.bits[at]!), at);
    list(keyOf(x2[edge]!, y2[edge]!, tile.bits[at]!), at);
  }
  const taken = new Uint8Array(tile.edges.length);
  /** Extends a run from its last point as long as there is an edge. */
  const extend = (xs: number[], ys: number[], bits: number): void => {
    for (;;) {
      const [x, y] = [xs.at(-1)!, ys.at(-1)!];
      const next = byEnd.get(keyOf(x, y, bits))?.find((at) => taken[at] === 0);
      if (next === undefined) return;
      taken[next] = 1;
      const edge = tile.edges[next]!;
      const isFirst = x1[edge] === x && y1[edge] === y;
      xs.push(isFirst ? x2[edge]! : x1[edge]!);
      ys.push(isFirst ? y2[edge]! : y1[edge]!);
    }
  };
  const runs: Run[] = [];
  for (let at = 0; at < tile.edges.length; at += 1) {
    if (taken[at] === 1) continue;
    taken[at] = 1;
    const edge = tile.edges[at]!;
    const bits = tile.bits[at]!;
    const [xs, ys] = [
      [x1[edge]!, x2[edge]!],
      [y1[edge]!, y2[edge]!],
    ];
    extend(xs, ys, bits);
    xs.reverse();
    ys.reverse();
    extend(xs, ys, bits);
    runs.push({ bits, isWide: false, xs, ys });
  }
  return runs;
}

/**
 * Runs as they are packed: steps of 16 bits where they fit, unless another head would take more
 * than that saves.
 */
function splitByWidth({ bits, xs, ys }: Run): Run[] {
  const parts: { isWide: boolean; from: number; to: number }[] = [];
  for (let step = 1; step < xs.length; step += 1) {
    const isWide = !fits16(xs[step]! - xs[step - 1]!) || !fits16(ys[step]! - ys[step - 1]!);
    const last = parts.at(-1);
    if (last?.isWide === isWide) last.to = step;
    else parts.push({ isWide, from: step - 1, to: step });
  }
  const merged: typeof parts = [];
  for (const part of parts) {
    const last = merged.at(-1);
    // A head takes 12 bytes, a step of 32 bits 4 more than one of 16.
    if (last?.isWide === true && (part.isWide || part.to - part.from <= 3)) last.to = part.to;
    else merged.push({ ...part });
  }
  return merged.map(({ isWide, from, to }) => ({
    bits,
    isWide,
    xs: xs.slice(from, to + 1),
    ys: ys.slice(from, to + 1),
  }));
}

function fits16(value: number): boolean {
  return value >= -0x8000 && value <= 0x7fff;
}
