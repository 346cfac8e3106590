import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { UNDATED } from "../../src/trust/judged-on.ts";
import { expectedOutcome, numbersOf } from "../trust/judgement-outcomes.ts";
import { open, rowsOf, writeDataset } from "./open-folder.ts";

const COMPANIES = Array.from({ length: 20 }, (_, index) => `c${index}`);
const PILLARS = ["water", "pay"];
const CRITERIA = ["", "leaks"];
const JUDGES = ["", "Ann"];
const BANDS = ["", "low", "middle", "high"];
const DATES = ["", "2023-12-31", "2024-01-01"];
const SOURCES = ["", "https://a.example", "https://b.example"];

const indexIn = (list: readonly unknown[]): fc.Arbitrary<number> => fc.nat({ max: list.length - 1 });

/** Indexes into the lists above. */
const row = fc.record({
  company: indexIn(COMPANIES),
  pillar: indexIn(PILLARS),
  criterion: indexIn(CRITERIA),
  judge: indexIn(JUDGES),
  band: fc.integer({ min: 1, max: 3 }),
  judged_on: indexIn(DATES),
  source: indexIn(SOURCES),
});

type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(({ company, pillar, criterion, judge, band, judged_on, source }) =>
    [
      COMPANIES[company],
      PILLARS[pillar],
      CRITERIA[criterion],
      JUDGES[judge],
      BANDS[band],
      DATES[judged_on],
      SOURCES[source],
    ].join(","),
  );
  return ["company,pillar,criterion,judge,band,judged_on,source_url", ...lines].join("\n");
}

const CLEAN = `SELECT concat_ws(',', c.id, ['water', 'pay'][j.pillar + 1], coalesce(k.text, ''), coalesce(g.text, ''),
    ['low', 'middle', 'high'][j.band],
    CASE WHEN j.judged_on = ${UNDATED} THEN '' ELSE (DATE '1970-01-01' + j.judged_on)::VARCHAR END, coalesce(s.text, ''))
  FROM clean.judgement j JOIN clean.company c USING (company) LEFT JOIN clean.term k ON k.term = j.criterion
  LEFT JOIN clean.term g ON g.term = j.judge LEFT JOIN clean.term s ON s.term = j.source`;

const COMPANIES_CSV = `id,name,country,sector\n${COMPANIES.map((id) => `${id},${id},FR,Food\n`).join("")}`;

describe("the current judgements", () => {
  it("are those that the oracle finds, and so are the counts of all others", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 100, maxLength: 300, size: "max" }), async (rows) => {
        const numbers = rows.map((each) => numbersOf({ ...each, judged_on: each.judged_on || UNDATED }));
        const outcomes = numbers.map((_, index) => expectedOutcome(index, numbers));
        const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;
        const folder = writeDataset({ "companies.csv": COMPANIES_CSV, "judgements.csv": csvOf(rows) });
        const result = await open(folder, { skipBadRows: true });
        assert.equal(result.ok, true);
        assert.equal(result.problems.total, count("conflicting"));
        const { counts } = result.dataset;
        assert.deepEqual(
          [counts.judgements, counts.supersededJudgements, counts.duplicateJudgements, counts.skippedRows.judgements],
          ["current", "superseded", "duplicate", "conflicting"].map(count),
        );
        const found = (await rowsOf(result.dataset, CLEAN)).flat().map(String);
        const wanted = csvOf(rows.filter((_, index) => outcomes[index] === "current"));
        assert.deepEqual(found.toSorted(), wanted.split("\n").slice(1).toSorted());
        result.dataset.close();
      }),
      { numRuns: 3 },
    );
  });
});
