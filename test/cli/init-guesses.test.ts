import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";

/** Each rule, with the raw file of a publisher that needs it. */

const NAMED = ["--title", "Test", "--publisher", "Tests", "--yes"];
const THREE = ["--bands", "low < middle < high"];

describe("guesses, and questions where they are doubtful", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  async function init(content: string, ...words: readonly string[]) {
    const folder = newTemporaryFolder();
    const file = path.join(folder, "survey.csv");
    writeFileSync(file, content);
    const { status, said, out } = await cli.run("init", file, ...words, ...NAMED);
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
    return { status, said, out, mapping: () => JSON.stringify(read("mapping.json")) };
  }

  test("a company may be called Total Server Solutions; Total alone is none (bgp-operators)", async () => {
    const rows = "Company,Country,Rating\nTotal Server Solutions,US,low\nAcme,FR,high\nTotal,,2\n";
    const { status, said, out } = await init(rows, "--bands", "low < high");
    assert.equal(status, 0, said);
    assert.match(out, /^2 companies/mu);
    assert.match(said, /survey: 1 row is left out, because "Company" is "Total"/u);
  });

  test("a date to come is a question (sbti-companies-2026)", async () => {
    const rows = "Company,Country,Rating,Year\nAcme,FR,low,2050\nBonn,DE,high,2025\n";
    const open = await init(rows, "--bands", "low < high");
    assert.equal(open.status, 2);
    assert.match(open.said, /"Year" has dates to come, such as 2050\..*Pass --column "judged_on=Year"/u);
    const none = await init(rows, "--bands", "low < high", "--column", "judged_on=none");
    assert.equal(none.status, 0, none.said);
    assert.doesNotMatch(none.mapping(), /"date"/u);
  });

  test("the year of inclusion is no date of a judgement", async () => {
    const { status, said, mapping } = await init(
      "Company,Country,Rating,Year of inclusion\nAcme,FR,low,2019\nBonn,DE,high,2021\n",
      "--bands",
      "low < high",
    );
    assert.equal(status, 0, said);
    assert.doesNotMatch(mapping(), /"date"/u);
  });

  test("a column of footnotes beside a judged one is not judged (us-hospitals)", async () => {
    const { status, said, mapping } = await init(
      "Company,Country,Water,Water footnote,Pay,Pay footnote\nAcme,FR,low,low,high,high\nBonn,DE,middle,low,low,high\n",
      ...THREE,
    );
    assert.equal(status, 0, said);
    assert.match(mapping(), /"columns":\{"Water":\{"pillar":"water"\},"Pay":\{"pillar":"pay"\}\}/u);
  });

  test("dotted codes are headings, and their first number is the pillar", async () => {
    const rows = "Company,Country,1.1,1.2,2.1\nAcme,FR,low,high,low\nBonn,DE,high,low,low\n";
    const { status, said, mapping } = await init(rows, "--bands", "low < high");
    assert.equal(status, 0, said);
    assert.match(mapping(), /"1\.1":\{"pillar":"1","criterion":"1\.1"\},"1\.2":.*"2\.1":\{"pillar":"2"/u);
  });

  test("an id that is half empty is none (sbti-companies-2026)", async () => {
    const rows = "ISIN code,Company,Country,Rating\nFR0001,Acme,FR,low\n,Bonn,DE,high\n,Cole,US,low\n";
    const { status, said, mapping } = await init(rows, "--bands", "low < high");
    assert.equal(status, 0, said);
    assert.doesNotMatch(mapping(), /"id"/u);
  });

  test("letter grades with signs are bands of their own (pulse-https)", async () => {
    const { status, said, mapping } = await init(
      "Company,Country,Grade\nAcme,FR,A+\nBonn,DE,A-\nCole,US,A\nDorn,DE,F\n",
      "--bands",
      "F < A- < A < A+",
    );
    assert.equal(status, 0, said);
    assert.match(mapping(), /^\{"tables"/u);
    assert.doesNotMatch(mapping(), /conversions/u);
  });

  test("countries that are judged themselves: the message says how (odb-survey)", async () => {
    const rows = "Country,ISO2,Water,Pay\nFrance,FR,low,high\nNamibia,NA,high,low\n";
    const open = await init(rows, "--bands", "low < high");
    assert.equal(open.status, 2);
    assert.match(open.said, /--column name=Country --column country=Country/u);
    const words = ["--column", "id=ISO2", "--column", "name=Country", "--column", "country=ISO2"];
    const { status, said, out } = await init(rows, "--bands", "low < high", ...words);
    assert.equal(status, 0, said);
    assert.match(out, /^2 companies, 0 products, 4 current judgements/mu);
  });

  test("N/A in six languages", async () => {
    const marks = ["n/a", "keine Angabe", "non évalué", "no disponible", "non valutato", "não se aplica", "n.v.t."];
    const rows = marks.map((mark, i) => `Firm ${i},FR,${mark},low`);
    const { status, said, out } = await init(
      `Company,Country,Water,Pay\n${rows.join("\n")}\nAcme,DE,high,low\n`,
      "--bands",
      "low < high",
    );
    assert.equal(status, 0, said);
    assert.match(out, /^8 companies, 0 products, 9 current judgements/mu);
  });

  test("more than 100 columns are criteria of one pillar, not pillars", async () => {
    const names = Array.from({ length: 101 }, (_, i) => `Question ${i + 1}`);
    const row = (firm: string, of: (i: number) => boolean) =>
      [firm, ...names.map((_, i) => (of(i) ? "low" : "high"))].join(",");
    const rows = [row("Acme,FR", (i) => i % 2 === 0), row("Bonn,DE", (i) => i % 3 === 0)];
    const { status, said, out } = await init(
      `Company,Country,${names.join(",")}\n${rows.join("\n")}\n`,
      "--bands",
      "low < high",
    );
    assert.equal(status, 0, said);
    assert.match(said, /^ {2}Overall: Question 1, Question 2, /mu);
    assert.match(out, /^2 companies, 0 products, 202 current judgements/mu);
  });

  test("a first release says what it believes in five sentences", async () => {
    const rows =
      "Company,Country,Visited,Water,Pay\nAcme,FR,2025-02-03,low,high\nBonn,DE,2025-03,high,high\nCole,FR,,low,low\n";
    const { status, said, out } = await init(rows, "--bands", "low < high");
    assert.equal(status, 0, said);
    assert.deepEqual(out.split("\n").slice(-6), [
      "Nothing is published yet, so there is nothing to compare this with. Read these five sentences aloud; if one is wrong, so is the mapping:",
      "  “low” is the worst band and “high” the best.",
      "  Six judgements of two pillars: Water (3) and Pay (3).",
      "  Three companies in two countries: France (2) and Germany (1).",
      "  The oldest judgement is of 3 February 2025 and the newest of March 2025; 2 have no date.",
      "  Acme (France) is rated “low”, Cole (France) is rated “low” and Bonn (Germany) is rated “high”.",
    ]);
  });

  test("the example of cuts fits the scores", async () => {
    const { status, said } = await init("Company,Country,Score\nAcme,FR,5.5\nBonn,DE,12.25\nCole,US,95\n");
    assert.equal(status, 2);
    assert.match(said, /--cuts "35, 65".*three bands have two cuts/u);
    const four = await init("Company,Country,Score\nAcme,FR,0\nBonn,DE,50\nCole,US,100\n", "--bands", "D < C < B < A");
    assert.match(four.said, /as in --cuts "25, 50, 75"/u);
  });
});
