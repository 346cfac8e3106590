import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { type PublishedDemo, publishDemo } from "./published-demo.ts";

/** Runs the lines of docs/downloads.md as they stand there, against the running service, where their tool is present. */

const PAGE = readFileSync(new URL("../../docs/downloads.md", import.meta.url), "utf8");
const ADDRESS_IN_DOCS = "https://trust.example";

/** The fenced blocks of a language, in the order of the page. */
function blocksOf(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gmsu"))].map(([, code]) => code!);
}

let demo: PublishedDemo;
const folder = mkdtempSync(path.join(tmpdir(), "country-trust-lines-"));
before(async () => {
  demo = await publishDemo();
});
after(async () => {
  await demo.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The code with the address of the service that runs here. */
function here(code: string): string {
  assert.ok(!code.includes("://") || code.includes(ADDRESS_IN_DOCS));
  return code.replaceAll(ADDRESS_IN_DOCS, demo.url);
}

const execute = promisify(execFile);

/** What a program says when given these words, or null where it cannot be run. */
async function run(program: string, ...words: string[]): Promise<string | null> {
  return execute(program, words, { cwd: folder }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/** Skips, saying why, where a probe of the tool does not succeed. */
async function isAbsent(context: TestContext, tool: string, program: string, ...probe: string[]): Promise<boolean> {
  if ((await run(program, ...probe)) !== null) return false;
  context.diagnostic(`skipped: ${tool} is not installed here`);
  context.skip(`${tool} is not installed here`);
  return true;
}

describe("docs/downloads.md", () => {
  test("has lines for R, pandas, plain Python, DuckDB and spreadsheets", () => {
    assert.deepEqual(
      ["r", "python", "sh", "sql", "text"].map((language) => blocksOf(language).length),
      [1, 2, 1, 2, 1],
    );
  });

  test("R keeps Namibia", async (context) => {
    if (await isAbsent(context, "R", "Rscript", "--version")) return;
    const script = path.join(folder, "countries.R");
    writeFileSync(script, here(blocksOf("r")[0]!));
    assert.match((await execute("Rscript", [script])).stdout, /NA\s+Namibia/u);
  });

  test("pandas keeps Namibia", async (context) => {
    if (await isAbsent(context, "pandas", "python3", "-c", "import pandas")) return;
    const { stdout } = await execute("python3", ["-c", here(blocksOf("python")[0]!)]);
    assert.match(stdout, /NA\s+Namibia/u);
  });

  test("plain Python keeps Namibia", async (context) => {
    if (await isAbsent(context, "Python", "python3", "--version")) return;
    const { stdout } = await execute("python3", ["-c", here(blocksOf("python")[1]!)]);
    assert.equal(stdout.trim(), "[('NA', 'Namibia')]");
  });

  test("DuckDB keeps Namibia, from CSV and from Parquet", async () => {
    const files = [...blocksOf("sh")[0]!.matchAll(/^curl -s -o (\S+) (\S+)$/gmu)];
    assert.equal(files.length, 2);
    for (const [, name, address] of files) {
      const answer = await fetch(here(address!));
      assert.equal(answer.status, 200);
      writeFileSync(path.join(folder, name!), Buffer.from(await answer.arrayBuffer()));
    }
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(`SET file_search_path = '${folder}'`);
    for (const query of blocksOf("sql")) {
      const read = await connection.runAndReadAll(query);
      assert.deepEqual(read.getRows(), [["NA", "Namibia"]], query);
    }
    connection.closeSync();
    instance.closeSync();
  });

  test("curl saves both files", async (context) => {
    if (await isAbsent(context, "curl", "curl", "--version")) return;
    for (const line of here(blocksOf("sh")[0]!).trim().split("\n")) await execute("sh", ["-c", line], { cwd: folder });
    assert.match(readFileSync(path.join(folder, "countries.csv"), "utf8"), /^NAM,NA,namibia,Namibia,/mu);
    assert.equal(readFileSync(path.join(folder, "countries.parquet")).subarray(0, 4).toString(), "PAR1");
  });

  test("a spreadsheet finds the byte order mark it knows UTF-8 by, and Namibia as text", async (context) => {
    context.diagnostic("no spreadsheet is run here: the bytes it would open are looked at instead");
    const answer = await fetch(here(blocksOf("text")[0]!.trim()));
    const body = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual([...body.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.match(body.toString(), /\r\nNAM,NA,namibia,Namibia,/u);
  });

  test("every address on the page answers", async () => {
    const addresses = new Set([...PAGE.matchAll(/`(\/api\/[^`<]+)`/gu)].map(([, address]) => address!));
    assert.ok(addresses.size > 15);
    for (const address of addresses) {
      assert.equal((await fetch(demo.url + address, { method: "HEAD" })).status, 200, address);
    }
  });
});
