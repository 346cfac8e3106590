import mapshaper from "mapshaper";
import type { Area } from "../borders/prepare-areas.ts";
import type { Position, Polygon } from "../borders/read-sources.ts";

/** TopoJSON, without quantization. */
export interface Topology {
  readonly arcs: readonly (readonly Position[])[];
  readonly objects: { readonly tiles: { readonly geometries: readonly Tile[] } };
}

/** A piece of the world that no outline crosses. */
interface Tile {
  readonly properties: {
    /** Whose it is; empty if nobody's. */
    key?: string;
    /** A point inside it. */
    readonly x: number | null;
    readonly y: number | null;
    /** In square metres. */
    readonly size: number;
  };
}

/** Whose land a point is, and whether the policy calls it disputed. */
type Labeller = (lat: number, lng: number) => { readonly iso2: string | null; readonly disputes: readonly unknown[] };

/** What the name of a territory ends in where the land is disputed. */
export const DISPUTED = "!";

/**
 * Cuts the world along all outlines, and names each piece after what the geocoder says of a point
 * inside it: the alpha-2 code, and an exclamation mark for disputed land. So the map and the
 * geocoder agree wherever outlines overlap.
 */
export async function cutTerritories(areas: readonly Area[], claimsAt: Labeller): Promise<Topology> {
  const features = [...areas, { name: "AQ", polygons: [SOUTH] }].map(({ name, polygons }) => ({
    type: "Feature",
    properties: { name },
    geometry: { type: "MultiPolygon", coordinates: polygons },
  }));
  const files = await mapshaper.applyCommands(
    `-i areas.json -mosaic name=tiles -each "x = this.innerX, y = this.innerY, size = this.area" target=tiles ` +
      "-o tiles.json format=topojson no-quantization target=tiles",
    { "areas.json": JSON.stringify({ type: "FeatureCollection", features }) },
  );
  const topology = JSON.parse(String(files["tiles.json"])) as Topology;
  for (const { properties } of topology.objects.tiles.geometries) {
    const { x, y } = properties;
    const claims = x === null || y === null ? null : claimsAt(y, x);
    properties.key = claims?.iso2 == null ? "" : claims.iso2 + (claims.disputes.length > 0 ? DISPUTED : "");
  }
  return topology;
}

/** Antarctica is everything south of 60° by a rule (Antarctic Treaty, article VI). */
const SOUTH: Polygon = [
  [
    [-180, -90],
    [-180, -60],
    [180, -60],
    [180, -90],
    [-180, -90],
  ],
];
