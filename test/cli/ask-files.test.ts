import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { DEMO, TestCli } from "./run-cli.ts";

const cli = new TestCli();
before(async () => {
  const { status, said } = await cli.run("publish", DEMO);
  assert.equal(status, 0, said);
});
after(() => cli.remove());

describe("ask", () => {
  test("prints a text unchanged", async () => {
    const { status, out } = await cli.run("ask", "cite_as_text");
    assert.equal(status, 0);
    assert.match(out, /^Country Trust Demonstration \(2026\)\. Country Trust Bands Dataset \(.*\)\. .* CC-BY 4\.0\.$/u);
  });

  test("prints a CSV file, with a byte order mark on request", async () => {
    const { out } = await cli.run("ask", "download_sectors");
    assert.match(out, /^sector,label,/u);
    assert.equal((await cli.run("ask", "download_sectors", "bom=true")).out, `\ufeff${out}`);
  });

  test("prints the path of a binary file", async () => {
    const { out } = await cli.run("ask", "download_sectors_parquet");
    assert.equal(readFileSync(out).subarray(0, 4).toString(), "PAR1");
  });

  test("prints metadata as JSON", async () => {
    const { out } = await cli.run("ask", "get_data_package");
    assert.equal((JSON.parse(out) as { resources: unknown[] }).resources.length, 12);
  });
});
