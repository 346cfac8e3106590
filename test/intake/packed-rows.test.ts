import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import * as fc from "fast-check";
import { layOutRows } from "../../src/intake/packed-rows.ts";
import { AGE_UNDATED, LAST_DAY, type NumberRanges, UNDATED } from "../../src/trust/judgement-words.ts";

const COLUMNS = ["company", "pillar", "band", "criterion", "judge", "judged_on", "source"] as const;
type Row = Record<(typeof COLUMNS)[number], number>;

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
after(() => {
  connection.closeSync();
  instance.closeSync();
});

async function sort(rows: readonly string[], ranges: NumberRanges): Promise<unknown[][]> {
  const names = COLUMNS.map((column) => `"${column}"`).join(", ");
  const layout = layOutRows(ranges);
  const values = `SELECT *, CASE WHEN judged_on = ${UNDATED} THEN ${AGE_UNDATED} ELSE ${LAST_DAY} - judged_on END AS age
    FROM (VALUES ${rows.join(", ")}) t(${names})`;
  await connection.run(`CREATE OR REPLACE TABLE packed AS ${layout.sorted(values)};
    CREATE OR REPLACE TABLE sorted AS SELECT ${names} FROM (${layout.unpacked("packed")})`);
  const types = await connection.runAndReadAll("SELECT DISTINCT column_type FROM (DESCRIBE sorted)");
  assert.deepEqual(types.getRows(), [["INTEGER"]]);
  return (await connection.runAndReadAll("FROM sorted")).getRowsJS();
}

/** Whether each row has the key of the row before. */
async function repeated(ranges: NumberRanges): Promise<unknown[]> {
  const rows = await connection.runAndReadAll(`SELECT coalesce(${layOutRows(ranges).isRepeated}, false) FROM packed`);
  return rows.getRows().flat();
}

function isKeyOfPrevious(row: readonly number[], place: number, rows: readonly (readonly number[])[]): boolean {
  const [company, pillar, , criterion, judge] = row;
  const before = rows[place - 1];
  return before?.[0] === company && before?.[1] === pillar && before?.[3] === criterion && before?.[4] === judge;
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

const upToTerm = (last: number | null): fc.Arbitrary<number> => (last === null ? fc.constant(0) : upTo(last));

describe("packed rows", () => {
  const datasets: Record<string, NumberRanges> = {
    "of a small dataset": { companies: 40, pillars: 3, bands: 5, criterion: 9, judge: 9, source: 9, dated: true },
    "without optional columns": {
      companies: 40,
      pillars: 3,
      bands: 5,
      criterion: null,
      judge: null,
      source: null,
      dated: false,
    },
    "of the largest there can be": {
      companies: 2147483647,
      pillars: 300,
      bands: 20,
      criterion: 2147483646,
      judge: 2147483646,
      source: 2147483646,
      dated: true,
    },
  };
  for (const [name, ranges] of Object.entries(datasets)) {
    it(`${name} are sorted by the rule of trust, and nothing of them is lost`, async () => {
      const row: fc.Arbitrary<Row> = fc.record({
        company: upTo(ranges.companies),
        pillar: upTo(ranges.pillars - 1),
        band: upTo(ranges.bands),
        criterion: upToTerm(ranges.criterion),
        judge: upToTerm(ranges.judge),
        judged_on: ranges.dated ? fc.constantFrom(UNDATED, -354285, -1, 0, 20000, 376199) : fc.constant(UNDATED),
        source: upToTerm(ranges.source),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 200 }), async (rows) => {
          const expected = rows.toSorted(byRule).map((each) => COLUMNS.map((column) => each[column]));
          assert.deepEqual(await sort(rows.map(sqlRow), ranges), expected);
          assert.deepEqual(await repeated(ranges), expected.map(isKeyOfPrevious));
        }),
        { numRuns: 30 },
      );
    });
  }

  it("with something missing still miss something", async () => {
    const ranges = datasets["of a small dataset"]!;
    const whole: Row = { company: 1, pillar: 1, band: 1, criterion: 1, judge: 1, judged_on: 1, source: 1 };
    for (const column of COLUMNS) {
      const [found] = await sort([sqlRow({ ...whole, [column]: null })], ranges);
      assert.ok(found?.includes(null), column);
      const missing = await connection.runAndReadAll(`SELECT ${layOutRows(ranges).isMissing} FROM packed`);
      assert.deepEqual(missing.getRows(), [[true]], column);
    }
  });
});
