import { before, describe, test } from "node:test";
import { readOutlines } from "./border-outlines.ts";
import { RingComparison } from "./ring-comparison.ts";

describe("the index agrees with the polygons it was made from", () => {
  let comparison: RingComparison;
  before(async () => {
    comparison = new RingComparison(await readOutlines(), 20_261_121);
  });

  test("at points spread evenly over the sphere", () => comparison.expectEverywhere(5000));
  test("at points on borders and next to them", () => comparison.expectNearBorders(5000));
  test("next to the borders of each territory", () => comparison.expectAllTerritories(30));
});
