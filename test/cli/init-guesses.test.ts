import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { PROJECT, TestCli } from "./run-cli.ts";

/** Each rule, with the raw file of a publisher that needs it. */

const NAMED = ["--title", "Test", "--publisher", "Tests"];
const THREE = ["--bands", "low < middle < high"];

/** Small files with one fault each, made for this purpose, beside the project. */
const FAULTS = path.join(PROJECT, "..", "shared", "data", "faults");
const CUTS = ["--bands", "poor < fair < good", "--cuts"];

describe("guesses, and questions where they are doubtful", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  async function init(content: string, ...words: readonly string[]) {
    const folder = newTemporaryFolder();
    const file = path.join(folder, "survey.csv");
    writeFileSync(file, content);
    const { status, said, out } = await cli.run("init", file, ...words, ...NAMED);
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
    return {
      status,
      said,
      out,
      mapping: () => JSON.stringify(read("mapping.json")),
      marks: () => read(".desk/marks.json"),
    };
  }

  test("a company may be called Total Server Solutions; Total alone is none (bgp-operators)", async () => {
    const rows = "Company,Country,Rating\nTotal Server Solutions,US,low\nAcme,FR,high\nTotal,,2\n";
    const { status, said, out } = await init(rows, "--bands", "low < high");
    assert.equal(status, 0, said);
    assert.match(out, /^2 companies/mu);
    assert.match(said, /survey: 1 row is left out, because "Company" is "Total"/u);
  });

  test("numeric codes are countries where the header says so, whether or not they lost their zeros", async () => {
    const codes = ["004", "4", "250", "276", "8"];
    for (const header of ["Country", "iso_n3", "Land (ISO numeric)"]) {
      const rows = codes.map((code, i) => `Firm ${i},${code},${i * 20}\n`).join("");
      const { status, said, out } = await init(`Company,${header},Score\n${rows}`, ...THREE, "--cuts", "40,70");
      assert.equal(status, 0, said);
      assert.match(out, /^5 companies.*5 current judgements/mu);
      assert.match(out, /companies in four countries/u);
    }
  });

  test("a date to come is a question (sbti-companies-2026)", async () => {
    const rows = "Company,Country,Rating,Year\nAcme,FR,low,2050\nBonn,DE,high,2025\n";
    const open = await init(rows, "--bands", "low < high");
    assert.equal(open.status, 1);
    assert.match(open.said, /mapping\.json \/judgements\/0\/date {3}"Year" has dates to come, such as 2050\./u);
    assert.doesNotMatch(open.mapping(), /"date"/u);
    assert.match(JSON.stringify(open.marks()), /"survey\/Year":\{"table":"survey"/u);
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
    assert.equal(open.status, 1);
    assert.match(
      open.said,
      /\/companies\/name.*If countries are judged themselves, one column is both name and country\./u,
    );
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
    assert.equal(status, 1);
    assert.match(said, /--cuts "35, 65".*three bands have two cuts/u);
    const four = await init("Company,Country,Score\nAcme,FR,0\nBonn,DE,50\nCole,US,100\n", "--bands", "D < C < B < A");
    assert.match(four.said, /as in --cuts "25, 50, 75"/u);
  });

  test("a number that may be two is a question", async () => {
    const rows = 'Firm,Country,Score\nAcme,FR,"1,250"\nBonn,FR,950\nCole,FR,88\n';
    const open = await init(rows, ...CUTS, "500,1000");
    assert.equal(open.status, 1);
    assert.match(
      open.said,
      /mapping\.json \/numbers\/decimal {3}"1,250" in "Score" may be two.*: with "\.", "1,250" is 1250, or with ",", "1,250" is 1\.25\./u,
    );
  });

  test("a share beside per cents is a question", async () => {
    const rows = "Firm,Country,Score\nAcme,FR,55%\nBonn,FR,0.55\nCole,FR,88%\n";
    const open = await init(rows, ...CUTS, "40,70");
    assert.equal(open.status, 1);
    assert.match(
      open.said,
      /\/numbers\/beside_percent {3}"0\.55" stands beside "55%".*with "share", "0\.55" is a share: 55%/u,
    );
  });

  test("proposals are made of the numbers that the column means", async () => {
    const rows = "Firm;Country;Score\nAcme;FR;1.250\nBonn;FR;NaN\nCole;FR;420,5\nDorn;FR;1 900\nElse;FR;88\n";
    const { said } = await init(rows);
    assert.match(said, /4 different scores from 88 to 1900/u);
  });

  const faults: Readonly<Record<string, { readonly options: readonly string[]; readonly said: RegExp }>> = {
    "scores/nan": { options: ["40,70"], said: /2 cells are not judged.*: Beta, Gamma$/mu },
    "scores/inf": { options: ["40,70"], said: /3 cells are not judged.*: Beta, Gamma, Zeta$/mu },
    "scores/thou": { options: ["500,1000"], said: /\/numbers\/decimal/u },
    "scores/thouDE": { options: ["500,1000"], said: /publish it:/u },
    "scores/mix": { options: ["40,70"], said: /\/numbers\/beside_percent/u },
    "scores/xpercent": { options: ["40,70"], said: /publish it:/u },
    "publisher/11-numeric-headings": {
      options: ["33,66"],
      said: /4 columns of judgements: "1\.1", "1\.2", "2\.1", "2\.3"/u,
    },
  };
  for (const [name, { options, said: expected }] of Object.entries(faults))
    test(`the file handed over for ${name}`, async (t) => {
      const files = ["survey.csv", "survey.xlsx", "ktc.csv"].map((file) => path.join(FAULTS, name, file));
      const source = files.find((file) => existsSync(file));
      if (source === undefined) return t.skip("there is no ../shared/data/faults");
      const folder = newTemporaryFolder();
      cpSync(path.dirname(source), folder, { recursive: true });
      const { status, said, out } = await cli.run(
        "init",
        path.join(folder, path.basename(source)),
        ...CUTS,
        ...options,
        ...NAMED,
      );
      assert.match(said, expected);
      assert.equal(status, expected.source.includes("numbers") ? 1 : 0, said);
      if (name.startsWith("publisher")) assert.match(out, /^40 companies, 0 products, 160 current judgements/mu);
    });
});
