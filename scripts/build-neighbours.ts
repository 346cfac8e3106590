import { readFile } from "node:fs/promises";
import { geoDistance } from "d3-geo";
import mapshaper from "mapshaper";
import { EARTH_RADIUS_KM } from "../src/atlas/borders/great-circle.ts";
import { openBorders } from "../src/atlas/borders/open-borders.ts";
import { isMadeFrom, recordInputs } from "./borders/made-from.ts";
import { readAreas } from "./borders/read-areas.ts";
import type { Position } from "./borders/read-sources.ts";
import { BORDERS, LAND, SUPPLEMENT } from "./borders/source-files.ts";
import { digestInputs } from "./digest-inputs.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { cutTerritories, DISPUTED, type Topology } from "./map/cut-territories.ts";
import { flattenLand } from "./map/flatten-land.ts";

/**
 * Builds data/borders/neighbours.json: which territories share a border on land, from the outlines
 * that the border index is made of, unless neither they nor the code have changed since; `--force`
 * builds it all the same. Outlines have the sea, too, so that they are cut to land first.
 */

const FILE = "data/borders/neighbours.json";

/** Shorter borders are where corners of three territories do not quite meet; Zambia has 150 m. */
const SHORTEST_KM = 0.1;

/** What is no border on land, though the outlines meet on what the coarser land has as land. */
const NOT_ON_LAND: Readonly<Record<string, string>> = {
  "BH-QA": "the Hawar Islands lie off Qatar",
  "CY-GB": "the bases of the United Kingdom on Cyprus have no code of their own",
  "MY-SG": "a strait is between them",
};

export async function generate(words: readonly string[]): Promise<readonly GeneratedFile[]> {
  const committed = await readFile(new URL(`../${FILE}`, import.meta.url)).catch(() => Buffer.alloc(0));
  const inputs = digestInputs({
    script: "scripts/build-neighbours.ts",
    files: ["borders.bin", "policy.json", "disputed-areas.geo.json"].map((name) => `data/borders/${name}`),
    packages: [BORDERS.package, SUPPLEMENT.package, LAND.package, "mapshaper", "d3-geo"],
  });
  if (!words.includes("--force") && (await isMadeFrom("neighbours.json", inputs, committed))) return [];
  const content = Buffer.from(await buildNeighbours());
  return [{ path: FILE, content }, await recordInputs("neighbours.json", inputs, content)];
}

async function buildNeighbours(): Promise<string> {
  const [areas, land] = await Promise.all([readAreas(), readFile(LAND.file, "utf8")]);
  const borders = openBorders();
  const tiles = await cutTerritories(areas, (lat, lng) => borders.claimsAt(lat, lng));
  const lengths = new Map<string, number>();
  for (const { pair, lines } of await findBorders(tiles, land))
    lengths.set(pair, (lengths.get(pair) ?? 0) + lines.reduce((sum, line) => sum + lengthOf(line), 0));
  const pairs = [...lengths].flatMap(([pair, km]) => {
    const [a = "", b = ""] = pair.split("-");
    return km < SHORTEST_KM || pair in NOT_ON_LAND ? [] : [[a, b] as const, [b, a] as const];
  });
  const found = Map.groupBy(pairs, ([a]) => a);
  const neighbours = [...found.keys()].toSorted().map((code) => [
    code,
    (found.get(code) ?? [])
      .map(([, other]) => other)
      .toSorted()
      .join(" "),
  ]);
  const { source, license, attribution, policy } = borders.facts;
  const facts = { source, license, attribution, policy, neighbours: Object.fromEntries(neighbours) };
  return `${JSON.stringify(facts, null, 1)}\n`;
}

interface Border {
  /** The codes of two territories: `BE-FR`. */
  readonly pair: string;
  readonly lines: readonly (readonly Position[])[];
}

/** The lines on land that two territories share; disputed land is that of its country. */
async function findBorders(tiles: Topology, land: string): Promise<readonly Border[]> {
  for (const { properties } of tiles.objects.tiles.geometries)
    properties.key = (properties.key ?? "").replace(DISPUTED, "");
  const features = flattenLand(land).map((coordinates) => ({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates },
  }));
  const files = await mapshaper.applyCommands(
    `-i tiles.json -i land.json name=land -target land -clip bbox=-180,-90,180,90 -target tiles ` +
      `-filter 'key !== ""' -dissolve2 key -clip land ` +
      `-lines each='pair = B ? [A.key, B.key].sort().join("-") : ""' -filter 'pair !== ""' ` +
      "-o lines.json format=geojson target=tiles",
    { "tiles.json": JSON.stringify(tiles), "land.json": JSON.stringify({ type: "FeatureCollection", features }) },
  );
  const lines = JSON.parse(String(files["lines.json"])) as {
    readonly features: readonly {
      readonly properties: { readonly pair: string };
      readonly geometry: Line;
    }[];
  };
  return lines.features.map(({ properties: { pair }, geometry: { type, coordinates } }) => ({
    pair,
    lines: type === "LineString" ? [coordinates] : coordinates,
  }));
}

type Line =
  | { readonly type: "LineString"; readonly coordinates: readonly Position[] }
  | { readonly type: "MultiLineString"; readonly coordinates: readonly (readonly Position[])[] };

/** In kilometres. */
function lengthOf(line: readonly Position[]): number {
  const radians = line.slice(1).reduce((sum, [lng, lat], at) => {
    const [fromLng, fromLat] = line[at] ?? [lng, lat];
    return sum + geoDistance([fromLng, fromLat], [lng, lat]);
  }, 0);
  return radians * EARTH_RADIUS_KM;
}
