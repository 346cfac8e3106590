import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { INLAND_COLUMNS, INLAND_ROWS, readBorderFile } from "../../src/atlas/borders/border-file.ts";
import { BORDERS_PATH, openBorders } from "../../src/atlas/borders/open-borders.ts";
import { AWAY_METRES, expectNoSeaBetweenTerritories } from "./gap-check.ts";

const borders = openBorders();

test(`points within ${AWAY_METRES} m of borders: none between two territories is open sea`, () =>
  expectNoSeaBetweenTerritories(10_000, 20_261_122));

describe("a gap between the outlines of two neighbours", () => {
  for (const [place, lat, lng, iso2, neighbour] of [
    ["the Vatican", 41.90034, 12.45205, "IT", "VA"],
    ["Břeclav", 48.6193, 16.9298, "CZ", "AT"],
    ["a wide one between Niger and Burkina Faso", 12.636387, 1.580386, "NE", "BF"],
    ["a pocket at the mouth of the Motagua", 15.67175, -88.32432, "HN", "GT"],
    ["a wide one between Equatorial Guinea and Gabon", 1.148812, 11.333552, "GQ", "GA"],
  ] as const) {
    test(`${place}: the nearest of them, and the other one as neighbour`, () => {
      const found = borders.locate(lat, lng);
      assert.equal(found.zone, "border_gap");
      assert.equal(found.iso2, iso2);
      assert.deepEqual(found.claims, [iso2]);
      assert.equal(found.nearest, null);
      assert.equal(found.border?.neighbour, neighbour);
      assert.ok(found.border.distanceKm < 0.1);
    });
  }

  test("beside it, the neighbour is the one beyond it", () => {
    const { zone, iso2, border } = borders.locate(12.6366, 1.5806);
    assert.equal(zone, "territory");
    assert.equal(iso2, "NE");
    assert.equal(border?.neighbour, "BF");
  });
});

test("what the index calls land is in a territory, but for Bir Tawil and a gap", () => {
  const { inland } = readBorderFile(readFileSync(BORDERS_PATH), BORDERS_PATH);
  const zones: string[] = [];
  for (let tile = 0; tile < INLAND_COLUMNS * INLAND_ROWS; tile += 1) {
    if ((inland[tile >> 3]! & (1 << (tile & 7))) === 0) continue;
    const [lat, lng] = [
      (Math.floor(tile / INLAND_COLUMNS) + 0.5) / 8 - 90,
      ((tile % INLAND_COLUMNS) + 0.5) / 8 - 180,
    ] as const;
    if (borders.claimsAt(lat, lng).iso2 === null) zones.push(borders.locate(lat, lng).zone);
  }
  assert.ok(zones.length < 20, String(zones.length));
  assert.deepEqual([...new Set(zones)].toSorted(), ["border_gap", "unclaimed_land"]);
});

test("the sea stays open sea, also where land surrounds it", () => {
  for (const [lat, lng] of [
    [42, 50.5],
    [43.5, 34],
    [58.5, 20],
    [63, 20.2],
    [36.6, 25.9],
    [0.5, -30],
    // On the parallels of Chukotka, Wrangel Island and Taveuni, which lie on the 180th meridian.
    [67, 0],
    [67, -30],
    [71.2, 10],
    [-16.8, 60],
  ] as const)
    assert.equal(borders.locate(lat, lng).zone, "open_sea", `${lat},${lng}`);
});
