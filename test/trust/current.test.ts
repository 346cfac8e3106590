import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { currentJudgements, type JudgementRow } from "../../src/trust/current.ts";

interface NumberedRow extends JudgementRow {
  readonly row: number;
  readonly source: string | null;
}

const DEFAULTS = {
  company: "acme",
  pillar: "labour",
  criterion: null,
  judge: null,
  judgedOn: 100,
  source: null,
  band: 1,
};

function row(number: number, cells: Partial<Omit<NumberedRow, "row">> = {}): NumberedRow {
  return { ...DEFAULTS, ...cells, row: number };
}

/** Row numbers of each list. */
function sortedRows(rows: readonly NumberedRow[]) {
  const { current, superseded, duplicates, conflicts } = currentJudgements(rows);
  const numbers = (list: readonly NumberedRow[]): number[] => list.map(({ row: number }) => number);
  return {
    current: numbers(current),
    superseded: numbers(superseded),
    duplicates: numbers(duplicates),
    conflicts: conflicts.map(numbers),
  };
}

const anyRows = fc
  .array(
    fc.record({
      company: fc.constantFrom("acme", "bolt"),
      pillar: fc.constantFrom(0, 1),
      criterion: fc.constantFrom(null, "pay"),
      judge: fc.constantFrom(null, "null", 1),
      band: fc.constantFrom(1, 2, 3),
      judgedOn: fc.constantFrom(null, -1, 100),
      source: fc.constantFrom(null, "https://a.example", "https://b.example"),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((cells, i) => row(i, cells)));

function sameKey(a: NumberedRow, b: NumberedRow): boolean {
  return a.company === b.company && a.pillar === b.pillar && a.criterion === b.criterion && a.judge === b.judge;
}

/** The slow twin: decides for every row on its own, by looking at all the others. */
function listOf(one: NumberedRow, rows: readonly NumberedRow[]): keyof ReturnType<typeof sortedRows> {
  const day = ({ judgedOn }: NumberedRow): number => judgedOn ?? -Infinity;
  const strength = ({ source, row: number }: NumberedRow): string =>
    `${source ?? "~"} ${String(number).padStart(4, "0")}`;
  const clashes = (a: NumberedRow, b: NumberedRow): boolean => sameKey(a, b) && day(a) === day(b) && a.band !== b.band;
  const others = rows.filter((other) => sameKey(one, other) && other.row !== one.row);
  const repeated = others.filter((other) => day(other) === day(one) && other.band === one.band);
  if (repeated.some((other) => strength(other) < strength(one))) return "duplicates";
  if (others.some((other) => clashes(one, other))) return "conflicts";
  const sound = others.filter((other) => !rows.some((rival) => clashes(other, rival)));
  return sound.some((other) => day(other) > day(one)) ? "superseded" : "current";
}

describe("currentJudgements", () => {
  test("puts every row where the slow twin puts it, and in one list only", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const sorted = sortedRows(rows);
        const found = new Map<number, string>();
        for (const [list, numbers] of Object.entries(sorted))
          for (const number of numbers.flat()) found.set(number, list);
        assert.equal(Object.values(sorted).flat(2).length, rows.length);
        for (const one of rows) assert.equal(found.get(one.row), listOf(one, rows), JSON.stringify(one));
      }),
      { numRuns: 300 },
    );
  });

  test("holds the same judgements in the same order whatever the order of the rows", () => {
    const unnumbered = (one: NumberedRow) => ({ ...one, row: null });
    const sortedCells = (rows: readonly NumberedRow[]) => {
      const { current, superseded, duplicates, conflicts } = currentJudgements(rows);
      return [current, superseded, duplicates, ...conflicts].map((list) => list.map(unnumbered));
    };
    fc.assert(
      fc.property(
        anyRows.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          assert.deepEqual(sortedCells(shuffled), sortedCells(rows));
        },
      ),
    );
  });

  test("the newest is current, older ones are superseded", () => {
    assert.deepEqual(sortedRows([row(1, { judgedOn: 5 }), row(2, { judgedOn: 9 }), row(3, { judgedOn: 7 })]), {
      current: [2],
      superseded: [3, 1],
      duplicates: [],
      conflicts: [],
    });
  });

  test("an undated judgement is older than every date, before 1970 too", () => {
    assert.deepEqual(sortedRows([row(1, { judgedOn: null }), row(2, { judgedOn: -20_000 })]).current, [2]);
    assert.deepEqual(sortedRows([row(1, { judgedOn: null })]).current, [1]);
  });

  test("another company, pillar, criterion or judge is another judgement, and none is not an empty text", () => {
    const rows = [
      row(1),
      row(2, { company: "bolt" }),
      row(3, { pillar: "privacy" }),
      row(4, { criterion: "pay" }),
      row(5, { judge: "anna" }),
      row(6, { judge: "" }),
    ];
    assert.deepEqual(new Set(sortedRows(rows).current), new Set([1, 2, 3, 4, 5, 6]));
  });

  test("a repeated row is dropped, and the first one stays", () => {
    assert.deepEqual(sortedRows([row(1), row(2), row(3)]), {
      current: [1],
      superseded: [],
      duplicates: [2, 3],
      conflicts: [],
    });
  });

  test("the same judgement with another source counts once; the first source in text order is kept", () => {
    const rows = [row(1), row(2, { source: "https://b.example" }), row(3, { source: "https://a.example" })];
    assert.deepEqual(sortedRows(rows), { current: [3], superseded: [], duplicates: [2, 1], conflicts: [] });
  });

  test("two bands for the same key and date are a conflict that names both rows, and neither is current", () => {
    assert.deepEqual(sortedRows([row(1, { band: 3 }), row(2, { band: 1 })]), {
      current: [],
      superseded: [],
      duplicates: [],
      conflicts: [[2, 1]],
    });
  });

  test("two undated rows with different bands are a conflict: neither is known to be newer", () => {
    assert.deepEqual(sortedRows([row(1, { judgedOn: null }), row(2, { judgedOn: null, band: 2 })]).conflicts, [[1, 2]]);
  });

  test("a conflict of old rows is a problem as well, and the newer judgement stays current", () => {
    const rows = [row(1, { judgedOn: 5 }), row(2, { judgedOn: 5, band: 2 }), row(3, { judgedOn: 6 })];
    assert.deepEqual(sortedRows(rows), { current: [3], superseded: [], duplicates: [], conflicts: [[1, 2]] });
  });

  test("without the rows in conflict the next newest is current", () => {
    const rows = [row(1, { judgedOn: 5 }), row(2, { judgedOn: 6, band: 2 }), row(3, { judgedOn: 6, band: 3 })];
    assert.deepEqual(sortedRows(rows), { current: [1], superseded: [], duplicates: [], conflicts: [[2, 3]] });
  });

  test("a repetition inside a conflict is dropped first", () => {
    const rows = [row(1, { band: 2 }), row(2, { band: 2 }), row(3, { band: 1 })];
    assert.deepEqual(sortedRows(rows), { current: [], superseded: [], duplicates: [2], conflicts: [[3, 1]] });
  });

  test("no rows give empty lists", () => {
    assert.deepEqual(currentJudgements([]), { current: [], superseded: [], duplicates: [], conflicts: [] });
  });
});
