import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { array, assert as assertProperty, asyncProperty, boolean, constantFrom, record, subarray } from "fast-check";
import { judgedOnText } from "../../../src/trust/judged-on.ts";
import { open, openGood, rowsOf, writeDataset } from "../open-folder.ts";
import { makeWorkbook } from "../make-workbook.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

function mapped(mapping: unknown, files: Files): string {
  return writeDataset({ "mapping.json": JSON.stringify(mapping, null, 2), ...files });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Company, pillar, criterion, band and date of each judgement. */
async function judgementsIn(folder: string): Promise<string[]> {
  const dataset = await openGood(folder);
  const rows = await rowsOf(
    dataset,
    `SELECT c.id, j.pillar, t.text, j.band, j.judged_on FROM clean.judgement j JOIN clean.company c USING (company)
     LEFT JOIN clean.term t ON t.term = j.criterion`,
  );
  const { pillars, scale } = dataset.facts;
  return rows
    .map(([id, pillar, criterion, band, date]) =>
      [id, pillars[Number(pillar)]?.id, criterion, scale.bands[Number(band) - 1]?.id, judgedOnText(Number(date))]
        .map(textOf)
        .join("|"),
    )
    .toSorted();
}

async function companiesIn(folder: string): Promise<string[]> {
  const rows = await rowsOf(
    await openGood(folder),
    "SELECT id, name, country, sector, lei, aliases FROM clean.company",
  );
  return rows.map((row) => row.map(textOf).join("|")).toSorted();
}

/** The problems of a dataset, each `place: found; expected … advice`, and its notices. */
async function saidOf(folder: string): Promise<{ problems: string[]; notices: readonly string[] }> {
  const { problems } = await open(folder);
  const said = problems.kinds.flatMap(({ shown }) =>
    shown.map(({ place, found, expected, advice }) => `${place}: ${found}; expected ${expected}. ${advice ?? ""}`),
  );
  return { problems: said, notices: problems.notices };
}

const SURVEY = {
  tables: { survey: { files: ["survey.csv"] } },
  companies: { table: "survey", name: "Firm", country: "Land" },
  judgements: [{ table: "survey", company: "Firm", columns: { Water: { pillar: "water" }, Pay: { pillar: "pay" } } }],
};

describe("mapping.json", () => {
  test("columns of words and scores, each with a conversion of its own", async () => {
    const folder = mapped(
      {
        ...SURVEY,
        judgements: [
          {
            table: "survey",
            company: "Firm",
            date: "Seen",
            conversion: "score",
            columns: {
              Water: { pillar: "water", criterion: "Use" },
              Spills: { pillar: "water", criterion: "Spills", conversion: "spills" },
              Pay: { pillar: "pay", conversion: "words" },
            },
          },
        ],
        conversions: {
          score: { cuts: [40, 70] },
          spills: { cuts: [70, 40], lower_is_better: true },
          words: { values: { low: ["bad", ""], high: ["fine"] } },
        },
        not_judged: ["n/a"],
      },
      {
        "survey.csv":
          'Firm,Land,Seen,Water,Spills,Pay\nAcme,FR,2025-03-05T01:00,40,70,Bad\nBonn,DE,2025-04-01 23:59:59Z,"39,9",40,fine\nCole,US,2025,n/a,39,\n',
      },
    );
    assert.deepEqual(await judgementsIn(folder), [
      "Acme|pay||low|2025-03-05",
      "Acme|water|Spills|low|2025-03-05",
      "Acme|water|Use|middle|2025-03-05",
      "Bonn|pay||high|2025-04-01",
      "Bonn|water|Spills|middle|2025-04-01",
      "Bonn|water|Use|low|2025-04-01",
      "Cole|pay||low|2025",
      "Cole|water|Spills|high|2025",
    ]);
  });

  test("a table, a column and a band may have the name of a member of every object", async () => {
    const folder = mapped(
      {
        tables: { constructor: { files: ["constructor.csv"] } },
        companies: { table: "constructor", name: "__proto__", country: "Land" },
        judgements: [
          {
            table: "constructor",
            company: "__proto__",
            columns: { toString: { pillar: "water" } },
            conversion: "valueOf",
          },
        ],
        conversions: { valueOf: { values: { high: ["hasOwnProperty"] } } },
      },
      { "constructor.csv": "__proto__,Land,toString\nAcme,FR,hasOwnProperty\n" },
    );
    assert.deepEqual(await judgementsIn(folder), ["Acme|water||high|"]);
  });

  test("counts per band become as many judgements", async () => {
    const folder = mapped(
      {
        ...SURVEY,
        judgements: [
          { table: "survey", company: "Firm", pillar: { value: "water" }, counts: { Good: "high", Poor: "low" } },
        ],
      },
      { "survey.csv": "Firm,Land,Good,Poor\nAcme,FR,2,1\nBonn,DE,0,\n" },
    );
    assert.deepEqual(await judgementsIn(folder), [
      "Acme|water|Good 1|high|",
      "Acme|water|Good 2|high|",
      "Acme|water|Poor 1|low|",
    ]);
  });

  test("a count that is none is reported", async () => {
    const folder = mapped(
      {
        ...SURVEY,
        judgements: [{ table: "survey", company: "Firm", pillar: { value: "water" }, counts: { Good: "high" } }],
      },
      { "survey.csv": "Firm,Land,Good\nAcme,FR,1.5\n" },
    );
    assert.match((await saidOf(folder)).problems.join("\n"), /found|1\.5/u);
  });

  test("scores that are no numbers are reported, each with what to do", async () => {
    const folder = mapped(
      {
        ...SURVEY,
        judgements: [{ table: "survey", company: "Firm", columns: { Water: { pillar: "water" } }, conversion: "cut" }],
        conversions: { cut: { cuts: [40, 70] } },
      },
      { "survey.csv": "Firm,Land,Water\nAcme,FR,<5\nBonn,FR,30/100\nCole,FR,(30)\nDorn,FR,50\nElba,FR,none\n" },
    );
    const advice = (await saidOf(folder)).problems.map((problem) => /: ([^;]*); .*\. (.*)$/u.exec(problem)?.slice(1));
    assert.deepEqual(
      advice.toSorted((a = [], b = []) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1)),
      [
        ["(30)", "In accounts this is a negative number: write which one is meant."],
        ["30/100", "Write the points alone, and in mapping.json with share_of how many can be had."],
        ["<5", "A bound is no score: correct it, or name it in /not_judged of mapping.json."],
        ["none", ""],
      ],
    );
  });

  test("a value that a lookup lacks is what else says, or stays as it is", async () => {
    const lookup = { table: "places", key: "code", value: "land" };
    const files = {
      "survey.csv": "Firm,Land,Water\nAcme,x1,high\nBonn,FR,low\n",
      "places.csv": "code,land\nx1,Peru\n",
    };
    for (const [country, other] of [
      [{ column: "Land", lookup }, "FR"],
      [{ column: "Land", lookup, else: "Norway" }, "NO"],
    ] as const) {
      const folder = mapped(
        {
          tables: { ...SURVEY.tables, places: { files: ["places.csv"] } },
          companies: { ...SURVEY.companies, country },
          judgements: [{ table: "survey", company: "Firm", columns: { Water: { pillar: "water" } } }],
        },
        files,
      );
      assert.deepEqual(
        (await companiesIn(folder)).map((row) => row.split("|", 3).join("|")),
        ["Acme|Acme|PE", `Bonn|Bonn|${other}`],
      );
    }
  });

  test("a share of a maximum that stands in another table, and the pillar beside it", async () => {
    const folder = mapped(
      {
        tables: {
          firms: { files: ["firms/*.yml"] },
          answers: { files: ["firms/*.yml"], member: "answers" },
          questions: { files: ["questions.yml"] },
        },
        companies: { table: "firms", id: "name of the file", name: "name", country: { value: "DE" } },
        judgements: [
          {
            table: "answers",
            company: "name of the file",
            pillar: { column: "title", lookup: { table: "questions", key: "title", value: "topic" } },
            criterion: "title",
            value: "points",
            date: "updated",
            conversion: "share",
          },
        ],
        conversions: {
          share: {
            cuts: [0.01, 1],
            share_of: { column: "title", lookup: { table: "questions", key: "title", value: "max" } },
          },
        },
      },
      {
        "questions.yml": "- title: Meters\n  topic: water\n  max: 10\n- title: Wages\n  topic: pay\n  max: 2\n",
        "firms/acme.yml":
          "name: Acme\nupdated: 2024\nanswers:\n  - title: Meters\n    points: 9\n  - title: Wages\n    points: 2\n",
        "firms/bonn.yml": "name: Bonn\nupdated: 2025\nanswers:\n  - title: Meters\n    points: 0\n",
        "firms/cole.yml": "name: Cole\n",
      },
    );
    assert.deepEqual(await judgementsIn(folder), [
      "acme|pay|Wages|high|2024",
      "acme|water|Meters|middle|2024",
      "bonn|water|Meters|low|2025",
    ]);
    assert.equal((await companiesIn(folder)).length, 3);
  });

  test("one JSON document a company, its name as the key, and the best of a list", async () => {
    const folder = mapped(
      {
        tables: { services: { files: ["services/*.json"] } },
        companies: {
          table: "services",
          id: "domain",
          name: "key",
          country: { column: "regions", list: "only", without: "-", else: "US" },
          sector: { column: "kinds", list: "first", else: "Other" },
        },
        judgements: [
          { table: "services", company: "domain", pillar: { value: "pay" }, value: "methods", conversion: "best" },
        ],
        conversions: { best: { list: "best", values: { low: [""], middle: ["sms", "mail"], high: ["key"] } } },
      },
      {
        "services/a.json":
          '{"A & Co": {"domain": "a.example", "methods": ["sms", "key"], "regions": ["fr", "-de"], "kinds": ["Food", "Toys"]}}',
        "services/b.json": '{"Bee": {"domain": "b.example", "regions": ["fr", "de"]}}',
        "services/c.json": '{"Cee": {"domain": "c.example", "methods": ["mail"], "kinds": ["Toys"]}}',
      },
    );
    assert.deepEqual(await companiesIn(folder), [
      "a.example|A & Co|FR|food||",
      "b.example|Bee|US|other||",
      "c.example|Cee|US|toys||",
    ]);
    assert.deepEqual(await judgementsIn(folder), [
      "a.example|pay||high|",
      "b.example|pay||low|",
      "c.example|pay||middle|",
    ]);
  });

  test("a workbook for each company: its name in a cell, two lines of header", async () => {
    const book = (name: string, band: string) =>
      makeWorkbook({
        sheets: [
          {
            name: "Read me",
            rows: [
              ["x", "y"],
              ["1", "2"],
            ],
          },
          {
            name: "Answers",
            rows: [
              ["Firm:", name],
              [null, null],
              ["Water", null],
              ["Use", "Land"],
              [band, "FR"],
            ],
          },
        ],
      });
    const folder = mapped(
      {
        tables: { answers: { files: ["*.xlsx"], sheet: "Ans*", header: [3, 4], add: { Firm: { cell: "B1" } } } },
        companies: { table: "answers", name: "Firm", country: "Water – Land" },
        judgements: [{ table: "answers", company: "Firm", columns: { "Water – Use": { pillar: "water" } } }],
      },
      { "a.xlsx": book("Acme", "low"), "b.xlsx": book("Bonn", "high") },
    );
    assert.deepEqual(await judgementsIn(folder), ["Acme|water||low|", "Bonn|water||high|"]);
  });

  test("waves: the newest row of a company counts, its former name is an alias, two countries are a question", async () => {
    const mapping = {
      tables: { survey: { files: ["survey-*.csv"], wave: { from: "file" }, also: { Water: ["Water use"] } } },
      companies: { table: "survey", id: "Nr", name: "Firm", country: "Land" },
      judgements: [
        { table: "survey", company: "Nr", date: "year of the file", columns: { Water: { pillar: "water" } } },
      ],
    };
    const files = {
      "survey-2025.csv": "Nr,Firm,Land,Water use\n1x,Acme,FR,low\n2x,Bonn,DE,low\n",
      "survey-2026.csv": "Nr,Firm,Land,Water\n1x,Acme Group,FR,high\n",
    };
    const folder = mapped(mapping, files);
    assert.deepEqual(await companiesIn(folder), ["1x|Acme Group|FR|not-stated||Acme", "2x|Bonn|DE|not-stated||"]);
    // The judgement of 2025 of the first one is superseded.
    assert.deepEqual(await judgementsIn(folder), ["1x|water||high|2026", "2x|water||low|2025"]);
    const moved = mapped(mapping, { ...files, "survey-2026.csv": "Nr,Firm,Land,Water\n1x,Acme,BE,high\n" });
    assert.match((await saidOf(moved)).problems.join("\n"), /1x/u);
  });

  test("names of one company, and an LEI with wrong check digits", async () => {
    const folder = mapped(
      {
        ...SURVEY,
        companies: { ...SURVEY.companies, lei: "LEI" },
        same: [{ names: ["Intel Corp.", "Intel Corporation"], keep: "Intel Corporation" }],
      },
      {
        "survey.csv":
          "Firm,Land,Water,Pay,LEI\nIntel Corporation,US,low,,5493001KJTIIGC8Y1R12\nIntel Corp.,US,,high,\nBonn,DE,low,low,5493001KJTIIGC8Y1R13\n",
      },
    );
    assert.deepEqual(await companiesIn(folder), [
      "Bonn|Bonn|DE|not-stated||",
      "Intel Corporation|Intel Corporation|US|not-stated|5493001KJTIIGC8Y1R12|Intel Corp.",
    ]);
    assert.equal((await judgementsIn(folder)).filter((row) => row.startsWith("Intel Corporation|")).length, 2);
    const { notices } = await saidOf(folder);
    assert.ok(
      notices.some((notice) =>
        notice.includes('1 LEI has wrong check digits or another form, and is left out: "5493001KJTIIGC8Y1R13"'),
      ),
      notices.join("\n"),
    );
    assert.ok(notices.includes("mapping.json: 1 decision applied"), notices.join("\n"));
  });
});

describe("next year's file, and the decisions of this year", () => {
  const mapping = {
    ...SURVEY,
    tables: { survey: { files: ["survey.csv"], row: "Firm", leave_out: [{ column: "Firm", is: ["Total"] }] } },
    corrections: [
      { table: "survey", column: "Water", was: "hihg", now: "high" },
      { table: "survey", column: "Pay", row: "Acme", was: "1ow", now: "low", why: "letter l" },
      { table: "survey", column: "Pay", row: "Bonn", was: "hi", now: "high" },
      { table: "survey", column: "Pay", row: "Cole", was: "x", now: "low" },
    ],
  };

  test("each is applied, no longer needed, changed in the file, or its row is not there", async () => {
    const folder = mapped(mapping, {
      "survey.csv": "Firm,Land,Water,Pay\nAcme,FR,hihg,low\nBonn,DE,hihg,middle\nTotal,,2,2\n",
    });
    const { notices } = await saidOf(folder);
    const said = notices.filter((notice) => /^(?:mapping|survey)/u.test(notice));
    assert.deepEqual(said, [
      "mapping.json: 1 decision applied",
      'mapping.json /corrections/1: no longer needed: survey, "Pay" in the row "Acme": "1ow" is "low"',
      'mapping.json /corrections/2: changed in the file: survey, "Pay" in the row "Bonn": "hi" is "high"; the file has "middle" now: decide',
      'mapping.json /corrections/3: row not there: survey, "Pay" in the row "Cole": "x" is "low"',
      'survey: 1 row is left out, because "Firm" is "Total"',
    ]);
    assert.deepEqual(await judgementsIn(folder), [
      "Acme|pay||low|",
      "Acme|water||high|",
      "Bonn|pay||middle|",
      "Bonn|water||high|",
    ]);
  });

  test("rows are removed, renamed and corrected in a second wave, and each decision says what became of it", async () => {
    const decided = {
      tables: {
        survey: {
          files: ["survey-*.csv"],
          wave: { from: "file" },
          row: "Firm",
          also: { Water: ["Water use"] },
          leave_out: [{ column: "Firm", is: ["Total"] }],
        },
      },
      companies: { table: "survey", name: "Firm", country: "Land" },
      judgements: [
        {
          table: "survey",
          company: "Firm",
          date: "year of the file",
          columns: { Water: { pillar: "water" }, Pay: { pillar: "pay" } },
        },
      ],
      corrections: [
        { table: "survey", column: "Water", was: "hihg", now: "high" },
        { table: "survey", column: "Pay", row: "Acme Corp.", wave: "2025", was: "1ow", now: "low" },
        { table: "survey", column: "Pay", row: "Acme Corp.", wave: "2026", was: "mid", now: "middle" },
        { table: "survey", column: "Pay", row: "Dorn", was: "x", now: "low" },
      ],
      same: [
        { names: ["Acme Corp.", "Acme Corporation"], keep: "Acme Corporation" },
        { names: ["Dorn", "Dorn AG"], keep: "Dorn" },
      ],
      different: [
        ["Bonn", "Bohn"],
        ["Cole", "Coal"],
      ],
    };
    const folder = mapped(decided, {
      // Next year Cole is removed, Bohn is new, and one cell was corrected in the file.
      "survey-2025.csv": "Firm,Land,Water use,Pay\nAcme Corp.,FR,hihg,1ow\nBonn,DE,low,low\nCole,US,low,low\n",
      "survey-2026.csv": "Firm,Land,Water,Pay\nAcme Corp.,FR,high,middle\nBonn,DE,hihg,low\nBohn,DE,low,low\n",
    });
    const { notices } = await saidOf(folder);
    assert.deepEqual(
      notices.filter((notice) => notice.startsWith("mapping")),
      [
        "mapping.json: 4 decisions applied",
        'mapping.json /corrections/2: no longer needed: survey, "Pay" in the row "Acme Corp.", "2026": "mid" is "middle"',
        'mapping.json /corrections/3: row not there: survey, "Pay" in the row "Dorn": "x" is "low"',
        'mapping.json /same/1: row not there: one company: "Dorn", "Dorn AG"',
        'mapping.json /different/1: row not there: two companies: "Cole", "Coal"; the file lacks "Coal"',
        'mapping.json /tables/survey/leave_out/0: no longer needed: survey: rows whose "Firm" is "Total" are left out, and there are none',
      ],
    );
    // The name that stays is in no file: the company is called so all the same.
    assert.deepEqual(await companiesIn(folder), [
      "Acme Corporation|Acme Corporation|FR|not-stated||Acme Corp.",
      "Bohn|Bohn|DE|not-stated||",
      "Bonn|Bonn|DE|not-stated||",
      "Cole|Cole|US|not-stated||",
    ]);
    assert.deepEqual(await judgementsIn(folder), [
      "Acme Corporation|pay||middle|2026",
      "Acme Corporation|water||high|2026",
      "Bohn|pay||low|2026",
      "Bohn|water||low|2026",
      "Bonn|pay||low|2026",
      "Bonn|water||high|2026",
      "Cole|pay||low|2025",
      "Cole|water||low|2025",
    ]);
  });

  test("two countries of one company are reported, also where its names are merged", async () => {
    const folder = mapped(
      { ...SURVEY, same: [{ names: ["Acme Corp.", "Acme"], keep: "Acme" }] },
      { "survey.csv": "Firm,Land,Water,Pay\nAcme,FR,low,\nAcme Corp.,DE,,low\n" },
    );
    assert.match((await saidOf(folder)).problems.join("\n"), /Acme.*country/u);
  });

  test("counts before an intake.sql, which is left as it is", async () => {
    const folder = mapped(SURVEY, { "survey.csv": "Firm,Land,Water,Pay\nAcme,FR,low,high\n", "intake.sql": "-- mine" });
    assert.equal((await judgementsIn(folder)).length, 2);
    const { notices } = await saidOf(folder);
    assert.ok(
      notices.some((notice) => notice.startsWith("intake.sql is not read, because mapping.json counts")),
      notices.join(),
    );
    assert.equal(readFileSync(path.join(folder, "intake.sql"), "utf8"), "-- mine");
  });
});

describe("mistakes in mapping.json are named by line and member", () => {
  const survey = { "survey.csv": "Firm,Land,Water,Pay\nAcme,FR,low,high\n" };
  const CASES: readonly [name: string, mapping: unknown, said: RegExp][] = [
    ["an unknown member", { ...SURVEY, judgments: [] }, /\/judgments: an unknown member.*Did you mean judgements/u],
    [
      "a value of no form",
      { ...SURVEY, companies: { ...SURVEY.companies, name: 3 } },
      /line \d+, \/companies\/name: 3; expected The name: the name of a column/u,
    ],
    [
      "a table that is not there",
      { ...SURVEY, companies: { ...SURVEY.companies, table: "firms" } },
      /\/companies\/table: "firms"; expected one of the tables survey/u,
    ],
    ["a file that is not there", { ...SURVEY, tables: { survey: { files: ["s*.tsv"] } } }, /no file s\*\.tsv/u],
    [
      "a column of another name",
      { ...SURVEY, companies: { ...SURVEY.companies, sector: "Watter" } },
      /no column "Watter".*If it is "Water" now, say so/u,
    ],
    [
      "a pillar that is none",
      { ...SURVEY, judgements: [{ table: "survey", company: "Firm", columns: { Water: { pillar: "wine" } } }] },
      /\/judgements\/0\/columns\/Water\/pillar: "wine"/u,
    ],
    [
      "cuts that are too few",
      { ...SURVEY, conversions: { a: { cuts: [1] } } },
      /\/conversions\/a\/cuts: 1; expected 2 cuts for 3 bands/u,
    ],
    ["cuts that fall", { ...SURVEY, conversions: { a: { cuts: [2, 1] } } }, /cuts that rise, or "lower_is_better"/u],
    [
      "a conversion that is none",
      { ...SURVEY, judgements: [{ ...SURVEY.judgements[0], conversion: "x" }] },
      /no conversion: there are none/u,
    ],
    [
      "a band that is none",
      { ...SURVEY, conversions: { a: { values: { great: ["x"] } } } },
      /"great"; expected one of the bands low, middle, high/u,
    ],
    [
      "a correction of a row in a table without names",
      { ...SURVEY, corrections: [{ table: "survey", column: "Pay", was: "a", now: "b", row: "Acme" }] },
      /\/corrections\/0\/row/u,
    ],
    [
      "a merge that keeps another name",
      { ...SURVEY, same: [{ names: ["a", "b"], keep: "c" }] },
      /\/same\/0\/keep: "c"; expected one of the names a, b/u,
    ],
    [
      "no pillar",
      { ...SURVEY, judgements: [{ table: "survey", company: "Firm", value: "Pay" }] },
      /a pillar beside value/u,
    ],
  ];
  for (const [name, mapping, said] of CASES)
    test(name, async () => assert.match((await saidOf(mapped(mapping, survey))).problems.join("\n"), said));

  test("what is no JSON", async () => {
    const folder = writeDataset({ "mapping.json": '{\n  "tables": {},\n  "companies": {},\n}\n', ...survey });
    assert.match((await saidOf(folder)).problems.join("\n"), /^line 3: no JSON: a comma before a closing bracket/mu);
  });
});

describe("a mapping gives the rows that a slow reader finds", () => {
  const WORDS = ["low", "high", "GOOD", "n/a", "", "  ", "4O", "17", "39.5", "40", "70", "88"];
  const cell = constantFrom(...WORDS);
  const NAMES = ["Acme", "Bonn", "Cole", "Total", ...Array.from({ length: 46 }, (_, i) => `Firm ${i} & Co`)];
  const answers = record({ water: cell, pay: cell, points: constantFrom("12", "40", "70,0", "99", "-", "") });
  const corrections = subarray([
    { table: "survey", column: "Water", was: "4O", now: "40" },
    { table: "survey", column: "Pay", was: "GOOD", now: "high" },
    { table: "survey", column: "Pay", row: "Acme", was: "17", now: "low" },
  ]);
  const settings = record({
    leavesOut: boolean(),
    isFalling: boolean(),
    emptyIsLow: boolean(),
    corrections,
  });

  test("for tables of up to 50 rows", async () => {
    await assertProperty(
      asyncProperty(array(answers, { minLength: 20, maxLength: NAMES.length }), settings, async (rows, chosen) => {
        const { leavesOut, isFalling, emptyIsLow } = chosen;
        const mapping = {
          tables: {
            survey: {
              files: ["survey.csv"],
              row: "Firm",
              ...(leavesOut ? { leave_out: [{ column: "Firm", is: ["total"] }] } : {}),
            },
          },
          companies: { table: "survey", name: "Firm", country: { value: "FR" } },
          judgements: [
            {
              table: "survey",
              company: "Firm",
              conversion: "words",
              columns: {
                Water: { pillar: "water" },
                Pay: { pillar: "pay", criterion: "Words" },
                Points: { pillar: "pay", criterion: "Points", conversion: "points" },
              },
            },
          ],
          conversions: {
            words: {
              values: { low: ["low", ...(emptyIsLow ? [""] : [])], middle: WORDS.slice(6), high: ["high", "good"] },
            },
            points: isFalling ? { cuts: [70, 40], lower_is_better: true } : { cuts: [40, 70] },
          },
          not_judged: ["N/A", "-"],
          corrections: chosen.corrections,
        };
        const lines = rows.map(({ water, pay, points }, i) =>
          [NAMES[i] ?? "", water, pay, points].map((text) => `"${text}"`).join(","),
        );
        const folder = mapped(mapping, { "survey.csv": `Firm,Water,Pay,Points\n${lines.join("\n")}\n` });
        const expected = rows.flatMap((each, i) => slowly(NAMES[i] ?? "", each, chosen));
        if (expected.length === 0) return;
        assert.deepEqual(await judgementsIn(folder), expected.toSorted());
      }),
      { numRuns: 10 },
    );
  });

  interface Chosen {
    readonly leavesOut: boolean;
    readonly isFalling: boolean;
    readonly emptyIsLow: boolean;
    readonly corrections: readonly { column: string; row?: string; was: string; now: string }[];
  }

  function slowly(firm: string, row: { water: string; pay: string; points: string }, chosen: Chosen): string[] {
    if (chosen.leavesOut && firm === "Total") return [];
    const corrected = (column: string, text: string): string =>
      chosen.corrections.find(
        (each) => each.column === column && each.was === text.trim() && (each.row ?? firm) === firm,
      )?.now ?? text;
    const word = (column: string, text: string): string | null => {
      const value = corrected(column, text).trim().toLowerCase();
      if (value === "") return chosen.emptyIsLow ? "low" : null;
      if (value === "n/a") return null;
      return value === "low" ? "low" : value === "high" || value === "good" ? "high" : "middle";
    };
    const points = Number(row.points.replace(",", "."));
    const isJudged = row.points !== "" && row.points !== "-";
    const rank = chosen.isFalling ? (points >= 70 ? 0 : points >= 40 ? 1 : 2) : points < 40 ? 0 : points < 70 ? 1 : 2;
    return [
      ["water", "", word("Water", row.water)],
      ["pay", "Words", word("Pay", row.pay)],
      ["pay", "Points", isJudged ? (["low", "middle", "high"][rank] ?? "") : null],
    ].flatMap(([pillar, criterion, band]) => (band === null ? [] : [[firm, pillar, criterion, band, ""].join("|")]));
  }
});

test("a table called like a result is refused, with the names that are taken", async () => {
  for (const name of ["companies", "judgements", "products", "replies"]) {
    const tables = { [name]: { files: ["survey.csv"] } };
    const folder = mapped(
      { ...SURVEY, tables, companies: { ...SURVEY.companies, table: name } },
      { "survey.csv": "Firm,Land,Water,Pay\nAlpha,France,good,good\n" },
    );
    assert.match((await saidOf(folder)).problems.join("\n"), /companies\|judgements\|products\|replies/u);
  }
});
