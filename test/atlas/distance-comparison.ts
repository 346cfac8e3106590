import assert from "node:assert/strict";
import type { SnappedEdges } from "../../scripts/borders/snap-edges.ts";
import { buildChance } from "../../scripts/demo/chance.ts";
import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import { EARTH_RADIUS_KM } from "../../src/atlas/borders/great-circle.ts";
import { NEAREST_KM_MAX, openBorders } from "../../src/atlas/borders/open-borders.ts";
import { buildNearestOracle } from "./nearest-oracle.ts";

/** A metre, in kilometres: what an answer is rounded to. */
const METRE = 0.001;
/**
 * Where outlines end in a needle thinner than 4 cm, the slow search does not see its tip. The index
 * looks at two places, up to 2.6 m from it.
 */
const NEEDLE_KM = 0.0026;

const RADIANS = Math.PI / 180;

/** A part of the world in degrees. */
export interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

const borders = openBorders();

/**
 * Compares the distances of the index with those of a search through all edges, for points in a box
 * in which no answer can lie beyond the edges.
 */
export class DistanceComparison {
  readonly #edges: SnappedEdges;
  readonly #nearest: ReturnType<typeof buildNearestOracle>;
  readonly #box: Box;
  readonly #seed: number;

  constructor(edges: SnappedEdges, box: Box, seed: number) {
    this.#edges = edges;
    this.#nearest = buildNearestOracle(edges, (lat, lng) => borders.claimsAt(lat, lng).iso2);
    this.#box = box;
    this.#seed = seed;
  }

  /** The nearest territory of points in open sea. */
  expectNearestTerritories(count: number): void {
    const { west, east, south, north } = this.#box;
    const chance = buildChance(this.#seed);
    const [lowest, highest] = [Math.sin(south * RADIANS), Math.sin(north * RADIANS)];
    checkAll(count, () => {
      const lat = Math.asin(lowest + (highest - lowest) * chance.unit()) / RADIANS;
      return this.#checkNearest(lat, west + (east - west) * chance.unit());
    });
  }

  /** The border of points near one. */
  expectBorders(count: number): void {
    const chance = buildChance(this.#seed + 1);
    checkAll(count, () => {
      const edge = chance.below(this.#edges.count);
      const share = chance.unit();
      const away = 0.02 * chance.unit();
      const { x1, y1, x2, y2 } = this.#edges;
      const lat = along(y1, y2, edge, share) + (chance.unit() - 0.5) * away;
      const east = ((chance.unit() - 0.5) * away) / Math.max(Math.cos(lat * RADIANS), 0.1);
      return this.#checkBorder(lat, along(x1, x2, edge, share) + east);
    });
  }

  /** The border of points that a sharp corner points to. */
  expectBordersBeyondCorners(count: number): void {
    const corners = findSharpCorners(this.#edges);
    const chance = buildChance(this.#seed + 2);
    checkAll(count, () => {
      const corner = corners[chance.below(corners.length)]!;
      // Up to 60° aside of the way the corner points, where the line to it goes past it.
      const direction = corner.direction + ((chance.unit() - 0.5) * 2 * Math.PI) / 3;
      const degrees = 0.001 + 0.007 * chance.unit();
      const east = (degrees * Math.cos(direction)) / Math.cos(corner.lat * RADIANS);
      return this.#checkBorder(corner.lat + degrees * Math.sin(direction), corner.lng + east);
    });
  }

  /** What is wrong with the border that is reported for a point of a territory; null elsewhere. */
  #checkBorder(lat: number, lng: number): string | null {
    if (!isIn(this.#box, lat, lng)) return null;
    const { zone, iso2, border } = borders.locate(lat, lng);
    if (zone !== "territory" || iso2 === null) return null;
    const expected = this.#nearest(lat, lng, 1, (sides) => sides.some((side) => side !== iso2))?.distanceKm;
    const farther = (border?.distanceKm ?? 1) - (expected ?? 1);
    return farther <= METRE && farther >= -NEEDLE_KM
      ? ""
      : `${lat},${lng}: ${border?.distanceKm} km instead of ${expected} km`;
  }

  /**
   * What is wrong with the nearest territory that is reported for a point at sea; null elsewhere.
   */
  #checkNearest(lat: number, lng: number): string | null {
    const { zone, nearest: found } = borders.locate(lat, lng);
    if (zone !== "open_sea") return null;
    // Antarctica begins at a parallel.
    const south = (lat + 60) * RADIANS * EARTH_RADIUS_KM;
    const limit = Math.min(NEAREST_KM_MAX, south);
    const expected =
      this.#nearest(lat, lng, limit, () => true)?.distanceKm ?? (south < NEAREST_KM_MAX ? south : undefined);
    if (found === null || expected === undefined)
      return found === null && expected === undefined ? "" : `${lat},${lng}: ${found?.iso2} instead of ${expected} km`;
    if (Math.abs(found.distanceKm - expected) > METRE)
      return `${lat},${lng}: ${found.distanceKm} km to ${found.iso2} instead of ${expected} km`;
    const isNamed =
      found.iso2 === "AQ" || this.#nearest(lat, lng, expected + METRE, (sides) => sides.includes(found.iso2)) !== null;
    return isNamed ? "" : `${lat},${lng}: ${found.iso2} is not the nearest`;
  }
}

function isIn({ west, east, south, north }: Box, lat: number, lng: number): boolean {
  return lng > west && lng < east && lat > south && lat < north;
}

/** Checks points until `count` of them were told apart; throws with the first that are wrong. */
function checkAll(count: number, check: () => string | null): void {
  const wrong: string[] = [];
  for (let checked = 0; checked < count && wrong.length < 20;) {
    const found = check();
    if (found !== null) checked += 1;
    if (found) wrong.push(found);
  }
  assert.deepEqual(wrong, []);
}

function along(from: Int32Array, to: Int32Array, edge: number, share: number): number {
  return (from[edge]! + share * (to[edge]! - from[edge]!)) / UNITS_PER_DEGREE;
}

/**
 * Corners sharper than 90° between edges that follow each other, each with the direction it points
 * to, in radians from the east.
 */
function findSharpCorners(edges: SnappedEdges): { lat: number; lng: number; direction: number }[] {
  const corners: { lat: number; lng: number; direction: number }[] = [];
  const { x1, y1, x2, y2 } = edges;
  for (let edge = 0; edge + 1 < edges.count; edge += 1) {
    const next = edge + 1;
    const [x, y] = [x2[edge]!, y2[edge]!];
    const isMet = x1[next] === x && y1[next] === y;
    if (!isMet && (x2[next] !== x || y2[next] !== y)) continue;
    const [lat, lng] = [y / UNITS_PER_DEGREE, x / UNITS_PER_DEGREE];
    const narrow = Math.cos(lat * RADIANS);
    const [fromEast, fromNorth] = [(x1[edge]! - x) * narrow, y1[edge]! - y];
    const [toEast, toNorth] = isMet
      ? [(x2[next]! - x) * narrow, y2[next]! - y]
      : [(x1[next]! - x) * narrow, y1[next]! - y];
    const [from, to] = [Math.hypot(fromEast, fromNorth), Math.hypot(toEast, toNorth)];
    const [east, north] = [fromEast / from + toEast / to, fromNorth / from + toNorth / to];
    if (Math.hypot(east, north) <= Math.SQRT2 || Math.abs(lng) > 179) continue;
    corners.push({ lat, lng, direction: Math.atan2(-north, -east) });
  }
  return corners;
}
