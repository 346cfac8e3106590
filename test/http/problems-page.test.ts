import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { describeProblem } from "../../src/http/http-problem.ts";
import { Problem, PROBLEMS, PROBLEM_CODES } from "../../src/problem.ts";

test("docs/problems.md lists every problem with its status, and no other", () => {
  const page = readFileSync(new URL("../../docs/problems.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gmu)].map(([, code, status]) => [code, Number(status)]);
  assert.deepEqual(
    rows,
    PROBLEM_CODES.map((code) => [code, PROBLEMS[code].status]),
  );
});

test("a problem names the path of the list that has what was meant, once", () => {
  const error = { parameter: "country", detail: "`country` is wrong.", listedIn: "countries" } as const;
  const problem = new Problem("invalid_request", error.detail, [error, { ...error, parameter: "countries" }]);
  const { detail, errors } = describeProblem(problem, "https://trust.example", "1");
  const told = "`country` is wrong. /api/v2/countries/preview lists the countries.";
  assert.equal(detail, told);
  assert.deepEqual(errors, [
    { parameter: "country", detail: told },
    { parameter: "countries", detail: told },
  ]);
});
