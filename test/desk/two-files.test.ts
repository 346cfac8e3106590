import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { openTestDesk, type TestDesk } from "./open-desk.ts";

const FILES = {
  "firms.csv": "Firm,Country,Water\nAcme,FR,Good\nBonnard,PE,Poor\n",
  "more.csv": "Who,Industry,Waste\nAcme,Food,Good\nBonnard,Mining,Poor\n",
  "mapping.json": JSON.stringify({
    tables: { firms: { files: ["firms.csv"], row: "Firm" }, more: { files: ["more.csv"] } },
    companies: { table: "firms", name: "Firm", country: "Country" },
    judgements: [{ table: "firms", company: "Firm", columns: { Water: { pillar: "water" } } }],
  }),
  "dataset.json": JSON.stringify({ title: "Two files", pillars: [{ id: "water", label: "Water" }] }),
};

const mappingOf = (desk: TestDesk): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(desk.folder, "mapping.json"), "utf8"));

test("a role chosen in one file stays, whatever is chosen in another", async (t) => {
  const desk = await openTestDesk(FILES);
  t.after(() => desk.close());
  const choose = async (table: string, role: string) =>
    (await desk.post(`columns?table=${table}`, { do: "roles", table, ...JSON.parse(role) })).status;
  assert.equal(await choose("more", '{"role.1":"sector"}'), 422, "nothing names its companies yet");
  assert.equal(await choose("more", '{"role.0":"name"}'), 303);
  assert.equal(await choose("firms", '{"role.1":""}'), 303);
  assert.equal(await choose("firms", '{"role.1":"country"}'), 303);
  assert.equal(await choose("more", '{"role.1":"sector"}'), 303);
  assert.deepEqual(mappingOf(desk)["companies"], {
    table: "firms",
    name: "Firm",
    country: "Country",
    sector: { column: "Firm", lookup: { table: "more", key: "Who", value: "Industry" } },
  });
  const page = (await desk.get("columns?table=more")).text;
  assert.match(page, /<option value="company" selected>/u);
  assert.match(page, /<option value="sector" selected>/u);
  assert.equal(await choose("more", '{"role.2":"judged"}'), 303);
  const [, more] = mappingOf(desk)["judgements"] as Record<string, unknown>[];
  assert.deepEqual([more?.["table"], more?.["company"]], ["more", "Who"]);
  assert.equal(await choose("more", '{"role.1":""}'), 303);
  assert.doesNotMatch(JSON.stringify(mappingOf(desk)), /lookup/u);
  assert.equal(await choose("more", '{"role.2":""}'), 303);
  assert.doesNotMatch(JSON.stringify(mappingOf(desk)["judgements"]), /more/u, "nothing of it is judged any more");
});
