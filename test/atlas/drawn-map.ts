import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { geoEqualEarth } from "d3-geo";
import { LAND } from "../../scripts/borders/source-files.ts";
import { buildChance } from "../../scripts/demo/chance.ts";
import { flattenLand } from "../../scripts/map/flatten-land.ts";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";

/** The drawn map against the geocoder, which are made from the same outlines in different ways. */

/** Islands below about two by two pixels may be left out, in square units. */
const SMALLEST_ISLAND = 4;

type Point = readonly [x: number, y: number];

interface DrawnTerritory {
  readonly path: string;
  readonly disputed?: string;
  readonly dot?: Point;
  readonly middle?: Point;
}

export const map = JSON.parse(readFileSync(new URL("../../data/borders/map.json", import.meta.url), "utf8")) as {
  readonly width: number;
  readonly height: number;
  readonly projection: { readonly scale: number; readonly translate: [number, number] };
  readonly territories: Readonly<Record<string, DrawnTerritory>>;
};
const projection = geoEqualEarth().scale(map.projection.scale).translate(map.projection.translate);
/** Of every territory, as drawn. */
export const rings = new Map(
  Object.entries(map.territories).map(([code, { path, disputed = "" }]) => [code, readPath(path + disputed)]),
);

/**
 * Throws where the map and the geocoder name different territories, but within a pixel of a border.
 */
export function expectTerritoriesOfGeocoder(points: number): void {
  const chance = buildChance(2026);
  const borders = openBorders();
  const land = flattenLand(readFileSync(LAND.file, "utf8")).map((polygon) => ({
    strips: stripsOf(polygon),
    area: Math.abs(areaOf((polygon[0] ?? []).map(([lng, lat]): Point => projection([lng, lat]) ?? [0, 0]))),
  }));
  const drawn = [...rings].map(([code, own]) => ({ code, strips: stripsOf(own) }));
  /** A pixel of a map that is 1,440 wide, and what rounding to whole units adds. */
  const pixel = map.width / 1440 + Math.SQRT1_2;
  let tried = 0;
  const wrong: string[] = [];
  while (tried < points) {
    const lng = chance.unit() * 360 - 180;
    const lat = (Math.asin(chance.unit() * 2 - 1) * 180) / Math.PI;
    const found = land.find(({ strips }) => contains(strips, [lng, lat]));
    const { iso2 } = borders.claimsAt(lat, lng);
    if (found === undefined || iso2 === null) continue;
    tried += 1;
    const point = projection([lng, lat]) ?? [0, 0];
    const named = drawn.filter(({ strips }) => contains(strips, point)).map(({ code }) => code);
    if (named.length === 1 && named[0] === iso2) continue;
    const own = rings.get(iso2) ?? [];
    if (own.some((ring) => isNear(ring, point, pixel)) || found.area < SMALLEST_ISLAND) continue;
    wrong.push(`${lat}, ${lng}: ${iso2}, drawn ${named.join(" ") || "as sea"}`);
  }
  assert.deepEqual(wrong, []);
}

/** The rings of path data with absolute beginnings and relative steps. */
function readPath(path: string): Point[][] {
  return path
    .split("M")
    .slice(1)
    .map((text) => {
      const [x = 0, y = 0, ...steps] = [...text.matchAll(/-?\d+/g)].map(([number]) => Number(number));
      const ring: Point[] = [[x, y]];
      for (let at = 0; at < steps.length; at += 2) {
        const [lastX, lastY] = ring.at(-1) ?? [x, y];
        ring.push([lastX + (steps[at] ?? 0), lastY + (steps[at + 1] ?? 0)]);
      }
      return [...ring, [x, y]];
    });
}

function edgesOf(ring: readonly Point[]): Edge[] {
  return ring.slice(1).map((to, at) => [ring[at] ?? to, to] as const);
}

type Edge = readonly [from: Point, to: Point];

/** The edges of rings by the strips, one unit high, that they reach into. */
type Strips = ReadonlyMap<number, readonly Edge[]>;

function stripsOf(own: readonly (readonly Point[])[]): Strips {
  const strips = new Map<number, Edge[]>();
  for (const edge of own.flatMap(edgesOf)) {
    const [[, y1], [, y2]] = edge;
    for (let strip = Math.floor(Math.min(y1, y2)); strip <= Math.max(y1, y2); strip += 1) {
      const found = strips.get(strip);
      if (found === undefined) strips.set(strip, [edge]);
      else found.push(edge);
    }
  }
  return strips;
}

/** Whether a point is in rings, by the even-odd rule. */
function contains(strips: Strips, [x, y]: Point): boolean {
  const crossed = (strips.get(Math.floor(y)) ?? []).filter(
    ([[x1, y1], [x2, y2]]) => y1 <= y !== y2 <= y && x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) < x,
  );
  return crossed.length % 2 === 1;
}

function isNear(ring: readonly Point[], [x, y]: Point, limit: number): boolean {
  return edgesOf(ring).some(([[x1, y1], [x2, y2]]) => {
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / (length || 1)));
    return distance([x, y], [x1 + along * (x2 - x1), y1 + along * (y2 - y1)]) <= limit;
  });
}

export function distance([x1, y1]: Point, [x2, y2]: Point): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

function areaOf(ring: readonly Point[]): number {
  return edgesOf(ring).reduce((sum, [[x1, y1], [x2, y2]]) => sum + (x1 * y2 - x2 * y1) / 2, 0);
}
