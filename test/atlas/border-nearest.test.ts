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
function distanceToNearest(lat: number, lng: number, limitKm: number): number {
  let best = limitKm;
  for (let at = 0; at < edges.length; at += 4) {
    const reach = best / EARTH_RADIUS_KM / RADIANS;
    const [y1, y2] = [edges[at + 1]!, edges[at + 3]!];
    if ((y1 > lat + reach && y2 > lat + reach) || (y1 < lat - reach && y2 < lat - reach)) continue;
    const ends = [distanceKm(lat, lng, y1, edges[at]!), distanceKm(lat, lng, y2, edges[at + 2]!)] as const;
    if (ends[0] + ends[1] - distanceKm(y1, edges[at]!, y2, edges[at + 2]!) > 2 * best) continue;
    best = Math.min(best, distanceToEdge(lat, lng, at));
  }
  return best;
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
