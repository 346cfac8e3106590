import { readFileSync } from "node:fs";

/** A place on the map, in its units, from the upper left corner. */
export type MapPoint = readonly [x: number, y: number];

/** A territory as the map draws it. */
export interface MapTerritory {
  /** SVG path data of its undisputed land; empty if none is large enough to be drawn. */
  readonly path: string;
  /** SVG path data of its disputed land. */
  readonly disputed?: string;
  /** Of small territories: where their dot stands, moved so that dots do not touch. */
  readonly dot?: MapPoint;
  /** Of small territories: the middle of their largest land. */
  readonly middle?: MapPoint;
  /** Of small territories: what is drawn, in square units. */
  readonly area?: number;
}

/** The world map of data/borders/map.json, drawn from the borders of the geocoder. */
export interface WorldMap {
  /** In units. */
  readonly width: number;
  readonly height: number;
  /** The attribution that the licence of the outlines asks for: © OpenStreetMap contributors. */
  readonly attribution: string;
  /** The version of the policy on disputed land. */
  readonly policy: string;
  /** Of the projection, Equal Earth, as d3-geo has it. */
  readonly projection: { readonly scale: number; readonly translate: MapPoint };
  /** By ISO 3166-1 alpha-2 code, all territories of the atlas. */
  readonly territories: Readonly<Record<string, MapTerritory>>;
}

/** Reads the map. Throws if the file is missing or no JSON. */
export function readWorldMap(): WorldMap {
  const url = new URL("../../data/borders/map.json", import.meta.url);
  return JSON.parse(readFileSync(url, "utf8")) as WorldMap;
}
