import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { before, describe, test } from "node:test";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import pointInPolygonHao from "point-in-polygon-hao";
import type { Area } from "../../scripts/borders/prepare-areas.ts";
import type { Polygon } from "../../scripts/borders/read-sources.ts";
import { buildChance } from "../../scripts/demo/chance.ts";
import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import { buildClaims } from "../../src/atlas/borders/claims.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { effort } from "../fixtures/effort.ts";
import { buildOracle } from "./border-oracle.ts";
import { readAreas } from "../../scripts/borders/read-areas.ts";

/**
 * The index against the polygons it was made from: an oracle of our own over every ring, and three
 * published ones.
 */

const UNIFORM_POINTS = effort(50_000, 250_000);
const BORDER_POINTS = effort(50_000, 250_000);
const POINTS_PER_AREA = effort(30, 100);
const FLOAT_POINTS = effort(1000, 10_000);
const SEED = Number(process.env["BORDERS_SEED"] ?? 20_261_121);

// It brings no types.
const robustPointInPolygon = createRequire(import.meta.url)("robust-point-in-polygon") as (
  ring: Polygon[number],
  point: readonly [number, number],
) => -1 | 0 | 1;

const borders = openBorders();
let areas: Area[];
let expected: (lat: number, lng: number) => readonly string[];

before(async () => {
  areas = await readAreas();
  const rings = (polygons: readonly Polygon[]): Float64Array[][] =>
    polygons.map((polygon) =>
      polygon.map((ring) => Float64Array.from(ring.flatMap(([lng, lat]) => [snapped(lng), snapped(lat)]))),
    );
  const holding = buildOracle(Object.fromEntries(areas.map(({ name, polygons }) => [name, rings(polygons)])));
  const numberOf = new Map(areas.map(({ name }, number) => [name, number]));
  const claimsOf = buildClaims(borders.facts);
  expected = (lat, lng) =>
    claimsOf(
      holding(snapped(lng), snapped(lat))
        .map((name) => numberOf.get(name)!)
        .toSorted((a, b) => a - b),
    ).claims;
});

function snapped(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE);
}

/** How many points the index answers otherwise than the rings do. */
function mismatches(points: Iterable<readonly [lat: number, lng: number]>): string[] {
  const found: string[] = [];
  for (const [lat, lng] of points) {
    // South of 60° S and on the 180th meridian rules of their own hold.
    if (lat <= -60 || lat >= 90 || Math.abs(snapped(lng)) >= 180 * UNITS_PER_DEGREE) continue;
    const [got, wanted] = [borders.claimsAt(lat, lng).claims, expected(lat, lng)];
    if (got !== wanted && got.join() !== wanted.join())
      found.push(`${lat},${lng}: ${got.join()} instead of ${wanted.join()}`);
  }
  return found;
}

/**
 * Points that lie off a vertex or an edge by anything from a few millimetres to some kilometres;
 * `shareOn` of them lie on it.
 */
function* nearBorders(
  polygons: readonly Polygon[],
  count: number,
  seed: number,
  shareOn = 0.05,
): Generator<[number, number]> {
  const chance = buildChance(seed);
  const rings = polygons.flat().filter((ring) => ring.length > 1);
  const ends: number[] = [];
  for (const ring of rings) ends.push((ends.at(-1) ?? 0) + ring.length - 1);
  for (let made = 0; made < count; made += 1) {
    const edge = chance.below(ends.at(-1)!);
    const index = firstAbove(ends, edge);
    const at = edge - (ends[index - 1] ?? 0);
    const [from, to] = [rings[index]![at]!, rings[index]![at + 1]!];
    const share = chance.happens(0.2) ? 0 : chance.unit();
    const away = 10 ** (-1.5 - 6 * chance.unit());
    const [dx, dy] = chance.happens(shareOn) ? [0, 0] : [chance.unit() - 0.5, chance.unit() - 0.5];
    yield [from[1] + share * (to[1] - from[1]) + dy * away, from[0] + share * (to[0] - from[0]) + dx * away];
  }
}

function firstAbove(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

describe(`the index agrees with the polygons it was made from (seed ${SEED})`, () => {
  test(`${UNIFORM_POINTS} points spread evenly over the sphere`, () => {
    const chance = buildChance(SEED);
    const points = function* (): Generator<[number, number]> {
      for (let made = 0; made < UNIFORM_POINTS; made += 1)
        yield [(Math.asin(2 * chance.unit() - 1) * 180) / Math.PI, chance.unit() * 360 - 180];
    };
    assert.deepEqual(mismatches(points()), []);
  });

  test(`${BORDER_POINTS} points on borders and next to them`, () => {
    const all = areas.flatMap(({ polygons }) => polygons);
    assert.deepEqual(mismatches(nearBorders(all, BORDER_POINTS, SEED + 1)), []);
  });

  test(`${POINTS_PER_AREA} points next to the borders of each territory, and each of the 250 codes is found`, () => {
    const answered = new Set(["AQ"]);
    areas.forEach(({ polygons }, number) => {
      const points = [...nearBorders(polygons, POINTS_PER_AREA, SEED + 2 + number)];
      assert.deepEqual(mismatches(points), []);
      for (const [lat, lng] of points) answered.add(borders.claimsAt(lat, lng).iso2 ?? "");
    });
    answered.delete("");
    assert.equal(answered.size, 250);
  });
});

describe(`other point-in-polygon libraries agree, on the original polygons (seed ${SEED})`, () => {
  const JUDGES: Readonly<Record<string, (polygon: Polygon, lng: number, lat: number) => boolean>> = {
    "point-in-polygon-hao": (polygon, lng, lat) =>
      pointInPolygonHao([lng, lat], polygon as unknown as [number, number][][]) === true,
    "robust-point-in-polygon": (polygon, lng, lat) => {
      const isIn = (ring: Polygon[number]): boolean => robustPointInPolygon(ring, [lng, lat]) === -1;
      return isIn(polygon[0]!) && !polygon.slice(1).some(isIn);
    },
    "@turf/boolean-point-in-polygon": (polygon, lng, lat) =>
      booleanPointInPolygon([lng, lat], { type: "Polygon", coordinates: polygon as unknown as number[][][] }),
  };

  for (const [name, isInPolygon] of Object.entries(JUDGES)) {
    test(name, () => {
      const boxes = areas.flatMap((area) =>
        area.polygons.map((polygon) => ({ name: area.name, polygon, box: boxOf(polygon) })),
      );
      const all = areas.flatMap(({ polygons }) => polygons);
      const claimsOf = buildClaims(borders.facts);
      const numberOf = new Map(areas.map((area, number) => [area.name, number]));
      let judged = 0;
      for (const [lat, lng] of nearBorders(all, FLOAT_POINTS, SEED + 1000, 0)) {
        // Within a unit or two of a border the snapped outline may lie on the other side of the
        // point.
        if (lat <= -60 || Math.abs(lng) >= 179.9 || !isClear(lat, lng)) continue;
        judged += 1;
        const holding = boxes
          .filter(({ box: [west, south, east, north] }) => lng >= west && lng <= east && lat >= south && lat <= north)
          .filter(({ polygon }) => isInPolygon(polygon, lng, lat));
        const numbers = [...new Set(holding.map((found) => numberOf.get(found.name)!))].toSorted((a, b) => a - b);
        assert.deepEqual(borders.claimsAt(lat, lng).claims, claimsOf(numbers).claims, `${lat},${lng}`);
      }
      assert.ok(judged > FLOAT_POINTS * 0.5, String(judged));
    });
  }
});

/** Whether nothing changes within a few centimetres of a point. */
function isClear(lat: number, lng: number): boolean {
  const here = borders.claimsAt(lat, lng);
  const away = 4e-7;
  return [
    [away, 0],
    [-away, 0],
    [0, away],
    [0, -away],
    [away, away],
    [away, -away],
    [-away, away],
    [-away, -away],
  ].every(([up, across]) => borders.claimsAt(lat + up!, lng + across!) === here);
}

function boxOf(polygon: Polygon): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of polygon[0] ?? []) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}
