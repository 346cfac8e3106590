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
  4: "f539e2b1c3aa5cbfffa83879ddd1b8753f3142b662523862076161ecb914ab48",
  5: "4a77f7cba0797b4d62b175f796ef4451de07209b9f055e80f35cc798b7fd9907",
  6: "1780377af522e4d8b28a4b511750790181fe89c9e5946ca44560125237f17326",
  7: "322721f915c556d298652fb15a7a572e76a66e18672849d5bbabb043207a8658",
  8: "869773fb2331d4bc12726f3cf3345e9a485d271d64d5a49b30d8059a945014c3",
  9: "43310a5b2ebffe334c9f13fe8c4525f4c111234636914675c0c7e35ff88209ec",
  10: "164d80461a09b8496cb7962fdaf621fc5b72fd34bc18ca3722f946141bbab0a3",
  // Dates may be months and years; the manifest says why rows were left out; replies; companies
  // without a country.
  11: "ffb7b167b988767ac527a98f68c41af6ccffa8655c86b2508d807f77031bec0c",
  // Companies name other sectors besides the one in which they are counted.
  12: "7754fe81efd19297a57a295cf8a734ca9cc526a2e0458220e6861a206850c1d4",
  // Products have aliases.
  13: "433e8722a9432e87d7a9c256602556187ace7db71806f5f2fd93146559c118ad",
  // What is not known of a median, and what bands measure. No program was released that writes 14
  // yet: its line may change.
  14: "202d138488749b6e3aa60e79acabecf81bb96adcf91eec0526b721afb8b8246b",
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
