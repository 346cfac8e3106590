import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { makeWorkbook } from "../make-workbook.ts";
import type { IntakeResult } from "../../../src/intake/open-dataset.ts";
import { makeFolder, open, rowsOf, writeDataset } from "../open-folder.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const PILLARS = ["a", "b", "c", "d", "e", "f", "g", "h"].map((id) => ({ id, label: `Column ${id}` }));

/** A dataset whose table has a column of scores for each of some pillars, called like them. */
function folderOf(file: string, content: string | Uint8Array, conversion: object, further: object = {}): string {
  const text = typeof content === "string" ? content : "";
  const named = /^[^\n]*/u.exec(text)?.[0].split(/[;\t]/u) ?? [];
  const columns = PILLARS.map(({ id }) => id).filter((id) => named.includes(id));
  const files: Files = {
    "dataset.json": JSON.stringify({
      title: "Test",
      publisher: "Tests",
      year: 2026,
      licence: "CC-BY-4.0",
      scale: { id: "three", bands: ["poor", "fair", "good"].map((id) => ({ id, label: id })) },
      pillars: PILLARS,
    }),
    "mapping.json": JSON.stringify({
      tables: { survey: { files: [file] } },
      companies: { table: "survey", name: "Firm", country: { value: "FR" } },
      judgements: [
        {
          table: "survey",
          company: "Firm",
          conversion: "cut",
          columns: Object.fromEntries((columns.length === 0 ? ["a"] : columns).map((id) => [id, { pillar: id }])),
        },
      ],
      conversions: { cut: conversion },
      ...further,
    }),
    [file]: content,
  };
  return writeDataset(files);
}

/** A folder is opened once, for its bands and for what is said. */
const opened = new Map<string, Promise<IntakeResult>>();

function openOnce(folder: string): Promise<IntakeResult> {
  const result = opened.get(folder) ?? open(folder);
  opened.set(folder, result);
  return result;
}

/** The bands of each company, by column: `-` where it is not judged. */
async function bandsIn(folder: string): Promise<Record<string, string>> {
  const result = await openOnce(folder);
  assert.ok(result.ok, JSON.stringify(result.problems.kinds, null, 1));
  const { dataset } = result;
  const rows = await rowsOf(
    dataset,
    "SELECT c.id, j.pillar, j.band FROM clean.company c LEFT JOIN clean.judgement j USING (company) ORDER BY ALL",
  );
  const found: Record<string, string> = {};
  for (const [id, pillar, band] of rows) {
    const bands = found[String(id)]?.split("") ?? [];
    if (pillar !== null) bands[Number(pillar)] = "pfg".charAt(Number(band) - 1);
    found[String(id)] = Array.from(bands, (each) => each ?? "-").join("");
  }
  return found;
}

async function saidOf(folder: string): Promise<{ found: string[]; notices: string }> {
  const { problems } = await openOnce(folder);
  const found = problems.kinds.flatMap(({ shown }) => shown.map((each) => each.found));
  return { found, notices: problems.notices.join("\n") };
}

const CUT = { cuts: [500, 1000] };

const FIRMS = ["Acme", "Bonn", "Cole", "Dorn"];

/** The bytes of a Parquet file with NaN and both infinities as numbers. */
async function parquetOf(): Promise<Uint8Array> {
  const file = path.join(makeFolder(), "survey.parquet");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const scores = "unnest([1200.0, 'nan'::DOUBLE, '-inf'::DOUBLE, 'inf'::DOUBLE])";
  const firms = FIRMS.map((firm) => `'${firm}'`).join(", ");
  await connection.run(`COPY (SELECT unnest([${firms}]) AS "Firm", ${scores} AS a) TO '${file}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return readFileSync(file);
}

describe("numbers of a mapping", () => {
  test("each column has its own marks, found over the whole of it", async () => {
    const table = [
      "Firm;a;b;c;d;e;f;g",
      "Acme;1.250;1,250;1 250;1\u00a0250;1\u202f250,5;1'250;1’250.5",
      "Bonn;420,5;420.5;420,5;420;420;420;420",
      "Cole;999.999,5;900;900;900;900;900;900",
    ].join("\n");
    assert.deepEqual(await bandsIn(folderOf("survey.csv", table, CUT)), {
      Acme: "ggggggg",
      Bonn: "ppppppp",
      Cole: "gffffff",
    });
  });

  test("a mark that only the last of many rows tells", async () => {
    const rows = Array.from({ length: 6000 }, (_, i) => `Firm ${i};${1 + (i % 9)}.${100 + (i % 900)}`);
    const folder = folderOf("survey.csv", ["Firm;a", ...rows, "Last;7,5"].join("\n"), CUT);
    const bands = Object.entries(await bandsIn(folder));
    assert.deepEqual(
      [bands.find(([id]) => id === "Firm 0")?.[1], bands.find(([id]) => id === "Last")?.[1]],
      ["g", "p"],
    );
  });

  test("what may be two numbers is a question, which one word answers", async () => {
    const table = "Firm;a;b\nAcme;1,250;1.250\nBonn;950;2'950\nCole;88;10.500\n";
    const { found, notices } = await saidOf(folderOf("survey.csv", table, CUT));
    assert.deepEqual(found.toSorted(), ["1,250", "1.250", "10.500"]);
    assert.match(notices, /survey: "1,250" in "a" may be two numbers.*"numbers": \{ "decimal": "\." \} or ","/u);
    assert.match(notices, /survey: "1\.250" in "b" may be two numbers/u);
    const answered = (decimal: string) => folderOf("survey.csv", table, CUT, { numbers: { decimal } });
    assert.deepEqual(await bandsIn(answered(".")), { Acme: "gp", Bonn: "fg", Cole: "pp" });
    assert.deepEqual(await bandsIn(answered(",")), { Acme: "pg", Bonn: "fg", Cole: "pg" });
  });

  test("two columns that contradict themselves are read where a cell can be one number alone", async () => {
    const { found } = await saidOf(folderOf("survey.csv", "Firm;a\nAcme;39.9\nBonn;40,5\nCole;1.250\n", CUT));
    assert.deepEqual(found, ["1.250"]);
  });

  const WORDS = ["NaN", "-nan", "Inf", "-Infinity", "∞", "1.#INF", "1e999", "nan %"];

  test("NaN and infinity are not judged, and said, from CSV and from points", async () => {
    const rows = WORDS.map((word, i) => `Firm ${i};${word}`);
    const table = ["Firm;a", ...rows, "Acme;1200", "Bonn;2"].join("\n");
    const unjudged = Object.fromEntries(WORDS.map((_, i) => [`Firm ${i}`, ""]));
    const folder = folderOf("survey.csv", table, CUT);
    assert.deepEqual(await bandsIn(folder), { ...unjudged, Acme: "g", Bonn: "p" });
    assert.match(
      (await saidOf(folder)).notices,
      /survey, "a": 8 cells are not judged, because "-Infinity", .* are no numbers: Firm 0, Firm 1, .*Firm 7$/mu,
    );
    const points = { values: { poor: ["2"], good: ["1200"] } };
    assert.deepEqual(await bandsIn(folderOf("survey.csv", table, points)), { ...unjudged, Acme: "g", Bonn: "p" });
    const falling = { cuts: [1000, 500], lower_is_better: true };
    assert.deepEqual(await bandsIn(folderOf("survey.csv", table, falling)), { ...unjudged, Acme: "p", Bonn: "g" });
  });

  const json = ["1200", "NaN", "-Infinity", "1e999"].map((score, i) => `{"Firm":"${FIRMS[i]}","a":${score}}`);
  const files: Readonly<Record<string, () => Promise<string | Uint8Array> | string | Uint8Array>> = {
    "survey.json": () => `[${json.join(",")}]`,
    "survey.ndjson": () => json.join("\n"),
    "survey.parquet": parquetOf,
    "survey.xlsx": () => {
      const rows = [
        ["Firm", "a"],
        ["Acme", 1200],
        ["Bonn", "NaN"],
        ["Cole", "-∞"],
        ["Dorn", "1E+400"],
      ];
      return makeWorkbook({ sheets: [{ name: "Survey", rows }] });
    },
  };
  for (const [file, contentOf] of Object.entries(files))
    test(`NaN and infinity from ${file}`, async () => {
      const folder = folderOf(file, await contentOf(), CUT);
      assert.deepEqual(await bandsIn(folder), { Acme: "g", Bonn: "", Cole: "", Dorn: "" });
      assert.match((await saidOf(folder)).notices, /3 cells are not judged.*: Bonn, Cole, Dorn$/mu);
    });

  const SHARE = { cuts: [0.4, 0.7], share_of: { column: "Max" } };

  test("shares of a maximum that is thousands, NaN, infinite, nothing or zero", async () => {
    const rows = ["Acme;5;10", "Bonn;2;1,000", "Cole;1;NaN", "Dorn;8;inf", "Else;8;", "Fern;8;0", "Gans;NaN;10"];
    const folder = folderOf("survey.csv", ["Firm;a;Max", ...rows].join("\n"), SHARE);
    const none = { Cole: "", Dorn: "", Else: "", Fern: "", Gans: "" };
    assert.deepEqual(await bandsIn(folder), { Acme: "f", Bonn: "p", ...none });
    const { notices } = await saidOf(folder);
    assert.match(notices, /4 scores are not judged.*"Max" is empty, "0", "NaN", "inf": Cole, Dorn, Else, Fern$/mu);
    assert.match(notices, /"a": 1 cell is not judged, because "NaN" is no number: Gans$/mu);
  });

  test("a maximum is read with the mark that leaves no part above it", async () => {
    const decimals = folderOf("survey.csv", "Firm;a;Max\nAcme;1.2;1,500\nBonn;0.3;1,500\n", SHARE);
    assert.deepEqual((await saidOf(decimals)).found.toSorted(), ["0.3", "1.2"]);
    const points = folderOf("survey.csv", "Firm;a;Max\nAcme;1200;1.500\nBonn;300;1.500\n", SHARE);
    assert.deepEqual(await bandsIn(points), { Acme: "g", Bonn: "p" });
  });

  test("shares beside per cents are a question, whole numbers beside them are none", async () => {
    const table = "Firm;a;b\nAcme;55%;55 %\nBonn;0.55;60\nCole;12%;100%\nDorn;0;0\nElse;80;1%\n";
    const cut = { cuts: [40, 70] };
    const { found, notices } = await saidOf(folderOf("survey.csv", table, cut));
    assert.deepEqual(found, ["0.55"]);
    assert.match(notices, /survey: "0\.55" stands beside "12%" in "a".*"beside_percent": "share"/u);
    const answered = (beside_percent: string) => folderOf("survey.csv", table, cut, { numbers: { beside_percent } });
    const rest = { Acme: "ff", Cole: "pg", Dorn: "pp", Else: "gp" };
    assert.deepEqual(await bandsIn(answered("share")), { ...rest, Bonn: "ff" });
    assert.deepEqual(await bandsIn(answered("percent")), { ...rest, Bonn: "pf" });
  });

  test("a column may be called as what the statements use", async () => {
    const table = "Firm;a;mark;cell;heading;r;part;readings;in_table\nAcme;1200;5;6;7;8;9;1;2\n";
    assert.deepEqual(await bandsIn(folderOf("survey.csv", table, CUT)), { Acme: "g" });
    const share = { cuts: [0.4, 0.7], share_of: { column: "mark" } };
    assert.deepEqual(await bandsIn(folderOf("survey.csv", "Firm;a;mark\nAcme;4;5\n", share)), { Acme: "g" });
  });
});
