import { Ajv2020 } from "ajv/dist/2020.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { datasetJsonSchema } from "../../src/intake/dataset-schema.ts";
import { describeFolder, describeWith } from "./describe-folder.ts";
import { DATASET_FILE, open, openGood, writeDataset } from "./open-folder.ts";

const TABLES = {
  "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
  "judgements.csv": "company,pillar,band\nc1,water,low\n",
};

/** Where faults are found when a good dataset.json is changed. */
async function faultsWith(change: object): Promise<string[]> {
  return (await describeWith(change)).problems.map(({ place }) => place);
}

const bands = (count: number): object => ({
  scale: { id: "s", bands: Array.from({ length: count }, (_, i) => ({ id: `b${i}`, label: `Band ${i}` })) },
});
const pillars = (count: number): object => ({
  pillars: Array.from({ length: count }, (_, i) => ({ id: `p-${i}`, label: `P ${i}` })),
});

describe("dataset.json", () => {
  it("becomes facts, with its defaults", async () => {
    const { facts } = await openGood(writeDataset(TABLES));
    assert.deepEqual(facts, {
      title: "Test",
      v1Title: "Country Trust Score Dataset",
      publisher: "Tests",
      year: 2026,
      homepage: null,
      licence: "CC-BY-4.0",
      notice: null,
      scale: { id: "three", bands: DATASET_FILE.scale.bands.map((band) => ({ ...band, description: null })) },
      pillars: DATASET_FILE.pillars.map((pillar) => ({ ...pillar, description: null })),
      sectorLabels: {},
      monitored: null,
      minimumCompanies: 6,
      measures: null,
      doesNotMeasure: [],
      judgeLabels: {},
      criterionLabels: {},
      mark: null,
    });
  });

  it("has a title of its own for each version of the API, or the usual one", async () => {
    const titlesOf = async (change: object): Promise<unknown[]> => {
      const { facts } = await describeWith({ title: undefined, ...change });
      return [facts?.title, facts?.v1Title];
    };
    assert.deepEqual(await titlesOf({}), ["Country Trust Bands Dataset", "Country Trust Score Dataset"]);
    assert.deepEqual(await titlesOf({ title: "A", v1_title: "B" }), ["A", "B"]);
    assert.deepEqual(await faultsWith({ title: " ", v1_title: "" }), ["/title", "/v1_title"]);
  });

  it("may say more", async () => {
    const more = {
      $schema: "x",
      homepage: "https://example.org",
      licence: "ODbL-1.0",
      notice: "Made up.",
      sectors: [{ slug: "food", label: "Food & drink" }],
      monitored: ["NA", "XK"],
      ranking: { minimum_companies: 1 },
    };
    const { facts } = await describeWith(more);
    assert.ok(facts);
    assert.deepEqual(
      [facts.homepage, facts.licence, facts.notice, facts.sectorLabels, facts.monitored, facts.minimumCompanies],
      ["https://example.org", "ODbL-1.0", "Made up.", { food: "Food & drink" }, ["NA", "XK"], 1],
    );
  });

  it("says what the bands measure, labels judges and criteria, and marks sentences", async () => {
    const { facts, problems } = await describeWith({
      measures: "How companies use\u00a0 water",
      does_not_measure: ["corruption", " quality of  government "],
      mark: "Fictional",
      judges: [{ id: "panel-a", label: "Panel A" }],
      criteria: [{ id: "constructor", label: "Who builds" }],
    });
    assert.deepEqual(problems, []);
    assert.ok(facts);
    const { measures, doesNotMeasure, mark, judgeLabels, criterionLabels } = facts;
    assert.deepEqual(
      { measures, doesNotMeasure, mark, judgeLabels, criterionLabels },
      {
        measures: "How companies use water.",
        doesNotMeasure: ["corruption", "quality of government"],
        mark: "Fictional",
        judgeLabels: { "panel-a": "Panel A" },
        criterionLabels: { constructor: "Who builds" },
      },
    );
  });

  it("is told what is wrong with them, in words", async () => {
    const { problems } = await describeWith({
      measures: 7,
      does_not_measure: ["corruption", "corruption", ""],
      mark: "Fictional: ",
      judges: [
        { id: "panel-a", label: "Panel A" },
        { id: " panel-a", label: "Panel B" },
      ],
      criteria: [{ id: "water" }],
    });
    assert.deepEqual(problems.map(({ place, expected }) => `${place}: ${expected}`).toSorted(), [
      "/criteria/0/label: the member label",
      "/does_not_measure/2: a text that is not empty",
      "/does_not_measure: no duplicate items",
      "/judges/1/id: every judge once",
      "/mark: a word or two without a colon or a full stop, such as Fictional",
      "/measures: a value of the type string",
    ]);
  });

  it("is told of labels that no judgement needs, and which id they may mean", async () => {
    const judges = ["panel-a", "Panel-A"].map((id) => ({ id, label: id }));
    const result = await open(
      writeDataset({
        ...TABLES,
        "judgements.csv": "company,pillar,band,judge\nc1,water,low,panel-a\n",
        "dataset.json": JSON.stringify({ ...DATASET_FILE, judges }),
      }),
    );
    const { problems } = result;
    if (result.ok) result.dataset.close();
    assert.deepEqual(
      problems.notices.filter((notice) => notice.includes("labels")),
      [
        'dataset.json labels judges that no judgement names: "Panel-A". The ids of judges are their texts in the column judge, in the same case.',
      ],
    );
  });

  it("has from 2 to 20 bands and from 1 to 100 pillars", async () => {
    assert.deepEqual(await faultsWith(bands(1)), ["/scale/bands"]);
    assert.deepEqual(await faultsWith(bands(21)), ["/scale/bands"]);
    assert.deepEqual(await faultsWith(pillars(0)), ["/pillars"]);
    assert.deepEqual(await faultsWith(pillars(101)), ["/pillars"]);
    assert.deepEqual(await faultsWith({ homepage: "ftp://example.org", notice: " ", monitored: [] }), [
      "/homepage",
      "/notice",
      "/monitored",
    ]);
  });

  it("has labels that are the same whatever the spaces in and around them", async () => {
    const repeated = [
      { id: "water", label: "Water use" },
      { id: "pay", label: " water\u00a0 use " },
    ];
    assert.deepEqual(
      (await describeWith({ pillars: repeated })).problems.map(({ place, expected }) => `${place}: ${expected}`),
      ["/pillars/1/label: ids and labels that /pillars/0 does not have"],
    );
    const { facts } = await describeWith({ pillars: [{ id: "water", label: "  Water  use " }] });
    assert.equal(facts?.pillars[0]?.label, "Water use");
  });

  it("is told what was expected instead of every fault, each once", async () => {
    const change = {
      title: "",
      publisher: " ",
      year: "2026",
      licence: 3,
      colour: 1,
      monitored: ["FR", "FR", "FRA"],
      pillars: [],
      ranking: { minimum_companies: 0 },
    };
    const { problems } = await describeWith(change);
    assert.deepEqual(problems.map(({ place, expected }) => `${place}: ${expected}`).toSorted(), [
      "/colour: no such member",
      "/licence: a value of the type string",
      '/monitored/2: a text of the pattern "^[A-Z]{2}$"',
      "/monitored: no duplicate items",
      "/pillars: at least 1 item",
      "/publisher: a text that is not empty",
      "/ranking/minimum_companies: a number >= 1",
      "/title: a text that is not empty",
      "/year: a value of the type integer",
    ]);
  });

  it("is told which member was meant, what an id may be, and where a comma is one too many", async () => {
    const tell = async (text: string): Promise<string[]> => {
      const { problems } = await describeFolder(writeDataset({ "dataset.json": text }));
      return problems.map(({ place, expected, advice }) => `${place}: ${expected}. ${advice ?? ""}`);
    };
    const wrong = {
      ...DATASET_FILE,
      titel: "Water",
      companies_without_country: "yes",
      pillars: [{ id: "A", label: "A" }],
    };
    const [titel, keep, id] = (await tell(JSON.stringify(wrong))).toSorted((a, b) => b.localeCompare(a, "en"));
    assert.match(titel ?? "", /^\/titel: no such member\. Did you mean title\? See /u);
    assert.match(keep ?? "", /^\/pillars\/0\/id: lower-case letters and digits, in parts joined by - or _\. /u);
    assert.match(id ?? "", /^\/companies_without_country: "keep"\. /u);
    const text = '{\n"title": "a, ]",\n"monitored": ["FR",],\n"year": 2026}';
    const [comma] = (await describeFolder(writeDataset({ "dataset.json": text }))).problems;
    assert.equal(`${comma?.place}: ${comma?.found}`, "line 3: no JSON: a comma before a closing bracket");
  });

  it("without a licence is told so, also where it has problems; a wrong one is answered with examples", async () => {
    const { licence: _, ...without } = DATASET_FILE;
    for (const [file, isLicenceNoticed] of [
      [without, true],
      [{ ...without, colour: 1 }, true],
      [{ ...without, licence: "CC BY 4.0" }, false],
      [{ ...without, licence: "" }, false],
    ] as const) {
      const { problems, notices } = await describeFolder(writeDataset({ "dataset.json": JSON.stringify(file) }));
      assert.equal(
        notices.some((notice) => notice.startsWith("dataset.json names no licence")),
        isLicenceNoticed,
      );
      if (!isLicenceNoticed)
        assert.equal(
          problems[0]?.expected,
          "an SPDX identifier of https://spdx.org/licenses/, such as CC-BY-4.0, CC0-1.0 or ODbL-1.0",
        );
    }
  });

  it("that is no UTF-8 is told with the byte that does not fit, and so is intake.sql", async () => {
    const latin1 = Buffer.from(JSON.stringify({ ...DATASET_FILE, title: "Café" }), "latin1");
    for (const [file, content] of [
      ["dataset.json", latin1],
      ["intake.sql", Buffer.from("-- Café", "latin1")],
    ] as const) {
      const { problems } = await open(writeDataset({ ...TABLES, [file]: content }));
      assert.deepEqual(
        problems.kinds.map(({ kind, table, shown }) => [kind, table, shown[0]?.place, shown[0]?.found]),
        [["bad_encoding", file, `byte ${content.indexOf(0xe9)}`, "the byte 0xE9, which is not UTF-8"]],
      );
    }
  });

  it("does without an intake.sql, but not with one that cannot be read", async () => {
    const { problems } = await open(writeDataset({ ...TABLES, "intake.sql/no-script.txt": "" }));
    assert.deepEqual(
      problems.kinds.map(({ kind, table }) => [kind, table]),
      [["unreadable_file", "intake.sql"]],
    );
  });

  it("is described by the schema that ships, which is one of draft 2020-12", () => {
    const shipped = JSON.parse(
      readFileSync(new URL("../../schemas/dataset.schema.json", import.meta.url), "utf8"),
    ) as Record<string, unknown>;
    assert.deepEqual(shipped, datasetJsonSchema());
    assert.ok(new Ajv2020({ strict: false }).validateSchema(shipped));
  });
});
