import assert from "node:assert/strict";
import { buildChance } from "../../scripts/demo/chance.ts";
import type { SnappedEdges } from "../../scripts/borders/snap-edges.ts";
import { UNITS_PER_DEGREE } from "../../src/atlas/borders/border-file.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { readEdges } from "./border-outlines.ts";

const METRES_PER_DEGREE = 111_195;
/** How far from a border points are tried. */
export const AWAY_METRES = 50;

const borders = openBorders();

/** Throws where a point near a border is open sea although it lies between two territories. */
export async function expectNoSeaBetweenTerritories(points: number, seed: number): Promise<void> {
  const edges = await readEdges();
  const chance = buildChance(seed);
  const wrong: string[] = [];
  let gaps = 0;
  for (let tried = 0; tried < points; tried += 1) {
    const [lat, lng] = pointNearBorder(edges, chance);
    if (Math.abs(lng) > 180 || lat > 90 || borders.claimsAt(lat, lng).iso2 !== null) continue;
    const { zone, iso2 } = borders.locate(lat, lng);
    if (zone === "border_gap") {
      gaps += 1;
      assert.ok(iso2 !== null);
    } else if (zone === "open_sea" && isBetweenTwo(lat, lng)) wrong.push(`${lat},${lng}`);
  }
  assert.deepEqual(wrong, []);
  assert.ok(gaps > points / 2000, String(gaps));
}

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
