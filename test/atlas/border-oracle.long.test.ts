import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { before, describe, test } from "node:test";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import pointInPolygonHao from "point-in-polygon-hao";
import type { Area } from "../../scripts/borders/prepare-areas.ts";
import type { Polygon } from "../../scripts/borders/read-sources.ts";
import { buildClaims } from "../../src/atlas/borders/claims.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { readOutlines } from "./border-outlines.ts";
import { nearBorders } from "./near-borders.ts";
import { RingComparison } from "./ring-comparison.ts";

/**
 * The index against the polygons it was made from: an oracle of our own over every ring, and three
 * published ones.
 */

const UNIFORM_POINTS = 250_000;
const BORDER_POINTS = 250_000;
const POINTS_PER_AREA = 100;
const FLOAT_POINTS = 10_000;
const SEED = Number(process.env["BORDERS_SEED"] ?? 20_261_121);

// It brings no types.
const robustPointInPolygon = createRequire(import.meta.url)("robust-point-in-polygon") as (
  ring: Polygon[number],
  point: readonly [number, number],
) => -1 | 0 | 1;

const borders = openBorders();
let areas: readonly Area[];

before(async () => {
  areas = await readOutlines();
});

describe(`the index agrees with the polygons it was made from (seed ${SEED})`, () => {
  let comparison: RingComparison;
  before(() => {
    comparison = new RingComparison(areas, SEED);
  });

  test(`at ${UNIFORM_POINTS} points spread evenly over the sphere`, () => comparison.expectEverywhere(UNIFORM_POINTS));
  test(`at ${BORDER_POINTS} points on borders and next to them`, () => comparison.expectNearBorders(BORDER_POINTS));
  test(`at ${POINTS_PER_AREA} points next to the borders of each territory`, () =>
    comparison.expectAllTerritories(POINTS_PER_AREA));
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
