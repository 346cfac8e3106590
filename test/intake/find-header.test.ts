import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findHeader } from "../../src/intake/sources/open-raw-text.ts";
import { groupPillars } from "../../src/intake/guess/bands-answer.ts";

/** The names of the columns of a table with commas, and the lines in which they stand. */
function headerOf(text: string): readonly [names: string, lines: readonly number[]] | null {
  const records = text.split("\n").map((line, i) => ({ line: i + 1, cells: line.split(",") }));
  const found = findHeader(records);
  return found === null ? null : [found.names.join(","), found.lines];
}

const ROWS = "Acme,Peru,7,13,29,31\nBonn,Kenya,14,26,58,62\nCole,Japan,21,39,7,93";

describe("a header of numbers differs from the rows below it", () => {
  const headers: Readonly<Record<string, string>> = {
    "codes that leave some out": "Company,Country,1.1,1.2,2.1,2.3",
    "codes of three parts": "Company,Country,1.1.1,1.1.2,2.1.1,10.4.2",
    "codes that begin later": "Firm,HQ,3.4,3.5,4.2,4.10",
    "whole numbers one after another": "Company,Country,1,2,3,4",
    "questions of a survey": "Company,Country,11,12,13,14",
    years: "Company,Country,2021,2022,2023,2024",
  };
  for (const [name, header] of Object.entries(headers))
    test(name, () => {
      assert.deepEqual(headerOf(`${header}\n${ROWS}`), [header, [1]]);
      assert.deepEqual(headerOf(`Survey of 2025,,,,,\n${header}\n${ROWS}`), [header, [2]]);
    });

  test("above words", () => {
    const rows = "Acme,Peru,low,high,low,low\nBonn,Kenya,high,low,low,high";
    assert.deepEqual(headerOf(`Company,Country,7,3,2,9\n${rows}`), ["Company,Country,7,3,2,9", [1]]);
  });

  test("below the titles of groups", () => {
    const found = headerOf(`,,Water,,Pay,\nCompany,Country,1.1,1.2,2.1,2.3\n${ROWS}`);
    assert.deepEqual(found, ["Company,Country,Water – 1.1,Water – 1.2,Pay – 2.1,Pay – 2.3", [1, 2]]);
  });

  test("rows without a header have none", () => {
    assert.equal(headerOf(ROWS), null);
    assert.equal(headerOf("Acme,Peru,5,3,n/a,9\nBonn,Kenya,4,2,1,7\nCole,Japan,3,1,2,8"), null);
    assert.equal(headerOf("Acme,Peru,1,2,3,4\nBonn,Kenya,4,2,1,7\nCole,Japan,3,1,2,8"), null);
  });

  test("codes that leave some out are pillars of their own; a whole list is grouped", () => {
    const pillars = (...codes: string[]): string[] => groupPillars(codes, true).map(({ label }) => label);
    assert.deepEqual(pillars("1.1", "1.2", "2.1", "2.3"), ["1.1", "1.2", "2.1", "2.3"]);
    assert.deepEqual(pillars("1.1", "1.2", "2.1", "2.2"), ["1", "1", "2", "2"]);
    assert.deepEqual(pillars("1.1 Wells", "1.3 Rivers", "2.4 Wages"), ["1", "1", "2"]);
  });
});
