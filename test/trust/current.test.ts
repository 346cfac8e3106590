import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { parseJudgedOn, UNDATED } from "../../src/trust/judged-on.ts";
import type { JudgementNumbers, Outcome } from "../../src/trust/current.ts";
import { expectedOutcome, numbersOf, outcomesOf } from "./judgement-outcomes.ts";

const anyRows = fc.array(
  fc
    .record({
      company: fc.constantFrom(0, 1),
      pillar: fc.constantFrom(0, 1),
      criterion: fc.constantFrom(0, 1),
      judge: fc.constantFrom(0, 1, 2),
      band: fc.constantFrom(1, 2, 3),
      judged_on: fc.constantFrom(
        UNDATED,
        -1,
        100,
        ...["1970-04", "1970-04-30", "1970", "1970-12-31"].map(parseJudgedOn),
      ),
      source: fc.constantFrom(0, 1, 2),
    })
    .map(numbersOf),
  { maxLength: 60 },
);

/** What becomes of judgements of one company, one per element. */
function decide(...rows: readonly Parameters<typeof numbersOf>[0][]): Outcome[] {
  return outcomesOf(rows.map(numbersOf));
}

describe("CurrentJudgements", () => {
  test("decides of every row what the oracle does", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        assert.deepEqual(
          outcomesOf(rows),
          rows.map((_, index) => expectedOutcome(index, rows)),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("decides the same of the same judgements whatever the order of the rows", () => {
    const decided = (rows: readonly JudgementNumbers[]): string[] => {
      const outcomes = outcomesOf(rows);
      return rows.map((row, index) => `${row.join(",")} ${outcomes[index]}`).toSorted();
    };
    fc.assert(
      fc.property(
        anyRows.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          assert.deepEqual(decided(shuffled), decided(rows));
        },
      ),
    );
  });

  test("the newest is current, older ones are superseded", () => {
    assert.deepEqual(decide({ judged_on: 5 }, { judged_on: 9 }, { judged_on: 7 }), [
      "superseded",
      "current",
      "superseded",
    ]);
  });

  test("a month or a year counts as its last day, and of equal ones the most exact is kept", () => {
    const on = (...texts: string[]) => texts.map((text) => ({ judged_on: parseJudgedOn(text) }));
    assert.deepEqual(decide(...on("2025-12-30", "2025", "2025-11")), ["superseded", "current", "superseded"]);
    assert.deepEqual(decide(...on("2025", "2025-12-31", "2025-12")), ["duplicate", "current", "duplicate"]);
    const [year, day] = on("2025", "2025-12-31");
    assert.deepEqual(decide({ ...year, band: 1 }, { ...day, band: 2 }), ["conflicting", "conflicting"]);
  });

  test("an undated judgement is older than every date, before 1970 too", () => {
    assert.deepEqual(decide({}, { judged_on: -20_000 }), ["superseded", "current"]);
    assert.deepEqual(decide({}), ["current"]);
  });

  test("another company, pillar, criterion or judge is another judgement", () => {
    const rows = [{}, { company: 1 }, { pillar: 1 }, { criterion: 1 }, { judge: 1 }];
    assert.deepEqual(
      decide(...rows),
      rows.map(() => "current"),
    );
  });

  test("a repeated row is dropped, and the first one stays", () => {
    assert.deepEqual(decide({}, {}, {}), ["current", "duplicate", "duplicate"]);
  });

  test("the same judgement with another source counts once: the first source is kept, none comes last", () => {
    assert.deepEqual(decide({}, { source: 2 }, { source: 1 }), ["duplicate", "duplicate", "current"]);
  });

  test("two bands for the same key and date are a conflict of both rows, and neither is current", () => {
    assert.deepEqual(decide({ judged_on: 5, band: 3 }, { judged_on: 5, band: 1 }), ["conflicting", "conflicting"]);
  });

  test("two undated rows with different bands are a conflict: neither is known to be newer", () => {
    assert.deepEqual(decide({ band: 1 }, { band: 2 }), ["conflicting", "conflicting"]);
  });

  test("a conflict of old rows is a problem as well, and the newer judgement stays current", () => {
    assert.deepEqual(decide({ judged_on: 5 }, { judged_on: 5, band: 2 }, { judged_on: 6 }), [
      "conflicting",
      "conflicting",
      "current",
    ]);
  });

  test("without the rows in conflict the next newest is current", () => {
    assert.deepEqual(decide({ judged_on: 5 }, { judged_on: 6, band: 2 }, { judged_on: 6, band: 3 }), [
      "current",
      "conflicting",
      "conflicting",
    ]);
  });

  test("a repetition inside a conflict is dropped first", () => {
    assert.deepEqual(decide({ band: 2 }, { band: 2 }, { band: 1 }), ["conflicting", "duplicate", "conflicting"]);
  });

  test("no rows settle nothing", () => {
    assert.deepEqual(decide(), []);
  });
});
