import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { buildRelease } from "../../src/release/build-release.ts";
import { readRows } from "../../src/release/clean-dataset.ts";
import { makeCleanDataset } from "./clean-fixture.ts";
import { JUDGEMENT_COLUMNS } from "../../src/tables/judgements.ts";
import { UNDATED } from "../../src/trust/judged-on.ts";

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-judgements-"));
const bundle = path.join(folder, "bundle");
mkdirSync(bundle);
// More rows than a row group of the Parquet file holds.
const dataset = await makeCleanDataset({ companies: 1400, judgementsPerCompany: 100 });
after(() => {
  dataset.close();
  rmSync(folder, { recursive: true, force: true });
});

const sqlList = (ids: readonly { id: string }[]): string => `[${ids.map(({ id }) => `'${id}'`).join(", ")}]`;

/** SQL for each column of the table, over a row `j` of `clean.judgement` and its company `c`. */
const VALUES = new Map(
  JUDGEMENT_COLUMNS.flatMap(({ name, cleanName, type }): [string, string][] => {
    const number = `j."${cleanName}"`;
    if (type === "company") return [["company_id", "c.id"]];
    if (type === "pillar") return [[name, `${sqlList(dataset.facts.pillars)}[${number} + 1]`]];
    if (type === "date") return [[name, `CASE WHEN ${number} > ${UNDATED} THEN DATE '1970-01-01' + ${number} END`]];
    if (type !== "band") return [[name, `(SELECT text FROM clean.term WHERE term = ${number})`]];
    return [
      [name, `${sqlList(dataset.facts.scale.bands)}[${number}]`],
      ["band_level", number],
    ];
  }),
);

const COLUMNS = [...VALUES.keys()];

describe("the table of judgements", () => {
  before(async () => {
    // Every kind of text that CSV knows, without changing the order of the terms.
    await dataset.connection.run(`
      UPDATE clean.term SET text = text || CASE term % 7 WHEN 0 THEN ', "said" so' WHEN 1 THEN ' #1' WHEN 2 THEN chr(13) || chr(10) || 'ß 株' ELSE '' END;
      UPDATE clean.term SET text = '=1+1' WHERE term = 1;
      UPDATE clean.company SET id = '-' || id WHERE company % 5 = 0;
      UPDATE clean.company SET id = id || ',' WHERE company % 3 = 0;`);
    await buildRelease({ dataset, folder: bundle, publishedAt: new Date("2026-11-20T09:00:00Z") });
  });

  test("has the same rows as CSV, quoted where RFC 4180 asks for it and without formulas", async () => {
    const written = readFileSync(path.join(bundle, "tables/judgements.csv"), "utf8");
    for (const value of ["'=1+1", '""said""', '#1"', "'-C", '"C6,",']) assert.ok(`,${written}`.includes(value), value);
    assert.ok(written.endsWith("\r\n"));
    const inert = `CASE WHEN list_contains(['=', '+', '-', '@', chr(9), chr(13)], text[1]) THEN '''' || text ELSE text END`;
    await dataset.connection.run(`CREATE MACRO inert(text) AS ${inert};
      CREATE TABLE csv AS SELECT ${COLUMNS.join(", ")} FROM read_csv('${bundle}/tables/judgements.csv', header = true, all_varchar = true, parallel = false);
      CREATE TABLE parquet AS SELECT ${COLUMNS.map((name) => `inert("${name}"::VARCHAR) AS "${name}"`).join(", ")}
        FROM read_parquet('${bundle}/tables/judgements.parquet')`);
    const [difference] = await readRows<object>(
      dataset.connection,
      `SELECT count(*)::INTEGER AS "rows", count(*) FILTER (c IS DISTINCT FROM p)::INTEGER AS wrong FROM
        (SELECT csv AS c, rowid AS i FROM csv) JOIN (SELECT parquet AS p, rowid AS i FROM parquet) USING (i)`,
    );
    assert.deepEqual(difference, { rows: dataset.counts.judgements, wrong: 0 });
  });

  test("holds as Parquet, with their types and in order, what the clean tables hold", async () => {
    const columns = [...VALUES].map(([name, value]) => `${value} AS ${name}`).join(", ");
    await dataset.connection.run(`
      CREATE TABLE expected AS SELECT ${columns}, row_number() OVER (ORDER BY j.company, j.pillar, j.criterion, j.judge) - 1 AS file_row_number
        FROM clean.judgement j JOIN clean.company c USING (company);
      CREATE VIEW found AS SELECT ${COLUMNS.join(", ")}, file_row_number FROM read_parquet('${bundle}/tables/judgements.parquet', file_row_number = true);`);
    const described = (table: string): Promise<object[]> =>
      readRows(dataset.connection, `SELECT column_name, column_type FROM (DESCRIBE ${table})`);
    assert.deepEqual(await described("found"), await described("expected"));
    const [difference] = await readRows<object>(
      dataset.connection,
      `SELECT (SELECT count(*) FROM found)::INTEGER AS "rows", (SELECT count(*) FROM (FROM found EXCEPT FROM expected))::INTEGER AS wrong`,
    );
    assert.deepEqual(difference, { rows: dataset.counts.judgements, wrong: 0 });
  });
});
