import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { openAtlas } from "../../../src/atlas/atlas.ts";
import { describeColumns } from "../../../src/intake/guess/column-facts.ts";
import { examineGuess } from "../../../src/intake/guess/examine-guess.ts";
import { provenOrder } from "../../../src/intake/guess/known-bands.ts";
import { makeWorkbook } from "../make-workbook.ts";
import { countryOf, faulty, guessed, NAMES, rowsOf } from "./guess-files.ts";

describe("a place in a list", () => {
  const scores = [90, 80, 80, 60, 50, 40, 40, 20, 15, 10];
  const places = scores.map((score) => scores.filter((other) => other > score).length + 1);

  for (const header of ["Position", "Platz", "Place", "League"]) {
    test(`that is called ${header} judges nothing beside a score`, async () => {
      const rows = NAMES.map((name, i) => [places[i] ?? "", name, countryOf(i), scores[i] ?? ""]);
      const { guess } = await guessed({ "survey.csv": rowsOf(`${header},Firm,Country,Score`, rows) });
      assert.deepEqual(
        guess.judgements.map(({ judged }) => judged.shape === "wide" && judged.columns),
        [["Score"]],
      );
    });
  }

  test("differs from points", async () => {
    const rows = NAMES.map((name, i) => [name, countryOf(i), (i % 5) + 1, (i % 3) + 1]);
    const { guess } = await guessed({ "survey.csv": rowsOf("Firm,Country,Water,Waste", rows) });
    assert.deepEqual(
      guess.judgements.map(({ judged }) => judged.shape === "wide" && judged.columns),
      [["Water", "Waste"]],
    );
  });
});

describe("an id", () => {
  test("that is a rank in each file names no company of another file", async () => {
    const banks = NAMES.map((name, i) => [i + 1, `${name} Bank`, countryOf(i)]);
    const coal = NAMES.map((_, i) => [i + 1, `${NAMES[(i + 3) % 10]} Bank`, i % 2 === 0 ? "poor" : "good"]);
    const { guess } = await guessed({
      "banks.csv": rowsOf("Rank,Bank,Country", banks),
      "coal.csv": rowsOf("Rank,Bank,Rating", coal),
    });
    assert.equal(guess.companies?.id, "Bank");
    assert.deepEqual(
      guess.judgements.map(({ company }) => company),
      ["Bank"],
    );
  });

  test("that has one name in all files is one", async () => {
    const banks = NAMES.map((name, i) => [`b${i + 1}`, `${name} Bank`, countryOf(i)]);
    const coal = NAMES.map((name, i) => [`b${i + 1}`, `${name} Bank`, i % 2 === 0 ? "poor" : "good"]);
    const { guess } = await guessed({
      "banks.csv": rowsOf("Id,Bank,Country", banks),
      "coal.csv": rowsOf("Id,Bank,Rating", coal),
    });
    assert.equal(guess.companies?.id, "Id");
  });

  test("that restarts in a file is none", async () => {
    const rows = NAMES.map((name, i) => [`${(i % 5) + 1}`, name, countryOf(i), i % 2 === 0 ? "poor" : "good"]);
    const { guess } = await guessed({ "survey.csv": rowsOf("No,Company,Country,Rating", rows) });
    assert.equal(guess.companies?.id, "Company");
  });
});

describe("a column of companies", () => {
  const dated = (name: string, day: string, rating: number): (string | number)[] => [name, "France", rating, day];

  test("in which few names have older rows is asked about, with how many would not count", async () => {
    const rows = [
      ...["2024-02-06", "2023-02-06", "2022-02-06", "2021-02-06"].map((day, i) => dated("Acme", day, i + 1)),
      dated("Bonnard", "2024-03-01", 3),
      dated("Cobalt", "2024-03-02", 4),
    ];
    const { asked, mapping } = await guessed({ "hygiene.csv": rowsOf("Business,Country,Rating,Inspected", rows) });
    assert.equal(mapping.companies?.name, undefined);
    assert.match(asked[0]?.said ?? "", /^3 of 6 ratings are older ones of the same name, such as the 4 of "Acme"/u);
  });

  test("in which every name has a row a year is not", async () => {
    const rows = NAMES.flatMap((name, i) => ["2023-02-06", "2024-02-06"].map((day) => dated(name, day, i % 4)));
    const { asked, mapping } = await guessed({ "survey.csv": rowsOf("Business,Country,Rating,Inspected", rows) });
    assert.deepEqual(asked, []);
    assert.equal(mapping.companies?.name, "Business");
  });

  test("in which a spreadsheet made days of names is asked about", async () => {
    const rows = [...NAMES, "Sep-12", "1-Mar"].map((name, i) => [name, countryOf(i), i % 2 === 0 ? "poor" : "good"]);
    const { asked } = await guessed({ "survey.csv": rowsOf("Company,Country,Rating", rows) });
    assert.match(asked.map(({ said }) => said).join("\n"), /2 of 12 names are days: "1-Mar", "Sep-12"/u);
  });

  test("has no totals of countries, and keeps companies that are called so", async () => {
    const rows = [
      ["Acme", "France", 61],
      ["Total Energy", "France", 40],
      ["All Nippon", "France", 44],
      ["France total", "France", 145],
      ["Damara", "Namibia", 12],
      ["Average of Namibia", "Namibia", 12],
      ["All countries", "", 157],
    ];
    const { guess } = await guessed({ "scores.csv": rowsOf("Firm,Country,Score", rows) });
    const left = guess.companies?.leftOut.names.toSorted();
    assert.deepEqual(left, ["All countries", "Average of Namibia", "France total"]);
  });
});

describe("a column of countries", () => {
  test("beside another one with other countries is asked about", async () => {
    const rows = NAMES.map((name, i) => [name, countryOf(i), countryOf(i + 1), i % 2 === 0 ? "poor" : "good"]);
    const { asked, mapping } = await guessed({
      "beans.csv": rowsOf("Company,Company location,Bean origin,Rating", rows),
    });
    assert.equal(mapping.companies?.country, undefined);
    assert.match(
      asked[0]?.said ?? "",
      /"Company location", "Bean origin" hold countries|"Bean origin", "Company location"/u,
    );
  });

  test("beside one with the codes of the same countries is not", async () => {
    const codes = ["FR", "NA", "PE", "NO", "CH"];
    const rows = NAMES.map((name, i) => [name, countryOf(i), codes[i % 5] ?? "", i % 2 === 0 ? "poor" : "good"]);
    const { asked } = await guessed({ "survey.csv": rowsOf("Company,Country,ISO code,Rating", rows) });
    assert.deepEqual(asked, []);
  });
});

describe("a column that judges", () => {
  const students = [462, 1203, 5890, 12_044, 25_310, 48_002, 77_120, 120_345, 251_002, 379_231];

  test("is no size", async () => {
    const rows = NAMES.map((name, i) => [name, countryOf(i), students[i] ?? 0, 10 * i]);
    const { asked, mapping } = await guessed({ "schools.csv": rowsOf("Company,Country,Students,Points", rows) });
    assert.deepEqual(Object.keys(mapping.judgements?.[0]?.columns ?? {}), ["Points"]);
    assert.match(asked[0]?.said ?? "", /^"Students" runs from 462 to 379,231, as sizes do/u);
  });

  test("may have any scores up to thousands", async () => {
    const rows = NAMES.map((name, i) => [name, countryOf(i), 1 + 137 * i]);
    const { asked } = await guessed({ "schools.csv": rowsOf("Company,Country,Points", rows) });
    assert.deepEqual(asked, []);
  });
});

test("a question says what stands in the file: sizes at both ends, days to come", () => {
  const atlas = openAtlas();
  const factsOf = (values: readonly (string | number)[]) => {
    const counted = [...new Set(values)].map((value) => ({
      value: String(value),
      count: values.filter((each) => each === value).length,
      number: typeof value === "number" ? value : null,
    }));
    const column = { name: "Points", filled: values.length, distinct: counted.length, values: counted };
    const columns = [{ ...column, numbers: { decimal: null, hasShares: false } }];
    return describeColumns({ name: "t", parts: [], select: "", columns, rows: values.length, uses: [] }, atlas);
  };
  const ask = (says: "judged" | "date", values: readonly (string | number)[]) =>
    examineGuess({ says, column: "Points" }, { facts: factsOf(values), against: null, today: "2026-11-20" });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 2, maxLength: 5 }), (sizes) => {
      const [low, high] = [Math.min(...sizes), Math.max(...sizes)];
      const isSize = String(high).length - String(low).length >= 3 && high >= 10_000;
      const said = `"Points" runs from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}, as sizes do`;
      assert.equal(ask("judged", sizes)?.startsWith(said) ?? false, isSize);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2020, max: 2032 }), { minLength: 1, maxLength: 9 }), (years) => {
      const later = years.filter((year) => year > 2026).map(String);
      const [, found] = /such as (\d+)/u.exec(ask("date", years.map(String)) ?? "") ?? [];
      assert.ok(later.length === 0 ? found === undefined : later.includes(found ?? ""));
    }),
  );
});

test("an order of words is that of a known scale, or of numbers in the words", () => {
  const SCALES = [
    ["Low", "Middle", "High"],
    ["C", "B", "A"],
    ["A-", "A", "A+"],
    ["Level 1", "Level 2"],
    ["1", "3", "10"],
  ];
  const COLOURS = [
    ["Red", "Orange", "Yellow", "Green"],
    ["rouge", "orange", "jaune", "vert"],
  ];
  const IN_WORDS = [["Mangelhaft", "Ausreichend", "Sehr gut"], ["muy bajo", "medio", "alto"], ...COLOURS];
  for (const words of [...SCALES, ...IN_WORDS]) assert.deepEqual(provenOrder(words.toReversed()), words);
  for (const words of [
    ["1.5C", "Well below 2C", "2C"],
    ["Committed", "Targets set", "Commitment removed"],
    ["Tier 1", "Tier 1", "Tier 2"],
    ["Low", "Ja", "Gold"],
    ["Low", "Limited", "High"],
    ["Poor", "Weak", "Fair", "Good"],
  ])
    assert.equal(provenOrder(words), null);
});

describe("a sheet", () => {
  const SURVEY = [
    ["Company", "Country", "Water", "Waste"],
    ...NAMES.map((name, i) => [name, countryOf(i), i % 2 === 0 ? "poor" : "good", i % 3 === 0 ? "good" : "poor"]),
  ];
  const bookOf = (sheets: Parameters<typeof makeWorkbook>[0]["sheets"]) =>
    guessed({ "survey.xlsx": makeWorkbook({ sheets }) });

  test("that is hidden, or a copy of another one, is out and named", async () => {
    const { guess, unread, mapping } = await bookOf([
      { name: "Survey", rows: SURVEY },
      { name: "Survey (2)", rows: SURVEY },
      { name: "Copy of Survey", rows: SURVEY },
      { name: "Old", rows: SURVEY, state: "hidden" },
    ]);
    assert.equal(guess.companies?.table.rows, NAMES.length);
    assert.equal(Object.values(mapping.tables ?? {})[0]?.sheet, "Survey");
    assert.deepEqual(
      unread.map((line) => /sheet "([^"]*)": ([^;]*);/u.exec(line)?.slice(1)),
      [
        ["Copy of Survey", 'it is a copy of "Survey"'],
        ["Old", "it is hidden"],
        ["Survey (2)", 'it is a copy of "Survey"'],
      ],
    );
  });

  test("called like a copy of what is not there is a sheet", async () => {
    const { guess, unread } = await bookOf([{ name: "Survey (2)", rows: SURVEY }]);
    assert.deepEqual(unread, []);
    assert.equal(guess.companies?.table.rows, NAMES.length);
  });

  test("has columns that are hidden, of which nothing is guessed, and it is said", async () => {
    const before = '<cols><col min="4" max="16384" hidden="1"/></cols>';
    const { unread, mapping } = await bookOf([{ name: "Survey", rows: SURVEY, before }]);
    assert.deepEqual(Object.keys(mapping.judgements?.[0]?.columns ?? {}), ["Water"]);
    assert.match(
      unread.join("\n"),
      /nothing is guessed of what is hidden: the column "Waste"; give it a role if it counts/u,
    );
  });
});

describe("the small files of publishers", () => {
  test("04: the copied sheet is no pillar", async (context) => {
    const found = await faulty(context, "04-copied-sheet/survey.xlsx");
    if (found !== null) assert.deepEqual(Object.keys(found.mapping.judgements?.[0]?.columns ?? {}), ["Water", "Waste"]);
  });

  test("07: three of six ratings are older ones, and it is asked", async (context) => {
    const found = await faulty(context, "07-chain/hygiene.csv");
    if (found !== null) assert.match(found.asked[0]?.said ?? "", /^3 of 6 ratings are older/u);
  });

  test("10: totals of countries are no companies", async (context) => {
    const found = await faulty(context, "10-sub/scores.csv");
    if (found !== null)
      assert.deepEqual(found.guess.companies?.leftOut.names.toSorted(), [
        "All countries",
        "France total",
        "Namibia total",
        "Peru total",
      ]);
  });

  test("11: headings that are numbers are four pillars of forty companies", async (context) => {
    const found = await faulty(context, "11-numeric-headings/ktc.csv");
    if (found !== null) assert.equal(found.guess.companies?.table.rows, 40);
  });
});
