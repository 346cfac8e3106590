import { geoEqualEarth, geoPath } from "d3-geo";
import { type MapPoint, type WorldMap, readWorldMap } from "../../atlas/world-map.ts";

/** The world map that all charts draw. */
export const MAP: WorldMap = readWorldMap();

const PROJECTION = geoEqualEarth()
  .scale(MAP.projection.scale)
  .translate([...MAP.projection.translate]);

const draw = geoPath(PROJECTION).digits(1);

/** The edge of the globe, as path data of SVG. */
export const GLOBE: string = draw({ type: "Sphere" }) ?? "";

/** Returns the point of a place on the map, in its units. */
export function project(lat: number, lng: number): MapPoint {
  return PROJECTION([lng, lat]) ?? [0, 0];
}

/** Maximum distance of a point from itself after it was projected back and forth, in units. */
const ROUNDING = 0.01;

const EDGE_DEGREES = 1e-6;

/** Returns the place at a point of the map; null beside the globe. */
export function placeAt([x, y]: MapPoint): { readonly lat: number; readonly lng: number } | null {
  const [lng, lat] = PROJECTION.invert?.([x, y]) ?? [Number.NaN, Number.NaN];
  if (Number.isNaN(lat)) return null;
  // At the edge of the map, rounding can lead to the opposite edge.
  const isEdge = 180 - Math.abs(lng) < EDGE_DEGREES;
  const edge = x < MAP.projection.translate[0] ? -180 : 180;
  const place = { lat: Math.max(-90, Math.min(90, lat)), lng: isEdge ? edge : lng };
  const [backX, backY] = project(place.lat, place.lng);
  return Math.hypot(backX - x, backY - y) < ROUNDING ? place : null;
}

/** Draws the shortest way between two places, as path data of SVG. */
export function drawWay(from: Place, to: Place): string {
  return draw({ type: "LineString", coordinates: [from, to].map(({ lat, lng }) => [lng, lat]) }) ?? "";
}

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** A part of the map, in its units. */
export interface MapBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the box around path data of the map, which are rings of one point and relative steps. */
export function boxAround(path: string): MapBox {
  const points = path.split("z").flatMap((ring) => {
    let [x, y] = [0, 0];
    return [...ring.matchAll(/(-?[\d.]+) ?(-?[\d.]+)/gu)].map(([, stepX, stepY]): MapPoint => {
      [x, y] = [x + Number(stepX), y + Number(stepY)];
      return [x, y];
    });
  });
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
