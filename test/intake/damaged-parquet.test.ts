import { DuckDBInstance } from "@duckdb/node-api";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { open, openGood, writeDataset } from "./open-folder.ts";

const COMPANIES = "id,name,country,sector\nc1,One,FR,Food\n";
const JUDGEMENTS = "company,pillar,band\nc1,water,low\n";

/** A whole Parquet file of the rows of a query. */
async function parquetOf(query: string): Promise<Buffer> {
  const file = path.join(writeDataset({}), "made.parquet");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet, COMPRESSION zstd)`);
  connection.closeSync();
  instance.closeSync();
  return readFileSync(file);
}

/** Opens a dataset whose only fault is one file; returns what is told of it. */
async function toldOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<unknown[]> {
  const { ok, problems } = await open(writeDataset(files), { skipBadRows: true });
  assert.equal(ok, false);
  return problems.kinds.map(({ table, kind, shown }) => [table, kind, shown[0]?.file]);
}

describe("a Parquet file that cannot be read", () => {
  it("is told when it is none, or is cut off", async () => {
    const whole = await parquetOf("SELECT 'c1' AS company, 'water' AS pillar, 'low' AS band");
    await openGood(writeDataset({ "companies.csv": COMPANIES, "judgements.parquet": whole }));
    const { problems } = await open(
      writeDataset({
        "companies.csv": COMPANIES,
        "judgements-1.parquet": Buffer.from("company,pillar,band"),
        "judgements-2.parquet": Buffer.alloc(0),
        "judgements-3.parquet": whole.subarray(0, -20),
      }),
    );
    assert.deepEqual(
      problems.kinds.flatMap(({ kind, shown }) => shown.map(({ file }) => `${kind} ${file}`)),
      [1, 2, 3].map((number) => `unreadable_file judgements-${number}.parquet`),
    );
  });

  it("is told when its rows are damaged, with the problems in the rows of other files", async () => {
    const judgements =
      "SELECT 'c1' AS company, 'water' AS pillar, 'low' AS band, md5(i::VARCHAR) AS criterion FROM range(2000) t(i)";
    const { problems } = await open(
      writeDataset({
        "companies.csv": `${COMPANIES}c2,Two,Atlantis,Food\nc3\n`,
        "judgements-1.csv": `${JUDGEMENTS}c1,water,wrong\nc1\n`,
        "judgements-2.parquet": damaged(await parquetOf(judgements)),
      }),
    );
    assert.deepEqual(
      problems.kinds.map(({ kind, count, shown }) => [kind, count, shown[0]?.file]),
      [
        ["malformed_row", 1, "companies.csv"],
        ["unknown_country", 1, "companies.csv"],
        ["unreadable_file", 1, "judgements-2.parquet"],
        ["malformed_row", 1, "judgements-1.csv"],
        ["unknown_band", 1, "judgements-1.csv"],
      ],
    );
  });

  it("is told when its rows are damaged, in any table", async () => {
    const companies =
      "SELECT 'c' || i AS id, md5(i::VARCHAR) AS name, 'FR' AS country, 'Food' AS sector FROM range(2000) t(i)";
    const judgements =
      "SELECT 'c1' AS company, 'water' AS pillar, 'low' AS band, md5(i::VARCHAR) AS criterion FROM range(2000) t(i)";
    assert.deepEqual(
      await toldOf({ "companies.parquet": damaged(await parquetOf(companies)), "judgements.csv": JUDGEMENTS }),
      [["companies", "unreadable_file", "companies.parquet"]],
    );
    assert.deepEqual(
      await toldOf({ "companies.csv": COMPANIES, "judgements-2.parquet": damaged(await parquetOf(judgements)) }),
      [["judgements", "unreadable_file", "judgements-2.parquet"]],
    );
  });
});

/** With other bytes where its first page is described, under the same footer. */
function damaged(file: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, 4), Buffer.alloc(100, 0xaa), file.subarray(104)]);
}
