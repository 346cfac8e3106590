import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { openTestDesk } from "./open-desk.ts";

const SURVEY =
  "Firm,Country,Water\nAcme Ltd,FR,Good\nAcme Ltd.,FR,Good\nBonnard,FR,Poor\nCalanque,Peruvia,Good\n=1+1,PE,Poor\n<b>Bold</b>,PE,Good\n";

function readJson(folder: string, name: string): { [member: string]: unknown } {
  return JSON.parse(readFileSync(path.join(folder, name), "utf8"));
}

describe("what is done at a desk", () => {
  test("is written when it is done, is a line of the history, and is taken back one by one", async (t) => {
    const desk = await openTestDesk({ "survey.csv": SURVEY });
    t.after(() => desk.close());
    await desk.get("files");
    const before = readFileSync(path.join(desk.folder, "dataset.json"), "utf8");
    assert.equal(
      (await desk.post("files", { do: "facts", title: "Water", publisher: "Us", year: "2026" })).status,
      303,
    );
    assert.equal(readJson(desk.folder, "dataset.json")["title"], "Water");
    assert.equal((await desk.post("bands", { do: "each", order: "up" })).status, 303);
    const lines = readFileSync(path.join(desk.folder, ".desk/history.jsonl"), "utf8").trim().split("\n");
    assert.equal(lines.length, 3);
    const undo = async (): Promise<number> => (await desk.post("undo", {})).status;
    assert.equal(await undo(), 303);
    assert.equal(readJson(desk.folder, "dataset.json")["scale"], undefined);
    assert.equal(await undo(), 303);
    assert.equal(readFileSync(path.join(desk.folder, "dataset.json"), "utf8"), before);
  });

  test("HTML and formulas of files are shown as they are", async (t) => {
    const desk = await openTestDesk({ "survey.csv": SURVEY.replace("Water", "<script>alert(1)</script>") });
    t.after(() => desk.close());
    for (const step of ["files", "columns", "bands", "companies", "history"]) {
      const { text, status } = await desk.get(step);
      assert.equal(status, 200, step);
      assert.doesNotMatch(text, /<script>alert|<b>Bold/u);
    }
    assert.match((await desk.get("columns")).text, /=1\+1/u);
  });

  test("files are kept by base name, and nothing is overwritten unasked", async (t) => {
    const desk = await openTestDesk({ "survey.csv": SURVEY });
    t.after(() => desk.close());
    assert.equal((await desk.upload({ "../../escaped.csv": "a,b\n1,2\n" })).status, 303);
    assert.equal(existsSync(path.join(desk.folder, "escaped.csv")), true);
    for (const name of ["program.exe", ".hidden.csv", "mapping.json", "a\u0000b.csv"])
      assert.equal((await desk.upload({ [name]: "x" })).status, 422, name);
    assert.equal((await desk.upload({ "survey.csv": "a,b\n1,2\n" })).status, 422);
    assert.equal(readFileSync(path.join(desk.folder, "survey.csv"), "utf8"), SURVEY);
    assert.equal((await desk.upload({ "survey.csv": "a,b\n1,2\n" }, { replace: "yes" })).status, 303);
    assert.equal(readFileSync(path.join(desk.folder, "survey.csv"), "utf8"), "a,b\n1,2\n");
    assert.deepEqual(readdirSync(path.join(desk.folder, ".desk/files")).length, 1);
    assert.equal((await desk.upload({ "broken.xlsx": "no workbook" })).status, 303);
    assert.match((await desk.get("files")).text, /broken\.xlsx/u);
  });

  test("a company is merged and told apart, and a country corrected, as the page proposes", async (t) => {
    const desk = await openTestDesk({ "survey.csv": SURVEY });
    t.after(() => desk.close());
    assert.match((await desk.get("companies")).text, /Peruvia[\s\S]*Acme Ltd\./u);
    await desk.post("companies", { do: "merge", keep: "Acme Ltd", other: "Acme Ltd." });
    await desk.post("companies", { do: "country", was: "Peruvia", now: "Peru" });
    assert.equal((await desk.post("companies", { do: "country", was: "Peruvia", now: "Atlantis" })).status, 422);
    const mapping = readJson(desk.folder, "mapping.json");
    assert.deepEqual(mapping["same"], [{ names: ["Acme Ltd", "Acme Ltd."], keep: "Acme Ltd" }]);
    const correction = { table: "survey", column: "Country", was: "Peruvia", now: "Peru", on: "2026-11-20" };
    assert.deepEqual(mapping["corrections"], [correction]);
    assert.match((await desk.get("companies")).text, /Nothing has to be looked at/u);
  });
});
