import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { openTestDesk } from "./open-desk.ts";

const SURVEY = "Firm,Country,Water,Waste\nAcme,FR,Good,Poor\nBonnard,FR,Poor,Good\n";

test("a column that next year's file lacks is named, and may be called otherwise", async (t) => {
  const desk = await openTestDesk({ "survey.csv": SURVEY });
  t.after(() => desk.close());
  const roles = { do: "roles", table: "survey", "role.0": "name", "role.1": "country", "role.2": "judged" };
  await desk.get("files");
  await desk.post("columns", roles);
  assert.doesNotMatch((await desk.get("columns")).text, /any more/u);
  writeFileSync(path.join(desk.folder, "survey.csv"), SURVEY.replace("Water", "Water use"));
  const { text } = await desk.get("columns");
  assert.match(text, /survey\.csv has no column “<bdi>Water<\/bdi>” any more/u);
  assert.match(text, /<option value="Water use" selected>/u);
  const also = { do: "also", table: "survey", column: "Water" };
  assert.equal((await desk.post("columns", { ...also, now: "Fire" })).status, 422);
  assert.equal((await desk.post("columns", { ...also, now: "Water use" })).status, 303);
  assert.doesNotMatch((await desk.get("columns")).text, /any more/u);
  const { tables } = JSON.parse(readFileSync(path.join(desk.folder, "mapping.json"), "utf8"));
  assert.deepEqual(tables.survey.also, { Water: ["Water use"] });
});

test("wide files are shown column by column, and each role says what speaks for it", async (t) => {
  const columns = Array.from({ length: 30 }, (_, i) => `Note ${i + 1}`);
  const desk = await openTestDesk({ "wide.csv": `Firm,Country,${columns.join()}\nAcme,FR${",x".repeat(30)}\n` });
  t.after(() => desk.close());
  await desk.get("files");
  await desk.post("columns", { do: "roles", table: "wide", "role.0": "name", "role.1": "country" });
  const { text } = await desk.get("columns");
  assert.match(text, /no value twice, none empty/u);
  assert.match(text, /1 country, all known, none empty/u);
  assert.match(text, /Columns 1 to 12 of 32/u);
  assert.match((await desk.get("columns?col=24")).text, /Columns 25 to 32 of 32[\s\S]*<th scope="col">Note 30/u);
});

test("what was refused because of another program is offered again", async (t) => {
  const desk = await openTestDesk({ "survey.csv": SURVEY });
  t.after(() => desk.close());
  const before = (await desk.get("files")).text;
  const digest = /name="digest"\s+value="([^"]*)"/u.exec(before)?.[1] ?? "";
  const file = path.join(desk.folder, "dataset.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("{", '{ "notice": "Of another program",'));
  const fields = { do: "facts", title: "Late <b>title</b>", publisher: "Us" };
  const refused = await desk.post("files", { ...fields, digest });
  assert.equal(refused.status, 409);
  assert.match(refused.text, /name="title" value="Late &lt;b&gt;title&lt;\/b&gt;"[\s\S]*Do it all the same/u);
  const again = /name="digest"\s+value="([^"]*)"/u.exec(refused.text)?.[1] ?? "";
  assert.equal((await desk.post("files", { ...fields, digest: again })).status, 303);
  const dataset = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual([dataset.title, dataset.notice], ["Late <b>title</b>", "Of another program"]);
});

test("more pairs than fit on a page are on the next ones", async (t) => {
  const rows = Array.from({ length: 30 }, (_, i) => `Firm number ${i} Ltd,FR,Good\nFirm number ${i} GmbH,FR,Poor\n`);
  const desk = await openTestDesk({ "survey.csv": `Firm,Country,Water\n${rows.join("")}` });
  t.after(() => desk.close());
  await desk.get("files");
  await desk.post("columns", { do: "roles", table: "survey", "role.0": "name", "role.1": "country" });
  assert.match((await desk.get("companies")).text, /Page 1 of 2\. <a href="companies\?page=2">Further/u);
  assert.match((await desk.get("companies?page=2")).text, /The same: keep[\s\S]*Page 2 of 2/u);
});
