import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import path from "node:path";
import { buildRelease } from "../../src/release/build-release.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { fileHash, MANIFEST_FILE } from "../../src/release/seal-folder.ts";
import { STORED_COLUMNS } from "../../src/release/stored-judgements.ts";
import { VerifyError, verifyRelease } from "../../src/release/verify-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { buildFixture, copyFixture } from "./built-release.ts";
import { makeCleanDataset } from "./clean-fixture.ts";

describe("a release", () => {
  test("is the same bytes for the same input, whatever the number of threads", async () => {
    // More judgements than one thread takes at a time.
    const size = { companies: 3000, judgementsPerCompany: 48 };
    const [one, two] = [await buildFixture({ ...size, threads: 1 }), await buildFixture({ ...size, threads: 2 })];
    assert.equal(one.manifest.fingerprint, two.manifest.fingerprint);
    assert.deepEqual(one.manifest.files, two.manifest.files);
    assert.equal(one.manifest.counts.judgedCompanies, 2850);
  });

  test("has another fingerprint when a band differs", async () => {
    const [one, two] = [
      await copyFixture({ companies: 50, judgementsPerCompany: 12 }),
      await copyFixture({ companies: 50, judgementsPerCompany: 12, seed: 2 }),
    ];
    assert.notEqual(one.manifest.fingerprint, two.manifest.fingerprint);
  });

  test("published on another day is the same content under another id", async () => {
    const size = { companies: 50, judgementsPerCompany: 12 };
    const [one, two] = [
      await copyFixture(size),
      await buildFixture(size, newTemporaryFolder(), new Date("2026-12-01T00:00:00Z")),
    ];
    assert.equal(one.manifest.fingerprint, two.manifest.fingerprint);
    assert.match(one.manifest.id, /^2026-11-20-[0-9a-f]{12}$/);
    assert.match(two.manifest.id, /^2026-12-01-[0-9a-f]{12}$/);
  });

  test("writes RFC 4180 tables that keep Namibia, quotes, other scripts, and no formulas", async () => {
    const { folder } = await copyFixture({ companies: 400, judgementsPerCompany: 12 });
    const companies = readFileSync(path.join(folder, "tables", "companies.csv"), "utf8");
    assert.ok(companies.endsWith("\r\n") && !/[^\r]\n/.test(companies), "lines end in CRLF");
    assert.match(companies, /^C7,company-7,'=1\+1 Company 7,/m);
    assert.match(companies, /^C8,company-8,"""Quoted"", and more Company 8",/m);
    assert.match(companies, /^C9,company-9,株式会社 Company 9,/m);
    const countries = readFileSync(path.join(folder, "tables", "countries.csv"), "utf8").split("\r\n");
    assert.deepEqual(countries[0]?.split(",").slice(0, 6), [
      "iso3",
      "iso2",
      "slug",
      "name",
      "median_band",
      "median_level",
    ]);
    const codes = countries.slice(1, -1).map((line) => line.split(",")[0]);
    assert.deepEqual(
      codes,
      codes.toSorted((a, b) => String(a).localeCompare(String(b))),
    );
    assert.ok(countries.some((line) => line.startsWith("NAM,NA,na-land,NA Land,")));
  });

  test("can be published without a single company", async () => {
    const { manifest, folder } = await copyFixture({ companies: 0, judgementsPerCompany: 12 });
    assert.equal(manifest.counts.countries, 0);
    assert.equal(manifest.asOf, null);
    await verifyRelease(manifest, folder);
  });
});

describe("clean tables that are not as promised", () => {
  const damages = {
    "judgements out of order": [
      "CREATE OR REPLACE TABLE clean.judgement AS FROM clean.judgement ORDER BY company, pillar DESC, criterion, judge",
      /clean\.judgement is not in the order of its key/,
    ],
    "two judgements of one key": [
      "CREATE OR REPLACE TABLE clean.judgement AS FROM (FROM clean.judgement UNION ALL FROM clean.judgement) ORDER BY company, pillar, criterion, judge",
      /clean\.judgement has a key twice/,
    ],
    "a judgement of no company": [
      "UPDATE clean.judgement SET company = 999 WHERE rowid = (SELECT max(rowid) FROM clean.judgement)",
      /47 of them where their company was expected/,
    ],
  } as const;
  for (const [name, [sql, message]] of Object.entries(damages)) {
    test(`are refused: ${name}`, async () => {
      const dataset = await makeCleanDataset({ companies: 4, judgementsPerCompany: 16 });
      try {
        await dataset.connection.run(sql);
        const build = buildRelease({ dataset, folder: newTemporaryFolder(), publishedAt: new Date("2026-11-20") });
        await assert.rejects(build, { message });
      } finally {
        dataset.close();
      }
    });
  }
});

describe("verify", () => {
  const size = { companies: 300, judgementsPerCompany: 24 };

  test("passes a release as it was published, and says what it looked at", async () => {
    const { manifest, folder } = await copyFixture(size);
    const verified = await verifyRelease(manifest, folder);
    assert.equal(verified.companies, 300);
    assert.equal(verified.judgements, manifest.counts.judgements);
    assert.ok(verified.figures > 300 * 7);
  });

  test("names a file whose bytes changed", async () => {
    const { manifest, folder } = await copyFixture(size);
    await writeFile(path.join(folder, "tables", "sectors.csv"), "sector\r\n");
    await assert.rejects(
      verifyRelease(manifest, folder),
      (error: Error) => error instanceof VerifyError && /tables\/sectors\.csv: SHA-256/.test(error.message),
    );
  });

  /** A stored judgement of the first pillar in the worst band, which says nothing else. */
  const WORST = STORED_COLUMNS.map(({ type }) => (type === "band" ? "01" : "00")).join("");

  const tampered: readonly [name: string, sql: string, expected: RegExp][] = [
    [
      "a company's median",
      "UPDATE company SET median = 6 - median WHERE median <> 3 AND company = (SELECT min(company) FROM company WHERE median <> 3)",
      /company C\d+: median/,
    ],
    [
      "a company's distribution",
      "UPDATE company SET distribution = '[0,0,0,0,24]' WHERE id = 'C5'",
      /company C5: distribution/,
    ],
    [
      "a country's statistics",
      "UPDATE country SET statistics = replace(statistics, '\"median\":', '\"median\": ') WHERE iso2 = 'NA'",
      /country NA: statistics/,
    ],
    [
      "what other sectors a company names",
      "DELETE FROM other_sector WHERE company = (SELECT min(company) FROM other_sector)",
      /sector energy: also_named_by/,
    ],
    [
      "which other sector a company names",
      "UPDATE other_sector SET company = company + 1 WHERE company = (SELECT min(company) FROM other_sector)",
      /fingerprint/,
    ],
    [
      "how many companies name a sector",
      "UPDATE sector SET also_named_by = also_named_by + 1 WHERE slug = 'tourism'",
      /sector tourism: also_named_by/,
    ],
    [
      "what a country rests on",
      "UPDATE country SET provenance = replace(provenance, '\"different\":1', '\"different\":2') WHERE iso2 = 'NA'",
      /country NA: provenance/,
    ],
    [
      "the oldest date of a sector",
      "UPDATE sector SET provenance = replace(provenance, '\"oldest\":\"2022', '\"oldest\":\"2021') WHERE slug = 'banks'",
      /sector banks: provenance/,
    ],
    [
      "the age of a country's judgements",
      "UPDATE country SET provenance = replace(provenance, '\"olderThanTwoYears\":', '\"olderThanTwoYears\":1') WHERE iso2 = 'NA'",
      /country NA: provenance/,
    ],
    [
      "a sector's median where each pillar counts once",
      'UPDATE sector SET statistics = replace(statistics, \'"once":{"judged":\', \'"once":{"judged":1\') WHERE slug = \'banks\'',
      /sector banks: statistics/,
    ],
    ["a cell", "DELETE FROM cell WHERE country = 'DE' AND sector = 'banks'", /number of rows of table cell/],
    ["a company's name", "UPDATE company SET name = 'Another' WHERE id = 'C9'", /fingerprint/],
    [
      "the source of a judgement",
      "UPDATE company SET urls = replace(urls, 'reports', 'records') WHERE id = 'C9'",
      /fingerprint/,
    ],
    [
      "the judgements themselves",
      `UPDATE company SET judgements = CAST(judgements || x'${WORST}' AS BLOB) WHERE id = 'C9'`,
      /company C9: number of judgements/,
    ],
    [
      "a company's pillars",
      "UPDATE company SET pillars = replace(pillars, '\"median\":', '\"median\": ') WHERE id = 'C9'",
      /company C9: pillars/,
    ],
    ["a product", "UPDATE product SET name = 'Another' WHERE company = 9", /fingerprint/],
    [
      "what lists are sorted by",
      "UPDATE company_column SET bytes = zeroblob(length(bytes)) WHERE name = 'median'",
      /company_column median: SHA-256/,
    ],
    [
      "how firm companies are",
      "UPDATE company_column SET bytes = zeroblob(length(bytes)) WHERE name = 'flips_to_lower'",
      /company_column flips_to_lower: SHA-256/,
    ],
  ];
  for (const [name, sql, expected] of tampered) {
    test(`names the first mismatch where somebody changed ${name} and the hashes with it`, async () => {
      const { manifest, folder } = await copyFixture(size);
      const database = new DatabaseSync(path.join(folder, "release.sqlite"));
      assert.ok(Number(database.prepare(sql).run().changes) > 0, "the tampering changed something");
      database.close();
      await assert.rejects(
        verifyRelease(await resealed(manifest, folder), folder),
        (error: Error) => error instanceof VerifyError && expected.test(error.message),
      );
    });
  }

  for (const [file, from, to, expected] of [
    [
      "tables/countries.csv",
      /^(BRA,BR,[^,]*,[^,]*,[^,]*,[^,]*),\d+/m,
      "$1,99",
      /tables\/countries\.csv: row 1, column rank: published 99/,
    ],
    [
      "tables/judgements.csv",
      /^(C0,governance,[^,]*,[^,]*),(\w+),/m,
      "$1,very_high_indeed,",
      /tables\/judgements\.csv: judgements of governance/,
    ],
  ] as const) {
    test(`names the first mismatch where somebody changed ${file} and its hash with it`, async () => {
      const { manifest, folder } = await copyFixture(size);
      const before = readFileSync(path.join(folder, file), "utf8");
      const changed = before.replace(from, to);
      assert.notEqual(changed, before);
      await writeFile(path.join(folder, file), changed);
      await assert.rejects(
        verifyRelease(await resealed(manifest, folder), folder),
        (error: Error) => error instanceof VerifyError && expected.test(error.message),
      );
    });
  }
});

/** The manifest as a forger would leave it: with the hashes of the changed files. */
async function resealed(manifest: Manifest, folder: string): Promise<Manifest> {
  const files = await Promise.all(
    manifest.files.map(async (file) => ({ ...file, sha256: await fileHash(path.join(folder, file.path)) })),
  );
  await writeFile(path.join(folder, MANIFEST_FILE), JSON.stringify({ ...manifest, files }));
  return { ...manifest, files };
}
