import path from "node:path";
import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { NODE_FLAGS, ROOT, publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { measureChild } from "./parts/measured-child.ts";

/**
 * How long does an export take, and how many files and bytes does it have? A second run finds all
 * of them as they are. The generated companies have 10 to 25 judgements each.
 *
 *   npm run bench -- export [--companies 2000]
 */

const { values } = parseArgs({ options: { companies: { type: "string", default: "2000" } } });

await withWorkFolder(async (work) => {
  const dataFolder = await publishLarge(work, Number(values.companies));
  const folder = path.join(work, "export");
  const words = [process.execPath, ...NODE_FLAGS, path.join(ROOT, "bin", "country-trust.mjs"), "export", folder];
  for (const run of ["first", "second"]) {
    const { seconds, processorSeconds, peakMib } = await measureChild(words, {
      DATA_DIR: dataFolder,
      BASE_URL: "https://trust.example",
    });
    const lines = readFileSync(path.join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
    const bytes = lines.reduce((sum, line) => sum + statSync(path.join(folder, line.slice(66))).size, 0);
    process.stdout.write(
      `${run} run: ${lines.length} files, ${(bytes / 1e6).toFixed(0)} MB, ${seconds.toFixed(0)} s, ` +
        `${processorSeconds.toFixed(0)} s of processors (${((processorSeconds / lines.length) * 1000).toFixed(2)} ms a file), ${peakMib.toFixed(0)} MiB\n`,
    );
  }
});
