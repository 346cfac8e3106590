import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { buildChance } from "../../scripts/demo/chance.ts";
import { snapEdges, type SnappedEdges } from "../../scripts/borders/snap-edges.ts";
import { INLAND_COLUMNS, INLAND_ROWS, UNITS_PER_DEGREE, readBorderFile } from "../../src/atlas/borders/border-file.ts";
import { BORDERS_PATH, openBorders } from "../../src/atlas/borders/open-borders.ts";
import { effort } from "../fixtures/effort.ts";
import { readAreas } from "../../scripts/borders/read-areas.ts";

/*
 * The comparison over ten million points takes some minutes:
 * BORDERS_POINTS=10000000 node --test test/atlas/border-gaps.test.ts
 */

const SEED = Number(process.env["BORDERS_SEED"] ?? 20_261_122);
const POINTS = Number(process.env["BORDERS_POINTS"] ?? effort(200_000, 500_000));

const METRES_PER_DEGREE = 111_195;
/** How far from a border points are tried. */
const AWAY_METRES = 50;

const borders = openBorders();

/** A point some metres away from another one. */
function beside(lat: number, lng: number, metres: number, turn: number): [lat: number, lng: number] {
  const [north, east] = [metres * Math.sin(turn), metres * Math.cos(turn)];
  return [lat + north / METRES_PER_DEGREE, lng + east / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)];
}

/** Whether one territory is met within 60 m in some direction, and another one opposite. */
function isBetweenTwo(lat: number, lng: number): boolean {
  const met = Array.from({ length: 32 }, (_, turn) => {
    for (const metres of [1, 2, 5, 10, 15, 20, 30, 40, 50, 60]) {
      const { iso2 } = borders.claimsAt(...beside(lat, lng, metres, (turn * Math.PI) / 16));
      if (iso2 !== null) return iso2;
    }
    return null;
  });
  const opposite = met.filter((iso2, turn) => iso2 !== null && ![iso2, null].includes(met[(turn + 16) % 32] ?? null));
  // Where the limits of two territorial seas meet at an even angle, one pair of directions is
  // opposite.
  return opposite.length > 4;
}

function pointNearBorder({ count, x1, y1, x2, y2 }: SnappedEdges, chance: ReturnType<typeof buildChance>) {
  const edge = chance.below(count);
  const share = chance.unit();
  const lng = (x1[edge]! + share * (x2[edge]! - x1[edge]!)) / UNITS_PER_DEGREE;
  const lat = (y1[edge]! + share * (y2[edge]! - y1[edge]!)) / UNITS_PER_DEGREE;
  return beside(lat, lng, AWAY_METRES * Math.sqrt(chance.unit()), 2 * Math.PI * chance.unit());
}

test(`${POINTS} points within ${AWAY_METRES} m of borders: none between two territories is open sea (seed ${SEED})`, async () => {
  const edges = snapEdges((await readAreas()).map(({ polygons }) => polygons));
  const chance = buildChance(SEED);
  const wrong: string[] = [];
  let gaps = 0;
  for (let tried = 0; tried < POINTS; tried += 1) {
    const [lat, lng] = pointNearBorder(edges, chance);
    if (Math.abs(lng) > 180 || lat > 90 || borders.claimsAt(lat, lng).iso2 !== null) continue;
    const { zone, iso2 } = borders.locate(lat, lng);
    if (zone === "border_gap") {
      gaps += 1;
      assert.ok(iso2 !== null);
    } else if (zone === "open_sea" && isBetweenTwo(lat, lng)) wrong.push(`${lat},${lng}`);
  }
  assert.deepEqual(wrong, []);
  assert.ok(gaps > POINTS / 2000, String(gaps));
});

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
