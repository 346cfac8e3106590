import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";

/** Workbooks that LibreOffice itself saves, from `init` to a dataset that can be published. */

const isThere = spawnSync("soffice", ["--version"]).status === 0;

const text = (value: string, more = ""): string =>
  `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`;
const COVERED = "<table:covered-table-cell/>";
const row = (...cells: readonly string[]): string => `<table:table-row>${cells.join("")}</table:table-row>`;

/** One line, or two of which most cells are merged. */
const HEADERS = {
  "a header of one line": [
    row(...["Company", "Country", "Sector", "Water", "Pay", "Checked on", "Public"].map((cell) => text(cell))),
  ],
  "a header of two lines with merged cells": [
    row(
      ...["Company", "Country", "Sector"].map((cell) => text(cell, ' table:number-rows-spanned="2"')),
      text("Judgement", ' table:number-columns-spanned="2"'),
      COVERED,
      ...["Checked on", "Public"].map((cell) => text(cell, ' table:number-rows-spanned="2"')),
    ),
    row(COVERED, COVERED, COVERED, text("Water"), text("Pay"), COVERED, COVERED),
  ],
} as const;

const COUNTRIES = ["Germany", "France", "Japan", "Namibia"];
const BANDS = ["Low", "Medium", "High"];

/** The name by a formula, a date in the German form, a boolean. */
function writeCompany(number: number): string {
  const day = `2026-03-${String(number + 1).padStart(2, "0")}`;
  return row(
    `<table:table-cell table:formula="of:=CONCATENATE(&quot;Company &quot;;${number})"/>`,
    text(COUNTRIES[number % 4]!),
    text(number % 2 === 0 ? "Food" : "Mining"),
    text(BANDS[number % 3]!),
    text(BANDS[(number + 1) % 3]!),
    `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${day}"/>`,
    '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>',
  );
}

/** A spreadsheet in the flat form of OpenDocument, with a hidden sheet. */
function writeFlat(header: readonly string[]): string {
  const names = ["office", "table", "text", "style"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const companies = Array.from({ length: 12 }, (_, number) => writeCompany(number));
  const dayOfMonth =
    '<number:day number:style="long"/>.<number:month number:style="long"/>.<number:year number:style="long"/>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names.join(" ")} xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><number:date-style style:name="d">${dayOfMonth.replaceAll(".<", "<number:text>.</number:text><")}</number:date-style>
<style:style style:name="day" style:family="table-cell" style:data-style-name="d"/>
<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet>
<table:table table:name="Companies">${header.join("")}${companies.join("")}</table:table>
<table:table table:name="Notes" table:style-name="hidden">${row(text("not for readers"))}</table:table>
</office:spreadsheet></office:body></office:document>`;
}

/** Has LibreOffice save it as a workbook; returns the file. */
function saveAsXlsx(flat: string): string {
  const folder = newTemporaryFolder();
  const source = path.join(folder, "data.fods");
  writeFileSync(source, flat);
  const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
  const words = [profile, "--headless", "--convert-to", "xlsx", "--outdir", folder, source];
  const { status, stderr } = spawnSync("soffice", words, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return path.join(folder, "data.xlsx");
}

describe("a workbook of LibreOffice", { skip: isThere ? false : "soffice is not installed" }, () => {
  const cli = new TestCli();
  after(() => cli.remove());
  for (const [title, header] of Object.entries(HEADERS))
    test(`${title}: formulas, dates and booleans are read, and the hidden sheet is not`, async () => {
      const file = saveAsXlsx(writeFlat(header));
      const answers = ["--title", "Water and pay", "--publisher", "Tests", "--bands", "Low,Medium,High"];
      const { status, out, said } = await cli.run(
        "init",
        file,
        "--into",
        path.join(path.dirname(file), "dataset"),
        ...answers,
      );
      assert.equal(status, 0, said);
      const told = `${out}\n${said}`;
      assert.match(told, /12 companies, 0 products, 24 current judgements; newest judgement: 2026-03-12/u);
      assert.match(told, /Notes/u);
      const dataset = JSON.parse(readFileSync(path.join(path.dirname(file), "dataset", "dataset.json"), "utf8")) as {
        pillars: { label: string }[];
      };
      assert.deepEqual(
        dataset.pillars.map(({ label }) => label.split(" – ").at(-1)),
        ["Water", "Pay"],
      );
    });
});
