import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { examineGuess } from "../../../src/intake/guess/examine-guess.ts";
import { orderedValues } from "../../../src/intake/guess/known-bands.ts";
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
    judged: ["Policy", "Target"],
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
    asked: { Date: /no date with a year of four digits: "03\/14\/25"/u },
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

/** Tables that keep every rule, and are disturbed in one known way. */
test("a counterexample is a cell, or a column, of the file that was disturbed", async () => {
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
        const { asked, guess } = await guessed({ "survey.csv": surveyOf(["Score", (i) => cells[i] ?? 0]) });
        const [facts] = guess.judgements;
        assert.ok(facts !== undefined && asked.length === 1);
        const { counterexamples } = examineGuess(
          { says: "judged", column: "Score" },
          { ...facts, today: "2026-11-20" },
        );
        for (const each of counterexamples) assert.ok(cells.map(String).includes(each), each);
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
  assert.equal(examineGuess({ says: "order", words }).verdict, "asked");
});
