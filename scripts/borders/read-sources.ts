import { readFile } from "node:fs/promises";
import { TERRITORIES } from "../../src/atlas/territories.ts";

/** A position in degrees, longitude first, as GeoJSON has it. */
export type Position = readonly [lng: number, lat: number];

/** A closed ring of positions. */
export type Ring = readonly Position[];

/** The outer ring first, then the holes. */
export type Polygon = readonly Ring[];

interface Geometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Geometry[];
}

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry;
}

/** The names under which GeoJSON files of borders keep a code of ISO 3166-1. */
const CODE_PROPERTIES = [
  "isoA2",
  "iso_a2",
  "ISO_A2",
  "ISO3166-1:alpha2",
  "isoA3",
  "A3",
  "iso_a3",
  "ISO_A3",
  "ISO3166-1:alpha3",
];

const BY_CODE = new Map(TERRITORIES.flatMap(({ iso2, iso3 }) => [[iso2, iso2] as const, [iso3, iso2] as const]));

/**
 * Reads a GeoJSON file of countries: the polygons of each territory by its alpha-2 code.
 *
 * A feature has an alpha-2 or alpha-3 code in one of the usual properties. Throws where one has
 * none, or where a code comes twice.
 */
export async function readCountries(path: string): Promise<Map<string, readonly Polygon[]>> {
  const { features } = JSON.parse(await readFile(path, "utf8")) as { readonly features: readonly Feature[] };
  const found = new Map<string, readonly Polygon[]>();
  for (const { properties, geometry } of features) {
    const code = CODE_PROPERTIES.map((name) => properties[name]).find((value) => typeof value === "string");
    const iso2 = BY_CODE.get(String(code));
    if (iso2 === undefined) throw new Error(`${path}: no territory is known by ${JSON.stringify(properties)}`);
    if (found.has(iso2)) throw new Error(`${path}: ${iso2} comes twice`);
    found.set(iso2, polygonsOf(geometry));
  }
  return found;
}

function polygonsOf({ type, coordinates, geometries = [] }: Geometry): Polygon[] {
  if (type === "Polygon") return [coordinates as Polygon];
  if (type === "MultiPolygon") return coordinates as Polygon[];
  return geometries.flatMap(polygonsOf);
}

/** Whether a point is in a ring, by the even-odd rule. */
export function isInRing(ring: Ring, lng: number, lat: number): boolean {
  let inside = false;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [x1, y1] = ring[at]!;
    const [x2, y2] = ring[at + 1]!;
    if (y1 <= lat !== y2 <= lat && x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1) < lng) inside = !inside;
  }
  return inside;
}

/**
 * The area of a ring on a sphere of radius 1, in steradians; its sign is that of the ring's
 * direction.
 */
export function areaOfRing(ring: Ring): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [x1, y1] = ring[at]!;
    const [x2, y2] = ring[at + 1]!;
    sum += (x2 - x1) * radians * (2 + Math.sin(y1 * radians) + Math.sin(y2 * radians));
  }
  return sum / 2;
}
