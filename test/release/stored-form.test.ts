import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { buildRelease } from "../../src/release/build-release.ts";
import { DATABASE_FILE } from "../../src/release/bundle-database.ts";
import { BUNDLE_FORMAT } from "../../src/release/manifest.ts";
import { JudgementEncoder, STORED_COLUMNS } from "../../src/release/stored-judgements.ts";
import { UNDATED } from "../../src/trust/judged-on.ts";
import { DRESSED } from "../fixtures/branding.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeCleanDataset } from "./clean-fixture.ts";

/**
 * The digest of the stored form under each format number. A line is added with every new number,
 * and never changed.
 */
const DIGESTS: Readonly<Record<number, string>> = {
  // Tables name what answers name; releases of older formats are published again.
  17: "22e3c385b9495c6d41157a7ca053265a7ba31f1bcb0829a2e50cf9c85cbb2af7",
};

/** The names of all members, at every depth. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

/**
 * Everything that a reader of a bundle has to know: tables, the members of JSON, columns,
 * judgements, the manifest.
 */
async function describeStoredForm(): Promise<unknown> {
  const folder = newTemporaryFolder();
  const dataset = await makeCleanDataset({ companies: 60, judgementsPerCompany: 12, branding: DRESSED });
  const manifest = await buildRelease({ dataset, folder, publishedAt: new Date("2026-11-20T09:00:00Z") });
  dataset.close();
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  const rows = (sql: string) => database.prepare(sql).all();
  const encoder = new JudgementEncoder();
  encoder.add(STORED_COLUMNS.map(({ type }, index) => (type === "date" ? 20_777 : 100 * index)));
  encoder.add(STORED_COLUMNS.map(({ type }, index) => (type === "date" ? UNDATED : index)));
  const form = {
    schema: rows("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").map(({ sql }) =>
      String(sql).replaceAll(/\s+/g, " "),
    ),
    json: rows(`SELECT distribution, pillars, urls FROM company WHERE company = 0`)
      .flatMap((row) => Object.entries(row))
      .concat(rows("SELECT statistics, provenance FROM country LIMIT 1").flatMap((row) => Object.entries(row)))
      .map(([name, json]) => [name, shapeOf(JSON.parse(String(json)))]),
    columns: ["company_column", "judgement_column"].map((table) =>
      rows(`SELECT name, length(bytes) AS bytes FROM ${table} ORDER BY name`),
    ),
    judgements: encoder.take().toString("hex"),
    manifest: shapeOf(manifest),
  };
  database.close();
  return form;
}

describe("the stored form of a release", () => {
  test("does not change under the same format number", async () => {
    const form = JSON.stringify(await describeStoredForm());
    assert.equal(
      createHash("sha256").update(form).digest("hex"),
      DIGESTS[BUNDLE_FORMAT],
      `another stored form needs another BUNDLE_FORMAT (manifest.ts) and its digest here; it is now ${form}`,
    );
  });
});
