import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { describe, test } from "node:test";
import { OPERATIONS } from "../../src/topics/operations.ts";
import { partOf } from "./source-files.ts";
import { exampleOf } from "../topics/asking.ts";

/** What the types cannot ask of an operation; the names say what is missing. */
describe("the list of operations", () => {
  test("has every operation of src/topics/", async () => {
    const folder = new URL("../../src/topics/", import.meta.url);
    const missing: string[] = [];
    for (const file of globSync("*/*.ts", { cwd: folder })) {
      if (partOf(`topics/${file}`) !== "question") continue;
      const exported: unknown[] = Object.values((await import(new URL(file, folder).href)) as object);
      for (const each of exported.flat()) {
        if (typeof each !== "object" || each === null || !("answer" in each) || !("path" in each)) continue;
        if (!(OPERATIONS as readonly unknown[]).includes(each)) missing.push(`${file}: ${String(each.path)}`);
      }
    }
    assert.deepEqual(missing, [], "put them into src/topics/operations.ts");
  });

  test("has no id and no path twice", () => {
    const ids = OPERATIONS.map(({ id }) => id);
    assert.deepEqual([...new Set(ids)], ids);
    const endpoints = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([...new Set(endpoints)], endpoints);
  });

  test("has an example of every parameter that must be sent", () => {
    const missing = OPERATIONS.flatMap((operation) => {
      const { path, query } = operation.parameters;
      const known = Object.keys(exampleOf(operation));
      const needed = [...Object.keys(path.properties), ...(query.required ?? [])];
      return needed.filter((name) => !known.includes(name)).map((name) => `${operation.id}: ${name}`);
    });
    assert.deepEqual(missing, [], "give them in `examples`, of the operation or of the parameter's schema");
  });
});
