import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { SnappedEdges } from "../../scripts/borders/snap-edges.ts";
import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { readEdges } from "./border-outlines.ts";
import { type Box, DistanceComparison } from "./distance-comparison.ts";

const borders = openBorders();

/** The western Mediterranean; all that is nearest to its points lies within a few degrees of it. */
const SEA_AND_COASTS: Box = { west: 1, east: 10, south: 37, north: 44 };
const DEGREES_AROUND = 4;

describe("distances are those of a search through all edges, to the metre", () => {
  let comparison: DistanceComparison;
  before(async () => {
    comparison = new DistanceComparison(edgesAround(await readEdges(), SEA_AND_COASTS), SEA_AND_COASTS, 20_261_121);
  });

  test("the nearest territory of points in open sea", () => comparison.expectNearestTerritories(300));
  test("the border of points near one", () => comparison.expectBorders(500));
  test("the border of points that a sharp corner points to", () => comparison.expectBordersBeyondCorners(100));
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

/** The edges of a box and of what surrounds it. */
function edgesAround(
  { count, x1, y1, x2, y2, set, sets }: SnappedEdges,
  { west, east, south, north }: Box,
): SnappedEdges {
  const isBetween = (units: number, low: number, high: number): boolean =>
    units > (low - DEGREES_AROUND) * UNITS_PER_DEGREE && units < (high + DEGREES_AROUND) * UNITS_PER_DEGREE;
  const near = Array.from({ length: count }, (_, edge) => edge).filter(
    (edge) => isBetween(x1[edge]!, west, east) && isBetween(y1[edge]!, south, north),
  );
  const pick = (all: Int32Array): Int32Array => Int32Array.from(near, (edge) => all[edge]!);
  return { count: near.length, x1: pick(x1), y1: pick(y1), x2: pick(x2), y2: pick(y2), set: pick(set), sets };
}
