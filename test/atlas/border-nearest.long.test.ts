import { before, describe, test } from "node:test";
import { readEdges } from "./border-outlines.ts";
import { DistanceComparison } from "./distance-comparison.ts";

const SEED = Number(process.env["BORDERS_SEED"] ?? 20_261_121);
/** Half a million take about ten minutes. */
const POINTS = Number(process.env["BORDERS_POINTS"] ?? 25_000);
const WORLD = { west: -180, east: 180, south: -90, north: 90 };

describe(`distances are those of a search through all edges, to the metre (seed ${SEED})`, () => {
  let comparison: DistanceComparison;
  before(async () => {
    comparison = new DistanceComparison(await readEdges(), WORLD, SEED);
  });

  test(`the nearest territory of ${POINTS} points in open sea`, () => comparison.expectNearestTerritories(POINTS));
  test(`the border of ${POINTS} points near one`, () => comparison.expectBorders(POINTS));
  test(`the border of ${POINTS / 10} points that a sharp corner points to`, () =>
    comparison.expectBordersBeyondCorners(POINTS / 10));
});
