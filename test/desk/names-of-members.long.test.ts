import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { openTestDesk } from "./open-desk.ts";

test("a table, its columns and words may have the names of members of every object", async (t) => {
  const companies = ["__proto__,FR,toString,valueOf", "constructor,FR,valueOf,toString", "Acme,DE,toString,toString"];
  const desk = await openTestDesk({
    "constructor.csv": ["company,country,__proto__,hasOwnProperty", ...companies, ""].join("\n"),
  });
  t.after(() => desk.close());
  const post = async (step: string, fields: Readonly<Record<string, string>>, status: number): Promise<void> =>
    assert.equal((await desk.post(step, fields)).status, status, JSON.stringify(fields));
  const mapping = (): Readonly<Record<string, unknown>> =>
    JSON.parse(readFileSync(path.join(desk.folder, "mapping.json"), "utf8"));

  assert.equal((await desk.get("assets/constructor")).status, 404);
  // There is no table of this name.
  await post("files", { do: "leave", table: "toString" }, 422);
  await post(
    "result",
    { do: "correct", table: "toString", column: "company", was: "Acme", now: "Acne", row: "Acme" },
    422,
  );
  await post("columns", { do: "roles", table: "constructor", "role.2": "criterion" }, 303);
  await post("columns", { do: "roles", table: "constructor", "role.2": "judged", "role.3": "judged" }, 303);
  await post("columns", { do: "also", table: "constructor", column: "valueOf", now: "country" }, 303);
  await post("bands", { do: "typed", of: "bands", typed: "toString < valueOf" }, 303);
  const cell = { table: "constructor", column: "__proto__", was: "toString", now: "valueOf", row: "Acme" };
  await post("result", { do: "correct", ...cell, rowColumn: "company" }, 303);
  const { tables, judgements, corrections } = mapping();
  assert.deepEqual(tables, {
    constructor: { files: ["constructor.csv"], row: "company", also: { valueOf: ["country"] } },
  });
  assert.match(JSON.stringify(judgements), /"columns":\{.*"__proto__":\{"pillar":/u);
  const [{ on: _, ...correction } = {}] = corrections as readonly Readonly<Record<string, unknown>>[];
  assert.deepEqual(correction, cell);
  for (const step of ["files", "columns", "bands", "companies", "result", "publish", "history"])
    assert.equal((await desk.get(step)).status, 200, step);
  const { text } = await desk.get("result?company=__proto__");
  assert.match(text, /name="column" value="__proto__" \/><input type="hidden" name="was" value="toString"/u);
});
