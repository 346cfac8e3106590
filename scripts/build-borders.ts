import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeBorderFile } from "../src/atlas/borders/border-file.ts";
import { buildGrid } from "./borders/build-grid.ts";
import { prepareAreas } from "./borders/prepare-areas.ts";
import { readPolicy } from "./borders/read-policy.ts";
import { readCountries } from "./borders/read-sources.ts";
import { snapEdges } from "./borders/snap-edges.ts";

/**
 * Builds data/borders/borders.bin from the GeoJSON files of the pinned packages and data/borders/policy.json. With `--check` it only
 * compares. Newer files of the same shape: `--borders <file> --borders-date <year-month>`, and `--supplement <file> --supplement-date
 * <year-month>` for territories the first one lacks.
 */

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    borders: { type: "string", default: packageFile("@osm_borders/maritime_10m", "borders.geo.json") },
    "borders-date": { type: "string", default: "2022-04" },
    supplement: { type: "string", default: packageFile("@geo-maps/countries-maritime-10m", "map.geo.json") },
    "supplement-date": { type: "string", default: "2017-11" },
    out: { type: "string", default: fileURLToPath(new URL("../data/borders/borders.bin", import.meta.url)) },
  },
});

function packageFile(name: string, file: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}

const policy = await readPolicy(new URL("../data/borders/policy.json", import.meta.url));
const [newer, older] = await Promise.all([readCountries(values.borders), readCountries(values.supplement)]);
const areas = prepareAreas({ newer, older }, policy);
const edges = snapEdges(areas.map(({ polygons }) => polygons));
const { sets, ...grid } = buildGrid(edges);
const file = writeBorderFile({
  ...grid,
  facts: {
    source: `OpenStreetMap, simplified to 10 m: ${values["borders-date"]}, and ${values["supplement-date"]} for UM`,
    date: values["borders-date"],
    license: "ODbL-1.0",
    attribution: "© OpenStreetMap contributors, ODbL 1.0",
    policy: policy.version,
    areas: areas.slice(0, areas.length - policy.additions.length).map(({ name }) => name.slice(0, 2)),
    additions: policy.additions.map(({ claims, over }) => ({ claims, over })),
    sets,
    orders: policy.disputes.map(({ claims }) => claims),
    unclaimed: Object.values(policy.unclaimed),
  },
});
const shown = path.relative(process.cwd(), values.out);
if (!values.check) {
  await writeFile(values.out, file);
  process.stderr.write(`${shown}: ${(file.length / 1e6).toFixed(1)} MB, ${edges.count} edges\n`);
} else if (!file.equals(await readFile(values.out).catch(() => Buffer.alloc(0)))) {
  process.stderr.write(`${shown} is not what the sources and the policy say; run \`npm run generate\`\n`);
  process.exitCode = 1;
}
