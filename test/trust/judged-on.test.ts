import { DuckDBInstance } from "@duckdb/node-api";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import {
  compareJudgedOn,
  dayOf,
  firstDayOf,
  fullDate,
  isOlderThanTwoYears,
  JUDGED_ON_PATTERN,
  judgedOnSql,
  judgedOnText,
  lastDayOf,
  lastDaySql,
  parseJudgedOn,
  parseJudgedOnSql,
  UNDATED,
} from "../../src/trust/judged-on.ts";

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** A date of the years 1000 to 2999, as a day, a month or a year. */
const anyDate = fc
  .tuple(fc.integer({ min: -354_285, max: 376_199 }), fc.constantFrom(4, 7, 10))
  .map(([day, length]) => isoDay(day).slice(0, length));

describe("the date of a judgement", () => {
  test("is the text that was given, and lies between its first and its last day", () => {
    fc.assert(
      fc.property(anyDate, (text) => {
        const number = parseJudgedOn(text);
        assert.equal(judgedOnText(number), text);
        assert.match(text, new RegExp(JUDGED_ON_PATTERN, "u"));
        const [first, last] = [firstDayOf(number), lastDayOf(number)];
        assert.equal(isoDay(first), `${text}-01-01`.slice(0, 10));
        assert.ok(isoDay(last).startsWith(text));
        assert.ok(!isoDay(last + 1).startsWith(text));
      }),
    );
  });

  test("is ordered by its last day, a day before a month and a year", () => {
    const ordered = ["2023-12-30", "2023-12-31", "2023-12", "2023", "2024-01-01", "2024-01", "2024-02-28", "2024"];
    const numbers = ordered.map(parseJudgedOn);
    assert.deepEqual(numbers.toReversed().toSorted(compareJudgedOn), numbers);
    assert.ok(compareJudgedOn(UNDATED, parseJudgedOn("1000")) < 0);
    assert.deepEqual([lastDayOf(UNDATED), judgedOnText(UNDATED)], [UNDATED, null]);
  });

  test("is older than two years when its last day is before the same day two years earlier", () => {
    const twoYearsOn = (day: string): string => `${Number(day.slice(0, 4)) + 2}${day.slice(4)}`;
    const dates = Array.from({ length: 1100 }, (_, index) => isoDay(19_000 + index));
    const given = [...dates, ...new Set(dates.flatMap((date) => [date.slice(0, 4), date.slice(0, 7)]))];
    const leap = ["2024-02-28", "2024-02-29", "2024-03-01", "2026-02-28", "2026-03-01", "2026-11-23"];
    for (const released of leap) {
      for (const date of given) {
        const number = parseJudgedOn(date);
        const expected = twoYearsOn(isoDay(lastDayOf(number))) < released;
        assert.equal(isOlderThanTwoYears(number, dayOf(Date.parse(released))), expected, `${date} at ${released}`);
      }
    }
    assert.equal(isOlderThanTwoYears(UNDATED, dayOf(Date.parse("2026-11-23"))), false);
  });

  test("is a full date or none", () => {
    assert.deepEqual(["2023-05-17", "2023-05", "2023", null].map(fullDate), ["2023-05-17", null, null, null]);
  });

  test("is the same in SQL", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const texts = fc.sample(anyDate, 500).concat("2024-02", "2023-02", "1000", "2999");
    const values = texts.map((text) => `('${text}', ${parseJudgedOn(text)})`).join(", ");
    const rows = await connection.runAndReadAll(
      `SELECT t, n, ${parseJudgedOnSql("t")}, ${judgedOnSql("n")}, ${lastDaySql("n")} FROM (VALUES ${values}) v(t, n)`,
    );
    for (const [text, number, parsed, written, last] of rows.getRowsJS())
      assert.deepEqual([parsed, written, last], [number, text, lastDayOf(Number(number))]);
    const none = await connection.runAndReadAll(
      `SELECT ${parseJudgedOnSql("t")}, ${judgedOnSql(`(${UNDATED})`)} FROM (VALUES ('2023-02-29'), ('2023-13'), ('2023-00')) v(t)`,
    );
    assert.deepEqual(none.getRowsJS(), [
      [null, null],
      [null, null],
      [null, null],
    ]);
    connection.closeSync();
    instance.closeSync();
  });
});
