import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import type { TestCli } from "./run-cli.ts";

let cli: TestCli;
before(async () => {
  cli = await openDemonstration();
});
after(() => cli.remove());

describe("ask", () => {
  test("prints a text unchanged", async () => {
    const { status, out } = await cli.run("ask", "cite", "format=txt");
    assert.equal(status, 0);
    assert.match(out, /^Country Trust Demonstration \(2026\)\. Country Trust Bands Dataset \(.*\)\. .* CC-BY 4\.0\.$/u);
  });

  test("prints a CSV file", async () => {
    const { out } = await cli.run("ask", "download_table", "file=sectors.csv");
    assert.match(out, /^sector,label,/u);
  });

  test("prints the path of a binary file", async () => {
    const { out } = await cli.run("ask", "download_table", "file=sectors.parquet");
    assert.equal(readFileSync(out).subarray(0, 4).toString(), "PAR1");
  });

  test("matches a list, as JSON or as a CSV file from standard input", async () => {
    const list = JSON.stringify({ rows: [{ slug: "broufignac-construction-s-a" }] });
    const { out } = await cli.run("ask", "match_portfolio", list);
    assert.equal((JSON.parse(out) as { matched: number }).matched, 1);
    cli.input = "\ufeffname\nbroufignac construction\n";
    const { status, out: lines } = await cli.run("ask", "match_portfolio", "format=csv", "-");
    assert.equal(status, 0);
    assert.match(lines, /\n1,,broufignac construction,matched,name_without_legal_form,/u);
    const wrong = await cli.run("ask", "match_portfolio", '{"rows":[{"nome":"x"}]}');
    assert.equal(wrong.status, 1);
    assert.match(wrong.said, /#\/rows\/0\/nome: Row 1: "nome" is not an allowed member/u);
  });

  test("prints metadata as JSON", async () => {
    const { out } = await cli.run("ask", "get_dataset", "format=datapackage.json");
    assert.equal((JSON.parse(out) as { resources: unknown[] }).resources.length, 14);
  });
});
