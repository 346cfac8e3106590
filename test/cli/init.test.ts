import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { TestCli } from "./run-cli.ts";

const NAMED = ["--title", "Test", "--publisher", "Tests"];

/** A new folder with these files; returns their paths. */
function put(files: Readonly<Record<string, string | Uint8Array>>): { folder: string; paths: string[] } {
  const folder = newTemporaryFolder();
  const paths = Object.entries(files).map(([name, content]) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  });
  return { folder, paths };
}

interface Described {
  readonly dates?: string;
  readonly encoding?: string;
  readonly scale?: { readonly bands: readonly { readonly id: string; readonly label: string }[] };
  readonly pillars: readonly { readonly id: string; readonly label: string }[];
}

function describedIn(folder: string): Described {
  return JSON.parse(readFileSync(path.join(folder, "dataset.json"), "utf8")) as Described;
}

const SURVEY = `Firm,Based in,Industry,Water use,Waste water
Acme,France,Food,Good,Poor
Brandberg,Namibia,Mining,Fair,n/a
Cedar,Lebanon,Food,Poor,Fair
`;

describe("init --yes", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("takes the files of a folder, but for its own, and the title that is guessed", async () => {
    const { folder } = put({ "gender survey.csv": SURVEY, ".hidden.csv": "a,b\n1,2\n" });
    const bands = ["--bands", "Poor < Fair < Good", "--publisher", "Tests"];
    for (const more of [[], ["--force"]]) {
      const { status, said } = await cli.run("init", folder, "--yes", ...bands, ...more);
      assert.equal(status, 0, said);
      assert.doesNotMatch(said, /hidden|Not read/u);
    }
    const { title } = JSON.parse(readFileSync(path.join(folder, "dataset.json"), "utf8")) as { title: string };
    assert.equal(title, "Gender survey");
  });

  test("leaves open what nothing in the file tells", async () => {
    const { folder } = put({ "survey.csv": SURVEY });
    const { status, said } = await cli.run("init", folder, "--yes", "--publisher", "Tests");
    assert.equal(status, 1, said);
    assert.match(said, /questions? (?:is|are) open/u);
  });
});

describe("init without what it needs", () => {
  const cli = new TestCli();
  after(() => cli.remove());

  test("no bands: it writes what is sure, and lists what is open: member, option and step of the desk", async () => {
    const { folder, paths } = put({ "survey.csv": SURVEY });
    const { status, said, out } = await cli.run("init", ...paths);
    assert.equal(status, 1);
    assert.equal(out, "");
    assert.deepEqual(readdirSync(folder).toSorted(), ["dataset.json", "mapping.json", "survey.csv"]);
    assert.match(
      said,
      /3 questions are open, each answered by its member, or in that step of the desk: country-trust desk \//u,
    );
    assert.match(
      said,
      /^Bands: 1 question\n- dataset\.json \/scale, .* {3}--bands "worst < … < best" {3}Values found.*"Poor" \(2\), "Fair" \(2\), "Good" \(1\)/mu,
    );
    assert.match(said, /^Files: 2 questions\n(?:- .*\n)*- dataset\.json \/publisher {3}--publisher "…"/mu);
    assert.match(said, /^- dataset\.json \/title {3}--title "…"/mu);
    const described = describedIn(folder);
    assert.equal(described.scale, undefined);
    assert.deepEqual(
      described.pillars.map(({ label }) => label),
      ["Water use", "Waste water"],
    );
  });

  test("members that are written by hand are all that the draft lacks", async () => {
    const { folder, paths } = put({ "survey.csv": SURVEY });
    await cli.run("init", ...paths);
    const bands = ["Poor", "Fair", "Good"].map((label) => ({ id: label.toLowerCase(), label }));
    const whole = { ...describedIn(folder), title: "Test", publisher: "Tests", scale: { id: "water", bands } };
    writeFileSync(path.join(folder, "dataset.json"), JSON.stringify(whole));
    const { status, said } = await cli.run("check", folder);
    assert.equal(status, 0, said);
  });

  for (const [option, value, expected] of [
    ["--country", "Atlantis", /--country is "Atlantis", which is no country; expected "none", or an ISO 3166-1 code/u],
    ["--country", "Germny", /which is no country; .*the nearest is Germany/u],
    ["--licence", "foo", /--licence is "foo", .*expected an SPDX identifier such as CC-BY-4\.0, CC0-1\.0/u],
    ["--licence", "CC BY 4.0", /expected an SPDX identifier such as CC-BY-4\.0\. /u],
    ["--cuts", "abc", /expected --cuts with numbers in order, as in "10, 20"; found "abc"/u],
    ["--cuts", "40, 70", /--cuts goes with --bands/u],
  ] as const)
    test(`${option} ${value} is refused, and nothing is written`, async () => {
      const { folder, paths } = put({ "survey.csv": SURVEY });
      const { status, said } = await cli.run("init", ...paths, option, value, ...NAMED);
      assert.equal(status, 2);
      assert.match(said, expected);
      assert.deepEqual(readdirSync(folder), ["survey.csv"]);
    });

  test("a licence is written as SPDX writes it", async () => {
    const { folder, paths } = put({ "survey.csv": SURVEY });
    await cli.run("init", ...paths, "--licence", "odbl-1.0");
    assert.match(readFileSync(path.join(folder, "dataset.json"), "utf8"), /"licence": "ODbL-1\.0"/u);
  });

  test("hundreds of questions are counted by step, and the first are listed", async () => {
    const columns = Array.from({ length: 120 }, (_, i) => `Date ${i}`);
    const { paths } = put({
      "s.csv": `Company,Country,Rating,${columns.join(",")}\nAcme,FR,low,${columns.map(() => "2050-01-01").join(",")}\n`,
    });
    const { said } = await cli.run("init", ...paths, "--bands", "low < high", ...NAMED);
    const listed = said.split("\n").filter((line) => line.startsWith("- "));
    assert.ok(listed.length < 30, said);
  });

  test("a value that is in no band is named", async () => {
    const { folder, paths } = put({ "survey.csv": SURVEY });
    const { status, said } = await cli.run("init", ...paths, "--bands", "Poor < Good", ...NAMED);
    assert.equal(status, 2);
    assert.match(said, /values of no band: "Fair" \(2\); add them .* mapping\.json \/not_judged/u);
    assert.deepEqual(readdirSync(folder), ["survey.csv"]);
  });

  test("scores without cuts", async () => {
    const { paths } = put({ "s.csv": "Company,Country,Score\nAcme,France,61.5\nCedar,Lebanon,12\nDorado,Peru,88\n" });
    const { status, said } = await cli.run("init", ...paths, "--bands", "Low < High", ...NAMED);
    assert.equal(status, 2);
    assert.match(said, /say with --cuts/u);
    const cut = await cli.run("init", ...paths, "--bands", "Low < High", "--cuts", "10, 20", ...NAMED);
    assert.match(cut.said, /2 bands need 1 cut,/u);
  });

  test("dates that may be of two forms", async () => {
    const rows = "Company,Country,Rating,Date\nAcme,France,low,03/02/2025\nCedar,Lebanon,high,04/05/2025\n";
    const { folder, paths } = put({ "s.csv": rows });
    const words = ["init", ...paths, "--bands", "low < high", ...NAMED];
    const { status, said } = await cli.run(...words);
    assert.equal(status, 1);
    assert.match(said, /dataset\.json \/dates {3}"DD\/MM\/YYYY" or "MM\/DD\/YYYY": nothing tells /u);
    assert.equal(describedIn(folder).dates, undefined);
  });

  test("no column of countries: it says what to do, and a country of all is enough", async () => {
    const { folder, paths } = put({ "s.csv": "Company,Rating\nAcme,low\nCedar,high\n" });
    const words = ["init", ...paths, "--bands", "low < high", ...NAMED];
    const { status, said } = await cli.run(...words);
    assert.equal(status, 1);
    assert.match(
      said,
      /mapping\.json \/companies {3}No column has the countries of companies; their names are in "Company" of s\.csv\./u,
    );
    assert.match(said, /--country FR, or \{"table":"s","name":"Company","country":\{"value":"FR"\}\}.*--country none/u);
    assert.doesNotMatch(said, /No column has the names/u);
    const countries = [
      ["France", /"country": \{ "value": "France" \}/u],
      ["none", /"name": "Company",\s+"sector"/u],
    ] as const;
    for (const [country, expected] of countries) {
      assert.equal((await cli.run(...words, "--force", "--country", country)).status, 0);
      assert.match(readFileSync(path.join(folder, "mapping.json"), "utf8"), expected);
    }
  });

  test("a file that is none of the formats, and one that is not there", async () => {
    const { folder, paths } = put({ "s.ods": "x" });
    const { status, said } = await cli.run("init", ...paths, path.join(folder, "no.csv"), ...NAMED);
    assert.equal(status, 2);
    assert.match(said, /Not read: s\.ods: a spreadsheet of another kind; save it as \.xlsx or CSV/u);
    assert.match(said, /Not read: no\.csv: /u);
    assert.match((await cli.run("init", folder)).said, /Not read: s\.ods: a spreadsheet of another kind/u);
    const kinds = Object.fromEntries(Array.from({ length: 260 }, (_, i) => [`service-${i}.toml`, "a = 1"]));
    const others = put({ ...kinds, "page.csv": "<!DOCTYPE html><html></html>", "a.zip": "PK" });
    const { said: advice } = await cli.run("init", others.folder);
    assert.match(advice, /^Not read: service-0\.toml, service-1\.toml and 258 more: .*JSON or YAML$/mu);
    assert.match(advice, /^Not read: page\.csv: a web page under this name; download the file itself/mu);
    assert.match(advice, /^Not read: a\.zip: an archive; unpack it/mu);
    assert.equal(advice.match(/toml/gu)?.length, 2, "once, not 260 times");
  });

  test("files that are damaged are named, with the reason", async () => {
    const { folder, paths } = put({
      "empty.csv": "",
      "cut.json": '{"a": [1,2',
      "no-book.xlsx": "PK",
      "open.csv": 'a,b\n"unclosed,1\nx,2\n',
    });
    const { status, said } = await cli.run("init", ...paths, "--bands", "a < b", ...NAMED);
    assert.equal(status, 2);
    for (const [file, reason] of [
      ["empty.csv", "no table with a header and rows"],
      ["cut.json", "no list of objects and no map of objects"],
      ["no-book.xlsx", "not a whole .xlsx workbook"],
      ["open.csv", ""],
    ] as const)
      assert.ok(said.includes(`Not read: ${file}: ${reason}`), `${file} in ${said}`);
    assert.match(said, /No file could be read as a table/u);
    assert.equal(readdirSync(folder).length, 4);
  });

  test("names that mean something in SQL, in patterns and on terminals", async () => {
    const header = 'Company,Country,Sector,value,"Say ""why""",pillar\n';
    const rows =
      'Acme,France,Food,high,low,low\n"O\'Neil, Inc.",Ireland,Food,low,high,high\n\u001b[2JCedar,Lebanon,,low,low,low\n';
    const { folder, paths } = put({
      "it's [1] *.csv": `${header}${rows}Total \u001b[31m,,,1,1,1\n`,
      "it's 1 x.csv": "a,b\n1,2\n",
    });
    const { status, said } = await cli.run("init", paths[0] ?? "", "--bands", "low < high", ...NAMED);
    assert.equal(status, 0, said);
    assert.ok(!said.includes("\u001b"));
    assert.ok(said.includes(String.raw`"Total \u{1b}[31m"`), said);
    assert.deepEqual(
      describedIn(folder).pillars.map(({ label }) => label),
      ["value", 'Say "why"', "pillar"],
    );
  });

  test("options with values that cannot be", async () => {
    const { paths } = put({ "survey.csv": SURVEY });
    for (const [words, expected] of [
      [["--encoding", "ebcdic"], /unknown encoding "ebcdic"/u],
      [["--year", "26"], /expected --year with four digits/u],
      [["--cuts", "a, b", "--bands", "x < y < z"], /expected --cuts with numbers/u],
    ] as const) {
      const { status, said } = await cli.run("init", ...paths, "--bands", "Poor < Fair < Good", ...NAMED, ...words);
      assert.equal(status, 2, words.join(" "));
      assert.match(said, expected);
    }
    assert.equal((await cli.run("init")).status, 2);
    const unknown = await cli.run("init", ...paths, "--column", "name=Firm");
    assert.equal(unknown.status, 2);
    assert.match(unknown.said, /^country-trust init: Unknown option '--column'\n\nUsage: /u);
  });
});

describe("init and files that are there", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  const words = ["--bands", "Poor < Fair < Good", ...NAMED];

  test("it overwrites nothing without --force", async () => {
    const { folder, paths } = put({ "survey.csv": SURVEY, "intake.sql": "-- mine" });
    const [survey = ""] = paths;
    const { status, said } = await cli.run("init", survey, ...words);
    assert.equal(status, 1);
    assert.match(said, /intake\.sql in .*: not touched/u);
    assert.equal(readFileSync(path.join(folder, "intake.sql"), "utf8"), "-- mine");
    assert.deepEqual(readdirSync(folder).toSorted(), ["intake.sql", "survey.csv"]);
    const forced = await cli.run("init", survey, ...words, "--force");
    assert.equal(forced.status, 0);
    assert.match(forced.out, /This dataset can be published/u);
    assert.deepEqual(readdirSync(folder).toSorted(), [".desk", "dataset.json", "mapping.json", "survey.csv"]);
    const [, kept = ""] = /it is kept as (\S+)\.$/mu.exec(forced.said) ?? [];
    assert.equal(readFileSync(path.join(folder, kept), "utf8"), "-- mine", "what somebody wrote is never deleted");
  });

  test("files that are the tables already need no intake.sql, and --force moves an old one aside", async () => {
    const { folder, paths } = put({
      "companies.csv": "id,name,country,sector\na,Acme,FR,Food\nb,Brandberg,NA,Mining\n",
      "judgements.csv": "company,pillar,band,judged_on\na,Water,low,2025\nb,Water,high,2025-03\n",
      "intake.sql": "-- old",
    });
    const tables = paths.slice(0, 2);
    const { status, said } = await cli.run("init", ...tables, "--bands", "low < high", ...NAMED, "--force");
    assert.equal(status, 0, said);
    assert.match(said, /There is no mapping\.json/u);
    assert.deepEqual(readdirSync(folder).toSorted(), [".desk", "companies.csv", "dataset.json", "judgements.csv"]);
  });

  test("--into writes elsewhere, and says that --data has to name the files", async () => {
    const { folder, paths } = put({ "survey.csv": SURVEY });
    const into = path.join(newTemporaryFolder(), "new");
    const { status, said } = await cli.run("init", ...paths, ...words, "--into", into);
    assert.equal(status, 0, said);
    assert.deepEqual(readdirSync(into).toSorted(), ["dataset.json", "mapping.json"]);
    assert.deepEqual(readdirSync(folder), ["survey.csv"]);
    for (const command of ["preview", "publish"])
      assert.ok(said.includes(`country-trust ${command} ${into} --data ${folder}`), said);
  });

  test("where something is left to do, the files are written and it is said", async () => {
    const { folder, paths } = put({ "survey.csv": `${SURVEY}Dorado,Peruvia,Mining,Good,Good\n` });
    const { status, said } = await cli.run("init", ...paths, ...words);
    assert.equal(status, 1);
    assert.match(said, /unknown_country/u);
    assert.match(said, /The files are written\. Left to do/u);
    assert.ok(readdirSync(folder).includes("dataset.json"));
  });
});
