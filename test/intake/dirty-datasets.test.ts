import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { ProblemReport } from "../../src/intake/open-dataset.ts";
import { cleanTables, DATASET_FILE, makeFolder, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures/intake/", import.meta.url));

/** Every shown problem as `table.column kind, file, place: what was found`. */
function told({ kinds }: ProblemReport): string[] {
  return kinds.flatMap(({ table, column, kind, shown }) =>
    shown.map(({ file, place, found }) => {
      const what = column === null ? `${table} ${kind}` : `${table}.${column} ${kind}`;
      return `${[what, file, place].filter(Boolean).join(", ")}: ${found.split("\n")[0]}`;
    }),
  );
}

const NOT_CLOSED = "a quotation mark that is not closed at the end of its field";

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "addresses-that-are-none": [
    "companies.lei bad_lei, companies.csv, line 3: 529900T8BM49AURSDO56",
    "companies.website bad_address, companies.csv, line 2: www.one.example",
    "companies.website bad_address, companies.csv, line 3: javascript:alert(1)",
    "judgements.source_url bad_address, judgements.csv, line 2: https://one.example/x y",
    "judgements.source_url bad_address, judgements.csv, line 3: ftp://one.example",
  ],
  "column-missing": [
    "companies.id missing_column, companies.csv, header: the columns Company ID, name, country, industry",
    "companies.sector missing_column, companies.csv, header: the columns Company ID, name, country, industry",
    "judgements.band repeated_column, judgements.csv, header: the columns Company, PILLAR, band, Band, comment",
  ],
  "companies-in-conflict": [
    "companies conflicting_rows, companies.csv, line 3: id c2 with name Two, sector food",
    "companies conflicting_rows, companies.csv, line 5: id c2 with name Two Ltd, sector food",
    "companies conflicting_rows, companies.csv, line 6: id c2 with name Two, sector mining",
    "products conflicting_rows, products.csv, line 2: id p1 with name Bread",
    "products conflicting_rows, products.csv, line 3: id p1 with name Milk",
  ],
  "countries-that-are-none": [
    "companies.country ambiguous_country, companies.csv, line 3: Korea",
    "companies.country ambiguous_country, companies.csv, line 6: France, Germany",
    "companies.country not_a_country, companies.csv, line 4: European Union",
    "companies.country unknown_country, companies.csv, line 2: Atlantis",
    "companies.country unknown_country, companies.csv, line 5: GER",
    "companies.country unknown_country, companies.csv, line 7: Franc",
  ],
  "dataset-file-against-its-schema": [
    "dataset.json invalid_dataset_file, dataset.json, /publisher: nothing",
    "dataset.json invalid_dataset_file, dataset.json, /colour: an unknown member",
    'dataset.json invalid_dataset_file, dataset.json, /year: "2026"',
    'dataset.json invalid_dataset_file, dataset.json, /licence: "CC BY 4.0"',
    'dataset.json invalid_dataset_file, dataset.json, /scale/bands: [{"id":"low","label":"Low"}]',
    'dataset.json invalid_dataset_file, dataset.json, /pillars/0/id: "Water Use"',
    "dataset.json invalid_dataset_file, dataset.json, /ranking/minimum_companies: 0",
  ],
  "dataset-file-that-is-no-json": [
    "dataset.json invalid_json, dataset.json, line 2: no JSON: an object must end with a }",
  ],
  "dataset-file-with-names-twice": [
    'dataset.json repeated_name, dataset.json, /scale/bands/2/label: "LOW"',
    'dataset.json repeated_name, dataset.json, /pillars/1/id: "water"',
    'dataset.json repeated_name, dataset.json, /sectors/1/slug: "food"',
    'dataset.json unknown_country, dataset.json, /monitored/1: "ZZ"',
    'dataset.json unknown_country, dataset.json, /monitored/2: "UK"',
  ],
  "dates-that-are-none": ["2023-02-29", "2024-13", "01/02/2024", "2024-1-5", "infinity", "2024-01-05T00:00:00Z"]
    .map((found, i) => `judgements.judged_on bad_date, judgements.csv, line ${i + 3}: ${found}`)
    .concat("judgements.judged_on bad_date, judgements.csv, line 10: 0000-01-01"),
  "intake-sql-that-fails": [
    'intake.sql sql_failed, intake.sql, line 5 (statement 2 of 2, from line 4): Binder Error: Referenced column "nothing" not found in FROM clause!',
  ],
  "intake-sql-that-writes": ["intake.sql refused_statement, intake.sql, line 3 (statement 2 of 2): COPY"],
  "intake-sql-whose-view-lacks-a-column": [
    "companies.country missing_column, the view companies of intake.sql, header: the columns id, name, land",
    "companies.sector missing_column, the view companies of intake.sql, header: the columns id, name, land",
  ],
  "json-lines-that-are-none": [
    'judgements malformed_row, judgements.ndjson, line 2: {"company":"c1","pillar":"pay"',
    'judgements malformed_row, judgements.ndjson, line 4: ["c2"]',
    "judgements.band unknown_band, judgements.ndjson, line 5: lower",
  ],
  "judgements-in-conflict": [
    "judgements.band conflicting_rows, judgements.csv, line 2: the band low for company=c1, pillar=water, criterion=leaks, judge=Ann, judged_on=2024-01-01",
    "judgements.band conflicting_rows, judgements.csv, line 3: the band high for company=c1, pillar=water, criterion=leaks, judge=Ann, judged_on=2024-01-01",
    "judgements.band conflicting_rows, judgements.csv, line 7: the band low for company=c2, pillar=pay",
    "judgements.band conflicting_rows, judgements.csv, line 8: the band high for company=c2, pillar=pay",
  ],
  "missing-cells": [
    "companies.country missing_value, companies.csv, line 4: an empty value",
    "companies.country missing_value, companies.csv, line 5: n/a",
    "companies.id missing_value, companies.csv, line 2: an empty value",
    "companies.name missing_value, companies.csv, line 3: an empty value",
    "companies.sector missing_value, companies.csv, line 6: an empty value",
    "judgements.band missing_value, judgements.csv, line 5: an empty value",
    "judgements.company missing_value, judgements.csv, line 3: an empty value",
    "judgements.pillar missing_value, judgements.csv, line 4: an empty value",
  ],
  "no-dataset-file": ["dataset.json missing_file, dataset.json: no such file"],
  "no-tables": ["companies missing_table: no file and no view", "judgements missing_table: no file and no view"],
  "quotation-marks-not-closed": [
    `companies malformed_row, companies.csv, line 2: ${NOT_CLOSED}`,
    `companies malformed_row, companies.csv, line 4: ${NOT_CLOSED}`,
  ],
  "ragged-rows": [
    "companies malformed_row, companies.csv, line 4: 3 fields",
    "companies malformed_row, companies.csv, line 5: 5 fields",
    "judgements malformed_row, judgements.csv, line 3: 2 fields",
  ],
  "unknown-references": [
    "products.company unknown_company, products.csv, line 3: c9",
    "judgements.band unknown_band, judgements.csv, line 5: very low",
    "judgements.company unknown_company, judgements.csv, line 3: c9",
    "judgements.company unknown_company, judgements.csv, line 6: C1",
    "judgements.pillar unknown_pillar, judgements.csv, line 4: air",
  ],
  "utf16-without-byte-order-mark": [
    "companies bad_encoding, companies.csv, byte 1: a zero byte, as in a spreadsheet, an archive or UTF-16 without a byte order mark",
  ],
};

describe("a dataset with problems is told all of them at once", () => {
  for (const [fixture, expected] of Object.entries(EXPECTED)) {
    it(fixture, async () => {
      const { ok, problems } = await open(path.join(FIXTURES, fixture));
      assert.equal(ok, false);
      assert.deepEqual(told(problems), expected);
      assert.equal(problems.total, expected.length);
      const csv = path.join(makeFolder(), "problems.csv");
      await problems.writeCsv(csv);
      const [header] = readFileSync(csv, "utf8").split("\r\n");
      assert.equal(header, "kind,table,column,file,line,place,found,expected,advice");
    });
  }

  it("and every fixture is looked at", () => {
    assert.deepEqual(readdirSync(FIXTURES).toSorted(), [...Object.keys(EXPECTED), "names-full-of-spaces"].toSorted());
  });
});

describe("untidy cells that leave no doubt", () => {
  it("are tidied: names, spellings, ids with outer spaces, labels in any case", async () => {
    const dataset = await openGood(path.join(FIXTURES, "names-full-of-spaces"));
    const { company, sector, term, judgement } = await cleanTables(dataset);
    assert.deepEqual(company, [
      [0, "c1", "burberry-group", "Burberry Group", "FR", "food-and-drink", null, null, null, null],
      [1, "c2", "cafe", "Caf\u00e9", "CI", "food-and-drink", null, null, null, null],
    ]);
    assert.deepEqual(sector, [["food-and-drink", "Food & Drink"]]);
    assert.deepEqual(term, [[1, "Ann Lee", true]]);
    assert.deepEqual(
      judgement?.map((row) => row.slice(0, 5)),
      [
        [0, 0, 1, 0, 1],
        [1, 1, 2, 0, 1],
      ],
    );
  });
});

describe("with skipBadRows", () => {
  it("bad companies are left out with their products and judgements, and all are counted", async () => {
    const result = await open(path.join(FIXTURES, "companies-in-conflict"), { skipBadRows: true });
    assert.equal(result.ok, true);
    assert.equal(result.problems.total, 5);
    const { counts } = result.dataset;
    assert.deepEqual(counts.skippedRows, { companies: 3, products: 2, judgements: 1, replies: 0 });
    assert.deepEqual(counts.skippedKinds, [
      { table: "companies", kind: "conflicting_rows", column: null, rows: 3 },
      { table: "products", kind: "conflicting_rows", column: null, rows: 2 },
      { table: "judgements", kind: "company_left_out", column: null, rows: 1 },
    ]);
    assert.deepEqual([counts.companies, counts.duplicateCompanies], [1, 1]);
    assert.deepEqual([counts.products, counts.duplicateProducts], [1, 1]);
    assert.deepEqual(await rowsOf(result.dataset, "SELECT id FROM clean.company"), [["c1"]]);
    assert.deepEqual(await rowsOf(result.dataset, "SELECT name FROM clean.product"), [["Salt"]]);
  });

  it("a row with several problems counts under the first of them, one of a left out company apart", async () => {
    const result = await open(
      writeDataset({
        "companies.csv":
          "id,name,country,sector,lei\nc1,One,FR,Food,\nc2,Two,,Food,1\nc3,,,Food,\nc4,Four,,Food,\nc5,Five\n",
        "products.csv": "name,company\nSalt,c2\nPepper,c1\nSugar,c9\n",
        "judgements.csv": "company,pillar,band\nc1,water,low\nc2,water,low\nc3,pay,low\nc4,pay,bad\n",
      }),
      { skipBadRows: true },
    );
    assert.equal(result.ok, true);
    const { skippedRows, skippedKinds } = result.dataset.counts;
    assert.deepEqual(skippedRows, { companies: 4, products: 2, judgements: 3, replies: 0 });
    assert.deepEqual(
      skippedKinds.map(({ table, kind, column, rows }) => [table, kind, column, rows]),
      [
        ["companies", "missing_value", "country", 2],
        ["companies", "malformed_row", null, 1],
        ["companies", "missing_value", "name", 1],
        ["products", "unknown_company", "company", 1],
        ["products", "company_left_out", null, 1],
        ["judgements", "company_left_out", null, 2],
        ["judgements", "unknown_band", "band", 1],
      ],
    );
  });

  it("the older of judgements in conflict becomes current, and repetitions are counted apart", async () => {
    const result = await open(path.join(FIXTURES, "judgements-in-conflict"), { skipBadRows: true });
    assert.equal(result.ok, true);
    const { judgements, supersededJudgements, duplicateJudgements, skippedRows } = result.dataset.counts;
    assert.deepEqual([judgements, supersededJudgements, duplicateJudgements, skippedRows.judgements], [2, 0, 1, 4]);
    const rows = await rowsOf(
      result.dataset,
      "SELECT j.band, t.text FROM clean.judgement j JOIN clean.term t ON t.term = j.judge ORDER BY t.text",
    );
    assert.deepEqual(rows, [
      [2, "Ann"],
      [3, "Bob"],
    ]);
  });

  it("malformed rows are left out", async () => {
    const result = await open(path.join(FIXTURES, "ragged-rows"), { skipBadRows: true });
    assert.equal(result.ok, true);
    assert.deepEqual(result.dataset.counts.skippedRows, { companies: 2, products: 0, judgements: 1, replies: 0 });
    assert.deepEqual(await rowsOf(result.dataset, "SELECT name FROM clean.company"), [
      ["Four"],
      ["One over two lines"],
    ]);
  });

  it("a file that cannot be read still stands in the way", async () => {
    const { ok } = await open(path.join(FIXTURES, "utf16-without-byte-order-mark"), { skipBadRows: true });
    assert.equal(ok, false);
  });
});

describe("a dataset of which nothing can be published", () => {
  it("is refused when it is empty", async () => {
    const { ok, problems } = await open(
      writeDataset({ "companies.csv": "id,name,country,sector\n", "judgements.csv": "company,pillar,band" }),
    );
    assert.equal(ok, false);
    assert.deepEqual(told(problems), ["companies no_rows: none", "judgements no_rows: none"]);
  });

  it("is refused when no row is left", async () => {
    const { ok, problems } = await open(path.join(FIXTURES, "countries-that-are-none"), { skipBadRows: true });
    assert.equal(ok, false);
    assert.deepEqual(
      told(problems).filter((text) => text.includes("no_rows")),
      ["companies no_rows: none", "judgements no_rows: none"],
    );
  });

  it("is refused when a folder does not exist", async () => {
    const gone = path.join(makeFolder(), "gone");
    const { problems } = await open(gone);
    assert.deepEqual(told(problems), [`folder missing_folder, ${gone}: no such folder`]);
    const { problems: noData } = await open(path.join(FIXTURES, "utf16-without-byte-order-mark"), { dataFolder: gone });
    assert.deepEqual(told(noData), [`folder missing_folder, ${gone}: no such folder`]);
  });
});

describe("files that are named like a table and are none", () => {
  it("are told of, so that nobody takes them for read", async () => {
    const companies = "id,name,country,sector\nc1,One,FR,Food\n";
    const files = {
      "companies.csv": companies,
      "companies.csv.bak": companies,
      "companies/notes.md": "",
      "judgements.csv": "company,pillar,band\nc1,water,low\n",
      "judgements-2025.ods": "",
      "judgements-2026.parquet.gz": "",
      "judgements_old.csv": "",
      "read-me.md": "",
    };
    const { ok, problems } = await open(writeDataset(files));
    assert.equal(ok, true);
    assert.deepEqual(
      problems.notices
        .flatMap((notice) => /^(.*): not read, because it is not one of/.exec(notice)?.[1] ?? [])
        .toSorted(),
      ["companies.csv.bak", "companies/notes.md", "judgements-2025.ods", "judgements-2026.parquet.gz"],
    );
  });
});

describe("a cell that names no country", () => {
  it("is told with what to do about it", async () => {
    const { problems } = await open(path.join(FIXTURES, "countries-that-are-none"));
    const shown = problems.kinds.find(({ kind }) => kind === "not_a_country")?.shown[0];
    assert.equal(shown?.expected, "an ISO 3166-1 code (such as FR, FRA or 250) or the name of a country");
    assert.equal(shown?.advice, "The European Union is a union of countries; write the one country of the company.");
  });
});

describe("many problems", () => {
  it("are counted, the first twenty shown in the order of the lines, and all written to the CSV", async () => {
    const { problems } = await open(manyUnknownBands(3000));
    const [kind] = problems.kinds;
    assert.equal(problems.total, 3000);
    assert.equal(kind?.count, 3000);
    assert.deepEqual(
      kind?.shown.map(({ line }) => line),
      Array.from({ length: 20 }, (_, i) => i + 2),
    );
    const csv = path.join(makeFolder(), "problems.csv");
    await problems.writeCsv(csv);
    const lines = readFileSync(csv, "utf8").trimEnd().split("\r\n");
    assert.equal(lines.length, 3001);
    assert.match(lines.at(-1) ?? "", /^unknown_band,judgements,band,judgements\.csv,3001,line 3001,band 2999,/);
  });
});

function manyUnknownBands(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => `c1,water,band ${i}`);
  return writeDataset({
    "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
    "judgements.csv": ["company,pillar,band", ...rows].join("\n"),
  });
}

describe("judgements that are no text far behind their start", () => {
  const row = "c1,water,low\n";
  const start = `company,pillar,band\n${row.repeat(120_000)}`;
  const judgements = Buffer.concat([Buffer.from(start), Buffer.of(0x81), Buffer.from(`\n${row}`)]);
  const place = `judgements bad_encoding, judgements.csv, byte ${start.length}: the byte 0x81, which is not UTF-8`;
  const companies = "id,name,country,sector\nc1,One,FR,Food\n";

  it("are told of with the rows of other tables", async () => {
    const badRow = "companies.country unknown_country, companies.csv, line 3: Atlantis";
    for (const [rows, faults] of [
      [companies, [place]],
      [`${companies}c2,Two,Atlantis,Food\n`, [badRow, place]],
    ] as const) {
      const folder = writeDataset({ "companies.csv": rows, "judgements.csv": judgements });
      const { ok, problems } = await open(folder, { skipBadRows: true });
      assert.equal(ok, false);
      assert.deepEqual(told(problems), faults);
    }
  });

  it("are told of with what else is wrong outside the rows", async () => {
    const folder = writeDataset({
      "companies.csv": companies.replace("sector", "trade"),
      "judgements.csv.gz": gzipSync(judgements),
    });
    const { problems } = await open(folder);
    assert.deepEqual(told(problems), [
      "companies.sector missing_column, companies.csv, header: the columns id, name, country, trade",
      place.replace("judgements.csv", "judgements.csv.gz"),
    ]);
  });
});

describe("rows that are too long", () => {
  const long = "x".repeat(2_500_000);
  for (const [name, cell] of [
    ["in quotation marks", `"${long}"`],
    ["without quotation marks", long],
    ["only just too long", "x".repeat(1 << 20)],
  ] as const) {
    it(`${name}: their length is told, and the rows behind them are read`, async () => {
      const folder = writeDataset({
        "companies.csv": `id,name,country,sector\nc0,${cell},FR,Food\nc1,One,FR,Food\n`,
        "judgements.csv": `company,pillar,band,source_title\nc1,pay,low,${cell}\nc1,water,low,\n`,
      });
      const { ok, problems } = await open(folder, { skipBadRows: true });
      const or = name === "in quotation marks" ? ", or a quotation mark that is never closed" : "";
      assert.deepEqual(told(problems), [
        `companies malformed_row, companies.csv, line 2: a row of more than 1 MiB${or}`,
        `judgements malformed_row, judgements.csv, line 2: a row of more than 1 MiB${or}`,
      ]);
      assert.equal(ok, true);
    });
  }

  it("lines of NDJSON, too", async () => {
    const judgement = { company: "c1", pillar: "pay", band: "low" };
    const lines = [{ ...judgement, source_title: long }, { ...judgement, band: { low: true } }, judgement];
    const folder = writeDataset({
      "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
      "judgements.ndjson": lines.map((line) => JSON.stringify(line)).join("\n"),
    });
    const { problems } = await open(folder);
    assert.deepEqual(told(problems), [
      "judgements malformed_row, judgements.ndjson, line 1: a line of more than 1048576 characters",
      'judgements.band unknown_band, judgements.ndjson, line 2: {"low":true}',
    ]);
  });
});

describe("what is named like a file of the dataset and is no regular file", () => {
  const FILES = {
    "dataset.json": JSON.stringify(DATASET_FILE),
    "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
    "judgements.csv": "company,pillar,band\nc1,water,low\n",
  };

  /** What is told of a dataset in which something else stands in the place of some files. */
  async function toldWith(others: Readonly<Record<string, (file: string) => unknown>>): Promise<string[]> {
    const folder = writeDataset(FILES);
    for (const [name, make] of Object.entries(others)) {
      rmSync(path.join(folder, name), { force: true });
      await make(path.join(folder, name));
    }
    const { ok, problems } = await open(folder);
    assert.equal(ok, false);
    return told(problems);
  }

  // Reading a named pipe waits for a writer for ever.
  const pipes = { skip: process.platform === "win32" ? "Windows has no such files" : false };
  it("named pipes", pipes, async () => {
    const pipe = (file: string): unknown => execFileSync("mkfifo", [file]);
    const toldOf = (...names: readonly string[]): Promise<string[]> =>
      toldWith(Object.fromEntries(names.map((name) => [name, pipe])));
    assert.deepEqual(await toldOf("dataset.json", "intake.sql"), [
      "dataset.json unreadable_file, dataset.json: a named pipe",
      "intake.sql unreadable_file, intake.sql: a named pipe",
    ]);
    const tables = ["companies.csv", "judgements.csv", "products.parquet", "judgements-2.ndjson.gz"];
    assert.deepEqual(await toldOf(...tables), [
      "companies unreadable_file, companies.csv: a named pipe",
      "products unreadable_file, products.parquet: a named pipe",
      "judgements unreadable_file, judgements-2.ndjson.gz: a named pipe",
      "judgements unreadable_file, judgements.csv: a named pipe",
    ]);
  });

  it("a device, a socket, a folder", pipes, async (context) => {
    const server = createServer();
    context.after(() => server.close());
    const found = await toldWith({
      "companies.csv": (file) => symlinkSync("/dev/zero", file),
      "judgements-2.parquet": (file) => mkdirSync(file),
      "products.csv": (file) => once(server.listen(file), "listening"),
    });
    assert.deepEqual(found, [
      "companies unreadable_file, companies.csv: a device",
      "products unreadable_file, products.csv: a socket",
      "judgements unreadable_file, judgements-2.parquet: a folder",
    ]);
  });

  it("a link to a regular file is read like it", pipes, async () => {
    const folder = writeDataset({ ...FILES, "raw.txt": FILES["companies.csv"] });
    rmSync(path.join(folder, "companies.csv"));
    symlinkSync("raw.txt", path.join(folder, "companies.csv"));
    assert.deepEqual((await openGood(folder)).counts.companies, 1);
  });

  // Somebody else's file must not become public as a text, a logo or a row.
  const secret = path.join(writeDataset({ "secret.txt": "the publisher's own" }), "secret.txt");
  it("links to a file outside the folder", pipes, async () => {
    const texts = ["dataset.json", "about.md", "privacy.md", "terms.md", "intake.sql"];
    const link = (file: string): void => symlinkSync(secret, file);
    for (const names of [texts, ["companies.csv", "products.xlsx"]]) {
      assert.deepEqual(
        await toldWith(Object.fromEntries(names.map((name) => [name, link]))),
        names.map((name) => {
          const table = texts.includes(name) ? name : path.parse(name).name;
          return `${table} unreadable_file, ${name}: a link to a file outside the folder`;
        }),
      );
    }
  });

  it("a logo, a link to a file outside the folder", pipes, async () => {
    const described = { ...(JSON.parse(FILES["dataset.json"]) as object), branding: { logo: "logo.svg" } };
    const folder = writeDataset({ ...FILES, "dataset.json": JSON.stringify(described) });
    symlinkSync(secret, path.join(folder, "logo.svg"));
    const { problems } = await open(folder);
    assert.deepEqual(told(problems), ["logo unreadable_file, logo.svg: a link to a file outside the folder"]);
  });

  it("a link to nothing, and one through a folder that is a link", pipes, async () => {
    const dangling = await toldWith({ "about.md": (file) => symlinkSync("gone.md", file) });
    assert.deepEqual(dangling, ["about.md unreadable_file, about.md: a link to nothing"]);
    const through = await toldWith({
      "judgements.csv": (file) => symlinkSync(path.dirname(secret), file.slice(0, -4)),
    });
    assert.match(through.join(), /missing_table|outside the folder/u);
  });

  it("the folder itself may be reached through a link", pipes, async () => {
    const link = path.join(path.dirname(writeDataset({})), "linked");
    symlinkSync(writeDataset(FILES), link);
    assert.deepEqual((await openGood(link)).counts.companies, 1);
  });
});
