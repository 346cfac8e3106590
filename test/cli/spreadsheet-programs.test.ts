import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeWorkbook, makeZip, workbookParts } from "../intake/make-workbook.ts";
import { TestCli } from "./run-cli.ts";

const TEXTS =
  "Company|Country|Sector|Water|Use|Waste|Audited|Visited|Acme Foods|France|Food|Brandberg|Namibia|Mining| Cedar Mills |Lebanon".split(
    "|",
  );
const STRINGS = TEXTS.map((text) => `<t xml:space="preserve">${text}</t>`);
const text = (place: string, value: string): string => `<c r="${place}" s="0" t="s"><v>${TEXTS.indexOf(value)}</v></c>`;

/** A header over two rows with merged cells, as Google Sheets and LibreOffice save it. */
const HEADER =
  `<row r="1" ht="15.75" customHeight="1">${text("A1", "Company")}${text("B1", "Country")}${text("C1", "Sector")}${text("D1", "Water")}<c r="E1" s="0"/>${text("F1", "Audited")}${text("G1", "Visited")}</row>` +
  `<row r="2"><c r="A2" s="0"/><c r="B2" s="0"/><c r="C2" s="0"/>${text("D2", "Use")}${text("E2", "Waste")}<c r="F2" s="0"/><c r="G2" s="0"/></row>`;
const MERGED =
  '<mergeCells count="3"><mergeCell ref="D1:E1"/><mergeCell ref="A1:A2"/><mergeCell ref="B1:B2"/></mergeCells>';

interface Row {
  readonly cells: readonly [company: string, country: string, sector: string];
  readonly use: string;
  readonly waste: string;
  readonly serial: number;
  readonly isHidden?: boolean;
}

/** The use is a shared formula with a text, the waste an inline string, then a boolean, a date. */
function rowXml({ cells: [company, country, sector], use, waste, serial, isHidden = false }: Row, i: number): string {
  const n = i + 3;
  const formula = i === 0 ? '<f t="shared" ref="D3:D5" si="0">IF(F3,"good","poor")</f>' : '<f t="shared" si="0"/>';
  return (
    `<row r="${n}"${isHidden ? ' hidden="1"' : ""}>${text(`A${n}`, company)}${text(`B${n}`, country)}${text(`C${n}`, sector)}` +
    `<c r="D${n}" s="0" t="str">${formula}<v>${use}</v></c>` +
    `<c r="E${n}" s="0" t="inlineStr"><is><t xml:space="preserve"> ${waste} </t></is></c>` +
    `<c r="F${n}" t="b"><v>${i % 2}</v></c><c r="G${n}" s="1"><v>${serial}</v></c></row>`
  );
}

const ROWS: readonly Row[] = [
  { cells: ["Acme Foods", "France", "Food"], use: "good", waste: "poor", serial: 45_700 },
  { cells: ["Brandberg", "Namibia", "Mining"], use: "poor", waste: "fair", serial: 45_710 },
  { cells: [" Cedar Mills ", "Lebanon", "Food"], use: "fair", waste: "good", serial: 45_720 },
];
/** Rows that have nothing but a format, down to row 1000. */
const EMPTY = Array.from({ length: 995 }, (_, i) => `<row r="${i + 6}"><c r="A${i + 6}" s="0"/></row>`).join("");

const sheet = (rows = ROWS) => ({ name: "Sheet1", rows: HEADER + rows.map(rowXml).join("") + EMPTY, after: MERGED });
const SAID = ["--bands", "poor < fair < good", "--title", "T", "--publisher", "P"] as const;

function save(name: string, bytes: Buffer): string {
  const file = path.join(newTemporaryFolder(), name);
  writeFileSync(file, bytes);
  return file;
}

describe("workbooks as Google Sheets and LibreOffice save them", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("merged headers, shared formulas, inline strings, booleans, dates and a thousand empty rows", async () => {
    const file = save("survey.xlsx", makeWorkbook({ sheets: [sheet()], strings: STRINGS }));
    const { status, said, out } = await cli.run("init", file, ...SAID);
    assert.equal(status, 0, said);
    assert.match(said, /2 columns of judgements: "Water – Use", "Water – Waste", judged_on = "Visited"/u);
    assert.doesNotMatch(said, /left out/u);
    assert.match(out, /^3 companies, 0 products, 6 current judgements; newest judgement: 2025-03-04\.$/mu);
  });

  test("no part with styles: days that are numbers then are read as dates, and said", async () => {
    const parts = workbookParts({
      sheets: [{ ...sheet(), rows: sheet().rows.replaceAll(/ s="\d"/gu, "") }],
      strings: STRINGS,
    });
    const { "xl/styles.xml": _, ...rest } = parts;
    const relations = parts["xl/_rels/workbook.xml.rels"]?.replace(/<Relationship Id="rIdT"[^>]*>/u, "") ?? "";
    const file = save("plain.xlsx", makeZip({ ...rest, "xl/_rels/workbook.xml.rels": relations }));
    const { status, said, out } = await cli.run("init", file, ...SAID);
    assert.equal(status, 0, said);
    assert.match(
      said,
      /"Visited": 3 dates are numbers of days, as a spreadsheet counts them: 45700 is read as 2025-02-12/u,
    );
    assert.match(out, /^3 companies, 0 products, 6 current judgements; newest judgement: 2025-03-04\.$/mu);
  });

  test("a hidden sheet is not read, and hidden rows are read and said", async () => {
    const hidden = ROWS.map((row, i) => ({ ...row, isHidden: i > 0 }));
    const bytes = makeWorkbook({
      sheets: [sheet(hidden), { ...sheet(), name: "Old", state: "hidden" }],
      strings: STRINGS,
    });
    const { status, said, out } = await cli.run("init", save("book.xlsx", bytes), ...SAID);
    assert.equal(status, 0, said);
    assert.match(
      said,
      /^Not read: book\.xlsx sheet "Old": it is hidden; name the sheet in mapping\.json if its rows count$/mu,
    );
    assert.match(said, /^Note: book\.xlsx sheet "Sheet1": 2 hidden rows are read like all others; /mu);
    assert.doesNotMatch(said, /left out/u);
    assert.match(out, /^3 companies, 0 products, 6 current judgements/mu);
  });

  test("hidden rows of the sheet of a table are said, too", async () => {
    const folder = newTemporaryFolder();
    const facts = {
      title: "T",
      publisher: "P",
      year: 2026,
      licence: "CC0-1.0",
      scale: {
        id: "two",
        bands: [
          { id: "poor", label: "Poor" },
          { id: "good", label: "Good" },
        ],
      },
      pillars: [{ id: "use", label: "Use" }],
    };
    writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(facts));
    const cells = (values: readonly string[]): string =>
      values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join("");
    const rows =
      `<row r="1">${cells(["id", "name", "country", "sector"])}</row>` +
      `<row r="2" hidden="true">${cells(["a", "Acme", "FR", "Food"])}</row>`;
    writeFileSync(path.join(folder, "companies.xlsx"), makeWorkbook({ sheets: [{ name: "A", rows }] }));
    writeFileSync(path.join(folder, "judgements.csv"), "company,pillar,band\na,use,good\n");
    const { status, said } = await cli.run("check", folder);
    assert.equal(status, 0, said);
    assert.match(said, /^Note: companies\.xlsx sheet "A": 1 hidden row is read like all others; /mu);
  });
});
