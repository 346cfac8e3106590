import assert from "node:assert/strict";
import { test } from "node:test";
import { open, writeDataset } from "./open-folder.ts";

const LIMITS = { memoryMiB: 128, sqlSeconds: 5 };

for (const [name, sql, setting] of [
  ["a long text", "SELECT length(repeat('x', 4000000000))", /INTAKE_(?:MEMORY_MIB|SECONDS)/u],
  ["a padded text", "SELECT length(lpad('x', 2000000000, 'y'))", /INTAKE_(?:MEMORY_MIB|SECONDS)/u],
  ["a long list", "SELECT len(range(2000000000))", /INTAKE_MEMORY_MIB/u],
  [
    "a list of texts",
    "SELECT len(list_transform(range(200000000), lambda i: 'text ' || i))",
    /INTAKE_(?:MEMORY_MIB|SECONDS)/u,
  ],
  [
    "lists in lists",
    "SELECT len(flatten(list_transform(range(20000), lambda i: range(20000))))",
    /INTAKE_(?:MEMORY_MIB|SECONDS)/u,
  ],
  [
    "texts that double",
    "WITH RECURSIVE n(i) AS (SELECT 'x' UNION ALL SELECT i || i FROM n) SELECT count(*) FROM n",
    /INTAKE_/u,
  ],
  ["a pattern", "SELECT regexp_matches(repeat('a', 100000000), '(a?){1000}b')", /INTAKE_(?:MEMORY_MIB|SECONDS)/u],
  ["a cross join", "SELECT count(*) FROM range(100000000000) a, range(1000000000) b", /INTAKE_SECONDS/u],
  [
    "a recursion",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT (i + 1) % 1000 FROM n) SELECT count(*) FROM n",
    /INTAKE_SECONDS/u,
  ],
] as const)
  test(`a statement that makes ${name} ends within the limits, and says which setting`, async () => {
    const { problems } = await open(writeDataset({ "intake.sql": `SELECT 1;\nCREATE TABLE x AS ${sql};` }), LIMITS);
    const [row] = problems.kinds.flatMap(({ shown }) => shown);
    assert.equal(row?.place, "line 2 (statement 2 of 2)");
    assert.match(row?.advice ?? "", setting);
  });
