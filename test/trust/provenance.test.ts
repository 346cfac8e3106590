import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { newestOf, provenanceOf, NO_PROVENANCE, type Origins, spanOfDates } from "../../src/trust/provenance.ts";

const optional = (...texts: string[]) => fc.option(fc.constantFrom(...texts));

const anyJudgements = fc.array(
  fc.record({
    judged_on: optional("2026-03-01", "1969-12-31", "2025-01-31", "2026-02-28", "2025", "2026-02", "1969"),
    judge: optional("Ann", "ann", "Zoë", "Ötzi", "\u{1F600}", "\uFF5E"),
    source_url: optional("https://a.example/", "https://b.example/"),
  }),
  { maxLength: 12 },
);

const LAST_DAYS = ["1969-12-31", "1969", "2025-01-31", "2025", "2026-02-28", "2026-02", "2026-03-01"];
const byLastDay = (a: string, b: string): number => LAST_DAYS.indexOf(a) - LAST_DAYS.indexOf(b);

/** The origins again, name by name. */
function slowOrigins(names: readonly (string | null)[]): Origins {
  const given = names.filter((name) => name !== null);
  let largest: Origins["largest"] = null;
  const inOrder = [...new Set(given)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const name of inOrder) {
    const judgements = given.filter((other) => other === name).length;
    if (largest === null || judgements > largest.judgements) largest = { name, judgements };
  }
  return { given: given.length, different: inOrder.length, largest };
}

test("dates, judges and sources are those that counting them one by one finds", () => {
  fc.assert(
    fc.property(anyJudgements, (judgements) => {
      const day = Date.parse("2027-02-28") / 86_400_000;
      const dates = judgements.flatMap(({ judged_on: date }) => date ?? []).sort(byLastDay);
      assert.deepEqual(provenanceOf(judgements, day), {
        judgements: judgements.length,
        dates: {
          dated: dates.length,
          oldest: dates[0] ?? null,
          middle: dates[Math.floor((dates.length - 1) / 2)] ?? null,
          newest: dates[dates.length - 1] ?? null,
          // The day is 28 February 2027; a year and a month end after the same day of 2025.
          olderThanTwoYears: dates.filter((date) => ["1969-12-31", "1969", "2025-01-31"].includes(date)).length,
        },
        judges: slowOrigins(judgements.map(({ judge }) => judge)),
        sources: slowOrigins(judgements.map(({ source_url: source }) => source)),
      });
      assert.equal(newestOf(judgements), dates[dates.length - 1] ?? null);
    }),
    { numRuns: 500 },
  );
});

test("nothing rests on nothing", () => {
  assert.deepEqual(provenanceOf([], 20_000), NO_PROVENANCE);
});

test("the middle date counts every judgement, not every date", () => {
  const day = Date.parse("2027-01-02") / 86_400_000;
  const span = spanOfDates(["2020-01-01", "2025-01-01", "2026-01-01"], [3, 2, 8], day);
  assert.deepEqual(span, {
    dated: 13,
    oldest: "2020-01-01",
    middle: "2026-01-01",
    newest: "2026-01-01",
    olderThanTwoYears: 5,
  });
});
