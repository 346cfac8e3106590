import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type PublishedDemo, sharedDemo } from "./published-demo.ts";
import { addressedTo, blocksOf } from "./run-example.ts";

/**
 * Runs the lines of docs/downloads.md as they stand there, against the running service;
 * `one-liners.long.test.ts` runs those for programs that may not be there.
 */

const PAGE = readFileSync(new URL("../../docs/downloads.md", import.meta.url), "utf8");
let demo: PublishedDemo;
const folder = newTemporaryFolder();
before(async () => {
  demo = await sharedDemo();
});

const linesOf = (language: string): string[] => blocksOf(PAGE, language);
const here = (code: string): string => addressedTo(demo.url, code);

describe("docs/downloads.md", () => {
  test("has lines for R, pandas, plain Python and DuckDB", () => {
    assert.deepEqual(
      ["r", "python", "sh", "sql"].map((language) => linesOf(language).length),
      [1, 2, 1, 2],
    );
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

  test("every address on the page answers", async () => {
    const addresses = new Set([...PAGE.matchAll(/`(\/api\/[^`<]+)`/gu)].map(([, address]) => address!));
    assert.ok(addresses.size > 15);
    for (const address of addresses) {
      assert.equal((await fetch(demo.url + address, { method: "HEAD" })).status, 200, address);
    }
  });
});
