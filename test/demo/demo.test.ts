import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import type { DuckDBConnection } from "@duckdb/node-api";
import { buildDemoFiles } from "../../scripts/build-demo.ts";
import { DEFAULT_MINIMUM_COMPANIES } from "../../src/trust/dataset.ts";

const FOLDER = new URL("../../data/demo/", import.meta.url);
const REAL_NAMES = new URL("../../../shared/data/search/corpus-real.csv.gz", import.meta.url);
const ID = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;
const FILE_NAMES = [
  "LICENSE.md",
  "README.md",
  "about.md",
  "companies.csv",
  "dataset.json",
  "judgements.csv",
  "logo-dark.svg",
  "logo.svg",
  "products.csv",
  "replies.csv",
  "terms.md",
];

interface DatasetFile {
  notice: string;
  licence: string;
  scale: { id: string; bands: { id: string; label: string }[] };
  pillars: { id: string }[];
  sectors: { slug: string }[];
  monitored: string[];
}

let connection: DuckDBConnection;
let dataset: DatasetFile;

/** The first column of an answer, as text. */
async function column(sql: string): Promise<string[]> {
  const rows = (await connection.runAndReadAll(sql)).getRowsJson();
  return rows.map(([cell]) => (typeof cell === "string" ? cell : JSON.stringify(cell)));
}

async function count(sql: string): Promise<number> {
  return Number((await column(sql))[0]);
}

before(async () => {
  dataset = JSON.parse(await readFile(new URL("dataset.json", FOLDER), "utf8"));
  connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const table of ["companies", "products", "judgements"]) {
    const path = fileURLToPath(new URL(`${table}.csv`, FOLDER)).replaceAll("'", "''");
    await connection.run(
      `CREATE TABLE ${table} AS SELECT * FROM read_csv('${path}', header = true, all_varchar = true, delim = ',', quote = '"', escape = '"')`,
    );
  }
  const bands = dataset.scale.bands.map((band) => `'${band.id}'`).join(", ");
  await connection.run(`
    CREATE VIEW current_judgement AS
      SELECT *, list_position([${bands}], band) AS rank FROM judgements
      QUALIFY row_number() OVER (PARTITION BY company, pillar, criterion, judge ORDER BY judged_on DESC) = 1;
    CREATE VIEW judged AS
      SELECT company, count(*) AS n, count(DISTINCT pillar) AS pillars, quantile_disc(rank, 0.5) AS median
      FROM current_judgement GROUP BY company;
    CREATE VIEW named AS
      SELECT id, name AS text FROM companies
      UNION ALL SELECT id, unnest(string_split(aliases, '|')) FROM companies WHERE aliases IS NOT NULL`);
});

after(() => connection.closeSync());

describe("regeneration", () => {
  test("the committed files are byte for byte what the script writes", async () => {
    const files = buildDemoFiles();
    assert.deepEqual([...files.keys()].sort(), FILE_NAMES);
    for (const [name, text] of files) {
      const committed = await readFile(new URL(name, FOLDER));
      assert.ok(committed.equals(Buffer.from(text)), `data/demo/${name} differs: run npm run generate demo`);
    }
  });

  test("all files together are smaller than 3 MB", async () => {
    const sizes = await Promise.all(FILE_NAMES.map(async (name) => (await stat(new URL(name, FOLDER))).size));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total < 3_000_000, `${total} bytes`);
  });
});

describe("the counts promised", () => {
  test("24 countries, 12 sectors, 6 pillars, 5 bands, 1,200 companies, 2,500 products, 30,000 judgements", async () => {
    assert.equal(await count("SELECT count(DISTINCT country) FROM companies"), 24);
    assert.equal(await count("SELECT count(DISTINCT sector) FROM companies"), 12);
    assert.equal(await count("SELECT count(DISTINCT pillar) FROM judgements"), 6);
    assert.equal(await count("SELECT count(DISTINCT band) FROM judgements"), 5);
    assert.equal(await count("SELECT count(*) FROM companies"), 1200);
    assert.equal(await count("SELECT count(*) FROM products"), 2500);
    assert.equal(await count("SELECT count(*) FROM judgements"), 30_000);
  });

  test("exactly eight countries are monitored, each with judged companies", async () => {
    assert.equal(new Set(dataset.monitored).size, 8);
    assert.equal(dataset.monitored.length, 8);
    const judged = new Set(await column("SELECT DISTINCT country FROM companies JOIN judged ON company = id"));
    assert.deepEqual(
      dataset.monitored.filter((code) => !judged.has(code)),
      [],
    );
  });

  test("the notice and the licence say that it is fictional", async () => {
    assert.match(dataset.notice, /compan.*fictional/);
    assert.equal(dataset.licence, "CC-BY-4.0");
    const licence = await readFile(new URL("LICENSE.md", FOLDER), "utf8");
    assert.match(licence, /CC BY 4\.0/);
    assert.match(licence, /fictional/);
  });
});

describe("nothing is invalid", () => {
  test("ids are well formed and used once", async () => {
    const ids = [
      [dataset.scale.id],
      dataset.scale.bands.map(({ id }) => id),
      dataset.pillars.map(({ id }) => id),
      dataset.sectors.map(({ slug }) => slug),
      await column("SELECT id FROM companies"),
      await column("SELECT id FROM products"),
    ];
    for (const list of ids) {
      assert.equal(new Set(list).size, list.length);
      for (const id of list) assert.match(id, ID);
    }
    for (const { id } of dataset.pillars) assert.match(id, /^[a-z]+(?:_[a-z]+)*$/);
    for (const { slug } of dataset.sectors) assert.match(slug, /^[a-z]+(?:-[a-z]+)*$/);
  });

  test("every reference resolves", async () => {
    const listed = (values: string[]): string => values.map((value) => `'${value}'`).join(", ");
    const unknown = {
      products: "SELECT count(*) FROM products WHERE company NOT IN (SELECT id FROM companies)",
      judgements: "SELECT count(*) FROM judgements WHERE company NOT IN (SELECT id FROM companies)",
      pillars: `SELECT count(*) FROM judgements WHERE pillar NOT IN (${listed(dataset.pillars.map(({ id }) => id))})`,
      bands: `SELECT count(*) FROM judgements WHERE band NOT IN (${listed(dataset.scale.bands.map(({ id }) => id))})`,
      sectors: `SELECT count(*) FROM companies WHERE sector NOT IN (${listed(dataset.sectors.map(({ slug }) => slug))})`,
    };
    for (const [what, sql] of Object.entries(unknown)) assert.equal(await count(sql), 0, what);
  });

  test("no needed cell is empty, and every cell has its form", async () => {
    const bad = {
      companies: `id IS NULL OR name IS NULL OR NOT regexp_full_match(country, '[A-Z]{2}') OR sector IS NULL
        OR NOT coalesce(regexp_full_match(website, 'https://[a-z.]+\\.example'), true)`,
      products: "id IS NULL OR name IS NULL OR company IS NULL",
      judgements: `company IS NULL OR pillar IS NULL OR band IS NULL OR judge IS NULL
        OR coalesce(try_cast(judged_on AS DATE) NOT BETWEEN DATE '2024-01-01' AND DATE '2026-12-31', true)
        OR NOT coalesce(regexp_full_match(source_url, 'https://evidence\\.example/r/[0-9]+'), true)`,
    };
    for (const [table, condition] of Object.entries(bad)) {
      assert.equal(await count(`SELECT count(*) FROM ${table} WHERE ${condition}`), 0, table);
    }
  });

  test("no judgement stands twice or conflicts: each company, pillar, criterion, judge and date has one row", async () => {
    const keys =
      "SELECT count(*) FROM (SELECT 1 FROM judgements GROUP BY company, pillar, criterion, judge, judged_on)";
    assert.equal(await count(keys), 30_000);
    assert.equal(await count("SELECT count(*) FROM (SELECT DISTINCT name, company FROM products)"), 2500);
  });

  test("no name or alias is shared by two companies but those named alike on purpose", async () => {
    const shared = await column("SELECT text FROM named GROUP BY text HAVING count(*) > 1 ORDER BY text");
    assert.deepEqual(shared, ["Oompaline Group", "Solquiriña S.A.", "Wimblethrop Holdings Ltd"]);
    const websites =
      "SELECT count(*) FROM (SELECT 1 FROM companies WHERE website IS NOT NULL GROUP BY website HAVING count(*) > 1)";
    assert.equal(await count(websites), 0);
  });

  test("no company is named after a word of a real one", async (context) => {
    if (!existsSync(REAL_NAMES)) return context.skip("shared/data/search/corpus-real.csv.gz is not there");
    const path = fileURLToPath(REAL_NAMES).replaceAll("'", "''");
    await connection.run(`
      CREATE MACRO words(t) AS string_split(trim(regexp_replace(strip_accents(lower(t)), '[^\\p{L}\\p{M}]+', ' ', 'g')), ' ');
      CREATE TABLE real_word AS SELECT DISTINCT unnest(words(concat_ws(' ', name, replace(aliases, '|', ' ')))) AS word
        FROM read_csv('${path}', header = true, all_varchar = true)`);
    assert.equal(await count("SELECT count(*) FROM real_word WHERE word IN ('nestle', 'toyota')"), 2);
    const clashes =
      await column(`SELECT DISTINCT text FROM (SELECT text FROM named UNION SELECT brand FROM products WHERE brand IS NOT NULL)
      JOIN real_word ON word = words(text)[1]`);
    assert.deepEqual(clashes, []);
  });
});

describe("the special cases are present", () => {
  const judgedIn = (country: string): string =>
    `SELECT count(*) FROM companies JOIN judged ON company = id WHERE country = '${country}'`;

  test("countries of one company, of two, and of four with two judged are the only ones below the minimum", async () => {
    assert.equal(await count("SELECT count(*) FROM companies WHERE country = 'IS'"), 1);
    assert.equal(await count("SELECT count(*) FROM companies WHERE country = 'FJ'"), 2);
    assert.equal(await count("SELECT count(*) FROM companies WHERE country = 'CI'"), 4);
    assert.deepEqual(
      [await count(judgedIn("IS")), await count(judgedIn("FJ")), await count(judgedIn("CI"))],
      [1, 2, 2],
    );
    const below = await column(`SELECT country FROM companies LEFT JOIN judged ON company = id GROUP BY country
      HAVING count(company) < ${DEFAULT_MINIMUM_COMPANIES} ORDER BY country`);
    assert.deepEqual(below, ["CI", "FJ", "IS", "NA"]);
  });

  test("a pillar in which no company of a country is judged", async () => {
    assert.equal(await count("SELECT pillars FROM companies JOIN judged ON company = id WHERE country = 'IS'"), 3);
  });

  test("Namibia's code is read as text", async () => {
    assert.equal(await count("SELECT count(*) FROM companies WHERE country = 'NA'"), 5);
    assert.ok(dataset.monitored.includes("NA"));
  });

  test("companies not judged, judged once, and judged in some pillars only", async () => {
    assert.equal(await count("SELECT count(*) FROM companies WHERE id NOT IN (SELECT company FROM judgements)"), 60);
    assert.ok((await count("SELECT count(*) FROM judged WHERE n = 1")) >= 5);
    assert.ok((await count("SELECT count(*) FROM judged WHERE pillars < 4")) >= 100);
  });

  test("cells of country and sector that are empty, thin, and filled but not judged", async () => {
    const cells = `(SELECT count(*) AS companies, count(company) AS judged
      FROM companies LEFT JOIN judged ON company = id GROUP BY country, sector)`;
    assert.ok((await count(`SELECT 24 * 12 - count(*) FROM ${cells}`)) >= 20, "empty");
    assert.ok((await count(`SELECT count(*) FROM ${cells} WHERE judged = 1`)) >= 20, "thin");
    assert.ok((await count(`SELECT count(*) FROM ${cells} WHERE judged = 0`)) >= 2, "not judged");
    assert.ok((await count(`SELECT count(*) FROM ${cells} WHERE judged > 5`)) >= 40, "well filled");
  });

  test("400 superseded judgements, some of another band than the newer one", async () => {
    assert.equal(await count("SELECT 30000 - count(*) FROM current_judgement"), 400);
    const moved = `SELECT count(*) FROM judgements j JOIN current_judgement c
      ON j.company = c.company AND j.pillar = c.pillar AND j.criterion IS NOT DISTINCT FROM c.criterion AND j.judge = c.judge
      WHERE j.judged_on < c.judged_on AND j.band <> c.band`;
    const n = await count(moved);
    assert.ok(n >= 50 && n <= 350, `${n} moved`);
  });

  test("countries and sectors differ, and countries tie", async () => {
    const medians = async (key: string): Promise<string[]> =>
      column(`SELECT quantile_disc(median, 0.5) FROM companies JOIN judged ON company = id GROUP BY ${key}`);
    const ofCountries = await medians("country");
    assert.equal(new Set(ofCountries).size, 5);
    const tied = [...Map.groupBy(ofCountries, (median) => median).values()].filter(({ length }) => length > 1);
    assert.ok(tied.length >= 3, `${tied.length} groups of tied countries`);
    assert.ok(new Set(await medians("sector")).size >= 3);
  });

  test("names in other scripts, accents, quoted cells, and two names that differ only in an accent", async () => {
    for (const script of ["Arabic", "Cyrillic", "Devanagari", "Greek", "Hangul", "Katakana"]) {
      const inScript = `regexp_matches(text, '\\p{${script}}')`;
      assert.ok((await count(`SELECT count(*) FROM named WHERE ${inScript}`)) >= 5, script);
    }
    assert.ok((await count("SELECT count(*) FROM companies WHERE name LIKE '%,%'")) > 0);
    assert.ok((await count(`SELECT count(*) FROM products WHERE name LIKE '%"%'`)) > 0);
    const alike = await column(
      "SELECT name FROM companies WHERE strip_accents(name) = 'Bolvikka Nordic' ORDER BY name",
    );
    assert.deepEqual(alike, ["Bolvikka Nordic", "Bölvikka Nordic"]);
  });
});
