import { readFile } from "node:fs/promises";
import { openBorders } from "../src/atlas/borders/open-borders.ts";
import { TERRITORIES } from "../src/atlas/territories.ts";
import { isMadeFrom, recordInputs } from "./borders/made-from.ts";
import { readAreas } from "./borders/read-areas.ts";
import { BORDERS, LAND, SUPPLEMENT } from "./borders/source-files.ts";
import { digestInputs } from "./digest-inputs.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { cutTerritories } from "./map/cut-territories.ts";
import { describeMap } from "./map/describe-map.ts";
import { drawTerritories } from "./map/draw-territories.ts";
import { flattenLand } from "./map/flatten-land.ts";

/**
 * Builds data/borders/map.json, the world map of the pages, from the outlines that the border index
 * is made of, unless neither they nor the code have changed since; `--force` builds it all the
 * same.
 */

const MAP = "data/borders/map.json";

export async function generate(words: readonly string[]): Promise<readonly GeneratedFile[]> {
  const committed = await readFile(new URL(`../${MAP}`, import.meta.url)).catch(() => Buffer.alloc(0));
  const inputs = digestInputs({
    script: "scripts/build-map.ts",
    files: ["borders.bin", "policy.json", "disputed-areas.geo.json"].map((name) => `data/borders/${name}`),
    packages: [BORDERS.package, SUPPLEMENT.package, LAND.package, "mapshaper", "d3-geo"],
  });
  if (!words.includes("--force") && (await isMadeFrom("map.json", inputs, committed))) return [];
  const content = await buildMap();
  return [{ path: MAP, content }, await recordInputs("map.json", inputs, content)];
}

async function buildMap(): Promise<Uint8Array> {
  const [areas, land] = await Promise.all([readAreas(), readFile(LAND.file, "utf8")]);
  const borders = openBorders();
  const tiles = await cutTerritories(areas, (lat, lng) => borders.claimsAt(lat, lng));
  const drawings = await drawTerritories(tiles, flattenLand(land));
  const codes = TERRITORIES.map(({ iso2 }) => iso2);
  return Buffer.from(`${JSON.stringify(describeMap({ codes, tiles, drawings, facts: borders.facts }), null, 1)}\n`);
}
