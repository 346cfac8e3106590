import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { type PublishedDemo, publishDemo } from "./published-demo.ts";
import { addressedTo, blocksOf, findPython, isAbsent, run } from "./run-example.ts";

/**
 * Runs the lines of docs/downloads.md as they stand there, against the running service, where their
 * tool is present.
 */

const PAGE = readFileSync(new URL("../../docs/downloads.md", import.meta.url), "utf8");
let demo: PublishedDemo;
const folder = mkdtempSync(path.join(tmpdir(), "country-trust-lines-"));
before(async () => {
  demo = await publishDemo();
});
after(async () => {
  await demo.close();
  rmSync(folder, { recursive: true, force: true });
});

const linesOf = (language: string): string[] => blocksOf(PAGE, language);
const here = (code: string): string => addressedTo(demo.url, code);

describe("docs/downloads.md", () => {
  test("has lines for R, pandas, plain Python, DuckDB and spreadsheets", () => {
    assert.deepEqual(
      ["r", "python", "sh", "sql", "text"].map((language) => linesOf(language).length),
      [1, 2, 1, 2, 1],
    );
  });

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

  test("DuckDB keeps Namibia, from CSV and from Parquet", async () => {
    const files = [...linesOf("sh")[0]!.matchAll(/^curl -s -o (\S+) (\S+)$/gmu)];
    assert.equal(files.length, 2);
    for (const [, name, address] of files) {
      const answer = await fetch(here(address!));
      assert.equal(answer.status, 200);
      writeFileSync(path.join(folder, name!), Buffer.from(await answer.arrayBuffer()));
    }
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(`SET file_search_path = '${folder}'`);
    for (const query of linesOf("sql")) {
      const read = await connection.runAndReadAll(query);
      assert.deepEqual(read.getRows(), [["NA", "Namibia"]], query);
    }
    connection.closeSync();
    instance.closeSync();
  });

  test("curl saves both files", async (context) => {
    if (await isAbsent(context, "curl", "curl", "--version")) return;
    for (const line of here(linesOf("sh")[0]!).trim().split("\n")) await run("sh", ["-c", line], { folder });
    assert.match(readFileSync(path.join(folder, "countries.csv"), "utf8"), /^NAM,NA,namibia,Namibia,/mu);
    assert.equal(readFileSync(path.join(folder, "countries.parquet")).subarray(0, 4).toString(), "PAR1");
  });

  test("a spreadsheet finds the byte order mark it knows UTF-8 by, and Namibia as text", async (context) => {
    context.diagnostic("no spreadsheet is run here: the bytes it would open are looked at instead");
    const urls = here(linesOf("text")[0]!).trim().split("\n");
    for (const [index, row] of [/\r\nNAM,NA,namibia,Namibia,/u, /\r\nNAM;NA;namibia;Namibia;/u].entries()) {
      const answer = await fetch(urls[index]!);
      const body = Buffer.from(await answer.arrayBuffer());
      assert.deepEqual([...body.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
      assert.match(body.toString(), row);
    }
  });

  test("every address on the page answers", async () => {
    const addresses = new Set([...PAGE.matchAll(/`(\/api\/[^`<]+)`/gu)].map(([, address]) => address!));
    assert.ok(addresses.size > 15);
    for (const address of addresses) {
      assert.equal((await fetch(demo.url + address, { method: "HEAD" })).status, 200, address);
    }
  });
});
