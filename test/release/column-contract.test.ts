import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { describeTables } from "../../src/tables/downloadable-tables.ts";
import { LATER_FACTS } from "../../src/trust/dataset.ts";

/** Two bands and two pillars show which columns a dataset brings. */
const FACTS = {
  title: "Contract",
  v1Title: "Old contract",
  publisher: "Tests",
  year: 2026,
  homepage: null,
  licence: "CC-BY-4.0",
  notice: null,
  scale: {
    id: "two",
    bands: [
      { id: "worse-band", label: "Worse", description: null },
      { id: "better_band", label: "Better", description: null },
    ],
  },
  pillars: [
    { id: "first-pillar", label: "First", description: null },
    { id: "second_pillar", label: "Second", description: null },
  ],
  sectorLabels: {},
  monitored: null,
  minimumCompanies: 3,
  ...LATER_FACTS,
};

const FROZEN = readFileSync(new URL("column-contract.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

const columns = describeTables(FACTS).flatMap(({ table, columns: own }) => own.map((column) => ({ table, ...column })));

describe("the column contract", () => {
  test("every column has the position, name and type with which it was published; new ones come last", () => {
    for (const { table } of describeTables(FACTS)) {
      const now = columns
        .filter((column) => column.table === table)
        .map(({ name, type, nullable, since }) =>
          [table, name, type, nullable ? "nullable" : "filled", String(since)].join(" "),
        );
      const frozen = FROZEN.filter((line) => line.startsWith(`${table} `));
      assert.ok(frozen.length > 0, `${table} is not in column-contract.txt`);
      assert.deepEqual(now.slice(0, frozen.length), frozen);
      assert.deepEqual(
        now.slice(frozen.length),
        [],
        `a new column is frozen by a line at the end of the lines of ${table}`,
      );
    }
  });

  test("no frozen line is left over, and `since` never falls", () => {
    const tables = new Set(describeTables(FACTS).map(({ table }) => table as string));
    assert.deepEqual(
      FROZEN.filter((line) => !tables.has(line.split(" ")[0]!)),
      [],
    );
    for (const { table } of describeTables(FACTS)) {
      const versions = columns.filter((column) => column.table === table).map(({ since }) => since);
      assert.deepEqual(
        versions,
        versions.toSorted((a, b) => a - b),
        table,
      );
      assert.ok(versions[0] === 1, `${table} begins with the first version of the contract`);
    }
    const versions = new Set(columns.map(({ since }) => since));
    for (let version = 1; version <= versions.size; version += 1)
      assert.ok(versions.has(version), `no column has \`since: ${version}\`, though later versions exist`);
  });

  test("names are unique in their table and need no quoting anywhere", () => {
    for (const { table } of describeTables(FACTS)) {
      const names = columns.filter((column) => column.table === table).map(({ name }) => name);
      assert.equal(new Set(names).size, names.length, table);
      for (const name of names) assert.match(name, /^[a-z][a-z0-9_]*$/u);
    }
  });

  test("keys name columns there are, and a primary key is always filled", () => {
    const tables = describeTables(FACTS);
    const columnOf = (table: string, name: string) =>
      columns.find((column) => column.table === table && column.name === name);
    for (const { table, primaryKey, foreignKeys } of tables) {
      for (const name of primaryKey) assert.equal(columnOf(table, name)?.nullable, false, `${table}.${name}`);
      for (const { column, table: other, target } of foreignKeys) {
        assert.equal(columnOf(table, column)?.type, columnOf(other, target)?.type);
        assert.ok(tables.find((each) => each.table === other)?.primaryKey.includes(target));
      }
    }
  });
});
