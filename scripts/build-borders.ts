import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { buildGrid } from "./borders/build-grid.ts";
import { findInland } from "./borders/find-inland.ts";
import { describeDisputes } from "./borders/list-disputes.ts";
import { isMadeFrom, recordInputs } from "./borders/made-from.ts";
import { prepareAreas } from "./borders/prepare-areas.ts";
import { readDisputedAreas, readPolicy } from "./borders/read-policy.ts";
import { readCountries } from "./borders/read-sources.ts";
import { BORDERS, LAND, SUPPLEMENT } from "./borders/source-files.ts";
import { snapEdges } from "./borders/snap-edges.ts";
import { writeBorderFile } from "./borders/write-border-file.ts";
import { digestInputs } from "./digest-inputs.ts";
import type { GeneratedFile } from "./generated-file.ts";

/**
 * Builds data/borders/borders.bin from the files of the pinned packages, data/borders/policy.json
 * and the outlines beside it, unless neither they nor the code have changed since; `--force` builds
 * it all the same. Newer files of the same shape: `--borders <file> --borders-date <year-month>`,
 * and `--supplement <file> --supplement-date <year-month>` for territories the first one lacks, and
 * `--out <file>` for where it goes.
 */

const DATA = new URL("../data/borders/", import.meta.url);

export async function generate(words: readonly string[]): Promise<readonly GeneratedFile[]> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      force: { type: "boolean", default: false },
      borders: { type: "string", default: BORDERS.file },
      "borders-date": { type: "string", default: "2022-04" },
      supplement: { type: "string", default: SUPPLEMENT.file },
      "supplement-date": { type: "string", default: "2017-11" },
      out: { type: "string", default: "data/borders/borders.bin" },
    },
  });
  if (words.some((word) => word !== "--force")) return [{ path: values.out, content: await buildIndex(values) }];
  const committed = await readFile(new URL("borders.bin", DATA)).catch(() => Buffer.alloc(0));
  const inputs = digestInputs({
    script: "scripts/build-borders.ts",
    files: ["data/borders/policy.json", "data/borders/disputed-areas.geo.json"],
    packages: [BORDERS.package, SUPPLEMENT.package, LAND.package],
  });
  if (!values.force && (await isMadeFrom("borders.bin", inputs, committed))) return [];
  const content = await buildIndex(values);
  return [{ path: values.out, content }, await recordInputs("borders.bin", inputs, content)];
}

interface Sources {
  readonly borders: string;
  readonly "borders-date": string;
  readonly supplement: string;
  readonly "supplement-date": string;
}

async function buildIndex(sources: Sources): Promise<Uint8Array> {
  const policy = await readPolicy(new URL("policy.json", DATA));
  const [newer, older, disputed] = await Promise.all([
    readCountries(sources.borders),
    readCountries(sources.supplement),
    readDisputedAreas(new URL("disputed-areas.geo.json", DATA)),
  ]);
  const areas = prepareAreas({ newer, older, disputed }, policy);
  const disputes = describeDisputes(policy, { older, disputed });
  const edges = snapEdges(areas.map(({ polygons }) => polygons));
  const { sets, ...grid } = buildGrid(edges);
  const file = writeBorderFile({
    ...grid,
    inland: await findInland(LAND.file),
    facts: {
      source: `OpenStreetMap, simplified to 10 m: ${sources["borders-date"]}, and ${sources["supplement-date"]} for UM; some disputed areas from Natural Earth`,
      date: sources["borders-date"],
      license: "ODbL-1.0",
      attribution: "© OpenStreetMap contributors, ODbL 1.0",
      policy: policy.version,
      areas: areas.slice(0, areas.length - disputes.outlined.length).map(({ name }) => name.slice(0, 2)),
      ...disputes,
      sets,
      unclaimed: Object.values(policy.unclaimed),
    },
  });
  process.stderr.write(`the border index: ${(file.length / 1e6).toFixed(1)} MB, ${edges.count} edges\n`);
  return file;
}
