import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
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

/**
 * Builds data/borders/borders.bin from the files of the pinned packages, data/borders/policy.json
 * and the outlines beside it, unless neither they nor the code have changed since; `--force` builds
 * it all the same. With `--check` it only compares. Newer files of the same shape: `--borders
 * <file> --borders-date <year-month>`, and `--supplement <file> --supplement-date <year-month>` for
 * territories the first one lacks, and `--out <file>` for where it goes.
 */

const DATA = fileURLToPath(new URL("../data/borders/", import.meta.url));

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    force: { type: "boolean", default: false },
    borders: { type: "string", default: BORDERS.file },
    "borders-date": { type: "string", default: "2022-04" },
    supplement: { type: "string", default: SUPPLEMENT.file },
    "supplement-date": { type: "string", default: "2017-11" },
    out: { type: "string", default: path.join(DATA, "borders.bin") },
  },
});

const committed = await readFile(values.out).catch(() => Buffer.alloc(0));
const script = "scripts/build-borders.ts";
const inputs = digestInputs({
  script,
  files: ["data/borders/policy.json", "data/borders/disputed-areas.geo.json"],
  packages: [BORDERS.package, SUPPLEMENT.package, LAND.package],
});
const isFromOtherSources = process.argv.slice(2).some((word) => word !== "--check" && word !== "--force");
const isRecorded = await isMadeFrom("borders.bin", inputs, committed);
if (values.force || isFromOtherSources || !isRecorded) await build();

async function build(): Promise<void> {
  const policy = await readPolicy(new URL("../data/borders/policy.json", import.meta.url));
  const [newer, older, disputed] = await Promise.all([
    readCountries(values.borders),
    readCountries(values.supplement),
    readDisputedAreas(new URL("../data/borders/disputed-areas.geo.json", import.meta.url)),
  ]);
  const areas = prepareAreas({ newer, older, disputed }, policy);
  const disputes = describeDisputes(policy, { older, disputed });
  const edges = snapEdges(areas.map(({ polygons }) => polygons));
  const { sets, ...grid } = buildGrid(edges);
  const file = writeBorderFile({
    ...grid,
    inland: await findInland(LAND.file),
    facts: {
      source: `OpenStreetMap, simplified to 10 m: ${values["borders-date"]}, and ${values["supplement-date"]} for UM; some disputed areas from Natural Earth`,
      date: values["borders-date"],
      license: "ODbL-1.0",
      attribution: "© OpenStreetMap contributors, ODbL 1.0",
      policy: policy.version,
      areas: areas.slice(0, areas.length - disputes.outlined.length).map(({ name }) => name.slice(0, 2)),
      ...disputes,
      sets,
      unclaimed: Object.values(policy.unclaimed),
    },
  });
  const shown = path.relative(process.cwd(), values.out);
  if (!values.check) {
    if (!file.equals(committed)) await writeFile(values.out, file);
    if (!isFromOtherSources) await recordInputs("borders.bin", inputs, file);
    process.stderr.write(`${shown}: ${(file.length / 1e6).toFixed(1)} MB, ${edges.count} edges\n`);
  } else if (!file.equals(committed)) {
    process.stderr.write(`${shown} is not what the sources and the policy say; run \`npm run generate borders\`\n`);
    process.exitCode = 1;
  } else if (!isRecorded && !isFromOtherSources) {
    process.stderr.write(`${shown} is right, made-from.json beside it is not; run \`npm run generate borders\`\n`);
    process.exitCode = 1;
  }
}
