import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import * as fc from "fast-check";
import { sortedRows } from "../../src/intake/packed-rows.ts";

const UNDATED = -2147483648;
const COLUMNS = ["company", "pillar", "band", "criterion", "judge", "judged_on", "source"] as const;
type Row = Record<(typeof COLUMNS)[number], number>;

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
after(() => {
  connection.closeSync();
  instance.closeSync();
});

async function sort(rows: readonly string[], ranges: Parameters<typeof sortedRows>[1]): Promise<unknown[][]> {
  const names = COLUMNS.map((column) => `"${column}"`).join(", ");
  await connection.run(
    `CREATE OR REPLACE TABLE sorted AS SELECT ${names} FROM (${sortedRows(
      `SELECT * FROM (VALUES ${rows.join(", ")}) t(${COLUMNS.map((column) => `"${column}"`).join(", ")})`,
      ranges,
    )})`,
  );
  const types = await connection.runAndReadAll("SELECT DISTINCT column_type FROM (DESCRIBE sorted)");
  assert.deepEqual(types.getRows(), [["INTEGER"]]);
  return (await connection.runAndReadAll("FROM sorted")).getRowsJS();
}

const sqlRow = (row: Record<string, number | null>): string =>
  `(${COLUMNS.map((column) => (row[column] === null ? "NULL::INTEGER" : `(${row[column]})::INTEGER`)).join(", ")})`;

const byRule = (a: Row, b: Row): number =>
  a.company - b.company ||
  a.pillar - b.pillar ||
  a.criterion - b.criterion ||
  a.judge - b.judge ||
  b.judged_on - a.judged_on ||
  a.band - b.band ||
  Number(a.source === 0) - Number(b.source === 0) ||
  a.source - b.source;

/** Few different numbers at both ends of the range, so that many rows agree in their first columns. */
const upTo = (maximum: number): fc.Arbitrary<number> => fc.constantFrom(0, 1, maximum - 1, maximum);

describe("packed rows", () => {
  for (const [name, ranges] of Object.entries({
    "of a small dataset": { companies: 40, pillars: 3, bands: 5, terms: 9 },
    "of the largest there can be": { companies: 2147483647, pillars: 300, bands: 20, terms: 2147483646 },
  })) {
    it(`${name} are sorted by the rule of trust, and nothing of them is lost`, async () => {
      const row: fc.Arbitrary<Row> = fc.record({
        company: upTo(ranges.companies),
        pillar: upTo(ranges.pillars - 1),
        band: upTo(ranges.bands),
        criterion: upTo(ranges.terms),
        judge: upTo(ranges.terms),
        judged_on: fc.constantFrom(UNDATED, -354285, -1, 0, 20000, 376199),
        source: upTo(ranges.terms),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 200 }), async (rows) => {
          const expected = rows.toSorted(byRule).map((each) => COLUMNS.map((column) => each[column]));
          assert.deepEqual(await sort(rows.map(sqlRow), ranges), expected);
        }),
        { numRuns: 30 },
      );
    });
  }

  it("with something missing still miss something", async () => {
    const ranges = { companies: 40, pillars: 3, bands: 5, terms: 9 };
    const whole: Row = { company: 1, pillar: 1, band: 1, criterion: 1, judge: 1, judged_on: 1, source: 1 };
    for (const column of COLUMNS) {
      const [found] = await sort([sqlRow({ ...whole, [column]: null })], ranges);
      assert.ok(found?.includes(null), column);
    }
  });
});
