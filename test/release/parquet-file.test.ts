import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import * as fc from "fast-check";
import { readRows } from "../../src/release/duck-rows.ts";
import { type ParquetColumn, ParquetFile } from "../../src/release/parquet-file.ts";
import type { ColumnValues } from "../../src/release/parquet-page.ts";

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-parquet-"));
const file = path.join(folder, "table.parquet");
const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
// Two files of the same length, written to one place within a second, are one to its cache.
await connection.run("SET enable_external_file_cache = false");
after(() => {
  connection.closeSync();
  instance.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

const COLUMNS: readonly ParquetColumn[] = [
  { name: "text", type: "text" },
  { name: "count", type: "integer" },
  { name: "day", type: "date" },
];

type Value = string | number;
type Column = readonly (Value | null)[];

/** A column of a group, in long runs or without any. */
function column(value: fc.Arbitrary<Value>, rows: number): fc.Arbitrary<Column> {
  const few = fc.array(fc.option(value), { minLength: 1, maxLength: 4 });
  const spread = fc.tuple(few, fc.integer({ min: 1, max: 40 }));
  const inRuns = spread.map(([values, run]) =>
    Array.from({ length: rows }, (_, row) => values[Math.floor(row / run) % values.length]!),
  );
  return fc.oneof(inRuns, fc.array(fc.option(value), { minLength: rows, maxLength: rows }));
}

const group = fc.integer({ min: 1, max: 300 }).chain((rows) =>
  fc.tuple(
    column(fc.string({ unit: "grapheme", maxLength: 30 }), rows),
    column(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), rows),
    // The days that intake reads.
    column(fc.integer({ min: -354_285, max: 376_199 }), rows),
  ),
);

function columnValues(cells: Column): ColumnValues {
  const values = [...new Set(cells)].filter((cell) => cell !== null);
  return {
    values,
    places: Int32Array.from(cells, (cell) => (cell === null ? -1 : values.indexOf(cell))),
    hasGaps: cells.includes(null),
    range: null,
  };
}

describe("a Parquet file", () => {
  test("is read by the database as it was written, whatever stands in it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(group, { maxLength: 4 }), async (groups) => {
        const writer = new ParquetFile(file, COLUMNS);
        for (const columns of groups) writer.addRows(columns[0].length, columns.map(columnValues));
        const sha256 = writer.finish();
        assert.equal(sha256, createHash("sha256").update(readFileSync(file)).digest("hex"));
        const found = await readRows(
          connection,
          `SELECT text, "count", (day - DATE '1970-01-01')::INTEGER AS day FROM read_parquet('${file}')`,
        );
        const expected = groups.flatMap(([texts, counts, days]) =>
          texts.map((text, row) => ({ text, count: counts[row], day: days[row] })),
        );
        assert.deepEqual(found, expected);
      }),
      { numRuns: 60 },
    );
  });

  test("says of its rows what the database looks for: the range of every group, and how many cells are empty", async () => {
    const writer = new ParquetFile(file, COLUMNS);
    const texts = {
      values: ["b", "ä", "a"],
      places: Int32Array.of(0, 1, -1, 2),
      hasGaps: true,
      range: { least: "a", greatest: "ä" },
    };
    const counts = {
      values: [7, -3],
      places: Int32Array.of(0, 1, 0, 0),
      hasGaps: false,
      range: { least: -3, greatest: 7 },
    };
    const days = { values: [], places: new Int32Array(4).fill(-1), hasGaps: true, range: null };
    writer.addRows(4, [texts, counts, days]);
    writer.finish();
    const found = await readRows(
      connection,
      `SELECT stats_min_value AS least, stats_max_value AS greatest, stats_null_count AS empty FROM parquet_metadata('${file}')`,
    );
    assert.deepEqual(found, [
      { least: "a", greatest: "ä", empty: 1n },
      { least: "-3", greatest: "7", empty: 0n },
      { least: null, greatest: null, empty: 4n },
    ]);
    const described = await readRows<object>(
      connection,
      `SELECT column_name AS name, column_type AS type FROM (DESCRIBE FROM '${file}')`,
    );
    assert.deepEqual(described, [
      { name: "text", type: "VARCHAR" },
      { name: "count", type: "INTEGER" },
      { name: "day", type: "DATE" },
    ]);
  });
});
