import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { matches } from "../../../src/intake/mapping/mapped-tables.ts";
import { listFiles } from "../../../src/intake/sources/open-file.ts";
import { makeFolder } from "../open-folder.ts";

test("a star of a pattern stands for any characters but a slash", () => {
  for (const [pattern, name, isMeant] of [
    ["survey.csv", "survey.csv", true],
    ["survey.csv", "survey.csv2", false],
    ["*", "survey.csv", true],
    ["*.csv", "raw/survey.csv", false],
    ["*/*.csv", "raw/survey.csv", true],
    ["s*y*.csv", "survey-2026.csv", true],
    ["a*a", "a", false],
    ["ab*ba", "aba", false],
    ["*a*b", "ab ab", true],
    ["*ab*b", "ab", false],
    ["a.c*", "abc", false],
    ["Caf\u00e9*", "Cafe\u0301 1", true],
    // An expression for this pattern takes for ever.
    [`${"*a".repeat(100)}b`, "a".repeat(250), false],
    [`${"*a".repeat(100)}*`, "a".repeat(250), true],
  ] as const)
    assert.equal(matches(pattern, name), isMeant, `${pattern.slice(0, 20)} ${name.slice(0, 20)}`);
});

test("files of a folder are those in it: no links, nothing hidden", async () => {
  const [folder, outside] = [makeFolder(), makeFolder()];
  for (const name of ["raw", ".desk"]) mkdirSync(path.join(folder, name));
  for (const name of ["b.csv", "raw/a.csv", ".desk/c.csv", ".d.csv", "raw/~$e.xlsx"])
    writeFileSync(path.join(folder, name), "");
  writeFileSync(path.join(outside, "secret.csv"), "");
  symlinkSync(path.join(outside, "secret.csv"), path.join(folder, "link.csv"));
  symlinkSync(outside, path.join(folder, "linked"));
  assert.deepEqual(await listFiles(folder), ["b.csv", "raw/a.csv"]);
});
