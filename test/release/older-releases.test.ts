import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BUNDLE_FORMAT, type Manifest, OLDEST_FORMAT, parseManifest } from "../../src/release/manifest.ts";
import { verifyRelease } from "../../src/release/verify-release.ts";
import { openSnapshot } from "../../src/release/open-snapshot.ts";
import { COMPANY_DETAILS } from "../../src/tables/companies.ts";
import { readDetails } from "../../src/tables/details.ts";
import { PRODUCT_DETAILS } from "../../src/tables/products.ts";
import { OPTIONAL_JUDGEMENT_COLUMNS } from "../../src/tables/judgements.ts";
import { companiesIn } from "../fixtures/releases/read-release.ts";

const KEPT = fileURLToPath(new URL("../fixtures/releases/", import.meta.url));
const formats = Array.from({ length: BUNDLE_FORMAT - OLDEST_FORMAT + 1 }, (_, index) => OLDEST_FORMAT + index);

function readManifest(folder: string): Manifest {
  const manifest = parseManifest(readFileSync(path.join(folder, "manifest.json"), "utf8"));
  assert.ok(manifest !== null);
  return manifest;
}

/** Companies as they were kept; what came later has no value. */
function companiesKept(format: number): unknown {
  const absent = Object.fromEntries(OPTIONAL_JUDGEMENT_COLUMNS.map(({ name }) => [name, null]));
  const kept = JSON.parse(readFileSync(path.join(KEPT, `format-${format}`, "companies.json"), "utf8")) as {
    judgements: object[];
    products: object[];
  }[];
  return kept.map((company) => ({
    ...readDetails(COMPANY_DETAILS, {}),
    ...company,
    judgements: company.judgements.map((judgement) => ({ ...absent, ...judgement })),
    products: company.products.map((product) => ({ ...readDetails(PRODUCT_DETAILS, {}), ...product })),
  }));
}

describe("a release of every bundle format that is read", () => {
  test("is kept here: npm run generate kept-release writes that of the present one", () => {
    const names = readdirSync(KEPT).filter((name) => name.startsWith("format-"));
    assert.deepEqual(names.toSorted(), formats.map((format) => `format-${format}`).toSorted());
  });

  for (const format of formats) {
    const folder = path.join(KEPT, `format-${format}`, "release");

    test(`format ${format}: every company is what it was, and lists name them all`, () => {
      const snapshot = openSnapshot(readManifest(folder), folder);
      assert.deepEqual(companiesIn(snapshot), companiesKept(format));
      const { companies, judgements, products } = snapshot.manifest.counts;
      const page = { offset: 0, limit: 1000 };
      assert.equal(snapshot.listCompanies({ ...page, sort: "name" }).total, companies);
      assert.equal(snapshot.listJudgements({ ...page, sort: "company" }).total, judgements);
      assert.equal(snapshot.listProducts({ ...page, sort: "company" }).total, products);
    });

    test(`format ${format}: its fingerprint and its figures are recounted`, async () => {
      const manifest = readManifest(folder);
      assert.equal((await verifyRelease(manifest, folder)).companies, manifest.counts.companies);
    });
  }
});
