import { createRequire } from "node:module";
import path from "node:path";
import { type Area, prepareAreas } from "../../scripts/borders/prepare-areas.ts";
import { readDisputedAreas, readPolicy } from "../../scripts/borders/read-policy.ts";
import { readCountries } from "../../scripts/borders/read-sources.ts";

/** Reads the outlines that the index is made from, as they come. */
export async function readAreas(): Promise<Area[]> {
  const require = createRequire(import.meta.url);
  const folderOf = (name: string): string => path.dirname(require.resolve(`${name}/package.json`));
  const newer = await readCountries(path.join(folderOf("@osm_borders/maritime_10m"), "borders.geo.json"));
  const older = await readCountries(path.join(folderOf("@geo-maps/countries-maritime-10m"), "map.geo.json"));
  const data = new URL("../../data/borders/", import.meta.url);
  const disputed = await readDisputedAreas(new URL("disputed-areas.geo.json", data));
  return prepareAreas({ newer, older, disputed }, await readPolicy(new URL("policy.json", data)));
}
