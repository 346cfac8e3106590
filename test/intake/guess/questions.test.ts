import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { orderedValues, provenOrder } from "../../../src/intake/guess/known-bands.ts";
import { makeWorkbook } from "../make-workbook.ts";
import { countryOf, faulty, guessed, NAMES, rowsOf } from "./guess-files.ts";

/** A column of a survey: its heading, and what stands in the row of each name. */
type Column = readonly [heading: string, cellOf: (i: number) => string | number];

const surveyOf = (...columns: readonly Column[]): string =>
  rowsOf(
    ["Company", "Country", ...columns.map(([heading]) => heading)].join(","),
    NAMES.map((name, i) => [name, countryOf(i), ...columns.map(([, cellOf]) => cellOf(i))]),
  );
const score: Column = ["Score", (i) => 12 + 8 * i];

interface Case {
  readonly kind: string;
  readonly columns: readonly Column[];
  /** The columns that judge. */
  readonly judged: readonly string[];
  /** What is asked, by the column it is about; none of all others. */
  readonly asked?: Readonly<Record<string, RegExp>>;
}

/** Small files that keep a rule, or break it in one way. */
const CASES: readonly Case[] = [
  { kind: "two scores", columns: [score, ["Pay", (i) => 90 - 7 * i]], judged: ["Score", "Pay"] },
  {
    kind: "points and what can be had at most",
    columns: [
      ["Points", (i) => 3 + i],
      ["Max", (i) => (i % 2 === 0 ? 20 : 15)],
    ],
    judged: ["Points"],
    asked: { Max: /^No row has more in "Points" than in "Max"/u },
  },
  {
    kind: "points and a maximum with a comma in its thousands",
    columns: [
      ["Points", (i) => (i % 2 === 0 ? 930 + 7 * i : `${807 + i}.5`)],
      ["Max", (i) => (i % 2 === 0 ? `"1,000"` : "900.5")],
    ],
    judged: ["Points"],
    asked: { Max: /^No row has more in "Points" than in "Max"/u },
  },
  {
    kind: "a score that is called Maximum effort and falls below another",
    columns: [
      ["Points", (i) => 13 + i],
      ["Maximum effort", (i) => 31 - 2 * i],
    ],
    judged: ["Points", "Maximum effort"],
  },
  {
    kind: "one score in three years",
    columns: (["2023", "2024", "2025"] as const).map((year, k) => [year, (i) => 10 + 5 * i + k]),
    judged: ["2025"],
    asked: {
      2023: /^"2023" is of an older year than "2025", which judges/u,
      2024: /^"2024" is of an older year than "2025"/u,
    },
  },
  {
    kind: "two topics with the years of their standards",
    columns: [
      ["Rules of 2019", (i) => 11 + 5 * i],
      ["Pay by 2030", (i) => 80 - 6 * i],
    ],
    judged: ["Rules of 2019", "Pay by 2030"],
  },
  {
    kind: "two columns of one heading",
    columns: [score, ["Score", (i) => 70 - 3 * i]],
    judged: ["Score"],
    asked: { "Score (2)": /^Two columns are called "Score"/u },
  },
  { kind: "a size by its name", columns: [score, ["Staff", (i) => 12 + 9 * i]], judged: ["Score"] },
  {
    kind: "a size by its numbers",
    columns: [score, ["Tiendas", (i) => 12 + 90 * i]],
    judged: ["Score"],
    asked: { Tiendas: /^"Tiendas" runs from 12 to 822, and "Score" runs from 12 to 84/u },
  },
  {
    kind: "a code of surveys below a scale",
    columns: [["Score", (i) => (i === 3 ? -99 : 12 + 8 * i)]],
    judged: [],
    asked: { Score: /^"Score" runs from 12 to 84, but for "-99"\. .*\/not_judged/u },
  },
  {
    kind: "a code of surveys above a scale",
    columns: [["Score", (i) => (i === 3 ? 999 : 12 + 8 * i)]],
    judged: [],
    asked: { Score: /but for "999"/u },
  },
  { kind: "-1, 0 and 1", columns: [["Score", (i) => (i % 3) - 1]], judged: ["Score"] },
  { kind: "99 far above the rest", columns: [["Score", (i) => (i === 3 ? 99 : 20 + 4 * i)]], judged: ["Score"] },
  { kind: "scores below nothing", columns: [["Score", (i) => 12 * i - 40]], judged: ["Score"] },
  { kind: "99 on a scale to 100", columns: [["Score", (i) => (i === 3 ? 99 : 20 + 8 * i)]], judged: ["Score"] },
  {
    kind: "Yes and No that decide a rating",
    columns: [
      ["Policy", (i) => (i % 2 === 0 ? "Yes" : "No")],
      ["Target", (i) => (i % 4 < 2 ? "Yes" : "No")],
      ["Rating", (i) => (i % 4 === 0 ? "High" : i % 4 === 3 ? "Low" : "Medium")],
    ],
    judged: ["Rating"],
  },
  {
    kind: "Yes and No beside a rating that they do not decide",
    columns: [
      ["Policy", (i) => (i % 2 === 0 ? "Yes" : "No")],
      ["Target", (i) => (i % 4 < 2 ? "Yes" : "No")],
      ["Rating", (i) => (i < 4 ? "High" : "Low")],
    ],
    judged: ["Rating"],
  },
  { kind: "Yes and No with no rating", columns: [["Policy", (i) => (i % 4 ? "Yes" : "No")]], judged: ["Policy"] },
  {
    kind: "a risk of each country",
    columns: [score, ["Risk", (i) => 20 + 3 * (i % 5)]],
    judged: ["Score"],
    asked: { Risk: /^"Risk" is the same in all rows of each "Country"/u },
  },
  {
    kind: "a column without a heading",
    columns: [score, ["", (i) => 90 - 7 * i]],
    judged: ["Score"],
    asked: { "column 4": /^"column 4" has no heading/u },
  },
  {
    kind: "counts of answers by band",
    columns: ["High", "Medium", "Low"].map((band, k) => [band, (i) => (i * (k + 2)) % 5]),
    judged: [],
    asked: { High: /^"High", "Medium", "Low" are called like bands/u, Medium: /counts/u, Low: /counts/u },
  },
  {
    kind: "-1 below a scale",
    columns: [["Score", (i) => (i === 3 ? -1 : 12 + 8 * i)]],
    judged: [],
    asked: { Score: /but for "-1"/u },
  },
  {
    kind: "9 above a scale of five",
    columns: [["Score", (i) => (i === 3 ? 9 : 1 + (i % 3))]],
    judged: [],
    asked: { Score: /runs from 1 to 3, but for "9"/u },
  },
  {
    kind: "coordinates and postcodes",
    columns: [score, ["Lat", (i) => 48.1 + i / 3], ["Lon", (i) => 7.2 + i / 7], ["PLZ", (i) => 10_115 + 931 * i]],
    judged: ["Score"],
  },
  { kind: "a grade that is called Note", columns: [["Note", (i) => 12 + ((7 * i) % 9)]], judged: ["Note"] },
  { kind: "footnotes", columns: [score, ["Footnote", (i) => 1 + (i % 3)]], judged: ["Score"] },
  {
    kind: "dates in words",
    columns: [score, ["Date", (i) => (i % 2 ? "March 2025" : "Q2 2025")]],
    judged: ["Score"],
    asked: { Date: /no date in numbers with a year of four digits: "March 2025"/u },
  },
  {
    kind: "dates in two orders",
    columns: [score, ["Date", (i) => (i % 2 === 0 ? "14/03/2025" : "03/15/2025")]],
    judged: ["Score"],
    asked: { Date: /^"14\/03\/2025" has the day first, and "03\/15\/2025" the month/u },
  },
  {
    kind: "years of two digits",
    columns: [score, ["Date", (i) => `03/${14 + i}/25`]],
    judged: ["Score"],
    asked: { Date: /no date in numbers with a year of four digits: "03\/14\/25"/u },
  },
  { kind: "dates in one order", columns: [score, ["Date", (i) => `${14 + i}/03/2025`]], judged: ["Score"] },
];

describe("what is asked of small files", () => {
  for (const { kind, columns, judged, asked = {} } of CASES)
    test(kind, async () => {
      const found = await guessed({ "survey.csv": surveyOf(...columns) });
      assert.deepEqual(Object.keys(found.mapping.judgements?.[0]?.columns ?? {}).toSorted(), [...judged].toSorted());
      assert.deepEqual(found.asked.map(({ column }) => column).toSorted(), Object.keys(asked).toSorted());
      for (const { column, said } of found.asked) assert.match(said, asked[column] ?? /^$/u);
    });

  /** Names that are asked about, and those that are not. */
  const ASKED_NAMES: readonly (readonly [
    kind: string,
    rows: readonly (readonly (string | number)[])[],
    said: RegExp,
  ])[] = [
    ["half of them numbers", NAMES.map((name, i) => [i % 2 ? name : 1000 + i, 12 + i]), /^5 of 10 names are numbers/u],
    [
      "two days",
      NAMES.map((name, i) => [i > 7 ? `2024-09-0${i}` : name, 12 + i]),
      /^2 of 10 names are days: "2024-09-08"/u,
    ],
    [
      "days as a spreadsheet counts them",
      NAMES.map((name, i) => [i > 8 ? 45_539 : name, 12 + i]),
      /are days: "45539"/u,
    ],
    [
      "a sentence",
      NAMES.map((name, i) => [i > 8 ? `${"It was fined in the year ".repeat(3)}before.` : name, 12 + i]),
      /^1 of 10 names are sentences/u,
    ],
    ["three with numbers", NAMES.map((name, i) => [i > 6 ? 360 + i : name, 12 + i]), /^$/u],
    ["a long name", NAMES.map((name, i) => [i > 8 ? "x".repeat(15_000) : name, 12 + i]), /^$/u],
    [
      "two rows that differ",
      [...NAMES.map((name, i) => [name, 12 + i]), ["Fjord", 70]],
      /^1 of 10 names have several rows: "Fjord" has 2, which differ in "Score"/u,
    ],
    ["two equal rows", [...NAMES.map((name, i) => [name, 12 + i]), ["Fjord", 17]], /^$/u],
  ];
  for (const [kind, rows, said] of ASKED_NAMES)
    test(`names: ${kind}`, async () => {
      const lines = rows.map(([name = "", cell = ""]) => [name, "Peru", cell]);
      const { asked } = await guessed({ "survey.csv": rowsOf("Company,Country,Score", lines) });
      assert.match(asked.map((each) => each.said).join(), said);
    });

  test("one name at several addresses, which are no pillars", async () => {
    const rows = NAMES.map((name, i) => [
      i < 6 ? "The Plough" : name,
      `${i} High Street`,
      "Peru",
      i % 3 ? "good" : "poor",
    ]);
    const { asked, mapping } = await guessed({ "inns.csv": rowsOf("Name,Address,Country,Hygiene", rows) });
    assert.match(
      asked[0]?.said ?? "",
      /^1 of 5 names have several rows: "The Plough" has 6, which differ in "Address"/u,
    );
    assert.deepEqual(Object.keys(mapping.judgements?.[0]?.columns ?? {}), ["Hygiene"]);
  });

  test("ids for which another file has names", async () => {
    const files = {
      "ratings.csv": rowsOf(
        "firm,rating",
        NAMES.map((_, i) => [`f${i}`, i % 2 ? "high" : "low"]),
      ),
      "hq.csv": rowsOf(
        "firm,country",
        NAMES.map((_, i) => [`f${i}`, countryOf(i)]),
      ),
    };
    assert.deepEqual((await guessed(files)).asked, []);
    const labels = rowsOf(
      "firm,label",
      NAMES.map((name, i) => [`f${i}`, name]),
    );
    const { asked, mapping } = await guessed({ ...files, "firms.csv": labels });
    assert.match(asked[0]?.said ?? "", /^"label" of firms\.csv has another text for each of "firm"/u);
    assert.equal(mapping.companies?.name, undefined);
  });

  test("sheets of countries are no sectors, and a copy of a sheet with one row less is no topic", async () => {
    const rowsIn = (from: number, to: number) =>
      NAMES.slice(from, to).map((name, i) => [name, i % 2 ? "poor" : "good", i % 3 ? "good" : "poor"]);
    const sheets = ["France", "Peru"].map((name, i) => ({
      name,
      rows: [["Company", "Water", "Pay"], ...rowsIn(5 * i, 5 * i + 5)],
    }));
    const { mapping } = await guessed({ "book.xlsx": makeWorkbook({ sheets }) });
    assert.deepEqual(
      [mapping.companies?.country, mapping.companies?.sector],
      ["name of the sheet", { value: "Not stated" }],
    );
    const copied = ["Data", "Data backup"].map((name, i) => ({
      name,
      rows: [
        ["Company", "Country", "Water", "Pay"],
        ...rowsIn(0, 10 - i).map(([n = "", ...cells]) => [n, "Peru", ...cells]),
      ],
    }));
    const { asked } = await guessed({ "book.xlsx": makeWorkbook({ sheets: copied }) });
    assert.match(
      asked[0]?.said ?? "",
      /^9 of 10 names have several rows: "Acme" has 2, which differ in "name of the sheet"/u,
    );
  });

  test("rows that are no companies: sums without a word between, averages without a country, a second header", async () => {
    const others = [
      ["Summe Frankreich", "", 40],
      ["Moyenne Pérou", "Peru", 48],
      ["EMEA average", "", 40],
      ["Sous-total", "", 40],
      ["Company", "Country", "Score"],
    ];
    const rows = [
      ...NAMES.map((name, i) => [name, countryOf(i), 12 + 7 * i]),
      ["Total Frankly", "Peru", 50],
      ...others,
    ];
    const { guess } = await guessed({ "survey.csv": rowsOf("Company,Country,Score", rows) });
    assert.deepEqual(guess.companies?.leftOut.names.toSorted(), others.map(([name]) => String(name)).toSorted());
  });

  test("a number of each row is no id, nor is what some rows lack", async () => {
    for (const idOf of [(i: number) => i + (i > 5 ? 2 : 1), (i: number) => (i === 3 ? "" : `k${i}`)]) {
      const rows = NAMES.map((name, i) => [idOf(i), name, countryOf(i), 12 + 7 * i]);
      const { guess } = await guessed({ "survey.csv": rowsOf("No,Company,Country,Score", rows) });
      assert.equal(guess.companies?.id, "Company");
    }
  });

  test("one company in several countries", async () => {
    const rows = NAMES.flatMap((name, i) => [[name, countryOf(i), 10 + i], ...(i === 4 ? [[name, "Japan", 30]] : [])]);
    const { asked } = await guessed({ "survey.csv": rowsOf("Company,Country,Score", rows) });
    assert.equal(asked[0]?.role, "name");
    assert.match(asked[0]?.said ?? "", /^1 of 10 names have several countries: "Etosha" has CH, JP\./u);
  });

  test("files that are called like words of SQL", async () => {
    for (const name of ["order", "left", "natural", "qualify", "semi"]) {
      const { mapping, guess } = await guessed({ [`${name}.csv`]: surveyOf(score) });
      assert.deepEqual(Object.keys(mapping.tables ?? {}), [`raw_${name}`]);
      assert.equal(guess.companies?.table.rows, NAMES.length);
    }
  });
});

describe("a sheet beside the survey", () => {
  const survey = [
    ["Company", "Country", "Water"],
    ...NAMES.map((name, i) => [name, countryOf(i), i % 2 ? "poor" : "good"]),
  ];
  const apartIn = async (other: readonly (readonly string[])[]) => {
    const sheets = [
      { name: "Survey", rows: survey },
      { name: "Zweitschrift", rows: other.map((row) => [...row]) },
    ];
    const { unread } = await guessed({ "survey.xlsx": makeWorkbook({ sheets }) });
    return unread.map((line) => /sheet "([^"]*)": ([^;]*);/u.exec(line)?.slice(1));
  };

  test("with the same cells is a copy, whatever it is called", async () => {
    assert.deepEqual(await apartIn(survey), [["Zweitschrift", 'it is a copy of "Survey"']]);
  });

  test("with one other cell is none", async () => {
    assert.deepEqual(await apartIn(survey.with(3, [NAMES[2] ?? "", "Peru", "poor"])), []);
  });

  test("that sums it up is a pivot table", async () => {
    const pivot = [
      ["Row Labels", "Count of Water"],
      ["good", "5"],
      ["poor", "5"],
      ["Grand Total", "10"],
    ];
    assert.deepEqual(await apartIn(pivot), [["Zweitschrift", "it is a pivot table"]]);
  });
});

describe("names of files", () => {
  const half = (parity: number, sector?: string): string =>
    rowsOf(
      `Company,Country,Score${sector === undefined ? "" : ",Sector"}`,
      NAMES.flatMap((name, i) => (i % 2 === parity ? [[name, countryOf(i), 12 + 8 * i, sector ?? []].flat()] : [])),
    );

  test("are asked about before they are sectors", async () => {
    const { asked, mapping } = await guessed({ "Coal.csv": half(0), "Banks.csv": half(1) });
    assert.deepEqual(
      asked.map(({ role, said }) => [role, said]),
      [
        [
          "sector",
          'Nothing but the names of files or sheets says what sector a company is in: "Banks", "Coal". Are these sectors?',
        ],
      ],
    );
    assert.equal(mapping.companies?.sector, undefined);
  });

  test("are no sectors beside a column of sectors", async () => {
    const { asked, mapping } = await guessed({ "Coal.csv": half(0, "Mining"), "Banks.csv": half(1, "Finance") });
    assert.deepEqual([asked, mapping.companies?.sector], [[], "Sector"]);
  });
});

describe("a table with a column for each company", () => {
  const turned = (word: string, ...rows: readonly (readonly [string, (i: number) => string | number])[]): string =>
    rowsOf(
      [word, ...NAMES].join(","),
      rows.map(([head, cellOf]) => [head, ...NAMES.map((_, i) => cellOf(i))]),
    );

  for (const [kind, file] of [
    ["of scores", turned("", ["Land", countryOf], ["Water", (i) => 10 + 9 * i], ["Pay", (i) => 90 - 7 * i])],
    ["of words", turned("Company", ["Country", countryOf], ["Water", (i) => (i % 2 === 0 ? "Good" : "Poor")])],
  ] as const)
    test(`${kind} is named, with what to do`, async () => {
      const { guess, unread } = await guessed({ "survey.csv": file });
      assert.deepEqual([guess.companies, guess.judgements, unread.length], [null, [], 1]);
      assert.match(unread[0] ?? "", /^survey\.csv: each company seems to have a column, such as "Acme", "Bonnard"/u);
      assert.match(unread[0] ?? "", /Paste Special, Transpose/u);
    });

  test("is none where countries stand in a column", async () => {
    const { guess, unread } = await guessed({ "survey.csv": surveyOf(score, ["Sells in", () => "France"]) });
    assert.deepEqual([guess.companies?.name, unread], ["Company", []]);
  });
});

/** Tables that keep every rule, and are disturbed in one known way. */
test("a question names the cell that was disturbed", async () => {
  const code = fc.constantFrom(-99, -999, 999, 9999);
  const at = fc.integer({ min: 0, max: NAMES.length - 1 });
  await fc.assert(
    fc.asyncProperty(
      at,
      code,
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 10, maxLength: 10 }),
      async (row, disturbing, scores) => {
        const kept = await guessed({ "survey.csv": surveyOf(["Score", (i) => scores[i] ?? 0]) });
        assert.deepEqual(kept.asked, []);
        const cells = scores.with(row, disturbing);
        const { asked } = await guessed({ "survey.csv": surveyOf(["Score", (i) => cells[i] ?? 0]) });
        assert.equal(asked.length, 1);
        assert.ok(asked[0]?.said.includes(`but for "${disturbing}"`), asked[0]?.said);
      },
    ),
    { numRuns: 12 },
  );
});

test("02: no order is proposed for words that nothing orders", async (context) => {
  const found = await faulty(context, "02-unknown-words/ratings.csv");
  if (found === null) return;
  assert.deepEqual(found.guess.judgements, []);
  const facts = found.guess.companies?.facts.find(({ column }) => column.name === "Alignment");
  const words = facts?.column.values.map(({ value }) => value) ?? [];
  assert.deepEqual(orderedValues(words), ["1.5C", "2C", "Well below 2C"]);
  assert.equal(provenOrder(words), null);
});
