import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { readProvenance, recountProvenance } from "../../src/release/area-tables.ts";
import { provenanceOf } from "../../src/trust/provenance.ts";
import { judgedOnText, parseJudgedOn, UNDATED } from "../../src/trust/judged-on.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";

const COMPANIES = [
  { id: "c-0", country: "FR", sector: "energy" },
  { id: "c-1", country: "FR", sector: "retail" },
  { id: "c-2", country: "NA", sector: "energy" },
];

/** In the order of their bytes, as terms are. */
const TERMS = ["Ann", "Zoë", "https://a.example/", "https://b.example/", "\uFF5E", "\u{1F600}"];
const JUDGES = [1, 2, 5, 6];
const SOURCES = [3, 4];

const DAYS = [UNDATED, -1, 0, 20_513, 20_514, ...["2026", "2026-03", "1969"].map(parseJudgedOn)];

/** Two years and a day after the day 20,513. */
const RELEASED_ON = Date.parse("2028-03-02") / 86_400_000;

const anyJudgements = fc.array(
  fc.record({
    company: fc.nat(COMPANIES.length - 1),
    day: fc.constantFrom(...DAYS),
    judge: fc.constantFrom(0, ...JUDGES),
    source: fc.constantFrom(0, ...SOURCES),
  }),
  { maxLength: 40, size: "max" },
);

type Judgement = typeof anyJudgements extends fc.Arbitrary<(infer T)[]> ? T : never;

const textOf = (term: number): string | null => TERMS[term - 1] ?? null;

/** Counts the judgements of each area by itself. */
function slowly(judgements: readonly Judgement[], area: "country" | "sector") {
  const groups = Object.groupBy(judgements, ({ company }) => COMPANIES[company]![area]);
  return Object.fromEntries(
    Object.entries(groups).map(([key, group = []]) => [
      key,
      provenanceOf(
        group.map(({ day, judge, source }) => ({
          judged_on: judgedOnText(day),
          judge: textOf(judge),
          source_url: textOf(source),
        })),
        RELEASED_ON,
      ),
    ]),
  );
}

const quote = (text: string | null): string => (text === null ? "NULL" : `'${text}'`);
const rowsOf = (rows: readonly string[][]): string => rows.map((row) => `(${row.join(", ")})`).join(", ");

async function fill(connection: DuckDBConnection, judgements: readonly Judgement[], folder: string): Promise<void> {
  const numbers = judgements.map(({ company, day, judge, source }) => [company, day, judge, source].map(String));
  const texts = judgements.map(({ company, day, judge, source }) =>
    [COMPANIES[company]!.id, judgedOnText(day), textOf(judge), textOf(source)].map(quote),
  );
  const insert = (table: string, rows: readonly string[][]): string =>
    rows.length === 0 ? "" : `INSERT INTO ${table} VALUES ${rowsOf(rows)};`;
  await connection.run(`
    CREATE OR REPLACE TABLE clean.judgement (company INTEGER, judged_on INTEGER, judge INTEGER, source INTEGER);
    CREATE OR REPLACE TABLE judgement (company_id VARCHAR, judged_on_given VARCHAR, judge VARCHAR, source_url VARCHAR);
    ${insert("clean.judgement", numbers)} ${insert("judgement", texts)}
    COPY judgement TO '${path.join(folder, "judgements.parquet")}';`);
}

describe("the provenance of areas", () => {
  test("is that of their judgements, from clean tables and from the files alike", async () => {
    const folder = newTemporaryFolder();
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const companies = path.join(folder, "companies.parquet");
    const own = COMPANIES.map(({ id, country, sector }, index) => [String(index), ...[id, country, sector].map(quote)]);
    await connection.run(`CREATE SCHEMA clean;
      CREATE TABLE clean.company (company INTEGER, id VARCHAR, country VARCHAR, sector VARCHAR);
      INSERT INTO clean.company VALUES ${rowsOf(own)};
      COPY (SELECT id, country AS iso2, sector FROM clean.company) TO '${companies}';
      CREATE TABLE clean.term (term INTEGER, text VARCHAR);
      INSERT INTO clean.term VALUES ${rowsOf(TERMS.map((text, index) => [String(index + 1), quote(text)]))};`);
    await fc.assert(
      fc.asyncProperty(anyJudgements, async (judgements) => {
        await fill(connection, judgements, folder);
        const files = { judgements: path.join(folder, "judgements.parquet"), companies };
        for (const found of [
          await readProvenance(connection, RELEASED_ON),
          await recountProvenance(connection, files, RELEASED_ON),
        ]) {
          assert.deepEqual(Object.fromEntries(found.countries), slowly(judgements, "country"));
          assert.deepEqual(Object.fromEntries(found.sectors), slowly(judgements, "sector"));
        }
      }),
      { numRuns: 12 },
    );
    connection.closeSync();
    instance.closeSync();
  });
});
