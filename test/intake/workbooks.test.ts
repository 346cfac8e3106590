import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WorkbookWriter } from "@cj-tech-master/excelts";
import { array, assert as assertProperty, asyncProperty, constantFrom, string } from "fast-check";
import { writeXlsx } from "hucre/xlsx";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { columnLetters } from "../../src/xlsx/column-letters.ts";
import { openWorkbook } from "../../src/xlsx/read-workbook.ts";
import { makeWorkbook, makeZip, workbookParts } from "./make-workbook.ts";
import { DATASET_FILE, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";

const COMPANIES = [
  ["id", "name", "country", "sector"],
  ["c1", "One", "FR", "Food"],
  ["c2", "Two", "DE", "Food"],
];
const JUDGEMENTS_CSV = "company,pillar,band\nc1,water,low\n";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function problemsOf(files: Files, options: { memoryMiB?: number } = {}): Promise<string[]> {
  const { problems } = await open(writeDataset(files), options);
  return problems.kinds.flatMap(({ kind, shown }) =>
    shown.map(({ file, place, found }) => `${kind}: ${[file, place].filter(Boolean).join(" ")}: ${found}`),
  );
}

/** Cells of spaces alone are empty, and a row ends with its last cell that is not. */
function withoutBlankEnd(cells: readonly string[]): readonly string[] {
  const texts = cells.map((cell) => (cell.trim() === "" ? "" : cell));
  return texts.slice(0, texts.findLastIndex((cell) => cell !== "") + 1);
}

async function rowsOfSheet(bytes: Buffer, sheet: string): Promise<(readonly [number, ...string[]])[]> {
  const rows = await Array.fromAsync((await openWorkbook(bytes)).rowsOf(sheet));
  return rows.map(({ number, cells }) => [number, ...cells] as const);
}

describe("the cells of a workbook", () => {
  const row = (number: number, cells: string): string =>
    `<row r="${number}" spans="1:8" x14ac:dyDescent="0.25">${cells}</row>`;

  test("are texts: shared, inline, rich, with phonetics and escapes", async () => {
    const strings = [
      "<t>plain</t>",
      '<r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch text</t></r>',
      '<t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh><phoneticPr fontId="1"/>',
      "<t>a_x000D_b &amp; &#233;</t>",
    ];
    const shared = strings.map((_, i) => `<c r="${columnLetters(i)}1" t="s"><v>${i}</v></c>`).join("");
    const others =
      '<c r="A3" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c r="C3" t="str"><f aca="false">A1</f><v>of a formula</v></c>';
    const bytes = makeWorkbook({ strings, sheets: [{ name: "A", rows: row(1, shared) + row(3, others) }] });
    assert.deepEqual(await rowsOfSheet(bytes, "A"), [
      [1, "plain", "rich text", "漢字", "a\rb & é"],
      [3, "inline", "", "of a formula"],
    ]);
  });

  test("are numbers, booleans, errors and dates of both systems, also of formulas", async () => {
    const cells = (number: number): string =>
      row(
        number,
        `<c r="A${number}"><v>2023</v></c><c r="B${number}" t="n"><v>0.1</v></c><c r="C${number}"><v>1E-05</v></c><c r="D${number}" t="b"><v>1</v></c>` +
          `<c r="E${number}" t="b"><f>1=2</f><v>0</v></c><c r="F${number}" t="e"><f>VLOOKUP(1,A:A,1)</f><v>#N/A</v></c>` +
          `<c r="G${number}" s="1"><v>43831</v></c><c r="H${number}" s="3"><f>TODAY()</f><v>43831</v></c><c r="I${number}" s="2"><v>43831.5</v></c>` +
          `<c r="J${number}" s="4"><v>0.25</v></c><c r="K${number}" t="d"><v>2026-01-31</v></c><c r="L${number}" s="1"><v>43830.999999999</v></c>`,
      );
    const texts = ["2023", "0.1", "0.00001", "TRUE", "FALSE", "#N/A"];
    for (const [is1904, day, noon] of [
      [false, "2020-01-01", "2020-01-01 12:00:00"],
      [true, "2024-01-02", "2024-01-02 12:00:00"],
    ] as const) {
      const bytes = makeWorkbook({ is1904, sheets: [{ name: "A", rows: cells(7) }] });
      assert.deepEqual(await rowsOfSheet(bytes, "A"), [[7, ...texts, day, day, noon, "25%", "2026-01-31", day]]);
    }
  });

  test("are what other libraries wrote", async () => {
    const values = [
      ["id", "Name <&>", "2026"],
      ["1", "Łódź “x”", "line\nend"],
    ];
    const hucre = Buffer.from(await writeXlsx({ sheets: [{ name: "A", rows: values }] }));
    const sink = new PassThrough();
    const writer = new WorkbookWriter({ stream: sink, useStyles: true });
    const sheet = writer.addWorksheet("A");
    for (const each of values) sheet.addRow(each).commit();
    const [excelts] = await Promise.all([buffer(sink), writer.commit()]);
    for (const bytes of [hucre, excelts])
      assert.deepEqual(
        await rowsOfSheet(bytes, "A"),
        values.map((each, i) => [i + 1, ...each]),
      );
  });

  test("are marked where a formula has no saved result, with any prefix, and not where it gives an empty text", async () => {
    const cells = [
      '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c><c r="B1"><f>A2&amp;"x"</f></c></row>',
      '<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="str"><f>""</f><v></v></c><c r="C3"><f t="shared" si="0"/><v/></c></row>',
      '<row r="4"><c r="B4" s="1"/><c r="C4" t="str"><f>"a"</f></c><c r="AA4" t="b"><f>TRUE</f><v></v></c></row>',
      '<row r="5"><c r="A5" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    ].join("");
    const expected = [
      [1, "id", "#UNCALCULATED!"],
      [3, "2", "", "#UNCALCULATED!"],
      [4, "", "", "#UNCALCULATED!", ...Array.from({ length: 23 }, () => ""), "#UNCALCULATED!"],
      [5, "#DIV/0!"],
    ];
    const parts = workbookParts({
      sheets: [
        { name: "Other", rows: COMPANIES },
        { name: "A & B", rows: cells },
      ],
    });
    const named = Object.fromEntries(
      Object.entries(parts).map(([name, text]) => [name, text.replace("A & B", "A &amp; B")]),
    );
    assert.deepEqual(await rowsOfSheet(makeZip(named), "A & B"), expected);
    const sheet = "xl/worksheets/sheet2.xml";
    const prefixed = named[sheet]!.replaceAll(/<(\/?)(?=[a-z])/gu, "<$1x:").replace("xmlns=", "xmlns:x=");
    assert.deepEqual(await rowsOfSheet(makeZip({ ...named, [sheet]: prefixed }), "A & B"), expected);
  });

  test("are marked in a sheet of many rows, wherever its parts are cut", async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><f>B${i}</f></c><c r="B${i + 1}"><v>1</v></c></row>`,
    );
    const found = await rowsOfSheet(makeWorkbook({ sheets: [{ name: "A", rows: rows.join("") }] }), "A");
    assert.equal(found.length, rows.length);
    assert.ok(found.every(([, first, second]) => first === "#UNCALCULATED!" && second === "1"));
  });

  test("keep any text, wherever it stands", async () => {
    const text = string({ unit: constantFrom(...Array.from("aé漢😀 &<>\"';,\t#=")) });
    await assertProperty(
      asyncProperty(
        array(array(text, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        async (rows) => {
          const bytes = makeWorkbook({ sheets: [{ name: "A", rows }] });
          assert.deepEqual(
            (await rowsOfSheet(bytes, "A")).map(([, ...cells]) => cells),
            rows.map(withoutBlankEnd).filter((cells) => cells.length > 0),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test("have the letters of their columns", () => {
    assert.deepEqual([0, 25, 26, 51, 52, 701, 702, 16383].map(columnLetters), [
      "A",
      "Z",
      "AA",
      "AZ",
      "BA",
      "ZZ",
      "AAA",
      "XFD",
    ]);
  });
});

describe("a table in a workbook", () => {
  test("is read like a CSV file, with dates as dates", async () => {
    const judgements = [
      ["Company", "PILLAR", "band", "judged_on"],
      ["c1", "Water use", "low", 46000],
      [null, null, null, null],
      ["c2", "pay", "high", "2025-01-31"],
    ];
    const dated = workbookParts({ sheets: [{ name: "Sheet1", rows: judgements }] });
    dated["xl/worksheets/sheet1.xml"] = dated["xl/worksheets/sheet1.xml"]!.replace("<c><v>46000", '<c s="1"><v>46000');
    const dataset = await openGood(
      writeDataset({
        "companies.xlsx": makeWorkbook({ sheets: [{ name: "Firms", rows: COMPANIES }] }),
        "judgements-2025.xlsx": makeZip(dated),
        "judgements-2024.csv": "company,pillar,band\nc2,water,low\n",
      }),
    );
    assert.deepEqual(await rowsOf(dataset, "SELECT id, country FROM clean.company ORDER BY id"), [
      ["c1", "FR"],
      ["c2", "DE"],
    ]);
    assert.deepEqual(
      await rowsOf(
        dataset,
        "SELECT company, pillar, band, (DATE '1970-01-01' + judged_on)::VARCHAR FROM clean.judgement WHERE judged_on > 0",
      ),
      [
        [0, 0, 1, "2025-12-09"],
        [1, 1, 3, "2025-01-31"],
      ],
    );
  });

  test("is told with sheet, row and cell of a problem", async () => {
    const rows = [
      ["id", "name", "country", "remark", "sector", null],
      [],
      [null, null, null, " "],
      ["c1", "One", "Atlantis", "first\nsecond", "Food", null],
      [null, " ", null, null, null, null],
      ["c2", "Two", "FR", null, "#N/A", "stray"],
      [null, "Three", "FR", "x", "Food", null],
    ];
    const folder = writeDataset({
      "companies.xlsx": makeWorkbook({ sheets: [{ name: "Firms", rows }] }),
      "judgements.csv": JUDGEMENTS_CSV,
    });
    const { problems } = await open(folder);
    assert.deepEqual(
      problems.kinds.map(({ kind, shown: [row] }) => [kind, row?.file, row?.line, row?.place, row?.found]),
      [
        ["unknown_country", 'companies.xlsx sheet "Firms"', 4, "row 4, cell C4", "Atlantis"],
        ["missing_value", 'companies.xlsx sheet "Firms"', 7, "row 7, cell A7", "an empty value"],
        ["formula_error", 'companies.xlsx sheet "Firms"', 6, "row 6, cell E6", "#N/A"],
      ],
    );
    assert.deepEqual(
      problems.notices.filter((notice) => notice.startsWith("companies")),
      [
        'companies.xlsx sheet "Firms": not read, because they have no header in the first row: cells of the columns F',
        'companies.xlsx sheet "Firms": not read, because companies has no such column: remark',
      ],
    );
  });

  test("has its header in the first row with cells, and where else to put one is told", async () => {
    const rows = [["Survey of 2025"], [], ...COMPANIES];
    const after = '<mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells>';
    const folder = writeDataset({
      "companies.xlsx": makeWorkbook({ sheets: [{ name: "Firms", rows, after }] }),
      "judgements.csv": JUDGEMENTS_CSV,
    });
    const { problems } = await open(folder);
    const told = problems.kinds.map(({ kind, column, expected, shown }) => [kind, column, expected, shown[0]?.found]);
    const expected = "the columns id, name, country, sector";
    assert.deepEqual(told, [["missing_column", null, expected, "the columns Survey of 2025"]], "told once");
    const advice = problems.kinds[0]?.shown[0]?.advice ?? "";
    assert.match(advice, /^Delete what stands above the header, or say at `country-trust desk`/u);
    assert.doesNotMatch(advice, /intake\.sql/u);
  });

  test("is told where a formula was never calculated, with its cell and what to do", async () => {
    const rows =
      '<row r="1"><c t="inlineStr" r="A1"><is><t>id</t></is></c><c t="inlineStr" r="B1"><is><t>name</t></is></c><c t="inlineStr" r="C1"><is><t>country</t></is></c><c t="inlineStr" r="D1"><is><t>sector</t></is></c><c t="inlineStr" r="E1"><is><t>website</t></is></c></row>' +
      '<row r="2"><c t="inlineStr" r="A2"><is><t>c1</t></is></c><c t="inlineStr" r="B2"><is><t>One</t></is></c><c t="inlineStr" r="C2"><is><t>FR</t></is></c><c t="inlineStr" r="D2"><is><t>Food</t></is></c><c r="E2"><f>A2</f></c></row>';
    const files = {
      "companies.xlsx": makeWorkbook({ sheets: [{ name: "A", rows }] }),
      "judgements.csv": JUDGEMENTS_CSV,
    };
    const { problems } = await open(writeDataset(files));
    assert.deepEqual(
      problems.kinds.map(({ kind, column, shown }) => [kind, column, shown[0]?.place]),
      [["formula_error", "website", "row 2, cell E2"]],
    );
    assert.match(problems.kinds[0]?.shown[0]?.advice ?? "", /^The workbook was saved without the result/u);
  });

  test("may be on a sheet of its name, one that dataset.json names, or else the first that can be seen", async () => {
    const other = [["nothing"], ["x"]];
    const files = { "judgements.csv": JUDGEMENTS_CSV };
    const hidden = makeWorkbook({
      sheets: [
        { name: "Old", state: "hidden", rows: other },
        { name: "Old 2", state: "veryHidden", rows: other },
        { name: "New", rows: COMPANIES },
      ],
    });
    const [header = [], ...rows] = COMPANIES;
    const more = [header, ...rows.map(([id, ...cells]) => [`${id}-2`, ...cells])];
    const byName = makeWorkbook({
      sheets: [
        { name: "Read me", rows: other },
        { name: "Companies", rows: more },
      ],
    });
    const seen = await openGood(writeDataset({ ...files, "companies-1.xlsx": hidden, "companies-2.xlsx": byName }));
    assert.equal(seen.counts.companies, 4);
    const named = await openGood(
      writeDataset({
        ...files,
        "dataset.json": JSON.stringify({ ...DATASET_FILE, sheets: { companies: "firms 2025" } }),
        "companies.xlsx": makeWorkbook({
          sheets: [
            { name: "Read me", rows: other },
            { name: "Firms 2025", state: "hidden", rows: COMPANIES },
          ],
        }),
      }),
    );
    assert.equal(named.counts.companies, 2);
    const sheets = [
      { name: "Read me", rows: other },
      { name: "Firms", rows: COMPANIES },
    ];
    const dataset = { ...DATASET_FILE, sheets: { companies: "Frims" } };
    assert.deepEqual(
      await problemsOf({
        ...files,
        "dataset.json": JSON.stringify(dataset),
        "companies.xlsx": makeWorkbook({ sheets }),
      }),
      ["missing_sheet: companies.xlsx: the sheets Read me, Firms"],
    );
    assert.deepEqual(await problemsOf({ ...files, "companies.xlsx": makeWorkbook({ sheets }) }), [
      'missing_column: companies.xlsx sheet "Read me" header: the columns nothing',
    ]);
  });

  test("may stand with the others in dataset.xlsx, unless it has a file of its own", async () => {
    const judgements = [
      ["company", "pillar", "band"],
      ["c1", "water", "low"],
    ];
    const workbook = makeWorkbook({
      sheets: [
        { name: "Notes", rows: [["x"]] },
        { name: "Companies", rows: COMPANIES },
        { name: "judgements", rows: judgements },
      ],
    });
    const result = await open(
      writeDataset({ "dataset.xlsx": workbook, "companies.csv": "id,name,country,sector\nc1,Own,FR,Food\n" }),
    );
    assert.ok(result.ok);
    assert.deepEqual(await rowsOf(result.dataset, "SELECT name FROM clean.company"), [["Own"]]);
    assert.deepEqual(result.problems.notices, ["There is no table products; the release will have none."]);
    assert.deepEqual(
      await problemsOf({ "dataset.xlsx": makeWorkbook({ sheets: [{ name: "companies", rows: COMPANIES }] }) }),
      ["missing_table: : no file and no view"],
    );
  });

  test("with an empty sheet, or one whose every row is wrong, is told", async () => {
    const files = { "judgements.csv": JUDGEMENTS_CSV };
    assert.deepEqual(
      await problemsOf({ ...files, "companies.xlsx": makeWorkbook({ sheets: [{ name: "A", rows: [] }] }) }),
      ['empty_file: companies.xlsx sheet "A": no cells'],
    );
  });
});

describe("a workbook of other shape", () => {
  test("is there for intake.sql as a CSV file for each sheet, every row in its line", async () => {
    const survey = [
      ["Survey of 2025"],
      [],
      ["Firm", "Based in", null, "Water"],
      ["Acme\nLtd", "FR", null, "2"],
      ["Bern", "CH", "x", "0", "note"],
    ];
    const sql = `
      CREATE TABLE survey AS
        FROM read_csv(getvariable('converted') || '/raw/book.xlsx/Results 1.csv', skip = 2, header = true, all_varchar = true);
      CREATE VIEW companies AS SELECT Firm AS id, Firm AS name, "Based in" AS country, 'Food' AS sector FROM survey;
      CREATE VIEW judgements AS SELECT Firm AS company, 'water' AS pillar, CASE Water WHEN '2' THEN 'high' ELSE 'low' END AS band FROM survey;`;
    const dataset = await openGood(
      writeDataset({
        "raw/book.xlsx": makeWorkbook({
          sheets: [
            { name: "Read me", rows: [] },
            { name: "Results 1", rows: survey },
          ],
        }),
        "intake.sql": sql,
      }),
    );
    assert.deepEqual(await rowsOf(dataset, "SELECT id, country FROM clean.company ORDER BY id"), [
      ["Acme Ltd", "FR"],
      ["Bern", "CH"],
    ]);
    assert.deepEqual(await rowsOf(dataset, "SELECT band FROM clean.judgement ORDER BY company"), [[3], [1]]);
  });

  test("that cannot be converted is told", async () => {
    const sql = "FROM read_csv(getvariable('converted') || '/broken.xlsx/Sheet1.csv');";
    const { problems } = await open(
      writeDataset({ "broken.xlsx": "no workbook", "~$broken.xlsx": "", "intake.sql": sql }),
    );
    assert.match(problems.kinds[0]?.shown[0]?.found ?? "", /"broken\.xlsx\/Sheet1\.csv"/u);
    assert.deepEqual(
      problems.notices.map((notice) => notice.replace(/\(.*\)/u, "()")),
      ["broken.xlsx: not converted: not a whole .xlsx workbook (): save it as .xlsx or CSV"],
    );
  });
});

describe("a workbook that cannot be read", () => {
  /** What is told of workbooks that stand beside a wrong row of another table, for each of them. */
  async function unread(books: readonly Uint8Array[], memoryMiB = 256): Promise<string[]> {
    const files = Object.fromEntries(books.map((bytes, index) => [`companies-${index}.xlsx`, bytes]));
    const told = await problemsOf(
      { ...files, "judgements.csv": "company,pillar,band\nc1,water,wrong\n" },
      { memoryMiB },
    );
    assert.equal(told.pop(), "unknown_band: judgements.csv line 2: wrong");
    return told;
  }
  const parts = workbookParts({ sheets: [{ name: "A", rows: COMPANIES }] });
  const sheet = "xl/worksheets/sheet1.xml";

  test("is told with what to do, and so is what else is wrong", async () => {
    const ole2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const whole = makeZip(parts);
    const cases: readonly (readonly [bytes: Buffer, found: RegExp])[] = [
      [
        Buffer.concat([ole2, Buffer.alloc(600), Buffer.from("EncryptedPackage", "utf16le")]),
        /a workbook with a password: save it without one$/u,
      ],
      [
        Buffer.concat([ole2, Buffer.from("Workbook", "utf16le")]),
        /a workbook of Excel 97–2003 \(\.xls\): save it as \.xlsx or CSV$/u,
      ],
      [Buffer.from("id,name,country,sector\n"), /not a whole \.xlsx workbook .*: save it as \.xlsx or CSV$/u],
      [Buffer.alloc(0), /not a whole \.xlsx workbook .*: save it as \.xlsx or CSV$/u],
      [whole.subarray(0, whole.length - 300), /not a whole \.xlsx workbook .*: save it as \.xlsx or CSV$/u],
      [
        makeZip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>" }),
        /not a whole \.xlsx workbook/u,
      ],
      [makeZip({ ...parts, "xl/workbook.xml": "<workbook><sheets>" }), /^unreadable_file/u],
    ];
    const told = await unread(cases.map(([bytes]) => bytes));
    assert.equal(told.length, cases.length);
    for (const [index, [, found]] of cases.entries()) {
      const own = told.find((line) => line.startsWith(`unreadable_file: companies-${index}.xlsx`));
      assert.match(own ?? "", found, told.join("\n"));
    }
  });

  test("is told where it unpacks to more than it says, has rows out of order, or too many", async () => {
    const padded = { ...parts, [sheet]: parts[sheet]!.replace("</sheetData>", `</sheetData>${" ".repeat(1 << 22)}`) };
    const books = ["1", "1048577", "99999999999", "-1", "x"].map((number) => {
      const rows = `<row r="1"><c t="inlineStr"><is><t>id</t></is></c></row><row r="${number}"><c><v>1</v></c></row>`;
      return makeWorkbook({ sheets: [{ name: "A", rows }] });
    });
    assert.deepEqual(await unread([makeZip(padded, { [sheet]: 1000 }), ...books]), [
      "unreadable_file: companies-0.xlsx: a workbook that unpacks to more than it says: save the sheet as CSV",
      ...books.map(
        (_, index) =>
          `unreadable_file: companies-${index + 1}.xlsx: a workbook whose sheet "A" has rows that are not in order, or too many`,
      ),
    ]);
  });

  test("is told where it unpacks to more than a hundred times its size", async () => {
    const blown = makeZip({ ...parts, "docProps/padding.xml": "x".repeat(1 << 27) });
    const [huge = ""] = await unread([blown]);
    assert.match(huge, /unreadable_file: companies-0\.xlsx: a workbook that unpacks to 134 MB, \d+ times its size/u);
  });

  test("is told where it takes more memory than allowed, and the process goes on", async () => {
    const strings = Array.from({ length: 300_000 }, (_, i) => `<t>a text that no other cell has, ${i}</t>`);
    const endless = { ...parts, [sheet]: `${parts[sheet] ?? ""}${" ".repeat(1 << 26)}` };
    const books = [
      makeWorkbook({ strings, sheets: [{ name: "A", rows: COMPANIES }] }),
      makeZip(endless, { [sheet]: 1000 }),
    ];
    const [large = "", larger = ""] = await unread(books, 32);
    assert.match(large, /a workbook that takes more than 32 MiB to read: save the sheet as CSV/u);
    assert.match(larger, /a workbook that unpacks to more than it says/u);
  });

  test("is no workbook by its name: other formats are told with what to save them as", async () => {
    const { problems } = await open(
      writeDataset({ "companies.xls": "", "companies.ods": "", "judgements.csv": JUDGEMENTS_CSV }),
    );
    const notices = problems.notices.filter((notice) => notice.startsWith("companies."));
    assert.equal(notices.length, 2);
    for (const notice of notices)
      assert.match(notice, /^companies\.(?:xls|ods): not read, .*; save it as \.xlsx or CSV$/u);
  });
});

describe("the sheets of a workbook", () => {
  test("are listed in the order of their tabs", async () => {
    const bytes = makeWorkbook({
      sheets: [
        { name: "B", state: "hidden", rows: [] },
        { name: "A &amp; C", rows: [] },
      ],
    });
    assert.deepEqual((await openWorkbook(bytes)).sheets, [
      { name: "B", isHidden: true },
      { name: "A & C", isHidden: false },
    ]);
  });
});
