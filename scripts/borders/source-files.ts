import { createRequire } from "node:module";
import path from "node:path";

/** A file of a pinned package. */
interface SourceFile {
  readonly package: string;
  readonly file: string;
}

/** Outlines of all territories but two, with their sea. */
export const BORDERS: SourceFile = locate("@osm_borders/maritime_10m", "borders.geo.json");

/** Older outlines, for what those lack. */
export const SUPPLEMENT: SourceFile = locate("@geo-maps/countries-maritime-10m", "map.geo.json");

/** The land of the earth. */
export const LAND: SourceFile = locate("world-atlas", "land-10m.json");

function locate(name: string, file: string): SourceFile {
  const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  return { package: name, file: path.join(folder, file) };
}
