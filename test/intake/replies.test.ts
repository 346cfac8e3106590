import { DuckDBInstance } from "@duckdb/node-api";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { DATASET_FILE, makeFolder, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";
import { makeWorkbook } from "./make-workbook.ts";

const COMPANIES = "id,name,country,sector\nc1,Acme,FR,Food\nc2,Brill,FR,Food\nc3,Corvid,DE,Food\n";
const JUDGEMENTS =
  "company,pillar,band,judged_on\nc1,water,low,2026-01-31\nc1,pay,low,2025\nc2,water,high,2026-02\nc3,pay,middle,\n";
const TABLES = { "companies.csv": COMPANIES, "judgements.csv": JUDGEMENTS };
const HEADER = "company,pillar,judged_on,status,replied_on,text,url\n";

const REPLIES = "SELECT company, pillar, judged_on, status, replied_on, text, url FROM clean.reply";

type Files = Readonly<Record<string, string | Uint8Array>>;

const cleanReplies = async (files: Files): Promise<unknown[][]> =>
  await rowsOf(await openGood(writeDataset({ ...TABLES, ...files })), REPLIES);

const repliesCsv = (...lines: readonly string[]): Files => ({ "replies.csv": `${HEADER}${lines.join("\n")}\n` });

/** All problems as lines of their kind, column, place, what was found and what to do. */
async function problemsOf(files: Files): Promise<string[]> {
  const { problems } = await open(writeDataset({ ...TABLES, ...files }));
  return problems.kinds.flatMap(({ kind, column, shown }) =>
    shown.map(
      ({ file, place, found, advice }) => `${kind} ${column} ${file} ${place}: ${found}${advice ? `; ${advice}` : ""}`,
    ),
  );
}

describe("the table of replies", () => {
  test("is read in the order of companies, pillars and dates, with values as tidy as those of other tables", async () => {
    const rows = await cleanReplies(
      repliesCsv(
        "c2,water,2026-02,No answer,,,",
        " c1 ,Fair Pay,2025,ANSWERED,2026-05-04, We disagree. ,https://acme.example/reply",
        "c1,,,asked,,,",
        "c1,water,2026-01-31,corrected,,,",
        "c1,water,,answered,,,",
      ),
    );
    assert.deepEqual(rows, [
      [0, null, null, "asked", null, null, null],
      [0, 0, null, "answered", null, null, null],
      [0, 0, "2026-01-31", "corrected", null, null, null],
      [0, 1, "2025", "answered", "2026-05-04", "We disagree.", "https://acme.example/reply"],
      [1, 0, "2026-02", "no_answer", null, null, null],
    ]);
  });

  test("is the same from every format, and from a view of intake.sql", async () => {
    const expected = [[0, 0, "2026-01-31", "answered", "2026-05-04", "Line one.\n\nLine two.", null]];
    const row = {
      company: "c1",
      pillar: "water",
      judged_on: "2026-01-31",
      status: "answered",
      replied_on: "2026-05-04",
      text: "Line one.\n\nLine two.",
    };
    const names = Object.keys(row);
    const parquet = path.join(makeFolder(), "replies.parquet");
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const typed =
      "'c1' AS company, 'water' AS pillar, DATE '2026-01-31' AS judged_on, 'answered' AS status, DATE '2026-05-04' AS replied_on, 'Line one.' || chr(10) || chr(10) || 'Line two.' AS text";
    await connection.run(`COPY (SELECT ${typed}) TO '${parquet}' (FORMAT parquet)`);
    connection.closeSync();
    instance.closeSync();
    const forms = {
      "replies-1.csv": `${names.join(",")}\nc1,water,2026-01-31,answered,2026-05-04,"Line one.\r\n\r\n\r\nLine two.\n"\n`,
      "replies-2.ndjson": `${JSON.stringify(row)}\n`,
      "replies-3.parquet": readFileSync(parquet),
      "replies-4.xlsx": makeWorkbook({ sheets: [{ name: "Replies", rows: [names, Object.values(row)] }] }),
    };
    const dataset = await openGood(writeDataset({ ...TABLES, ...forms }));
    assert.deepEqual(await rowsOf(dataset, REPLIES), expected);
    assert.equal(dataset.counts.duplicateReplies, 3, "the four files say the same");
    assert.deepEqual(await cleanReplies({ "intake.sql": `CREATE VIEW replies AS SELECT ${typed};` }), expected);
  });

  test("may be missing, which needs no notice", async () => {
    const result = await open(writeDataset({ ...TABLES, "products.csv": "name,company\nSoap,c1\n" }));
    assert.ok(result.ok);
    assert.deepEqual(result.problems.notices, []);
    assert.deepEqual(await rowsOf(result.dataset, REPLIES), []);
    assert.equal(result.dataset.counts.replies, 0);
  });

  test("reports every wrong value of every row at once, by line, with what was probably meant", async () => {
    const long = "x".repeat(2001);
    assert.deepEqual(
      await problemsOf(
        repliesCsv(
          "C1,,,asked,,,",
          ",,,answerd,,,",
          "c1,watre,,asked,,,",
          "c2,,2026-02,asked,,,",
          "c2,water,2026-02-31,answered,2026-05,,ftp://acme.example",
          "c3,,,asked,2026-05-04,We said nothing,",
          `c3,pay,,answered,,${long},`,
          "c3,water,,#N/A,,,",
        ),
      ),
      [
        "unknown_company company replies.csv line 2: C1; Did you mean c1? It differs in case alone.",
        "missing_value company replies.csv line 3: an empty value",
        "bad_date judged_on replies.csv line 6: 2026-02-31",
        "missing_value pillar replies.csv line 5: an empty value",
        "unknown_pillar pillar replies.csv line 4: watre; Did you mean water?",
        "bad_date replied_on replies.csv line 6: 2026-05",
        "unexpected_value replied_on replies.csv line 7: 2026-05-04",
        "formula_error status replies.csv line 9: #N/A; Correct the formula in the spreadsheet, or empty the cell where no value is needed.",
        "unknown_status status replies.csv line 3: answerd; Did you mean answered?",
        `too_long text replies.csv line 8: 2001 characters: ${"x".repeat(60)}…`,
        "unexpected_value text replies.csv line 7: We said nothing",
        "bad_address url replies.csv line 6: ftp://acme.example",
      ].toSorted(inReportOrder),
    );
  });

  test("refuses rows that say different things of the same judgements, and merges those that repeat", async () => {
    const lines = ["c1,water,,asked,,,", "c1,water,,answered,,,", "c2,,,asked,,,", "c2,,,asked,,,"];
    assert.deepEqual(await problemsOf(repliesCsv(...lines)), [
      "conflicting_rows null replies.csv line 2: company c1 with status asked",
      "conflicting_rows null replies.csv line 3: company c1 with status answered",
    ]);
    const { counts } = await openGood(writeDataset({ ...TABLES, ...repliesCsv("c2,,,asked,,,", "c2,,,asked,,,") }));
    assert.deepEqual([counts.replies, counts.duplicateReplies], [1, 1]);
  });

  test("leaves bad rows and those of companies that were left out, and counts both", async () => {
    const companies = `${COMPANIES}c4,Delta,Atlantis,Food\n`;
    const files = {
      ...TABLES,
      "companies.csv": companies,
      ...repliesCsv("c1,,,asked,,,", "c4,,,asked,,,", "c2,,,no,,,"),
    };
    const result = await open(writeDataset(files), { skipBadRows: true });
    assert.ok(result.ok);
    assert.deepEqual([result.dataset.counts.replies, result.dataset.counts.skippedRows.replies], [1, 2]);
    assert.deepEqual(
      result.problems.kinds.map(({ table, kind }) => `${table} ${kind}`),
      ["companies unknown_country", "replies unknown_status"],
    );
  });

  test("says which replies answer no current judgement", async () => {
    const files = {
      ...TABLES,
      ...repliesCsv("c1,water,2024-01-01,answered,,,", "c2,pay,,asked,,,", "c3,pay,,asked,,,"),
    };
    const result = await open(writeDataset(files));
    assert.ok(result.ok);
    assert.deepEqual(
      result.problems.notices.filter((notice) => notice.startsWith("replies:")),
      [
        "replies: 2 replies answer no current judgement, and will stand with the company alone (c1, water, 2024-01-01; c2, pay)",
      ],
    );
  });

  test("reads dates as the dataset writes them, those of judgements in the same words", async () => {
    const files = {
      "dataset.json": JSON.stringify({ ...DATASET_FILE, dates: "DD/MM/YYYY" }),
      ...repliesCsv("c1,water,31/01/2026,answered,04/05/2026,,"),
    };
    assert.deepEqual(await cleanReplies(files), [[0, 0, "2026-01-31", "answered", "2026-05-04", null, null]]);
  });

  test("takes invisible, control and direction characters out of texts", async () => {
    const [row] = await cleanReplies(
      repliesCsv('c1,,,answered,,"\u202eevil\u0007\u001b[31m \u200bred\u2066\n\u0001end",'),
    );
    assert.equal(row?.[5], "evil [31m red\nend");
  });
});

/** The order of a report: by column, then by kind. */
function inReportOrder(a: string, b: string): number {
  const key = (line: string): string => line.split(" ").slice(0, 2).toReversed().join(" ");
  return key(a) < key(b) ? -1 : 1;
}
