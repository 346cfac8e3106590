import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { publishRaw } from "./parts/publish-raw.ts";
import { withWorkFolder } from "./parts/data-folders.ts";
import { layOutTable } from "./parts/text-table.ts";
import { RAW_ANSWERS } from "./raw-answers.ts";

/**
 * How many folders of raw files, as publishers keep them, are published by `init` with options,
 * without SQL, with the facts that were computed outside the program?
 *
 * npm run bench -- raw [--data ../shared/data/raw] [--only folder]
 */

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: {
    data: { type: "string", default: path.join(PROJECT, "..", "shared", "data", "raw") },
    only: { type: "string" },
  },
});

if (!existsSync(values.data)) {
  process.stdout.write(`There are no raw files in ${values.data}.\n`);
  process.exitCode = 1;
} else
  await withWorkFolder(async (workFolder) => {
    const rows: string[][] = [];
    const faults: string[] = [];
    const chosen = RAW_ANSWERS.filter(({ folder }) => values.only === undefined || folder === values.only);
    for (const answers of chosen) {
      const own = path.join(workFolder, answers.folder);
      mkdirSync(own);
      const found = await publishRaw(path.join(values.data, answers.folder), answers, own);
      rows.push([answers.folder, found.faults.length === 0 ? "right" : "wrong", `${found.seconds.toFixed(1)} s`]);
      faults.push(...found.faults.map((fault) => `${answers.folder}: ${fault}`));
    }
    const right = rows.filter(([, verdict]) => verdict === "right").length;
    process.stdout.write(`${layOutTable(["Folder", "Facts", "init and publish"], rows)}\n`);
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    process.stdout.write(`${right} of ${rows.length} are published with the facts of expected.json.\n`);
    if (right < rows.length) process.exitCode = 1;
  });
