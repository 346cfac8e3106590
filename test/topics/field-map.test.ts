import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { type Mapping, mapVersionOne } from "../../src/topics/v1/field-map.ts";
import { buildRelease } from "../../src/release/build-release.ts";
import { FACTS } from "../fixtures/memory-release.ts";
import { makeCleanDataset } from "../release/clean-fixture.ts";
import { ask } from "./asking.ts";

const routes = mapVersionOne();

/** Operations with path parameters, and what to ask them. */
const ASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/v1/countries/{slug}": { slug: "france" },
  "/api/v2/countries/{slug}": { slug: "france" },
};

/** The path of every member of a value. Containers are members, too. */
function pathsIn(value: unknown, place = ""): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...pathsIn(item, `${place}[]`)]));
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([name, member]) => {
      const own = place === "" ? name : `${place}.${name}`;
      return name === "reasons" ? [own] : [own, ...pathsIn(member, own)];
    }),
  );
}

/** A path of the map as it reads in the dataset: one for each id a placeholder stands for. */
function spellOut(field: string, bands: readonly string[], pillars: readonly string[]): string[] {
  if (field.includes("<band>")) return bands.map((id) => field.replace("<band>", id));
  return field.includes("<pillar>") ? pillars.map((id) => field.replace("<pillar>", id)) : [field];
}

function answerAt(address: string): unknown {
  const operation = OPERATIONS.find(({ path: own }) => own === address);
  assert.ok(operation, `nothing answers at ${address}`);
  return ask(operation.id, ASKED[address] ?? {});
}

function targetsOf(mappings: readonly Mapping[]): string[] {
  return mappings.flatMap((mapping) =>
    [mapping.v2, mapping.v2 === null ? mapping.instead : null].filter((to) => to !== null),
  );
}

describe("the map from version 1 to version 2", () => {
  test("has every deprecated address once, with its successor", () => {
    const deprecated = OPERATIONS.filter(({ deprecation }) => deprecation !== undefined);
    assert.deepEqual(
      routes.map(({ v1, v2 }) => [v1, v2]),
      deprecated.map(({ path: own, deprecation }) => [own, deprecation?.successorPath]),
    );
    assert.equal(routes.length, 5);
  });

  for (const { v1, v2, fields, parameters } of routes) {
    const bands = FACTS.scale.bands.map(({ id }) => id);
    const pillars = FACTS.pillars.map(({ id }) => id);
    const spell = (names: readonly string[]) => new Set(names.flatMap((name) => spellOut(name, bands, pillars)));

    if (!v1.endsWith(".csv")) {
      test(`${v1}: every field of a real answer is in the map, and no other`, () => {
        const mapped = spell(fields.map(({ v1: field }) => field));
        assert.deepEqual([...pathsIn(answerAt(v1))].toSorted(), [...mapped].toSorted());
      });

      test(`${v2}: every field the map leads to is in a real answer`, () => {
        const found = pathsIn(answerAt(v2));
        const missing = [...spell(targetsOf(fields))].filter((field) => !found.has(field));
        assert.deepEqual(missing, []);
      });
    }

    test(`${v1}: its parameters are in the map, and lead to parameters of ${v2}`, () => {
      const namesAt = (address: string): string[] => {
        const { path: inPath, query } = OPERATIONS.find(({ path: own }) => own === address)!.parameters;
        return [...Object.keys(inPath.properties), ...Object.keys(query.properties)];
      };
      assert.deepEqual(
        parameters.map(({ v1: name }) => name),
        namesAt(v1),
      );
      assert.deepEqual(
        targetsOf(parameters).filter((name) => !namesAt(v2).includes(name)),
        [],
      );
    });
  }

  test("the columns of the CSV files of a release are those of the map, in their order", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "country-trust-map-"));
    const dataset = await makeCleanDataset({ companies: 60, judgementsPerCompany: 6 });
    try {
      const { dataset: facts } = await buildRelease({ dataset, folder, publishedAt: new Date("2026-11-20T09:00:00Z") });
      const columnsOf = (table: string): string[] =>
        readFileSync(path.join(folder, "tables", `${table}.csv`), "utf8")
          .split("\r\n", 1)[0]!
          .split(",");
      const { fields } = routes.find(({ v1 }) => v1.endsWith(".csv"))!;
      const bands = facts.scale.bands.map(({ id }) => id.replaceAll("-", "_"));
      const pillars = facts.pillars.map(({ id }) => id.replaceAll("-", "_"));
      const spelled = fields.flatMap(({ v1 }) => spellOut(v1, bands, pillars));
      assert.deepEqual(columnsOf("countries_v1"), spelled);
      const today = columnsOf("countries");
      const targets = targetsOf(fields).flatMap((field) => spellOut(field, bands, pillars));
      assert.deepEqual(
        targets.filter((column) => !today.includes(column)),
        [],
      );
      const lines = readFileSync(path.join(folder, "tables", "countries_v1.csv"), "utf8")
        .trim()
        .split("\r\n")
        .slice(1);
      const place = columnsOf("countries_v1").indexOf("trust_score");
      assert.ok(lines.length > 0);
      for (const line of lines) assert.equal(line.split(",")[place], "");
    } finally {
      dataset.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
