import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type PublishedDemo, sharedDemo } from "./published-demo.ts";
import { addressedTo, blocksOf, findPython, isAbsent, run } from "./run-example.ts";

/** The lines of docs/downloads.md as they stand there, by the programs they are for. */

const PAGE = readFileSync(new URL("../../docs/downloads.md", import.meta.url), "utf8");
let demo: PublishedDemo;
const folder = newTemporaryFolder();
before(async () => {
  demo = await sharedDemo();
});

const linesOf = (language: string): string[] => blocksOf(PAGE, language);
const here = (code: string): string => addressedTo(demo.url, code);

describe("docs/downloads.md", () => {
  test("R keeps Namibia", async (context) => {
    if (await isAbsent(context, "R", "Rscript", "--version")) return;
    const script = path.join(folder, "countries.R");
    writeFileSync(script, here(linesOf("r")[0]!));
    assert.match(await run("Rscript", [script]), /NA\s+Namibia/u);
  });

  test("pandas keeps Namibia", async (context) => {
    const python = await findPython(context, "pandas");
    if (python === null) return;
    assert.match(await run(python, ["-c", here(linesOf("python")[0]!)]), /NA\s+Namibia/u);
  });

  test("plain Python keeps Namibia", async (context) => {
    const python = await findPython(context);
    if (python === null) return;
    const printed = await run(python, ["-c", here(linesOf("python")[1]!)]);
    assert.equal(printed.trim(), "[('NA', 'Namibia')]");
  });

  test("curl saves both files", async (context) => {
    if (await isAbsent(context, "curl", "curl", "--version")) return;
    for (const line of here(linesOf("sh")[0]!).trim().split("\n")) await run("sh", ["-c", line], { folder });
    assert.match(readFileSync(path.join(folder, "countries.csv"), "utf8"), /^NAM,NA,namibia,Namibia,/mu);
    assert.equal(readFileSync(path.join(folder, "countries.parquet")).subarray(0, 4).toString(), "PAR1");
  });
});
