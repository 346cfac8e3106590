import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readXlsx } from "hucre/xlsx";
import { findSheetErrors } from "../../src/topics/download/rows-as-file.ts";
import { dateColumn, integerColumn, shareColumn, textColumn } from "../../src/tables/column.ts";
import type { Workbook, WorkbookRow } from "../../src/xlsx/workbook.ts";
import { endIdleThread, writeWorkbook } from "../../src/xlsx/write-workbook.ts";

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const COLUMNS = [
  textColumn("name", "Name", "What it is called."),
  integerColumn("count", "Count", "How many."),
  shareColumn("share", "Share", "How much of it."),
  dateColumn("day", "Day", "When."),
];

const ABOUT: Workbook["about"] = [
  ["Publisher", "=Publisher()"],
  ["Licence", "CC-BY 4.0"],
];

function workbookOf(pages: () => Iterable<readonly WorkbookRow[]>): Workbook {
  return {
    title: "Things",
    publisher: "Test",
    publishedAt: "2026-11-20T10:00:00Z",
    columns: COLUMNS,
    pages,
    about: ABOUT,
  };
}

async function written(pages: readonly (readonly WorkbookRow[])[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook(workbookOf(() => pages))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const row = (name: string | null, day: string | null = null): WorkbookRow => ({ name, count: 7, share: 0.25, day });

describe("a workbook, read by another library", () => {
  test("has numbers as numbers, dates as dates and nothing for null", async () => {
    const { sheets } = await readXlsx(await written([[row("a", "2026-03-01")], [row(null)]]));
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ["Things", "About"],
    );
    const [head, first, second] = sheets[0]!.rows;
    assert.deepEqual(head, ["name", "count", "share", "day"]);
    assert.deepEqual(first, ["a", 7, 0.25, new Date("2026-03-01T00:00:00Z")]);
    assert.deepEqual(second?.slice(0, 3), [null, 7, 0.25]);
    assert.ok(second?.[3] === undefined || second[3] === null);
  });

  test("keeps every text a text, whatever it begins with", async () => {
    const names = [
      "=1+1",
      "+49 Ltd",
      "-3",
      "@SUM(A1)",
      "007",
      "2026-01-02",
      "TRUE",
      "<b>&\"'",
      "😀 \u202eerif",
      "a\nb",
    ];
    const workbook = await readXlsx(await written([names.map((name) => row(name))]), { readStyles: true });
    const [sheet] = workbook.sheets;
    assert.deepEqual(
      sheet?.rows.slice(1).map(([name]) => name),
      names,
    );
    for (const cell of sheet?.cells?.values() ?? []) assert.equal(cell.formula, undefined);
  });

  test("leaves out what XML cannot say, and keeps the rest of the text", async () => {
    const { sheets } = await readXlsx(await written([[row("a\u0001b\ud800c")]]));
    assert.equal(String(sheets[0]?.rows[1]?.[0]).replaceAll(/[^a-c]/gu, ""), "abc");
  });

  test("has a day before all calendars of spreadsheets agree as a text, and cuts what no cell holds", async () => {
    const { sheets } = await readXlsx(await written([[row("x".repeat(40_000), "1899-12-31")]]));
    const [name, , , day] = sheets[0]?.rows[1] ?? [];
    assert.equal(day, "1899-12-31");
    assert.equal(name, `${"x".repeat(32_766)}…`);
  });

  test("says on its second sheet what it is, and what each column means", async () => {
    const { sheets } = await readXlsx(await written([[]]));
    const rows = sheets[1]?.rows.map((cells) => cells.filter((cell) => cell !== null && cell !== "")) ?? [];
    assert.deepEqual(rows.slice(0, 2), ABOUT);
    assert.deepEqual(rows.at(-1), ["day", "When.", "Day", "date"]);
  });

  test("has every row of many pages in their order", async () => {
    const pages = Array.from({ length: 30 }, (_, page) => Array.from({ length: 70 }, (__, at) => row(`${page}-${at}`)));
    const { sheets } = await readXlsx(await written(pages));
    assert.deepEqual(
      sheets[0]?.rows.slice(1).map(([name]) => name),
      pages.flat().map(({ name }) => name),
    );
  });
});

test("rows are read no further when nobody takes the workbook any more", async () => {
  let pagesRead = 0;
  const noise = Array.from({ length: 50 }, (_, at) => row(`${Math.sin(at)}`.repeat(50)));
  const endless = function* (): Generator<readonly WorkbookRow[]> {
    for (; ; pagesRead += 1) yield noise.map((each) => ({ ...each, name: `${pagesRead}${String(each["name"])}` }));
  };
  for await (const chunk of writeWorkbook(workbookOf(endless))) {
    assert.ok(chunk.length > 0);
    break;
  }
  const readThen = pagesRead;
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  assert.ok(pagesRead <= readThen + 1, `${pagesRead} pages, ${readThen} when it ended`);
});

test("somebody who takes a workbook slowly holds up no other, and keeps the thread from ending", async () => {
  const noise = Array.from({ length: 400 }, (_, at) => row(`${Math.sin(at)}`.repeat(50)));
  const slow = writeWorkbook(workbookOf(() => [noise]));
  const chunks = [(await slow.next()).value!];
  const { sheets } = await readXlsx(await written([[row("another")]]));
  assert.deepEqual(sheets[0]?.rows[1]?.[0], "another");
  endIdleThread();
  chunks.push(...(await Array.fromAsync(slow)));
  const [first] = (await readXlsx(Buffer.concat(chunks))).sheets;
  assert.deepEqual(
    first?.rows.slice(1).map(([name]) => name),
    noise.map(({ name }) => name),
  );
});

test("a workbook is written after the thread has ended, too", async () => {
  endIdleThread();
  assert.equal((await readXlsx(await written([[row("a")]]))).sheets.length, 2);
});

test("an error of the thread is one of the workbook", async () => {
  const broken = { ...workbookOf(() => [[row("a")]]), publishedAt: "never" };
  await assert.rejects(Array.fromAsync(writeWorkbook(broken)), /Invalid time value/u);
});

test("an error of the rows is one of the workbook", async () => {
  const broken = function* (): Generator<readonly WorkbookRow[]> {
    yield [row("a")];
    throw new Error("a row is damaged");
  };
  await assert.rejects(async () => {
    for await (const _ of writeWorkbook(workbookOf(broken)));
  }, /a row is damaged/u);
});

test("a sheet has room for 1,048,575 rows below its header", () => {
  assert.deepEqual(findSheetErrors(1_048_575), []);
  assert.match(findSheetErrors(1_048_576)[0]?.detail ?? "", /room for 1,048,575 rows, and these are 1,048,576\./u);
});
