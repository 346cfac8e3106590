import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PROBLEMS, PROBLEM_CODES } from "../../src/problem.ts";

test("docs/problems.md lists every problem with its status, and no other", () => {
  const page = readFileSync(new URL("../../docs/problems.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gmu)].map(([, code, status]) => [code, Number(status)]);
  assert.deepEqual(
    rows,
    PROBLEM_CODES.map((code) => [code, PROBLEMS[code].status]),
  );
});
