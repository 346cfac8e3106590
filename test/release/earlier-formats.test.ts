import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { buildRelease } from "../../src/release/build-release.ts";
import { unpackDetail } from "../../src/release/company-detail.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { fileHash } from "../../src/release/seal-folder.ts";
import { verifyRelease } from "../../src/release/verify-release.ts";
import { openSnapshot } from "../../src/snapshot/open-snapshot.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeCleanDataset } from "./clean-fixture.ts";

async function build(folder: string): Promise<Manifest> {
  const dataset = await makeCleanDataset({ companies: 300, judgementsPerCompany: 12 });
  try {
    return await buildRelease({ dataset, folder, publishedAt: new Date("2026-11-20T09:00:00Z") });
  } finally {
    dataset.close();
  }
}

/** Lays a release out as bundle format 2 did: details in columns. */
async function layOutAsFormatTwo(manifest: Manifest, folder: string): Promise<Manifest> {
  const file = path.join(folder, "release.sqlite");
  const database = new DatabaseSync(file);
  database.exec(`
    ALTER TABLE company ADD COLUMN website TEXT;
    ALTER TABLE company ADD COLUMN lei TEXT;
    ALTER TABLE company ADD COLUMN pillars TEXT;
    ALTER TABLE company ADD COLUMN judgements BLOB;
    ALTER TABLE company ADD COLUMN sources TEXT;`);
  const { pillars, scale } = manifest.dataset;
  const shape = { pillars: pillars.length, bands: scale.bands.length };
  const update = database.prepare(
    "UPDATE company SET website = ?, lei = ?, pillars = ?, judgements = ?, sources = ? WHERE company = ?",
  );
  for (const { company, detail } of database.prepare("SELECT company, detail FROM company").all()) {
    const {
      website,
      lei,
      pillars: figures,
      judgements,
      sources,
    } = unpackDetail(Buffer.from(detail as Uint8Array), shape);
    update.run(website, lei, JSON.stringify(figures), judgements, JSON.stringify(sources), company!);
  }
  database.exec("ALTER TABLE company DROP COLUMN detail");
  database.close();
  const sha256 = await fileHash(file);
  const files = manifest.files.map((each) => (each.path === "release.sqlite" ? { ...each, sha256 } : each));
  const earlier = { ...manifest, format: 2, files };
  writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(earlier));
  return earlier;
}

describe("a release of bundle format 2", () => {
  test("is verified, and answers what one of today does", async () => {
    const [folder, folderOfToday] = [newTemporaryFolder(), newTemporaryFolder()];
    const earlier = await layOutAsFormatTwo(await build(folder), folder);
    const today = await build(folderOfToday);
    const { companies, judgements } = await verifyRelease(earlier, folder);
    assert.deepEqual([companies, judgements], [today.counts.companies, today.counts.judgements]);
    const [old, current] = [openSnapshot(earlier, folder), openSnapshot(today, folderOfToday)];
    for (const { id, position } of current.listCompanies({ sort: "name", limit: 300, offset: 0 }).companies) {
      assert.deepEqual(old.companyById(id), current.companyById(id));
      assert.deepEqual(old.detailAt(position).packed, current.detailAt(position).packed);
    }
    assert.throws(() => old.detailAt(300), /no company at position 300/u);
  });
});
