import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { faultOfFile } from "../../src/desk/upload-names.ts";
import { openTestDesk } from "./open-desk.ts";

/** Twenty scores from 0.3 to 47.8, in steps of 2.5. */
const SCORES = `Company,Country,Score\n${Array.from({ length: 20 }, (_, i) => `F${i},France,${(0.3 + i * 2.5).toFixed(1)}\n`).join("")}`;

describe("the first hour at the desk", () => {
  test("rows that are pasted from a spreadsheet are a file of the folder", async (t) => {
    const desk = await openTestDesk({});
    t.after(() => desk.close());
    const rows = ["Acme\tFrance\tGood", '"Bon\r\nnard"\tPeru\tPoor', "Calanque\tFrance\tGood", "Damara\tNamibia\tPoor"];
    const pasted = ["Firm\tCountry\tWater", ...rows, "Etosha\tNamibia\tGood", ""].join("\r\n");
    assert.equal((await desk.upload({}, { pasted, "pasted-name": "survey 2026" })).status, 303);
    assert.deepEqual(
      readdirSync(desk.folder).filter((name) => name.startsWith("survey")),
      ["survey 2026.tsv"],
    );
    const { text } = await desk.get("files");
    assert.match(text, /survey 2026\.tsv[\s\S]*5 rows/u);
    assert.match((await desk.get("columns")).text, /<bdi>Water<\/bdi>/u);
    const again = await desk.upload({}, { pasted, "pasted-name": "survey 2026" });
    assert.equal(again.status, 422, "nothing is overwritten unasked");
    assert.equal((await desk.upload({}, { pasted: "", "pasted-name": "pasted" })).status, 422);
    const link = await desk.upload({}, { pasted: "https://docs.google.com/spreadsheets/d/1", "pasted-name": "pasted" });
    assert.match(link.text, /only a link; in Google Sheets choose File, Download/u);
  });

  test("a file of another kind gets its own advice, also under the name of a table", async (t) => {
    const desk = await openTestDesk({
      "survey.csv": SCORES,
      "about.md": "Us",
      "a.toml": "",
      "b.toml": "",
      "c.toml": "",
    });
    t.after(() => desk.close());
    const { text } = await desk.get("files");
    assert.equal(text.match(/Not read: /gu)?.length, 1, "one line for all files of a kind");
    assert.match(text, /Not read: a\.toml, b\.toml and 1 more: .*save its records as JSON or YAML/u);
    for (const [name, content, advice] of [
      ["data.zip", "PK\u0003\u0004", /an archive; unpack it/u],
      ["data.csv", "PK\u0003\u0004", /call it \.xlsx, or unpack it/u],
      ["data.csv", "\n<!DOCTYPE html><html>", /a web page under this name; download the file itself/u],
      ["sheet.gsheet", "{}", /in Google Sheets choose File, Download/u],
      ["notes.md", "# Notes", /save its tables as CSV/u],
      ["old.ods", "PK", /save it as \.xlsx or CSV/u],
      ["program.exe", "MZ", /save it as one of them/u],
    ] as const) {
      const answer = await desk.upload({ [name]: content });
      assert.equal(answer.status, 422, name);
      assert.match(answer.text, advice, name);
    }
    assert.equal(faultOfFile("survey.csv", "Firm,Country\n"), null);
    assert.equal(faultOfFile("survey.xlsx", "PK\u0003\u0004"), null);
  });

  test("what cuts would give is shown before they are saved, and each is that of its band", async (t) => {
    const desk = await openTestDesk({ "scores.csv": SCORES });
    t.after(() => desk.close());
    await desk.get("files");
    await desk.post("bands", { do: "kind", kind: "scores" });
    assert.equal((await desk.post("bands", { do: "typed", typed: "Low < Middle < High" })).status, 303);
    assert.equal((await desk.post("bands", { do: "cuts", cut: ["10", "30"] })).status, 303);
    const gives = async (query: string): Promise<string> =>
      /id="gives"[\s\S]*?<\/svg>[\s\S]*?<\/p><\/div><p>([^<]*)/u.exec((await desk.get(`bands${query}`)).text)?.[1] ??
      "";
    assert.equal(await gives(""), "Low 4 · Middle 8 · High 8");
    const before = readFileSync(path.join(desk.folder, "mapping.json"), "utf8");
    assert.equal(await gives("?of=0&cuts=20|40&lower="), "Low 8 · Middle 8 · High 4");
    assert.equal(await gives("?of=0&cuts=40|10&lower=yes"), "Low 4 · Middle 12 · High 4");
    assert.equal(await gives("?of=0&cuts=50|30&lower="), "“Middle” at 50 is out of order. Change the other cut first.");
    assert.match(await gives("?of=0&cuts=ten|30&lower="), /“ten” is none/u);
    assert.equal(readFileSync(path.join(desk.folder, "mapping.json"), "utf8"), before, "looking saves nothing");
    const refused = await desk.post("bands", { do: "cuts", cut: ["50", "30"] });
    assert.equal(refused.status, 422, "a cut does not move another band");
    assert.equal(readFileSync(path.join(desk.folder, "mapping.json"), "utf8"), before);
  });

  test("a member that is missing is said in people's words, with the step that fills it in", async (t) => {
    const desk = await openTestDesk({ "survey.csv": SCORES });
    t.after(() => desk.close());
    await desk.get("files");
    await desk.post("bands", { do: "kind", kind: "scores" });
    await desk.post("bands", { do: "typed", typed: "Low < Middle < High" });
    await desk.post("files", { do: "facts", title: "Scores", year: "2026" });
    const { text } = await desk.get("result");
    assert.match(
      text,
      /The publisher(?:'|&#39;)s name is missing: step 6 of the desk, or `publisher` in dataset\.json\./u,
    );
    writeFileSync(path.join(desk.folder, "dataset.json"), "{}");
    assert.match((await desk.get("result")).text, /The scale of bands is missing: step 3/u);
  });
});
