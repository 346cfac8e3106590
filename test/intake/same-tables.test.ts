import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "node:test";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import * as fc from "fast-check";
import { quoteCell } from "../../scripts/demo/csv.ts";
import { cleanTables, DATASET_FILE, makeFolder, openGood, writeDataset } from "./open-folder.ts";

type Table = readonly (readonly string[])[];

const COMPANIES: Table = [
  ["id", "name", "country", "sector", "website", "lei", "aliases"],
  ["1", "Łódź Mills", "PL", "Food", "https://lodz.example", "", "LM|Mills"],
  ["01", "Lodz Mills", "Poland", "Food", "", "", ""],
  ["銀", "銀行", "JPN", "Finance", "", "", ""],
  ["c4", 'Four "IV", Inc.', "392", "Finance", "", "529900T8BM49AURSDO55", ""],
  ["c5", "Lodz Mills", "POL", "Food", "", "", ""],
  ["c5", "Lodz  Mills", "POL", "Food", "", "", ""],
];
const PRODUCTS: Table = [
  ["id", "name", "company", "brand"],
  ["", "Bread", "1", "Mills"],
  ["", "Bread", "01", ""],
  ["p3", "Bread", "01", ""],
  ["p3", "Bread", "01", ""],
  ["", "預金", "銀", ""],
];
const JUDGEMENTS: Table = [
  ["company", "pillar", "band", "criterion", "judge", "judged_on", "source_url"],
  ...["1", "01", "銀", "c4"].flatMap((company, i) =>
    ["water", "pay"].flatMap((pillar, j) =>
      ["2022-03-01", "2023-04-02", ""].map((date, k) => [
        company,
        pillar,
        ["low", "middle", "high"][(i + j + k) % 3]!,
        k === 1 ? "leaks, spills" : "",
        i === 2 ? "Ännchen" : "",
        date,
        j === 0 ? `https://example.org/${i}/${k}` : "",
      ]),
    ),
  ),
];

/** Writes a table with every cell quoted or only those that must be. */
function csv(table: Table, { delimiter = ",", quoteAll = false, lineEnd = "\n" } = {}): string {
  const write = (cell: string): string => (quoteAll || /[",;\t\n]/.test(cell) ? quoteCell(cell) : cell);
  return table.map((row) => row.map(write).join(delimiter) + lineEnd).join("");
}

function ndjson([header, ...rows]: Table): string {
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(header!.map((name, i) => [name, row[i] === "" ? null : row[i]]))))
    .join("\n");
}

function shuffled([header, ...rows]: Table, order: readonly number[]): Table {
  return [header!, ...rows.toSorted((a, b) => order[rows.indexOf(a)]! - order[rows.indexOf(b)]!)];
}

const ALL = { companies: COMPANIES, products: PRODUCTS, judgements: JUDGEMENTS };

/** A dataset folder in which every table is written as one file. */
function folderOf(extension: string, write: (table: Table) => string | Uint8Array): string {
  return writeDataset(
    Object.fromEntries(Object.entries(ALL).map(([name, table]) => [`${name}.${extension}`, write(table)])),
  );
}

describe("the clean tables are the same", () => {
  let expected: Record<string, unknown[][]>;
  before(async () => {
    expected = await cleanTables(await openGood(folderOf("csv", csv)));
  });

  it("and what they should be", () => {
    assert.deepEqual(
      expected["company"]?.map((row) => row.slice(0, 5)),
      [
        [0, "c4", "four-iv-inc", 'Four "IV", Inc.', "JP"],
        [1, "01", "lodz-mills-01", "Lodz Mills", "PL"],
        [2, "c5", "lodz-mills-c5", "Lodz Mills", "PL"],
        [3, "1", "lodz-mills-1", "Łódź Mills", "PL"],
        [4, "銀", "c994c4b4", "銀行", "JP"],
      ],
    );
    assert.equal(expected["judgement"]?.length, 16);
  });

  it("whatever the order of the rows and the number of threads", async () => {
    const orders = (table: Table): fc.Arbitrary<number[]> =>
      fc.array(fc.nat(), { minLength: table.length, maxLength: table.length });
    for (const threads of [1, 2, 4])
      await fc.assert(
        fc.asyncProperty(orders(COMPANIES), orders(PRODUCTS), orders(JUDGEMENTS), async (c, p, j) => {
          const folder = writeDataset({
            "companies.csv": csv(shuffled(COMPANIES, c)),
            "products.csv": csv(shuffled(PRODUCTS, p)),
            "judgements.csv": csv(shuffled(JUDGEMENTS, j)),
          });
          const dataset = await openGood(folder, { threads });
          assert.deepEqual(await cleanTables(dataset), expected);
          dataset.close();
        }),
        { numRuns: 1 },
      );
  });

  const mixedLineEnds = (table: Table): string => csv(table.slice(0, 2), { lineEnd: "\r\n" }) + csv(table.slice(2));
  const spaced = (table: Table): string =>
    csv(table.map((row) => row.map((cell) => (cell === "" ? " " : ` ${cell}\u00a0`))));
  const utf16 = (table: Table): Buffer => Buffer.from(`\uFEFF${csv(table)}`, "utf16le");
  const FORMS: readonly [string, string, (table: Table) => string | Uint8Array][] = [
    ["with everything quoted", "csv", (table) => csv(table, { quoteAll: true })],
    ["with CRLF and a byte order mark", "csv", (table) => `\uFEFF${csv(table, { lineEnd: "\r\n" })}`],
    ["with CR", "csv", (table) => csv(table, { lineEnd: "\r" })],
    ["with blank lines before, between and after", "csv", (table) => `\n\n${csv(table, { lineEnd: "\n\n" })}`],
    ["with line ends mixed", "csv", mixedLineEnds],
    ["with spaces around all cells", "csv", spaced],
    ["with semicolons", "csv", (table) => csv(table, { delimiter: ";" })],
    ["with a delimiter at the end of every line", "csv", (table) => csv(table, { lineEnd: ",\n" })],
    ["as TSV", "tsv", (table) => csv(table, { delimiter: "\t" })],
    ["as UTF-16", "csv", utf16],
    ["as gzip", "csv.gz", (table) => gzipSync(csv(table))],
    ["as zstd", "csv.zst", (table) => zstdCompressSync(csv(table))],
    ["as NDJSON", "ndjson", ndjson],
    ["as compressed NDJSON", "jsonl.gz", (table) => gzipSync(ndjson(table))],
  ];
  // A form is read alike for every table: each dataset has three of them.
  for (let at = 0; at < FORMS.length; at += 3) {
    const three = [at, at + 1, at + 2].map((index) => FORMS[index % FORMS.length]!);
    it(three.map(([name]) => name).join(", "), async () => {
      const tables = Object.entries(ALL);
      const files = three.map(([, extension, write], index) => {
        const [name, table] = tables[(at + index) % tables.length]!;
        return [`${name}.${extension}`, write(table)] as const;
      });
      assert.deepEqual(await cleanTables(await openGood(writeDataset(Object.fromEntries(files)))), expected);
    });
  }

  it("as Parquet with types of its own", async () => {
    const folder = folderOf("csv", csv);
    const parquet = writeDataset({});
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const copy = async (table: string, select: string): Promise<void> => {
      await connection.run(`COPY (SELECT ${select} FROM read_csv('${path.join(folder, `${table}.csv`)}', all_varchar = true, quote = '"', escape = '"'))
        TO '${path.join(parquet, `${table}.parquet`)}'`);
    };
    await copy("companies", "* REPLACE (string_split(aliases, '|') AS aliases)");
    await copy("products", "*");
    await copy(
      "judgements",
      "* REPLACE (judged_on::TIMESTAMP AS judged_on, band::ENUM ('low', 'middle', 'high') AS band)",
    );
    connection.closeSync();
    instance.closeSync();
    assert.deepEqual(await cleanTables(await openGood(parquet)), expected);
  });

  it("in many files of several formats, in the dataset's folder or in that of the raw files", async () => {
    const [header, ...rows] = JUDGEMENTS;
    const half = [header!, ...rows.slice(0, 9)];
    const rest = [header!.toReversed(), ...rows.slice(9).map((row) => row.toReversed())];
    const files = {
      "companies.csv": csv(COMPANIES),
      "products/a.csv": csv(PRODUCTS.slice(0, 3)),
      "products/b/c.csv": csv([PRODUCTS[0]!, ...PRODUCTS.slice(3)]),
      "judgements-2022.csv": csv(half.slice(0, 4)),
      "judgements-2023.ndjson": ndjson([header!, ...half.slice(4)]),
      "judgements-more.tsv.gz": gzipSync(csv(rest, { delimiter: "\t" })),
      "judgements_old.csv": "this is no table of ours",
    };
    assert.deepEqual(await cleanTables(await openGood(writeDataset(files))), expected);
    const described = writeDataset({ "dataset.json": JSON.stringify(DATASET_FILE) });
    assert.deepEqual(await cleanTables(await openGood(described, { dataFolder: writeDataset(files) })), expected);
  });

  it("as views of intake.sql over raw files elsewhere", async () => {
    const raw = writeDataset(
      Object.fromEntries(Object.entries(ALL).map(([name, table]) => [`raw-${name}.csv`, csv(table)])),
    );
    const views = Object.keys(ALL).map(
      (name) =>
        `CREATE VIEW ${name} AS FROM read_csv(getvariable('data') || '/raw-${name}.csv', all_varchar = true, quote = '"', escape = '"');`,
    );
    const folder = writeDataset({ "intake.sql": views.join("\n") });
    assert.deepEqual(await cleanTables(await openGood(folder, { dataFolder: raw })), expected);
  });

  it("with little memory, spilling to the work folder", async () => {
    const dataset = await openGood(folderOf("csv", csv), { workFolder: makeFolder(), memoryMiB: 64, threads: 1 });
    assert.deepEqual(await cleanTables(dataset), expected);
  });
});
