import { geoEqualEarth } from "d3-geo";
import mapshaper from "mapshaper";
import type { Polygon, Position, Ring } from "../borders/read-sources.ts";
import type { Topology } from "./cut-territories.ts";

/** How wide the drawing is; its unit is about 20 km at the equator. */
const WIDTH = 1920;

/** Details smaller than this are left out, in units. */
const DETAIL = 0.7;

/** Islands and lakes smaller than this are left out, in square units; the largest one stays. */
const SMALLEST = 2;

/** The projection of the map and its size, in units. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** Of d3-geo's `geoEqualEarth`. */
  readonly scale: number;
  readonly translate: Position;
}

/** A key of the tiles, drawn. */
export interface Drawing {
  readonly key: string;
  /** Path data of SVG; empty if nothing of it is as large as a unit. */
  readonly path: string;
  /** Of what is drawn, in square units. */
  readonly area: number;
  /** The middle of its largest part; null if it has no land. */
  readonly middle: Position | null;
}

/** The canvas that the whole earth fits into. */
export const CANVAS: Canvas = fitEarth();

function fitEarth(): Canvas {
  const projection = geoEqualEarth().fitWidth(WIDTH, { type: "Sphere" });
  const [, bottom] = projection([0, -90]) ?? [0, 0];
  return { width: WIDTH, height: Math.ceil(bottom), scale: projection.scale(), translate: projection.translate() };
}

/** Projects a position to the canvas, in units. */
export function project([lng, lat]: Position): Position {
  return PROJECTION([lng, lat]) ?? [0, 0];
}

const PROJECTION = geoEqualEarth()
  .scale(CANVAS.scale)
  .translate([...CANVAS.translate]);

/** Draws the land of each key, without gaps or overlaps between neighbours. */
export async function drawTerritories(tiles: Topology, land: readonly Polygon[]): Promise<Drawing[]> {
  const flat = { ...tiles, arcs: tiles.arcs.map((arc) => arc.map(project)) };
  const features = land.map((polygon) => ({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates: polygon },
  }));
  // Land is cut at the 180th meridian before it is projected: beyond it, the projection goes on.
  const { "land.json": cut } = await mapshaper.applyCommands(
    "-i land.json -clip bbox=-180,-90,180,90 -o land.json format=geojson",
    { "land.json": JSON.stringify({ type: "FeatureCollection", features }) },
  );
  const { "map.json": drawn } = await mapshaper.applyCommands(
    `-i tiles.json -i land.json name=land -target tiles -filter 'key !== ""' -dissolve2 key -clip land ` +
      `-simplify planar interval=${DETAIL} keep-shapes -clean -o map.json format=geojson target=tiles`,
    { "tiles.json": JSON.stringify(flat), "land.json": JSON.stringify(projectAll(readFeatures(cut))) },
  );
  return readFeatures(drawn).map(({ properties, geometry }) => {
    const polygons = polygonsOf(geometry);
    const rings = selectRings(polygons);
    const largest = polygons.flat().toSorted((a, b) => areaOf(b) - areaOf(a))[0];
    return {
      key: String(properties["key"]),
      path: rings.map(drawRing).join("").replaceAll(" -", "-"),
      area: rings.reduce((sum, ring) => sum + areaOf(ring), 0),
      middle: largest === undefined ? null : middleOf(largest),
    };
  });
}

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: Geometry | null;
}

interface Geometry {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Geometry[];
}

function readFeatures(file: Uint8Array | string | undefined): readonly Feature[] {
  const text = typeof file === "string" ? file : new TextDecoder().decode(file);
  const { features, geometries } = JSON.parse(text) as { features?: Feature[]; geometries?: Geometry[] };
  return features ?? (geometries ?? []).map((geometry) => ({ properties: {}, geometry }));
}

function polygonsOf(geometry: Geometry | null): readonly Polygon[] {
  if (geometry === null) return [];
  if (geometry.type === "Polygon") return [geometry.coordinates as Polygon];
  if (geometry.type === "MultiPolygon") return geometry.coordinates as Polygon[];
  return (geometry.geometries ?? []).flatMap(polygonsOf);
}

function projectAll(features: readonly Feature[]): unknown {
  return {
    type: "FeatureCollection",
    features: features.flatMap(({ geometry }) =>
      polygonsOf(geometry).map((polygon) => ({
        type: "Feature",
        properties: {},
        geometry: { type: "Polygon", coordinates: polygon.map((ring) => ring.map(project)) },
      })),
    ),
  };
}

/** The rings that are large enough to be seen, in whole units, the largest first. */
function selectRings(polygons: readonly Polygon[]): Ring[] {
  return polygons
    .flat()
    .map((ring) => straighten(roundRing(ring)))
    .filter((ring) => ring.length > 3)
    .toSorted((a, b) => areaOf(b) - areaOf(a))
    .filter((ring, at) => at === 0 || areaOf(ring) >= SMALLEST);
}

/** A ring in whole units, closed, without positions that became the same. */
function roundRing(ring: Ring): Ring {
  const rounded = ring.map(([x, y]): Position => [Math.round(x), Math.round(y)]);
  return rounded.filter(([x, y], at) => at === 0 || x !== rounded[at - 1]?.[0] || y !== rounded[at - 1]?.[1]);
}

/** A ring without the positions on its straight lines. */
function straighten(ring: Ring): Ring {
  return ring.filter((position, at) => {
    const [before, after] = [ring[at - 1], ring[at + 1]];
    if (before === undefined || after === undefined) return true;
    const [x, y] = [position[0] - before[0], position[1] - before[1]];
    const [nextX, nextY] = [after[0] - position[0], after[1] - position[1]];
    // Parallel steps that do not turn back.
    return x * nextY !== nextX * y || x * nextX + y * nextY < 0;
  });
}

/** The middle of a ring's bounding box. */
function middleOf(ring: Ring): Position {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

function areaOf(ring: Ring): number {
  return Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[at + 1] ?? [x, y];
      return sum + (x * nextY - nextX * y) / 2;
    }, 0),
  );
}

/** The first position, then the steps from one to the next; the last one is drawn by closing. */
function drawRing(ring: Ring): string {
  const steps = ring.slice(1, -1).map(([x, y], at) => `${x - (ring[at]?.[0] ?? 0)} ${y - (ring[at]?.[1] ?? 0)}`);
  return `M${ring[0]?.join(" ")}l${steps.join(" ")}z`;
}
