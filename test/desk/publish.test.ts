import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { openTestDesk, type TestDesk } from "./open-desk.ts";

const FIRMS = ["Acme", "Bonnard", "Calanque", "Damara", "Etosha", "Fish River", "Gran", "Huascaran"];
const survey = (bands: readonly string[]): string =>
  `Firm,Country,Water,Seen\n${bands.map((band, i) => `${FIRMS[i] ?? ""},${i % 2 === 0 ? "FR" : "PE"},${band},2025-03-0${i + 1}\n`).join("")}`;
const BANDS = ["Good", "Poor", "Good", "Poor", "Good", "Poor", "Good", "Poor"];

const DATASET = {
  title: "Water survey",
  publisher: "Example Institute",
  year: 2026,
  licence: "CC-BY-4.0",
  scale: {
    id: "two",
    bands: [
      { id: "poor", label: "Poor" },
      { id: "good", label: "Good" },
    ],
  },
  pillars: [{ id: "water", label: "Water" }],
};
const MAPPING = {
  tables: { survey: { files: ["survey.csv"], row: "Firm" } },
  companies: { table: "survey", name: "Firm", country: "Country" },
  judgements: [{ table: "survey", company: "Firm", date: "Seen", columns: { Water: { pillar: "water" } } }],
};

/** The words of a page, without its elements. */
function words(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/su.exec(html)?.[1] ?? html;
  return main.replaceAll(/<[^>]*>/gu, " ").replaceAll(/\s+/gu, " ");
}

describe("from what would change to a release", () => {
  let desk: TestDesk;
  const write = (bands: readonly string[]): void => writeFileSync(path.join(desk.folder, "survey.csv"), survey(bands));
  const read = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(path.join(desk.folder, name), "utf8")) as Record<string, unknown>;
  const pageOf = async (where: string): Promise<string> => words((await desk.get(where)).text);
  before(async () => {
    desk = await openTestDesk({
      "dataset.json": JSON.stringify(DATASET),
      "mapping.json": JSON.stringify(MAPPING),
      "survey.csv": survey(["Godo", ...BANDS.slice(1)]),
    });
  });
  after(async () => await desk.close());

  test("a problem opens its cells, and a correction of one is kept in mapping.json", async () => {
    const { text } = await desk.get("result");
    assert.match(words(text), /One problem stands in the way/u);
    assert.match(text, /<a href="result\?company=Acme#cells">/u);
    assert.match(await pageOf("publish"), /Nobody yet: problems stand in the way/u);
    const cells = (await desk.get("result?company=Acme")).text;
    assert.match(cells, /name="was" value="Godo"/u);
    const cell = { table: "survey", column: "Water", row: "Acme", rowColumn: "Firm", wave: "", was: "Godo" };
    const { status } = await desk.post("result", { do: "correct", ...cell, now: "Good" });
    assert.equal(status, 303);
    const [correction] = read("mapping.json")["corrections"] as Record<string, string>[];
    assert.deepEqual(
      [correction?.["column"], correction?.["row"], correction?.["was"], correction?.["now"]],
      ["Water", "Acme", "Godo", "Good"],
    );
    const corrected = (await desk.get("result?company=Acme")).text;
    assert.match(corrected, /name="now"\s+value="Good"[^>]*>\s*<small>in the file: <bdi>Godo</u, "it is shown at once");
    await desk.post("result", { do: "correct", ...cell, column: "Country", was: "FR", now: "FR" });
    assert.equal((read("mapping.json")["corrections"] as unknown[]).length, 1, "what stays as it is is no correction");
  });

  test("a first release is read aloud, and published", async () => {
    const said = await pageOf("result");
    assert.match(said, /This would be the first release: 8 companies/u);
    assert.match(said, /Poor is the worst band and Good the best\./u);
    assert.equal((await desk.post("publish", { do: "publish" })).status, 303);
    const page = await pageOf("publish");
    assert.match(
      page,
      /It is published It is the current release\. .*npm start.*The current release has this very content/u,
    );
    assert.match(page, /Next time, put the new files into the same folder/u);
  });

  test("a difference is looked at, and open again once it is another one", async () => {
    write(["Poor", ...BANDS.slice(1)]);
    assert.match(await pageOf("result"), /One company differs from \S+, which is current; 1 to look at/u);
    assert.match(await pageOf("result"), /Acme Good before, Poor now Water: Good before, Poor now/u);
    assert.equal((await desk.post("result", { do: "look", company: "Acme" })).status, 303);
    assert.match(await pageOf("result"), /all are looked at/u);
    write(["", ...BANDS.slice(1)]);
    assert.match(await pageOf("result"), /1 to look at/u);
    assert.match(await pageOf("result"), /Acme Good before, not judged now/u);
  });

  test("422 for what is not there to be looked at", async () => {
    assert.equal((await desk.post("result", { do: "look", company: "Nobody" })).status, 422);
  });

  test("what is dangerous is refused until each reason is accepted by its name", async () => {
    write(BANDS.map((band) => (band === "Good" ? "Poor" : "Good")));
    const { text } = await desk.get("publish");
    const names = [...text.matchAll(/name="accept" value="([^"]*)"/gu)].map(([, name = ""]) => name);
    assert.ok(names.includes("company_medians_moved"), names.join());
    const refused = await desk.post("publish", { do: "publish" });
    assert.equal(refused.status, 422);
    assert.match(words(refused.text), /Not accepted yet: /u);
    assert.match(text, /--accept [0-9a-f]{12}</u);
    assert.doesNotMatch(text, /Yes, publish it now/u, "publishing asks once");
    assert.match((await desk.get("publish?now=yes")).text, /name="accept"[\s\S]*Yes, publish it now/u);
  });

  test("a draft has a secret address, and nothing is published", async () => {
    const current = /from (\S+), which is current/u.exec(await pageOf("result"))?.[1];
    assert.equal((await desk.post("publish", { do: "draft" })).status, 303);
    const { text } = await desk.get("publish");
    assert.match(text, /<a href="http:\/\/localhost:\d+\/\?release=draft-[0-9a-f]{32}"/u);
    assert.match(words(text), /A draft is there/u);
    assert.ok((await pageOf("result")).includes(`from ${current}, which is current`));
  });

  test("a time that is over makes no draft, and the page says why", async () => {
    const { text } = await desk.get("publish");
    const accept = [...text.matchAll(/name="accept" value="([^"]*)"/gu)].map(([, name = ""]) => name);
    const fields = { do: "draft", at: "2001-01-01T06:00" };
    assert.equal((await desk.post("publish", fields)).status, 422, "a time has to be accepted now");
    assert.equal((await desk.post("publish", { ...fields, accept })).status, 303);
    assert.match(await pageOf("publish"), /No draft was made .*which is over/u);
  });

  test("what the dataset says about itself is written to dataset.json; a year that is none is refused", async () => {
    const facts = {
      title: "Water 2",
      publisher: "Institute",
      licence: "CC0-1.0",
      "band poor": "Below 40",
      year: "2027",
    };
    assert.equal(
      (await desk.post("publish", { do: "facts", ...facts, does_not_measure: "safety; corruption" })).status,
      303,
    );
    const { title, licence, year, scale, does_not_measure } = read("dataset.json");
    assert.deepEqual([title, licence, year, does_not_measure], ["Water 2", "CC0-1.0", 2027, ["safety", "corruption"]]);
    assert.deepEqual((scale as typeof DATASET.scale).bands[0], { id: "poor", label: "Poor", description: "Below 40" });
    assert.equal((await desk.post("publish", { do: "facts", year: "soon" })).status, 422);
  });

  test("the pages as they would be open on this machine", async () => {
    await desk.get("result");
    assert.equal((await desk.post("result", { do: "preview" })).status, 303);
    const { text } = await desk.get("result");
    const [address = ""] = /http:\/\/localhost:\d+/u.exec(text) ?? [];
    const response = await fetch(address, { headers: { accept: "text/html" } });
    assert.equal(response.status, 200);
    assert.match(await response.text(), /Water 2/u);
  });
});
