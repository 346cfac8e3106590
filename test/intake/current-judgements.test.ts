import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { currentJudgements, type JudgementRow } from "../../src/trust/current.ts";
import { open, rowsOf, writeDataset } from "./open-folder.ts";

const PILLARS = ["water", "pay"];
const BANDS = ["low", "middle", "high"];
const DATES = [null, "2023-12-31", "2024-01-01"];

const row = fc.record({
  company: fc.constantFrom("c1", "c2"),
  pillar: fc.constantFrom(...PILLARS),
  criterion: fc.constantFrom(null, "leaks"),
  judge: fc.constantFrom(null, "Ann"),
  band: fc.integer({ min: 1, max: 3 }),
  judgedOn: fc.constantFrom(...DATES).map((date) => (date === null ? null : Date.parse(date) / 86_400_000)),
  source: fc.constantFrom(null, "https://a.example", "https://b.example"),
});

type Row = JudgementRow & { readonly company: string; readonly pillar: string };

function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(({ company, pillar, criterion, judge, band, judgedOn, source }) => {
    const date = judgedOn === null ? null : new Date(judgedOn * 86_400_000).toISOString().slice(0, 10);
    return [company, pillar, BANDS[band - 1], criterion, judge, date, source].map((cell) => cell ?? "").join(",");
  });
  return ["company,pillar,band,criterion,judge,judged_on,source_url", ...lines].join("\n");
}

const CLEAN = `SELECT c.id, j.pillar, cr.text, ju.text, j.band, nullif(j.judged_on, -2147483648), so.text
  FROM clean.judgement j JOIN clean.company c USING (company) LEFT JOIN clean.term cr ON cr.term = j.criterion
  LEFT JOIN clean.term ju ON ju.term = j.judge LEFT JOIN clean.term so ON so.term = j.source`;

describe("the current judgements", () => {
  it("are those of the rule in trust, and so are the counts of all others", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows: Row[]) => {
        const expected = currentJudgements(rows);
        // Nothing is published where every row contradicts another.
        fc.pre(expected.current.length > 0);
        const conflicts = expected.conflicts.flat().length;
        const folder = writeDataset({
          "companies.csv": "id,name,country,sector\nc1,One,FR,Food\nc2,Two,DE,Food\n",
          "judgements.csv": csvOf(rows),
        });
        assert.equal((await open(folder)).ok, conflicts === 0);
        const result = await open(folder, { skipBadRows: true });
        assert.equal(result.ok, true);
        assert.equal(result.problems.total, conflicts);
        const { counts } = result.dataset;
        assert.deepEqual(
          [counts.judgements, counts.supersededJudgements, counts.duplicateJudgements, counts.skippedRows.judgements],
          [expected.current.length, expected.superseded.length, expected.duplicates.length, conflicts],
        );
        const found = await rowsOf(result.dataset, CLEAN);
        const wanted = expected.current.map((each) => [
          each.company,
          PILLARS.indexOf(each.pillar),
          each.criterion,
          each.judge,
          each.band,
          each.judgedOn,
          each.source,
        ]);
        const sorted = (list: unknown[][]): string[] => list.map((each) => JSON.stringify(each)).toSorted();
        assert.deepEqual(sorted(found), sorted(wanted));
        result.dataset.close();
      }),
      { numRuns: 25 },
    );
  });
});
