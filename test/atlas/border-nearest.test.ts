import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { snapEdges, type SnappedEdges } from "../../scripts/borders/snap-edges.ts";
import { buildChance } from "../../scripts/demo/chance.ts";
import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import { EARTH_RADIUS_KM } from "../../src/atlas/borders/great-circle.ts";
import { NEAREST_KM_MAX, openBorders } from "../../src/atlas/borders/open-borders.ts";
import { effort } from "../fixtures/effort.ts";
import { buildNearestOracle } from "./nearest-oracle.ts";
import { readAreas } from "../../scripts/borders/read-areas.ts";

/*
 * The comparison over a million points takes about ten minutes:
 * BORDERS_POINTS=500000 node --test test/atlas/border-nearest.test.ts
 */

const SEED = Number(process.env["BORDERS_SEED"] ?? 20_261_121);
const POINTS = Number(process.env["BORDERS_POINTS"] ?? effort(5000, 25_000));

/** A metre, in kilometres: what an answer is rounded to. */
const METRE = 0.001;
/**
 * Where outlines end in a needle thinner than 4 cm, the slow search does not see its tip. The index
 * looks at two places, up to 2.6 m from it.
 */
const NEEDLE_KM = 0.0026;

const RADIANS = Math.PI / 180;

const borders = openBorders();
let edges: SnappedEdges;
let nearest: ReturnType<typeof buildNearestOracle>;

before(async () => {
  edges = snapEdges((await readAreas()).map(({ polygons }) => polygons));
  nearest = buildNearestOracle(edges, countryAt);
});

function countryAt(lat: number, lng: number): string | null {
  return borders.claimsAt(lat, lng).iso2;
}

/** The border of a point by the slow way, if it is nearer than a kilometre. */
function borderOf(lat: number, lng: number, here: string): number | undefined {
  return nearest(lat, lng, 1, (sides) => sides.some((side) => side !== here))?.distanceKm;
}

/** What is wrong with the border that is reported for a point of a territory; null elsewhere. */
function checkBorder(lat: number, lng: number): string | null {
  const { zone, iso2, border } = borders.locate(lat, lng);
  if (zone !== "territory" || iso2 === null) return null;
  const expected = borderOf(lat, lng, iso2);
  const farther = (border?.distanceKm ?? 1) - (expected ?? 1);
  return farther <= METRE && farther >= -NEEDLE_KM
    ? ""
    : `${lat},${lng}: ${border?.distanceKm} km instead of ${expected} km`;
}

/** What is wrong with the nearest territory that is reported for a point at sea; null elsewhere. */
function checkNearest(lat: number, lng: number): string | null {
  const { zone, nearest: found } = borders.locate(lat, lng);
  if (zone !== "open_sea") return null;
  // Antarctica begins at a parallel.
  const south = (lat + 60) * RADIANS * EARTH_RADIUS_KM;
  const limit = Math.min(NEAREST_KM_MAX, south);
  const expected = nearest(lat, lng, limit, () => true)?.distanceKm ?? (south < NEAREST_KM_MAX ? south : undefined);
  if (found === null || expected === undefined)
    return found === null && expected === undefined ? "" : `${lat},${lng}: ${found?.iso2} instead of ${expected} km`;
  if (Math.abs(found.distanceKm - expected) > METRE)
    return `${lat},${lng}: ${found.distanceKm} km to ${found.iso2} instead of ${expected} km`;
  const isNamed =
    found.iso2 === "AQ" || nearest(lat, lng, expected + METRE, (sides) => sides.includes(found.iso2)) !== null;
  return isNamed ? "" : `${lat},${lng}: ${found.iso2} is not the nearest`;
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

describe(`distances are those of a search through all edges, to the metre (seed ${SEED})`, () => {
  test(`the nearest territory of ${POINTS} points in open sea`, () => {
    const chance = buildChance(SEED);
    checkAll(POINTS, () => checkNearest(Math.asin(2 * chance.unit() - 1) / RADIANS, chance.unit() * 360 - 180));
  });

  test(`the border of ${POINTS} points near one`, () => {
    const chance = buildChance(SEED + 1);
    checkAll(POINTS, () => {
      const edge = chance.below(edges.count);
      const share = chance.unit();
      const away = 0.02 * chance.unit();
      const lat = along(edges.y1, edges.y2, edge, share) + (chance.unit() - 0.5) * away;
      const east = ((chance.unit() - 0.5) * away) / Math.max(Math.cos(lat * RADIANS), 0.1);
      const lng = along(edges.x1, edges.x2, edge, share) + east;
      return Math.abs(lng) < 180 && Math.abs(lat) < 90 ? checkBorder(lat, lng) : null;
    });
  });

  test(`the border of ${Math.ceil(POINTS / 10)} points that a sharp corner points to`, () => {
    const corners = findSharpCorners();
    const chance = buildChance(SEED + 2);
    checkAll(Math.ceil(POINTS / 10), () => {
      const corner = corners[chance.below(corners.length)]!;
      // Up to 60° aside of the way the corner points, where the line to it goes past it.
      const direction = corner.direction + ((chance.unit() - 0.5) * 2 * Math.PI) / 3;
      const degrees = 0.001 + 0.007 * chance.unit();
      const east = (degrees * Math.cos(direction)) / Math.cos(corner.lat * RADIANS);
      return checkBorder(corner.lat + degrees * Math.sin(direction), corner.lng + east);
    });
  });
});

test("two corners that were passed over", () => {
  const { nearest: found } = borders.locate(10.2424, -58.2652);
  assert.equal(found?.iso2, "VE");
  assert.equal(found.distanceKm.toFixed(3), "222.691");
  assert.equal(borders.locate(28.640112, 84.690501).border?.distanceKm.toFixed(3), "0.582");
});

test("a border that begins where another outline crosses it", () => {
  for (const [lat, lng, distanceKm] of [
    [31.722625037310955, 35.32057442174612, 0.038],
    [31.727586071112615, 35.32038145649, 0.322],
    [31.777541200523473, 35.25758930083948, 0.947],
  ] as const)
    assert.equal(borders.locate(lat, lng).border?.distanceKm.toFixed(3), distanceKm.toFixed(3));
});

function along(from: Int32Array, to: Int32Array, edge: number, share: number): number {
  return (from[edge]! + share * (to[edge]! - from[edge]!)) / UNITS_PER_DEGREE;
}

/**
 * Corners sharper than 90° between edges that follow each other, each with the direction it points
 * to, in radians from the east.
 */
function findSharpCorners(): { lat: number; lng: number; direction: number }[] {
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
