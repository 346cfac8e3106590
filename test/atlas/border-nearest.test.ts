import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { buildChance } from "../../scripts/demo/chance.ts";
import { NEAREST_KM_MAX, openBorders } from "../../src/atlas/borders/open-borders.ts";
import { EARTH_RADIUS_KM } from "../../src/atlas/borders/great-circle.ts";
import { effort } from "../fixtures/effort.ts";
import { readAreas } from "./read-areas.ts";

const SEED = Number(process.env["BORDERS_SEED"] ?? 20_261_121);
const POINTS = effort(30, 150);

/** A metre, in kilometres: what an answer is rounded to. */
const METRE = 0.001;
const RADIANS = Math.PI / 180;

const borders = openBorders();
/** Every edge of every outline: `lng1, lat1, lng2, lat2` each. */
let edges: Float64Array;

before(async () => {
  const all: number[] = [];
  for (const { polygons } of await readAreas()) {
    for (const ring of polygons.flat()) {
      for (let at = 1; at < ring.length; at += 1) {
        const [[x1, y1], [x2, y2]] = [ring[at - 1]!, ring[at]!];
        // Outlines are cut along the 180th meridian, and no border is there.
        if (x1 !== x2 || Math.abs(x1) !== 180) all.push(x1, y1, x2, y2);
      }
    }
  }
  edges = Float64Array.from(all);
});

function distanceKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const [up, across] = [Math.sin(((lat2 - lat1) * RADIANS) / 2), Math.sin(((lng2 - lng1) * RADIANS) / 2)];
  const key = up * up + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * across * across;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(key));
}

/**
 * The distance to an edge, straight between its ends in degrees, by trying points of it ever closer
 * together.
 */
function distanceToEdge(lat: number, lng: number, at: number): number {
  const [x1, y1, x2, y2] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
  const distanceAt = (share: number): number => distanceKm(lat, lng, y1 + share * (y2 - y1), x1 + share * (x2 - x1));
  let [low, high] = [0, 1];
  for (let narrowed = 0; narrowed < 50; narrowed += 1) {
    const [first, second] = [low + (high - low) / 3, high - (high - low) / 3];
    if (distanceAt(first) < distanceAt(second)) high = second;
    else low = first;
  }
  return Math.min(distanceAt(0), distanceAt(1), distanceAt((low + high) / 2));
}

/**
 * The distance to the nearest edge there is, the slow and obvious way: all of them one after
 * another; nothing beyond `limitKm`.
 */
function distanceToNearest(lat: number, lng: number, limitKm: number, counts = (_at: number): boolean => true): number {
  let best = limitKm;
  for (let at = 0; at < edges.length; at += 4) {
    const reach = best / EARTH_RADIUS_KM / RADIANS;
    const [y1, y2] = [edges[at + 1]!, edges[at + 3]!];
    if ((y1 > lat + reach && y2 > lat + reach) || (y1 < lat - reach && y2 < lat - reach)) continue;
    const ends = [distanceKm(lat, lng, y1, edges[at]!), distanceKm(lat, lng, y2, edges[at + 2]!)] as const;
    if (ends[0] + ends[1] - distanceKm(y1, edges[at]!, y2, edges[at + 2]!) > 2 * best) continue;
    const distance = distanceToEdge(lat, lng, at);
    if (distance < best && counts(at)) best = distance;
  }
  return best;
}

/** Whose the land on both sides of an edge is, 4 cm from its middle. */
function sidesOf(at: number): (string | null)[] {
  const [x1, y1, x2, y2] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
  const [lat, lng, narrow] = [(y1 + y2) / 2, (x1 + x2) / 2, Math.cos(y1 * RADIANS)];
  const scale = 3.6e-7 / Math.hypot((x2 - x1) * narrow, y2 - y1);
  const [north, east] = [(x2 - x1) * narrow * scale, (-(y2 - y1) * scale) / narrow];
  return [1, -1].map((side) => borders.claimsAt(lat + side * north, lng + side * east).iso2);
}

/**
 * The corner at the end of an edge and the direction it points to, in radians from the east; null
 * where it is not sharper than 90°.
 */
function sharpCornerAt(at: number): { lat: number; lng: number; direction: number } | null {
  const [lng, lat, narrow] = [edges[at + 2]!, edges[at + 3]!, Math.cos(edges[at + 3]! * RADIANS)];
  if (edges[at + 4] !== lng || edges[at + 5] !== lat || Math.abs(lng) > 179) return null;
  const [from, to] = [at, at + 6].map((end) => {
    const [east, north] = [(edges[end]! - lng) * narrow, edges[end + 1]! - lat];
    const length = Math.hypot(east, north);
    return { east: east / length, north: north / length };
  }) as [{ east: number; north: number }, { east: number; north: number }];
  const [east, north] = [from.east + to.east, from.north + to.north];
  return Math.hypot(east, north) > Math.SQRT2 ? { lat, lng, direction: Math.atan2(-north, -east) } : null;
}

describe(`the nearest territory is at the distance of the nearest edge (seed ${SEED})`, () => {
  test(`${POINTS} points in open sea, to the metre`, () => {
    const chance = buildChance(SEED);
    let found = 0;
    for (let asked = 0; asked < POINTS; asked += 1) {
      const [lat, lng] = [(Math.asin(2 * chance.unit() - 1) * 180) / Math.PI, chance.unit() * 360 - 180];
      const { zone, nearest } = borders.locate(lat, lng);
      if (zone !== "open_sea") continue;
      // Antarctica begins at a parallel.
      const south = (lat + 60) * RADIANS * EARTH_RADIUS_KM;
      const expected = Math.min(distanceToNearest(lat, lng, NEAREST_KM_MAX), south);
      if (nearest === null) assert.equal(expected, NEAREST_KM_MAX, `${lat},${lng}`);
      else {
        found += 1;
        const message = `${lat},${lng}: ${nearest.distanceKm} km to ${nearest.iso2} instead of ${expected} km`;
        assert.ok(Math.abs(nearest.distanceKm - expected) <= METRE, message);
      }
    }
    assert.ok(found > POINTS / 10, String(found));
  });

  test("a border is found behind a sharp corner, to the metre", () => {
    const chance = buildChance(SEED + 2);
    let found = 0;
    while (found < POINTS) {
      const corner = sharpCornerAt(4 * chance.below(edges.length / 4 - 1));
      if (corner === null) continue;
      // Up to 60° aside of the way the corner points, where the line to it goes past it.
      const direction = corner.direction + ((chance.unit() - 0.5) * 2 * Math.PI) / 3;
      const degrees = 0.001 + 0.007 * chance.unit();
      const lat = corner.lat + degrees * Math.sin(direction);
      const lng = corner.lng + (degrees * Math.cos(direction)) / Math.cos(corner.lat * RADIANS);
      const { iso2, border } = borders.locate(lat, lng);
      if (iso2 === null || border === null) continue;
      found += 1;
      const expected = distanceToNearest(lat, lng, 1, (at) => sidesOf(at).some((side) => side !== iso2));
      const message = `${lat},${lng}: ${border.distanceKm} km instead of ${expected} km`;
      assert.ok(Math.abs(border.distanceKm - expected) <= METRE, message);
    }
  });

  test("two corners that were passed over", () => {
    const { nearest } = borders.locate(10.2424, -58.2652);
    assert.equal(nearest?.iso2, "VE");
    assert.equal(nearest.distanceKm.toFixed(3), "222.691");
    assert.equal(borders.locate(28.640112, 84.690501).border?.distanceKm.toFixed(3), "0.582");
  });

  test(`a reported border is not nearer than any edge`, () => {
    const chance = buildChance(SEED + 1);
    let found = 0;
    for (let tries = 0; found < POINTS / 5; tries += 1) {
      const at = 4 * chance.below(edges.length / 4);
      const [lat, lng] = [edges[at + 1]! + 0.008 * chance.unit(), edges[at]! + 0.008 * chance.unit()];
      if (Math.abs(lng) > 179.9) continue;
      const { border } = borders.locate(lat, lng);
      if (border === null) continue;
      found += 1;
      const nearest = distanceToNearest(lat, lng, 1);
      assert.ok(
        border.distanceKm >= nearest - METRE,
        `${lat},${lng}: ${border.distanceKm} km, an edge at ${nearest} km`,
      );
    }
  });
});
