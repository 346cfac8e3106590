import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { openBorders } from "../../src/atlas/borders/open-borders.ts";
import { buildChance } from "../../scripts/demo/chance.ts";
import { TestCli } from "./run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-geocode-"));
const cli = new TestCli();
after(async () => {
  rmSync(folder, { recursive: true });
  await cli.remove();
});

function write(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function geocode(file: string, ...words: string[]): Promise<string> {
  const { status, said, out } = await cli.run("geocode", file, "--lat", "lat", "--lng", "lng", ...words);
  assert.equal(status, 0, said);
  return out;
}

describe("CSV", () => {
  test("gets a column, and is otherwise unchanged byte for byte", async () => {
    const file = write(
      "places.csv",
      '\ufeffname,lat,lng,code\r\n"Paris, ""the"" city",48.8566,2.3522,NA\r\n' +
        'Windhoek,-22.5597,17.0832,\r\n"two\nlines", 35.68 ,139.77,"x"\r\nChannel,50.2,-1.2,\r\nnothing,,,\r\nwrong,91,0,\r\n"comma","48,85","2,35",\r\nUA,4.5e1,+34.1,',
    );
    const out = await geocode(file);
    assert.equal(out, path.join(folder, "places-geocoded.csv"));
    assert.equal(
      readFileSync(out, "utf8"),
      '\ufeffname,lat,lng,code,iso2\r\n"Paris, ""the"" city",48.8566,2.3522,NA,FR\r\n' +
        'Windhoek,-22.5597,17.0832,,NA\r\n"two\nlines", 35.68 ,139.77,"x",JP\r\nChannel,50.2,-1.2,,\r\nnothing,,,,\r\nwrong,91,0,,\r\n"comma","48,85","2,35",,\r\nUA,4.5e1,+34.1,,UA\r\n',
    );
  });

  test("counts rows without a code, and uses the nearest territory on request", async () => {
    const file = write("sea.csv", "lat;lng\n50.2;-1.2\n30;-40\nx;y\n48.85;2.35\n");
    const first = await cli.run("geocode", file, "--lat", "LAT", "--lng", "Lng", "--column", "land code");
    assert.match(first.said, /4 rows: 1 with a code, 2 in open sea or on unclaimed land, 1 without valid coordinates/u);
    assert.equal(readFileSync(first.out, "utf8"), "lat;lng;land code\n50.2;-1.2;\n30;-40;\nx;y;\n48.85;2.35;FR\n");
    const out = await geocode(file, "--nearest", "--out", path.join(folder, "near.csv"));
    assert.equal(readFileSync(out, "utf8"), "lat;lng;iso2\n50.2;-1.2;GB\n30;-40;\nx;y;\n48.85;2.35;FR\n");
  });

  test("a row in a gap between two outlines gets the code of the nearest one", async () => {
    const file = write("gap.csv", "lat,lng\n41.90034,12.45205\n");
    assert.equal(readFileSync(await geocode(file), "utf8"), "lat,lng,iso2\n41.90034,12.45205,IT\n");
  });

  test("may be compressed", async () => {
    const file = write("packed.csv.gz", gzipSync("lng\tlat\n2.35\t48.85\n"));
    assert.equal(readFileSync(await geocode(file), "utf8"), "lng\tlat\tiso2\n2.35\t48.85\tFR\n");
  });

  test("longer than any buffer is written row by row", async () => {
    const chance = buildChance(5);
    const borders = openBorders();
    const rows = Array.from(
      { length: 20_000 },
      (_, row) => [row, chance.unit() * 180 - 90, chance.unit() * 360 - 180] as const,
    );
    const file = write("long.csv", `row,lat,lng\n${rows.map((row) => row.join(",")).join("\n")}\n`);
    const expected = rows.map(([row, lat, lng]) => `${row},${lat},${lng},${borders.locate(lat, lng).iso2 ?? ""}`);
    assert.equal(readFileSync(await geocode(file), "utf8"), `row,lat,lng,iso2\n${expected.join("\n")}\n`);
  });
});

describe("Parquet", () => {
  test("gets a column, in the order of its rows", async () => {
    const file = path.join(folder, "places.parquet");
    const out = path.join(folder, "out [1].parquet");
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT i AS row, CASE WHEN i % 11 = 0 THEN NULL ELSE (i % 1700) / 10.0 - 85 END AS lat, ((i * 7) % 3599) / 10.0 - 180 AS lng
       FROM range(10000) numbers(i)) TO '${file}' (FORMAT parquet)`,
    );
    await geocode(file, "--out", out);
    const read = await connection.runAndReadAll(
      `SELECT row, lat::DOUBLE, lng::DOUBLE, iso2 FROM read_parquet('${out.replace("[", "[[]")}')`,
    );
    connection.closeSync();
    instance.closeSync();
    const borders = openBorders();
    const found = read.getRowsJS() as [bigint, number | null, number, string | null][];
    assert.equal(found.length, 10_000);
    found.forEach(([row, lat, lng, iso2], index) => {
      assert.equal(Number(row), index);
      assert.equal(iso2, lat === null ? null : borders.locate(lat, lng).iso2);
    });
  });
});

describe("an error is reported and leaves no file behind", () => {
  const refusals: readonly [
    what: string,
    file: () => string,
    words: readonly string[],
    status: number,
    message: RegExp,
  ][] = [
    [
      "a missing column",
      () => write("a.csv", "lat,lon\n1,2\n"),
      [],
      1,
      /no column "lng" \(--lng\); the file has "lat", "lon"/u,
    ],
    [
      "a column that is there already",
      () => write("b.csv", "lat,lng,ISO2\n1,2,\n"),
      [],
      1,
      /has a column "iso2" already/u,
    ],
    [
      "rows of different lengths",
      () => write("c.csv", "lat,lng\n1,2\n1\n"),
      [],
      1,
      /line 3 has 1 field, the header 2/u,
    ],
    ["an open quotation mark", () => write("d.csv", 'lat,lng\n1,2\n"1,2\n'), [], 1, /line 3: a quotation mark/u],
    ["an empty file", () => write("e.csv", ""), [], 1, /is empty/u],
    ["no file", () => path.join(folder, "none.csv"), [], 1, /no such file/u],
    ["no Parquet", () => write("f.parquet", "lat,lng\n"), [], 1, /f\.parquet/u],
    [
      "an output that exists",
      () => write("g.csv", "lat,lng\n1,2\n"),
      ["--out", path.join(folder, "a.csv")],
      1,
      /already exists/u,
    ],
    ["another kind of output", () => write("h.csv", "lat,lng\n1,2\n"), ["--out", "x.parquet"], 2, /same format/u],
  ];
  for (const [what, file, words, status, message] of refusals) {
    test(what, async () => {
      const before = file();
      const found = readdirSync(folder);
      const answer = await cli.run("geocode", before, "--lat", "lat", "--lng", "lng", ...words);
      assert.match(answer.said, message);
      assert.equal(answer.status, status);
      assert.deepEqual(readdirSync(folder), found);
    });
  }

  test("without column names", async () => {
    assert.equal((await cli.run("geocode", write("i.csv", "lat,lng\n"), "--lat", "lat")).status, 2);
    assert.equal((await cli.run("geocode")).status, 2);
  });
});
