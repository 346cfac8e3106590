import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { writeDataset } from "./open-folder.ts";

test("the current judgements are decided by trust/current.ts: with its comparison of dates reversed, the oldest are published", async () => {
  const folder = writeDataset({
    "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
    "judgements.csv": "company,pillar,band,judged_on\nc1,water,low,2023-12-31\nc1,water,high,2024-01-01\n",
  });
  assert.equal(await publishedBand(folder, "lastDayOf(b) - lastDayOf(a)"), "3\n");
  assert.equal(await publishedBand(folder, "lastDayOf(a) - lastDayOf(b)"), "1\n");
});

/**
 * The only band that is published of a dataset by a program in which the comparison of dates is
 * another.
 */
async function publishedBand(folder: string, comparison: string): Promise<string> {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, nextLoad) {
        const loaded = nextLoad(url, context);
        if (!url.endsWith("src/trust/current.ts")) return loaded;
        const source = String(loaded.source);
        if (!source.includes("lastDayOf(b) - lastDayOf(a)")) throw new Error("the comparison of dates was not found");
        return { ...loaded, source: source.replace("lastDayOf(b) - lastDayOf(a)", ${JSON.stringify(comparison)}) };
      },
    });
    const { openGood, rowsOf } = await import(${JSON.stringify(new URL("open-folder.ts", import.meta.url).href)});
    const dataset = await openGood(${JSON.stringify(folder)});
    for (const [band] of await rowsOf(dataset, "SELECT band FROM clean.judgement")) console.log(band);
    process.exit();`;
  const options = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program];
  return (await promisify(execFile)(process.execPath, options)).stdout;
}
