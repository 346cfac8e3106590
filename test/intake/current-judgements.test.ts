import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import * as fc from "fast-check";
import { UNDATED } from "../../src/trust/judgement-columns.ts";
import { expectedOutcome, numbersOf } from "../trust/judgement-outcomes.ts";
import { open, openGood, rowsOf, writeDataset } from "./open-folder.ts";

const COMPANIES = ["c1", "c2"];
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

const COMPANIES_CSV = "id,name,country,sector\nc1,One,FR,Food\nc2,Two,DE,Food\n";

describe("the current judgements", () => {
  it("are those that the oracle finds, and so are the counts of all others", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        const numbers = rows.map((each) => numbersOf({ ...each, judged_on: each.judged_on || UNDATED }));
        const outcomes = numbers.map((_, index) => expectedOutcome(index, numbers));
        const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;
        // Nothing is published where every row contradicts another.
        fc.pre(count("current") > 0);
        const folder = writeDataset({ "companies.csv": COMPANIES_CSV, "judgements.csv": csvOf(rows) });
        assert.equal((await open(folder)).ok, count("conflicting") === 0);
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
      { numRuns: 25 },
    );
  });

  it("are found in more rows than one thread reads at a time", async () => {
    const criteria = Array.from({ length: 150_000 }, (_, index) => `k${index}`);
    const rows = ["low,2023-12-31", "high,2024-01-01"].flatMap((judged) =>
      criteria.map((criterion) => `c1,water,${criterion},${judged}`),
    );
    const folder = writeDataset({
      "companies.csv": COMPANIES_CSV,
      "judgements.csv": ["company,pillar,criterion,band,judged_on", ...rows].join("\n"),
    });
    const dataset = await openGood(folder);
    assert.deepEqual([dataset.counts.judgements, dataset.counts.supersededJudgements], [150_000, 150_000]);
    const published =
      "SELECT band, count(*)::INTEGER, count(DISTINCT criterion)::INTEGER FROM clean.judgement GROUP BY band";
    assert.deepEqual(await rowsOf(dataset, published), [[3, 150_000, 150_000]]);
  });

  it("are decided by trust/current.ts: with its comparison of dates reversed, the oldest are published", async () => {
    const folder = writeDataset({
      "companies.csv": COMPANIES_CSV,
      "judgements.csv": "company,pillar,band,judged_on\nc1,water,low,2023-12-31\nc1,water,high,2024-01-01\n",
    });
    assert.equal(await publishedBand(folder, "lastDayOf(b[DATE]!) - lastDayOf(a[DATE]!)"), "3\n");
    assert.equal(await publishedBand(folder, "lastDayOf(a[DATE]!) - lastDayOf(b[DATE]!)"), "1\n");
  });
});

/**
 * The only band that is published of a dataset by a program in which the comparison of dates is
 * another.
 */
async function publishedBand(folder: string, comparison: string): Promise<string> {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, nextLoad) {
        const loaded = nextLoad(url, context);
        if (!url.endsWith("src/trust/current.ts")) return loaded;
        const source = String(loaded.source);
        if (!source.includes("lastDayOf(b[DATE]!) - lastDayOf(a[DATE]!)")) throw new Error("the comparison of dates was not found");
        return { ...loaded, source: source.replace("lastDayOf(b[DATE]!) - lastDayOf(a[DATE]!)", ${JSON.stringify(comparison)}) };
      },
    });
    const { openGood, rowsOf } = await import(${JSON.stringify(new URL("open-folder.ts", import.meta.url).href)});
    const dataset = await openGood(${JSON.stringify(folder)});
    for (const [band] of await rowsOf(dataset, "SELECT band FROM clean.judgement")) console.log(band);
    process.exit();`;
  const options = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program];
  return (await promisify(execFile)(process.execPath, options)).stdout;
}
