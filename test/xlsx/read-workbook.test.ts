import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { openWorkbook } from "../../src/xlsx/read-workbook.ts";
import { makeWorkbook, makeZip, type WorkbookParts, workbookParts } from "../intake/make-workbook.ts";

const FAULTS = new URL("../../../shared/data/faults/", import.meta.url);
const needsFaults = existsSync(FAULTS) ? {} : { skip: "needs ../shared/data/faults" };
const SHEET = "xl/worksheets/sheet1.xml";

/** The cells of the first sheet, row by row. */
async function cellsOf(bytes: Buffer): Promise<readonly (readonly string[])[]> {
  const workbook = await openWorkbook(bytes);
  const rows = await Array.fromAsync(workbook.rowsOf(workbook.sheets[0]?.name ?? ""));
  return rows.map(({ cells }) => cells);
}

const row = (number: number, cells: string): string => `<row r="${number}">${cells}</row>`;
const text = (place: string, value: string): string => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const merge = (...ranges: readonly string[]): string =>
  `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join("")}</mergeCells>`;
const sheetOf = (rows: string, more: Omit<WorkbookParts, "sheets"> & { readonly after?: string } = {}): Buffer =>
  makeWorkbook({ ...more, sheets: [{ name: "A", rows, after: more.after ?? "" }] });

describe("files that were read wrongly once", needsFaults, () => {
  const companies = (...rows: readonly (readonly string[])[]) => [["id", "name", "country", "sector"], ...rows];
  const survey = [
    ["Firm", "Country", "Industry", "Topic", "Rating"],
    ...["Alpha Water good", "Alpha Waste poor", "Alpha Air poor", "Beta Water fair", "Beta Waste good", "Beta Air good"]
      .map((each) => each.split(" "))
      .map(([firm = "", topic = "", rating = ""]) => [firm, "France", "Food", topic, rating]),
  ];
  const cases: Readonly<Record<string, readonly (readonly string[])[]>> = {
    "xlsx/empty-is-good.xlsx": [
      ["Firm", "Country", "Industry", "Rating"],
      ["Alpha", "France", "Food", "poor"],
      ["Beta", "France", "Food"],
      ["Gamma", "France", "Food"],
    ],
    "xlsx/empty-shared-v.xlsx": companies(["c1", "Alpha", "JP", "Food"], ["c2", "Beta", "JP"]),
    "xlsx/empty-shared-novalue.xlsx": companies(["c1", "Alpha", "JP"]),
    "scores/xboolempty/survey.xlsx": [
      ["Firm", "Country", "Industry", "Score"],
      ["Alpha", "France", "Food", "TRUE"],
      ["Beta", "France", "Food", "FALSE"],
      ["Gamma", "France", "Food"],
      ["Delta", "France", "Food"],
    ],
    "scores/xpercent/survey.xlsx": [
      ["Firm", "Country", "Industry", "Score"],
      ["Alpha", "France", "Food", "55%"],
      ["Beta", "France", "Food", "12%"],
      ["Gamma", "France", "Food", "88%"],
      ["Delta", "France", "Food", "91%"],
    ],
    "scores/xmerged/survey.xlsx": survey,
    "xlsx/unmerged.xlsx": survey,
    "xlsx/chart-second.xlsx": [
      ["Firm", "Country", "Industry", "Water", "Waste"],
      ["Alpha", "France", "Food", "good", "poor"],
      ["Beta", "France", "Food", "fair", "poor"],
    ],
    "xlsx/chartsheet-first.xlsx": companies(["c1", "Alpha", "FR", "Food"]),
    "xlsx/shared-other-case.xlsx": companies(["c1", "Alpha", "JP", "Food"]),
    "xlsx/upper-target.xlsx": companies(["c1", "Alpha", "FR", "Food"]),
    "xlsx/utf16-part.xlsx": companies(["c1", "Älpha", "FR", "Food"]),
    "xlsx/phonetic-inline.xlsx": companies(["c1", "東京電機", "JP", "Food"]),
  };
  for (const [name, expected] of Object.entries(cases))
    test(name, async () => assert.deepEqual(await cellsOf(readFileSync(new URL(name, FAULTS))), expected));
});

describe("an empty cell of any type", () => {
  test("is empty, and a formula without a result is none", async () => {
    const strings = ["<t>first</t>"];
    for (const type of ["s", "b", "n", "e", "d", "str", "inlineStr"])
      for (const content of ["", "<v/>", "<v></v>", "<v> </v>", "<is/>", "<is><t/></is>"]) {
        const cells = `${text("A1", "x")}<c r="B1" s="1" t="${type}">${content}</c>${text("C1", "y")}`;
        assert.deepEqual(await cellsOf(sheetOf(row(1, cells), { strings })), [["x", "", "y"]], `${type} ${content}`);
      }
    const formula = `<c r="A1" t="b"><f>B1</f></c><c r="B1" t="s"><f>C1</f><v/></c>`;
    assert.deepEqual(await cellsOf(sheetOf(row(1, formula), { strings })), [["#UNCALCULATED!", "#UNCALCULATED!"]]);
  });

  test("is no text that the workbook does not have", async () => {
    for (const index of ["7", "-1", "0.5", "constructor"])
      await assert.rejects(cellsOf(sheetOf(row(1, `<c r="A1" t="s"><v>${index}</v></c>`), { strings: ["<t>a</t>"] })), {
        name: "WorkbookError",
        message: /a cell has the shared text .*, which is not there/u,
      });
  });
});

describe("merged cells", () => {
  test("carry their value to every row and column that they cover", async () => {
    const rows = [
      row(1, text("A1", "Firm") + text("B1", "Water") + text("C1", "Waste") + text("D1", "Pay")),
      row(2, text("A2", "Alpha") + text("B2", "good") + text("D2", "poor")),
      row(3, text("A3", "Beta") + text("D3", "fair")),
      row(5, text("A5", "Gamma") + text("B5", "hidden") + text("D5", "good")),
      row(6, text("A6", "Delta") + text("B6", "fair")),
    ].join("");
    assert.deepEqual(await cellsOf(sheetOf(rows, { after: merge("B2:C5", "B6:D7") })), [
      ["Firm", "Water", "Waste", "Pay"],
      ["Alpha", "good", "good", "poor"],
      ["Beta", "good", "good", "fair"],
      ["Gamma", "good", "good", "good"],
      ["Delta", "fair", "fair", "fair"],
    ]);
  });

  test("leave a title or a note in its first cell, and rows without cells empty", async () => {
    const rows = [
      row(1, text("A1", "A survey")),
      row(2, text("A2", "Firm") + text("B2", "Rating")),
      row(3, text("A3", "Alpha") + text("B3", "good")),
      row(4, '<c r="A4" s="1"/><c r="B4" s="1"/>'),
      row(5, text("A5", "Source: us")),
    ].join("");
    const ranges = merge("A1:B1", "A3:A4", "B3:B4", "A5:XFD5", "C3:XFD1048576", "nothing");
    assert.deepEqual(await cellsOf(sheetOf(rows, { after: ranges })), [
      ["A survey"],
      ["Firm", "Rating"],
      ["Alpha", "good"],
      ["Source: us"],
    ]);
  });

  test("that overlap are refused", async () => {
    const rows = row(1, text("A1", "a") + text("C1", "c")) + row(2, text("A2", "b") + text("C2", "d"));
    await assert.rejects(cellsOf(sheetOf(rows, { after: merge("A1:B2", "B2:C3", "B1:C1") })), /merged cells overlap/u);
  });
});

describe("the parts of a workbook", () => {
  const parts = workbookParts({
    sheets: [{ name: "A", rows: row(1, '<c r="A1" t="s"><v>0</v></c>') }],
    strings: ["<t>Ä</t>"],
  });
  const renamed = (from: string, to: string): Record<string, string> =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name.replace(from, to), part]));
  const retargeted = (from: string, to: string): Record<string, string> => ({
    ...parts,
    "xl/_rels/workbook.xml.rels": (parts["xl/_rels/workbook.xml.rels"] ?? "").replace(from, to),
  });

  test("are found by their names in any case, however they are written", async () => {
    const packages = [
      renamed("xl/", "XL/"),
      renamed("sharedStrings", "SharedStrings"),
      renamed("[Content_Types].xml", "[content_types].xml"),
      renamed("_rels/.rels", "_RELS/.rels"),
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name.replaceAll("/", "\\"), part])),
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [`/${name}`, part])),
      retargeted("worksheets/", "/xl/worksheets/"),
      retargeted("worksheets/", "/XL/Worksheets/"),
      retargeted("worksheets/", "./worksheets/../worksheets/"),
      retargeted("sharedStrings.xml", "/xl/sharedstrings.XML"),
    ];
    for (const each of packages) assert.deepEqual(await cellsOf(makeZip(each)), [["Ä"]], Object.keys(each).join());
  });

  test("may be in UTF-16 of both orders, and in UTF-8 with a byte order mark", async () => {
    for (const name of [SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"]) {
      const part = (parts[name] ?? "").replace("UTF-8", "UTF-16");
      const little = Buffer.from(part, "utf16le");
      const mark = Buffer.from("\ufeff", "utf16le");
      const encoded = [
        Buffer.concat([mark, little]),
        little,
        Buffer.concat([mark, little]).swap16(),
        Buffer.from(little).swap16(),
        Buffer.from(`\ufeff${parts[name] ?? ""}`),
      ];
      for (const bytes of encoded) assert.deepEqual(await cellsOf(makeZip({ ...parts, [name]: bytes })), [["Ä"]], name);
    }
  });

  test("that are missing, twice there or no XML are told", async () => {
    const { [SHEET]: sheet = "", ...without } = parts;
    const twice = makeZip({ ...parts, "xl/worksheets/SHEET1.xml": sheet });
    const same = makeZip({
      ...parts,
      "xl/workbook.xml": (parts["xl/workbook.xml"] ?? "").replace(
        "</sheets>",
        '<sheet name="B" r:id="rId1"/></sheets>',
      ),
    });
    const charts = makeZip(retargeted('/worksheet"', '/chartsheet"'));
    const entity = '<!DOCTYPE w [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>';
    const bombs = sheet.replace("<worksheet", `${entity}<worksheet`).replace("<v>0", "<v>&b;");
    for (const [bytes, found] of [
      [makeZip(without), /its part xl\/worksheets\/sheet1\.xml is missing/u],
      [twice, /two parts with the name xl\/worksheets\/sheet1\.xml/u],
      [same, /two of its sheets are one part/u],
      [charts, /it has no sheet with cells/u],
      [makeZip({ ...parts, [SHEET]: sheet.slice(0, -20) }), /not a whole \.xlsx workbook/u],
      [makeZip({ ...parts, [SHEET]: Buffer.from(sheet.replace("<v>0", "<v>\u00ff"), "latin1") }), /not a whole/u],
      [makeZip({ ...parts, [SHEET]: bombs }), /undefined entity/u],
    ] as const)
      await assert.rejects(cellsOf(bytes), { name: "WorkbookError", message: found });
  });
});

describe("numbers", () => {
  test("are per cent, dates or numbers as they are shown", async () => {
    const styled = (formats: readonly string[], value: string): Buffer => {
      const cells = formats.map((_, i) => `<c r="${String.fromCharCode(65 + i)}1" s="${i}"><v>${value}</v></c>`);
      const made = workbookParts({ sheets: [{ name: "A", rows: row(1, cells.join("")) }] });
      const codes = formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${code}"/>`).join("");
      const used = formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join("");
      const styles = `<styleSheet><numFmts>${codes}</numFmts><cellXfs>${used}</cellXfs><dxfs><dxf><numFmt numFmtId="200" formatCode="0%"/></dxf></dxfs></styleSheet>`;
      return makeZip({ ...made, "xl/styles.xml": styles });
    };
    const percent = ["0.00%", "[Red]0 %;-0 %"];
    assert.deepEqual(await cellsOf(styled(percent, "0.07")), [["7%", "7%"]]);
    const numbers = [
      "General",
      "0.0&quot;%&quot;",
      "#,##0.00\\ [$kr-414]",
      "0 &quot;days&quot;",
      "_-* #,##0_-\\d",
      "[>1]0",
      "@",
    ];
    assert.deepEqual(await cellsOf(styled(numbers, "45.5")), [numbers.map(() => "45.5")]);
    const dates = ["yyyy\\-mm\\-dd", "[$-407]d. mmmm", "mmm\\-yy", "[h]:mm"];
    assert.deepEqual(await cellsOf(styled(dates, "45000")), [dates.map(() => "2023-03-15")]);
    assert.deepEqual(await cellsOf(styled(dates.slice(0, 1), "-1")), [["-1"]]);
    assert.deepEqual(await cellsOf(styled(dates.slice(0, 1), "1E300")), [["1e+300"]]);
    assert.deepEqual(await cellsOf(styled(["0"], "NaN")), [["NaN"]]);
  });
});

describe("a small workbook made to take much", () => {
  const many = (count: number, of: (number: number) => string): string =>
    Array.from({ length: count }, (_, i) => of(i + 1)).join("");
  const refused = async (bytes: Buffer, found: RegExp): Promise<void> => {
    await assert.rejects(
      async () => {
        const { rowsOf } = await openWorkbook(bytes, { unpackedMax: 24 << 20, textMax: 1 << 20 });
        for await (const _ of rowsOf("A"));
      },
      { name: "WorkbookError", message: found },
    );
  };
  const parts = workbookParts({ sheets: [{ name: "A", rows: "" }] });

  test("is refused: cells far to the right, one text everywhere, merged cells over the whole sheet", async () => {
    const tooMany = /has too many cells and letters/u;
    await refused(sheetOf(many(100, (n) => row(n, `<c r="XFD${n}"><v>1</v></c>`))), tooMany);
    const strings = [`<t>${"x".repeat(100_000)}</t>`];
    await refused(
      sheetOf(
        many(100, (n) => row(n, '<c t="s"><v>0</v></c>')),
        { strings },
      ),
      tooMany,
    );
    const corners = many(60, (n) => row(n, `<c r="A${n}"><v>1</v></c><c r="XFC${n}"><v>1</v></c>`));
    await refused(sheetOf(corners, { after: merge("A1:XFC1048576") }), tooMany);
    const filled = many(20, (n) =>
      row(n, text(`A${n}`, "x".repeat(10_000)) + (n === 1 ? text("Z1", "y") : text(`Y${n}`, "z"))),
    );
    await refused(sheetOf(filled, { after: merge("A1:X1048576") }), tooMany);
  });

  test("is refused: a cell beyond the last column, elements without end, parts that unpack to much", async () => {
    for (const place of ["XFE1", "ZZZ1", `${"A".repeat(1_000_000)}1`, "1", "é1"])
      await refused(sheetOf(row(1, `<c r="${place}"><v>1</v></c>`)), /has a cell beyond the last column, XFD/u);
    await refused(makeZip({ ...parts, [SHEET]: "<a>".repeat(1_000_000) }), /nested too deep/u);
    await refused(makeZip({ ...parts, padding: " ".repeat(25 << 20) }), /a workbook that unpacks to 26 MB/u);
    for (const begun of ["<f ", '<c r="A1"><f ', "<!--", "<![CDATA[<"])
      await refused(
        makeZip({ ...parts, [SHEET]: `<worksheet>${begun.repeat(300_000)}` }),
        /not a whole \.xlsx workbook/u,
      );
  });

  test("is read: its last cell in the last row and column, and thousands of parts that are not", async () => {
    const [first, last] = await cellsOf(sheetOf(row(1, text("A1", "a")) + row(1_048_576, text("XFD1048576", "z"))));
    assert.deepEqual([first, last?.length, last?.at(-1)], [["a"], 16_384, "z"]);
    const others = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`other/${i}`, ""]));
    const bytes = makeZip({ ...workbookParts({ sheets: [{ name: "A", rows: row(1, text("A1", "a")) }] }), ...others });
    assert.deepEqual(await cellsOf(bytes), [["a"]]);
  });
});
