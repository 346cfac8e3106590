import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { columnsOf, TABLE_NAMES, TABLES } from "../../src/tables/input-tables.ts";
import { openGood, rowsOf, writeDataset } from "./open-folder.ts";

const DOC = readFileSync(new URL("../../docs/data-format.md", import.meta.url), "utf8");
const SOURCES = new URL("../../src/intake/", import.meta.url);

/** The content of the fenced block that follows a mention of the file. */
function block(file: string): string {
  const [, content] =
    new RegExp(`(?:## |\`)${file.replace(".", "\\.")}(?:\`:)?\\n\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(DOC) ?? [];
  assert.ok(content !== undefined, `no block for ${file}`);
  return content;
}

describe("docs/data-format.md", () => {
  it("has a worked example that does what it says", async () => {
    const files = Object.fromEntries(["dataset.json", "survey.csv", "intake.sql"].map((file) => [file, block(file)]));
    const dataset = await openGood(writeDataset(files));
    assert.deepEqual(await rowsOf(dataset, "SELECT id, name, country, sector FROM clean.company"), [
      ["Acme", "Acme", "FR", "food"],
      ["Brandberg", "Brandberg", "NA", "mining"],
    ]);
    assert.deepEqual(await rowsOf(dataset, "SELECT company, pillar, band FROM clean.judgement"), [
      [0, 0, 3],
      [0, 1, 1],
      [1, 0, 2],
    ]);
  });

  it("lists the columns of every table", () => {
    for (const table of TABLE_NAMES) {
      const [, required = "", optional = ""] =
        new RegExp(`^\\| \`${table}\` +\\|([^|]*)\\|(.*)\\|$`, "m").exec(DOC) ?? [];
      const names = (cell: string): string[] => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
      assert.deepEqual(names(required), TABLES[table].required);
      assert.deepEqual([...names(required), ...names(optional)], columnsOf(table));
    }
  });

  it("lists the kinds of problems, no more and no fewer", () => {
    const listed = DOC.slice(DOC.indexOf("| kind"))
      .split("\n\n", 1)[0]!
      .matchAll(/`([a-z]+_[a-z_]+)`/g);
    const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(new URL(file, SOURCES), "utf8"));
    const kinds = sources.flatMap((source) => [
      ...source.matchAll(/kind: (?:\w+ \? )?"([a-z]+_[a-z_]+)"/g),
      ...source.matchAll(/ : "([a-z]+_[a-z]+)",/g),
      ...source.matchAll(/(?:country|mustBeKnown|mustBeDeclared|addFaults)\(\s*"([a-z]+_[a-z_]+)"/g),
      ...source.matchAll(/SELECT '([a-z]+_[a-z]+)'/g),
      ...source.matchAll(/\.add\(\["([a-z]+_[a-z]+)"/g),
    ]);
    const names = (matches: Iterable<RegExpMatchArray>): string[] =>
      [...new Set([...matches].map(([, name]) => name!))].toSorted();
    assert.deepEqual(
      names(listed),
      names(kinds.values()).filter((name) => name !== "not_text"),
    );
  });
});
