import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askWithBody } from "../../src/ask/ask.ts";
import { buildMemoryReleases, buildMemorySnapshot, FACTS, type StatedCompany } from "../fixtures/memory-release.ts";
import { operationOf, RELEASE, sourcesOf } from "./asking.ts";
import { checkAnswer } from "./check-answer.ts";

/** Countries with their bands: seven with a rank, and Brazil, of which one company is judged. */
const BANDS: Readonly<Record<string, number>> = { KR: 5, FR: 4, DE: 3, IT: 3, ES: 3, PL: 2, EG: 2 };

const companiesOf = (bands: typeof BANDS): readonly StatedCompany[] => [
  ...Object.entries(bands).flatMap(([country, band]) =>
    ["a", "b"].map((each): StatedCompany => ({
      id: `${country}-${each}`,
      name: `${country} ${each}`,
      country,
      sector: "energy",
      judgements: [
        [0, band],
        [1, band],
      ],
    })),
  ),
  { id: "br", name: "Goiaba", country: "BR", sector: "energy", judgements: [[0, 5]] },
];

const releases = buildMemoryReleases(
  buildMemorySnapshot(RELEASE, companiesOf(BANDS)),
  buildMemorySnapshot(
    "2025-11-20-bbbbbbbbbbbb",
    companiesOf({ ...BANDS, EG: 1, FR: 5, ES: 2 }),
    FACTS,
    "2025-11-20T10:00:00Z",
  ),
);

async function check(sentences: readonly string[]) {
  const operation = operationOf("check_claims");
  const found = [];
  for (const sentence of sentences) {
    const body = { text: JSON.stringify({ statements: [sentence] }), encoding: "json" } as const;
    const answer = await askWithBody(operation, sourcesOf(releases), { path: {}, query: [] }, body);
    assert.ok(answer.kind === "json");
    checkAnswer(operation, JSON.parse(JSON.stringify(answer.body)));
    const { items } = answer.body as { items: readonly [Item] };
    found.push(items[0]);
  }
  return found;
}

interface Item {
  readonly verdict: string | null;
  readonly problem: { readonly code: string; readonly detail: string } | null;
  readonly checks: readonly {
    readonly claim: string;
    readonly because: string;
    readonly companions: readonly string[];
    readonly say_instead: string | null;
    readonly href: string;
  }[];
}

/** Sentences with their verdict, or the reason for which they are not read, stated by hand. */
const STATED: readonly (readonly [sentence: string, verdict: string])[] = [
  ["Three countries are rated Middle", "holds"],
  ["Three ranked countries are rated Middle.", "holds"],
  ["Two countries are rated Middle", "does_not_hold"],
  ["Four countries are rated Middle", "does_not_hold"],
  ["At least two countries are rated Middle", "holds"],
  ["More than three countries are rated Middle", "does_not_hold"],
  ["Three of 7 ranked countries are rated Middle", "holds"],
  ["Three of the 8 ranked countries are rated Middle", "does_not_hold"],
  ["Three of the ranked countries are Middle", "holds"],
  ["There are three countries rated Middle", "holds"],
  ["There are three Middle countries", "holds"],
  ["One country is rated Very high", "holds"],
  ["Only one country is rated Very high", "holds"],
  ["Only South Korea is Very high", "holds"],
  ["South Korea alone is rated Very high", "holds"],
  ["South Korea is the only country rated Very high", "holds"],
  ["Only France is Very high", "does_not_hold"],
  ["Only Italy is rated Middle", "does_not_hold"],
  ["Only Brazil is Very high", "cannot_be_told"],
  ["Only South Korea is above High", "holds"],
  ["Only South Korea is High or above", "does_not_hold"],
  ["Only South Korea is above France", "unclear"],
  ["Only South Korea is not High", "unclear"],
  ["Most countries are Low", "does_not_hold"],
  ["Most countries are Middle or below", "holds"],
  ["Most of the ranked countries are below High", "holds"],
  ["Countries are mostly rated Low", "does_not_hold"],
  ["No country is Very low", "holds"],
  ["No country is rated Low", "does_not_hold"],
  ["No ranked country is below Low", "holds"],
  ["No country is above High", "does_not_hold"],
  ["None of the ranked countries is Very low", "holds"],
  ["No country is rated above South Korea", "holds"],
  ["All countries are at least Low", "holds"],
  ["All ranked countries are High", "does_not_hold"],
  ["All but one country are below Very high", "holds"],
  ["Not all countries are High", "holds"],
  ["Two thirds of the ranked countries are below High", "does_not_hold"],
  ["5/7 of countries are below High", "unknown_words"],
  ["More than two thirds of the ranked countries are below High", "holds"],
  ["71% of countries are below High", "holds"],
  ["70% of countries are below High", "does_not_hold"],
  ["A quarter of ranked countries are Low", "does_not_hold"],
  ["In Privacy, three countries are rated Middle", "holds"],
  ["Three countries in Europe are rated Middle", "number"],
  ["Most other countries are Low", "unknown_words"],
  ["No other country is rated Very high", "unclear"],
  ["No other country is rated above South Korea", "holds"],
  ["Three countries are above Poland", "number"],
  ["Three countries are rated Middle and one country is rated Very high", "holds"],
  ["Three countries are not rated Middle", "number"],
  ["Egypt rose from Very low to Low since 2025", "holds"],
  ["Egypt has risen from Very low to Low since the previous release", "holds"],
  ["Egypt rose from Low to Middle since 2025", "does_not_hold"],
  ["Egypt rose from Very low to Middle since 2025", "does_not_hold"],
  ["Egypt fell from Low to Very low since 2025", "does_not_hold"],
  ["Spain did not rise from Low to Middle since 2025", "unclear"],
  ["France fell from Very high to High since 2025", "holds"],
  ["Spain moved from Low to Middle since 2025", "holds"],
  ["Egypt rose from Very low to Low", "no_time"],
  ["Most countries rose since 2025", "unclear"],
];

describe("claims about all ranked countries", () => {
  test("have their verdicts", async () => {
    const found = await check(STATED.map(([sentence]) => sentence));
    if (process.env["SHOW"]) for (const item of found) console.log(JSON.stringify(item));
    assert.deepEqual(
      STATED.map(([sentence], index) => [sentence, found[index]?.verdict ?? found[index]?.problem?.code]),
      STATED,
    );
  });
});
