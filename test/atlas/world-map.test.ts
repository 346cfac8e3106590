import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TERRITORIES } from "../../src/atlas/territories.ts";
import { distance, expectTerritoriesOfGeocoder, map, rings } from "./drawn-map.ts";

describe("the world map", () => {
  test("shows every territory, as an area or as a dot", () => {
    assert.deepEqual(Object.keys(map.territories).toSorted(), TERRITORIES.map(({ iso2 }) => iso2).toSorted());
    for (const [code, { dot }] of Object.entries(map.territories)) {
      const isDrawn = dot !== undefined || (rings.get(code) ?? []).length > 0;
      assert.ok(isDrawn, `${code} is not drawn`);
    }
  });

  test("keeps dots apart, on the canvas and near their territories", () => {
    const dots = Object.entries(map.territories).flatMap(([code, { dot, middle }]) =>
      dot === undefined || middle === undefined ? [] : [{ code, dot, middle }],
    );
    for (const [index, { code, dot, middle }] of dots.entries()) {
      assert.ok(dot[0] > 5 && dot[0] < map.width - 5 && dot[1] > 5 && dot[1] < map.height - 5, `${code} is cut off`);
      assert.ok(distance(dot, middle) < 20, `${code} is ${distance(dot, middle)} from its place`);
      for (const other of dots.slice(index + 1))
        assert.ok(distance(dot, other.dot) > 11.5, `${code} and ${other.code} touch`);
    }
  });

  test("names the territory that the geocoder names, but within a pixel of a border", () =>
    expectTerritoriesOfGeocoder(300));
});
