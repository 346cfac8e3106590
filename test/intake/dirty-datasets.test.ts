import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import type { ProblemReport } from "../../src/intake/open-dataset.ts";
import { DATASET_FILE, makeFolder, open, openGood, writeDataset } from "./open-folder.ts";

/** Every shown problem as `table.column kind, file, place: what was found`. */
function told({ kinds }: ProblemReport): string[] {
  return kinds.flatMap(({ table, column, kind, shown }) =>
    shown.map(({ file, place, found }) => {
      const what = column === null ? `${table} ${kind}` : `${table}.${column} ${kind}`;
      return `${[what, file, place].filter(Boolean).join(", ")}: ${found.split("\n")[0]}`;
    }),
  );
}

describe("with skipBadRows", () => {
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
});

describe("a dataset of which nothing can be published", () => {
  it("is refused when a folder does not exist", async () => {
    const gone = path.join(makeFolder(), "gone");
    const { problems } = await open(gone);
    assert.deepEqual(told(problems), [`folder missing_folder, ${gone}: no such folder`]);
    const { problems: noData } = await open(writeDataset({}), { dataFolder: gone });
    assert.deepEqual(told(noData), [`folder missing_folder, ${gone}: no such folder`]);
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
