import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, type TestContext, test } from "node:test";
import { openTestDesk, type TestDesk } from "./open-desk.ts";

interface Written {
  readonly companies: { readonly name: unknown };
  readonly conversions: Readonly<Record<string, { readonly cuts?: readonly number[] }>>;
  readonly judgements: readonly { readonly groups?: unknown; readonly counts?: unknown }[];
  readonly scale: { readonly bands: unknown };
  readonly numbers?: unknown;
}

function json(desk: TestDesk, name: string): Written {
  return JSON.parse(readFileSync(path.join(desk.folder, name), "utf8"));
}

async function deskOf(t: TestContext, files: Readonly<Record<string, unknown>>): Promise<TestDesk> {
  const texts = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? content : JSON.stringify(content),
  ]);
  const desk = await openTestDesk(Object.fromEntries(texts));
  t.after(() => desk.close());
  return desk;
}

const DATASET = {
  title: "Water",
  publisher: "Institute",
  year: 2026,
  scale: { id: "s", bands: ["poor", "fair", "good"].map((id) => ({ id, label: id })) },
};

describe("several ways of reading", () => {
  const WIDE = {
    "wide.csv": "Firm,Country,Use,Spills,Points\nAcme,FR,80,2,3\nBonnard,PE,20,9,1\n",
    "dataset.json": { ...DATASET, pillars: ["use", "spills", "points"].map((id) => ({ id, label: id })) },
    "mapping.json": {
      tables: { wide: { files: ["wide.csv"], row: "Firm" } },
      companies: { table: "wide", name: "Firm", country: "Country" },
      judgements: [
        {
          table: "wide",
          company: "Firm",
          columns: { Use: { pillar: "use" }, Spills: { pillar: "spills" }, Points: { pillar: "points" } },
          conversion: "bands",
        },
      ],
      conversions: { bands: { cuts: [40, 70] } },
    },
  };

  test("columns get cuts of their own, which fall, are fewer, or are shares", async (t) => {
    const desk = await deskOf(t, WIDE);
    const post = async (fields: Record<string, string | string[]>): Promise<void> =>
      assert.equal((await desk.post("bands", fields)).status, 303);
    await post({ do: "move-units", of: "bands", to: "+", chosen: "0/Spills" });
    await post({ do: "cuts", of: "bands_2", cut: ["3", "8"], lower: "yes" });
    await post({ do: "move-units", of: "bands", to: "+", chosen: "0/Points" });
    await post({ do: "share", of: "bands_3", number: "4" });
    await post({ do: "uses", of: "bands_3", use: ["poor", "good"] });
    await post({ do: "cuts", of: "bands_3", cut: "0.5" });
    const { conversions } = json(desk, "mapping.json");
    assert.deepEqual(conversions, {
      bands: { cuts: [40, 70] },
      bands_2: { cuts: [8, 3], lower_is_better: true },
      bands_3: { share_of: 4, bands: ["poor", "good"], cuts: [0.5] },
    });
    await post({ do: "order", of: "bands", remove: "fair" });
    assert.deepEqual(json(desk, "mapping.json").conversions["bands_3"]?.cuts, [0.5]);
    assert.deepEqual(json(desk, "mapping.json").conversions["bands_2"]?.cuts, [3]);
    assert.match((await desk.get("result")).text, /This would be the first release/u);
    await post({ do: "move-units", of: "bands_2", to: "bands", chosen: "0/Spills" });
    assert.deepEqual(Object.keys(json(desk, "mapping.json").conversions), ["bands", "bands_3"]);
  });

  test("a number that may be two, and a share beside per cents, wait for a word", async (t) => {
    const rows = 'Firm,Country,Use,Spills\nAcme,FR,"1,250",55%\nBonnard,PE,950,0.55\nCole,PE,NaN,88%\n';
    const desk = await deskOf(t, {
      ...WIDE,
      "wide.csv": rows,
      "mapping.json": {
        ...WIDE["mapping.json"],
        judgements: [
          {
            table: "wide",
            company: "Firm",
            columns: { Use: { pillar: "use" }, Spills: { pillar: "spills", conversion: "shares" } },
            conversion: "bands",
          },
        ],
        conversions: { bands: { cuts: [500, 1000] }, shares: { cuts: [40, 70] } },
      },
    });
    const asked = (await desk.get("bands")).text;
    assert.match(asked, /Which number is it\?.*may be two numbers.*&quot;1,250&quot; is 1250.*is 1\.25/su);
    assert.match(asked, /Not judged.*NaN/su);
    assert.match((await desk.get("bands?of=1")).text, /stands beside &quot;(?:55|88)%&quot;/u);
    assert.match((await desk.get("result")).text, /1,250/u);
    assert.equal((await desk.post("bands", { do: "numbers", of: "bands", decimal: ".", said: "x" })).status, 303);
    assert.equal((await desk.post("bands", { do: "numbers", of: "shares", beside_percent: "share" })).status, 303);
    assert.deepEqual(json(desk, "mapping.json").numbers, { decimal: ".", beside_percent: "share" });
    assert.doesNotMatch((await desk.get("bands")).text, /Which number is it|Cannot be read/u);
    assert.match((await desk.get("result")).text, /This would be the first release/u);
  });

  test("a maximum that is none, or in half a look-up, is refused", async (t) => {
    const desk = await deskOf(t, WIDE);
    for (const fields of [{ number: "0" }, { number: "ten" }, { number: "4", column: "Points" }])
      assert.equal((await desk.post("bands", { do: "share", of: "bands", ...fields })).status, 422);
    assert.equal((await desk.post("bands", { do: "move-units", of: "bands", to: "+" })).status, 422);
  });

  test("what a column names as pillar gets cuts of its own", async (t) => {
    const desk = await deskOf(t, {
      "long.csv":
        "Firm,Country,Question,Score\nAcme,FR,Use,80\nAcme,FR,Waste,7\nBonnard,PE,Use,20\nBonnard,PE,Waste,2\n",
      "dataset.json": { ...DATASET, pillars: ["Use", "Waste"].map((label) => ({ id: label.toLowerCase(), label })) },
      "mapping.json": {
        tables: { long: { files: ["long.csv"], row: "Firm" } },
        companies: { table: "long", name: "Firm", country: "Country" },
        judgements: [{ table: "long", company: "Firm", pillar: "Question", value: "Score", conversion: "bands" }],
        conversions: { bands: { cuts: [40, 70] } },
      },
    });
    await desk.post("bands", { do: "move-units", of: "bands", to: "+", chosen: "0/Waste" });
    assert.match((await desk.get("bands?of=1")).text, /2 scores/u);
    const [judged] = json(desk, "mapping.json").judgements;
    assert.deepEqual(judged?.groups, { Use: { pillar: "use" }, Waste: { pillar: "waste", conversion: "bands_2" } });
    assert.match((await desk.get("result")).text, /This would be the first release/u);
  });
});

test("columns that count judgements are a band each", async (t) => {
  const desk = await deskOf(t, { "counts.csv": "Firm,Country,None,Some\nAcme,FR,3,1\nBonnard,PE,0,2\n" });
  await desk.get("files");
  await desk.post("files", { do: "facts", title: "Water", publisher: "Institute", year: "2026" });
  const facts = { do: "roles", table: "counts" };
  await desk.post("columns", { ...facts, "role.0": "name", "role.1": "country" });
  await desk.post("columns", { ...facts, "role.2": "count" });
  await desk.post("columns", { ...facts, "role.3": "count" });
  const { scale } = json(desk, "dataset.json");
  assert.deepEqual(scale.bands, [
    { id: "none", label: "None" },
    { id: "some", label: "Some" },
  ]);
  assert.deepEqual(json(desk, "mapping.json").judgements[0]?.counts, { None: "none", Some: "some" });
  assert.match((await desk.get("result")).text, /2 companies.*6 judgements/u);
});

test("a column that takes a role over keeps it, whatever the rest of the form still says", async (t) => {
  const desk = await deskOf(t, { "two.csv": "Brand,Firm,Country,Water\nA,Acme,FR,Good\nB,Bonnard,PE,Poor\n" });
  await desk.get("files");
  const roles = { do: "roles", table: "two", "role.0": "", "role.1": "name", "role.2": "country" };
  await desk.post("columns", roles);
  await desk.post("columns", { ...roles, "role.0": "name" });
  assert.equal(json(desk, "mapping.json").companies.name, "Brand");
});
