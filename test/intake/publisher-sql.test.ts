import assert from "node:assert/strict";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import type { ProblemList } from "../../src/intake/problem-report.ts";
import { runScript } from "../../src/intake/run-script.ts";
import { cleanTables, makeFolder, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";
import { windows1252 } from "./windows-1252.ts";

const COMPANIES = "CREATE VIEW companies AS SELECT 'c1' AS id, 'One' AS name, 'FR' AS country, 'Food' AS sector;";
const JUDGEMENTS = "CREATE VIEW judgements AS SELECT 'c1' AS company, 'water' AS pillar, 'low' AS band;";

/** The problems of a script that comes before two good views. */
async function problemsOf(sql: string, dataFolder: string | null = null): Promise<ProblemList["problems"]> {
  const folder = writeDataset({});
  const [converted, views, workFolder] = [makeFolder(), makeFolder(), makeFolder()];
  const request = {
    script: `${sql};\n${COMPANIES}\n${JUDGEMENTS}`,
    folders: { folder, data: dataFolder ?? folder, converted, views },
    mapped: null,
    query: null,
    workFolder,
    memoryMiB: 256,
    threads: 1,
  };
  const result = await runScript(request, () => {});
  assert.equal(result.views === null, result.problems.length > 0);
  return result.problems;
}

async function toldAbout(sql: string, dataFolder: string | null = null): Promise<string[]> {
  const problems = await problemsOf(sql, dataFolder);
  return problems.map(({ kind, found }) => `${kind}: ${found.split("\n")[0]}`);
}

describe("intake.sql", () => {
  it("may define tables, macros, types and variables, and pivot", async () => {
    const folder = writeDataset({
      "raw.csv": "company;water;pay\nc1;low;high\n",
      "intake.sql": `
        SET VARIABLE file = getvariable('folder') || '/raw.csv';
        CREATE TABLE raw AS FROM read_csv(getvariable('file'), delim = ';');
        CREATE TYPE band AS ENUM ('low', 'high');
        CREATE MACRO shout(x) AS upper(x);
        INSERT INTO raw VALUES ('c2', 'high', 'high');
        UPDATE raw SET water = 'low' WHERE company = 'c2';
        DELETE FROM raw WHERE company = 'c3';
        CREATE TABLE wide AS PIVOT (SELECT company, 'water' AS pillar, water AS band FROM raw) ON pillar USING first(band);
        SELECT count(*) FROM wide;
        CREATE TABLE companies AS SELECT company AS id, shout(company) AS name, 'FR' AS country, 'Food' AS sector FROM raw;
        CREATE VIEW judgements AS
          SELECT company, pillar, band::band AS band, TIMESTAMP '2024-05-06' AS judged_on FROM (UNPIVOT raw ON water, pay INTO NAME pillar VALUE band);
      `,
    });
    const dataset = await openGood(folder);
    assert.deepEqual(await rowsOf(dataset, "SELECT name FROM clean.company"), [["C1"], ["C2"]]);
    assert.deepEqual(await rowsOf(dataset, "SELECT company, pillar, band, judged_on FROM clean.judgement"), [
      [0, 0, 1, 19849],
      [0, 1, 3, 19849],
      [1, 0, 1, 19849],
      [1, 1, 3, 19849],
    ]);
  });

  it("may leave tables to files", async () => {
    const folder = writeDataset({ "intake.sql": COMPANIES, "judgements.csv": "company,pillar,band\nc1,pay,high\n" });
    const { judgement } = await cleanTables(await openGood(folder));
    assert.deepEqual(judgement, [[0, 1, 3, 0, 0, -2147483648, 0]]);
  });

  it("names a row of a view by its key", async () => {
    const folder = writeDataset({
      "intake.sql": `${COMPANIES} CREATE VIEW judgements AS SELECT 'c1' AS company, 'water' AS pillar, 'lowest' AS band, 'Ann' AS judge;`,
    });
    const { problems } = await open(folder);
    const [row] = problems.kinds[0]?.shown ?? [];
    assert.deepEqual(
      [row?.file, row?.line, row?.place],
      ["the view judgements of intake.sql", null, "company=c1, pillar=water, judge=Ann"],
    );
  });

  it("does not reach our own queries with what it defines", async () => {
    const folder = writeDataset({
      "intake.sql": `
        CREATE SCHEMA clean; CREATE TABLE clean.company AS SELECT 1 AS x; CREATE SCHEMA intake;
        CREATE MACRO lower(x) AS 'shadow'; CREATE MACRO regexp_full_match(a, b) AS false; CREATE MACRO trim(x) AS 'shadow';
        ${COMPANIES} ${JUDGEMENTS}`,
    });
    const { company } = await cleanTables(await openGood(folder));
    assert.deepEqual(company, [[0, "c1", "one", "One", "FR", "food", null, null, null, null]]);
  });

  it("ends when its time is over, with the line of the statement or view that was running", async () => {
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT (i + 1) % 1000 FROM n) SELECT count(*) FROM n";
    for (const [sql, place] of [
      [`${COMPANIES}\nCREATE TABLE endless AS ${endless};`, /^line 2 \(statement/u],
      [
        `${COMPANIES}\n\nCREATE VIEW judgements AS SELECT 'c1' AS company, 'water' AS pillar, (${endless})::VARCHAR AS band;`,
        /^line 3 \(view judgements\)/u,
      ],
    ] as const) {
      const { problems } = await open(writeDataset({ "intake.sql": sql }), { sqlSeconds: 2 });
      const stopped = problems.kinds.flatMap(({ shown }) => shown).find(({ found }) => found.includes("was stopped"));
      assert.match(stopped?.found ?? "", /^intake\.sql ran for 2 seconds and was stopped here/u);
      assert.match(stopped?.place ?? "", place);
    }
  });

  it("is refused where it would write, load, connect or change settings", async () => {
    for (const [sql, refused] of [
      ["COPY (SELECT 1) TO 'x.csv'", "COPY"],
      ["ATTACH 'x.db'", "ATTACH"],
      ["EXPORT DATABASE 'x'", "EXPORT"],
      ["IMPORT DATABASE 'x'", "IMPORT"],
      ["INSTALL httpfs", "INSTALL"],
      ["LOAD httpfs", "LOAD"],
      ["PRAGMA enable_profiling", "PRAGMA"],
      ["SET memory_limit = '1TB'", "SET MEMORY_LIMIT"],
      ["SET SESSION threads = 64", "SET SESSION"],
      ["RESET threads", "RESET THREADS"],
      ["USE memory", "USE"],
      ["CALL enable_logging()", "CALL"],
      ["CHECKPOINT", "CHECKPOINT"],
      ["PREPARE p AS COPY (SELECT 1) TO 'x.csv'", "PREPARE"],
      ["EXECUTE p", "EXECUTE"],
      ["EXPLAIN ANALYZE SELECT 1", "EXPLAIN"],
      ["CREATE PERSISTENT SECRET s (TYPE http)", "CREATE PERSISTENT"],
      ["FROM enable_logging('QueryLog', storage = 'file', storage_path = '/x')", "the function enable_logging()"],
      ["CREATE VIEW v AS FROM query('SELECT 1')", "the function query()"],
      ["SELECT write_log('x')", "the function write_log()"],
      ["FROM arrow_scan(1, 2, 3)", "the function arrow_scan()"],
    ] as const) {
      assert.deepEqual(await toldAbout(sql), [`refused_statement: ${refused}`], sql);
    }
  });

  it("reads its two folders and no other file", async () => {
    const data = makeFolder();
    writeFileSync(path.join(data, "x.csv"), "a\n1\n");
    const elsewhere = makeFolder();
    writeFileSync(path.join(elsewhere, "x.csv"), "a\n1\n");
    symlinkSync(elsewhere, path.join(data, "link"));
    const readers = [`read_csv`, `read_text`, `read_blob`, `glob`].map(
      (name) => (file: string) => `FROM ${name}(${file})`,
    );
    for (const read of [
      ...readers,
      (file: string) => `FROM query_table([${file}])`,
      (file: string) => `FROM ${file}`,
    ]) {
      assert.notDeepEqual(await toldAbout(read(`'${elsewhere}/x.csv'`), data), [], read("elsewhere"));
      assert.notDeepEqual(
        await toldAbout(read(`'${data}/../${path.basename(elsewhere)}/x.csv'`), data),
        [],
        read("by .."),
      );
      assert.notDeepEqual(await toldAbout(read(`'${data}/link/x.csv'`), data), [], read("by a link"));
    }
    assert.notDeepEqual(await toldAbout("FROM read_csv('https://example.org/x.csv')", data), []);
    assert.deepEqual(await toldAbout("FROM read_csv(getvariable('data') || '/x.csv')", data), []);
    assert.deepEqual(readdirSync(data).toSorted(), ["link", "x.csv"]);
  });

  it("says which statement fails, and why", async () => {
    const folder = writeDataset({ "intake.sql": "SELECT 1;\n-- two\nSELECT\n  nothing;" });
    const { problems } = await open(folder);
    const [row] = problems.kinds[0]?.shown ?? [];
    assert.deepEqual([row?.file, row?.line, row?.place], ["intake.sql", 4, "line 4 (statement 2 of 2, from line 3)"]);
    assert.match(row?.found ?? "", /Referenced column "nothing" was not found/);
    assert.match(row?.found ?? "", /in: nothing;?$/);
  });

  it("is told when a view cannot be read, or when none is defined", async () => {
    const failing =
      "CREATE VIEW judgements AS SELECT 'c1' AS company, 'water' AS pillar, CAST(x AS INTEGER) AS band FROM (SELECT 'a' AS x);";
    const { problems } = await open(writeDataset({ "intake.sql": COMPANIES + failing }));
    assert.deepEqual(
      problems.kinds.map(({ kind, shown }) => [kind, shown[0]?.place]),
      [["sql_failed", "line 1 (view judgements)"]],
    );
    const { problems: none } = await open(writeDataset({ "intake.sql": "SELECT 1;" }));
    assert.deepEqual(
      none.kinds.map(({ kind }) => kind),
      ["missing_view"],
    );
  });

  it("is told which setting allows more memory, where there is too little", async () => {
    const folder = writeDataset({
      "intake.sql": `CREATE VIEW judgements AS
        SELECT 'c1' AS company, 'water' AS pillar, 'low' AS band, string_agg(repeat('x', 1000) || i) AS criterion FROM range(1000000) t(i)`,
    });
    const { problems } = await open(folder, { memoryMiB: 64 });
    const told = problems.kinds.find(({ kind }) => kind === "sql_failed")?.shown[0];
    assert.match(told?.found ?? "", /^Out of Memory Error: [^\n]*$/);
    assert.equal(told?.advice, "The setting INTAKE_MEMORY_MIB allows more memory.");
  });

  it("is stopped where it takes memory that DuckDB does not count", async () => {
    const sql = `${COMPANIES}\nCREATE TABLE list AS SELECT len(range(2000000000));`;
    const { problems } = await open(writeDataset({ "intake.sql": sql }), { memoryMiB: 64 });
    const [row] = problems.kinds.flatMap(({ shown }) => shown);
    assert.equal(row?.found, "intake.sql took more than 448 MiB of memory and was stopped here");
    assert.equal(row?.place, "line 2 (statement 2 of 2)");
    assert.match(row?.advice ?? "", /the setting INTAKE_MEMORY_MIB/u);
  });

  it("is told what to do instead of what would need an extension", async () => {
    const data = makeFolder();
    writeFileSync(path.join(data, "list.csv"), windows1252("id,name\nc1,Café ’s\n"));
    for (const [sql, found, advice] of [
      [
        "FROM read_xlsx(getvariable('data') || '/book.xlsx')",
        /"read_xlsx" is not in the catalog/u,
        /book\.xlsx\/Sheet1\.csv/u,
      ],
      ["FROM '/x/book.xlsx'", /Table with name \/x\/book\.xlsx does not exist/u, /book\.xlsx\/Sheet1\.csv/u],
      [
        "FROM read_csv(getvariable('data') || '/list.csv', encoding = 'windows-1252')",
        /does not support the encoding: "windows-1252"/u,
        /as UTF-8: read_csv\(getvariable\('converted'\)/u,
      ],
      ["FROM read_csv('https://example.org/x.csv')", /example\.org/u, /download the file/u],
      ["SELECT ST_Point(1, 2)", /"st_point" is not in the catalog/u, /country of each company/u],
      ["FROM sqlite_scan('a', 'b')", /"sqlite_scan" is not in the catalog/u, /Export the table as CSV or Parquet/u],
      ["LOAD spatial", /^LOAD$/u, /country of each company/u],
      ["FROM st_unknown('a')", /st_unknown does not exist/u, /^$/u],
    ] as const) {
      const [row] = await problemsOf(`SELECT 1;\n\n${sql}`, data);
      assert.match(row?.found ?? "", found);
      assert.doesNotMatch(row?.found ?? "", /Please try|INSTALL excel|autoload/u);
      assert.match(row?.advice ?? "", advice);
      assert.equal(row?.line, 3);
    }
  });

  it("names files as they are named in the folder, and the line of the file", async () => {
    const data = makeFolder();
    const sql = "CREATE VIEW companies AS\n  SELECT * FROM\n  read_csv(getvariable('data') || '/raw/none.csv');";
    const { problems } = await open(writeDataset({ "intake.sql": `-- one\n${sql}` }), { dataFolder: data });
    const row = problems.kinds[0]?.shown[0];
    assert.match(row?.found ?? "", /No files found that match the pattern "raw\/none\.csv"/u);
    assert.equal(row?.place, "line 4 (statement 1 of 1, from line 2)");
  });

  it("reads text files in other encodings as UTF-8 where it asks for it", async () => {
    const files = {
      "raw/list.csv.gz": gzipSync(windows1252("id,name,country,sector\nc1,Café ’s,FR,Food\n")),
      "utf16.csv": Buffer.from("\uFEFFid,name,country,sector\nc2,Two,FR,Food\n", "utf16le"),
      "intake.sql": `CREATE VIEW companies AS
        FROM read_csv(getvariable('converted') || '/raw/list.csv') UNION ALL FROM read_csv(getvariable('converted') || '/utf16.csv');
        ${JUDGEMENTS}`,
    };
    const result = await open(writeDataset(files));
    assert.ok(result.ok);
    assert.deepEqual(await rowsOf(result.dataset, "SELECT name FROM clean.company ORDER BY id"), [
      ["Café ’s"],
      ["Two"],
    ]);
    assert.match(
      result.problems.notices.join("\n"),
      /^raw\/list\.csv\.gz: read as windows-1252, .* check "Café ’s"\./mu,
    );
  });

  it("says what to do about a raw file that is not UTF-8, and in which line it is not", async () => {
    const data = makeFolder();
    writeFileSync(path.join(data, "latin1.csv"), Buffer.from("id,name\nc1,Caf\u00e9\n", "latin1"));
    writeFileSync(path.join(data, "utf16.csv"), Buffer.from("\uFEFFid,name\nc1,One\n", "utf16le"));
    for (const [file, line] of [
      ["latin1.csv", 2],
      ["utf16.csv", 1],
    ] as const) {
      const sql = `CREATE TABLE companies AS FROM read_csv(getvariable('data') || '/${file}');`;
      const { problems } = await open(writeDataset({ "intake.sql": sql }), { dataFolder: data });
      const [shown] = problems.kinds.flatMap((kind) => kind.shown);
      assert.equal(shown?.place, "line 1 (statement 1 of 1)");
      assert.match(shown.found, new RegExp(`CSV Error on Line: ${line}\\n.*not utf-8 encoded.*file = ${file}`, "su"));
      assert.match(shown.advice ?? "", /Save the file as UTF-8, or read it from getvariable\('converted'\)/u);
    }
  });
});
