import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { open, openGood, rowsOf, writeDataset } from "./open-folder.ts";

const COMPANIES_CSV = "id,name,country,sector\nc1,One,FR,Food\nc2,Two,DE,Food\n";

describe("the current judgements", () => {
  it("are found in more rows than one thread reads at a time", async () => {
    const criteria = Array.from({ length: 150_000 }, (_, index) => `k${index}`);
    const rows = ["low,2023-12-31", "high,2024-01-01"].flatMap((judged) =>
      criteria.map((criterion) => `c1,water,${criterion},${judged}`),
    );
    const folder = writeDataset({
      "companies.csv": COMPANIES_CSV,
      "judgements.csv": ["company,pillar,criterion,band,judged_on", ...rows].join("\n"),
    });
    const dataset = await openGood(folder, { threads: 2 });
    assert.deepEqual([dataset.counts.judgements, dataset.counts.supersededJudgements], [150_000, 150_000]);
    const published =
      "SELECT band, count(*)::INTEGER, count(DISTINCT criterion)::INTEGER FROM clean.judgement GROUP BY band";
    assert.deepEqual(await rowsOf(dataset, published), [[3, 150_000, 150_000]]);
  });
});

describe("problem rows of a large file, read by several threads", () => {
  it("are told with their lines, whatever stands between them", async () => {
    const rows = Array.from(
      { length: 600_000 },
      (_, i) => `c${i % 7},water,low,"criterion ${i % 3}${i % 5 === 0 ? "\n" : ""}"`,
    );
    const wrong = [17, 250_000, 250_001, 599_999];
    for (const index of wrong) rows[index] = `c1,water,band ${index},`;
    const text = `company,pillar,band,criterion\n${rows.join("\n")}\n`;
    const lines = wrong.map((index) => text.slice(0, text.indexOf(`band ${index}`)).split("\n").length);
    const folder = writeDataset({
      "companies.csv": `id,name,country,sector\n${"0123456".replaceAll(/./g, "c$&,Company $&,FR,Food\n")}`,
      "judgements.csv": text,
    });
    const { problems } = await open(folder, { threads: 2 });
    assert.deepEqual(
      problems.kinds.flatMap(({ kind, shown }) => shown.map(({ line, found }) => [kind, line, found])),
      wrong.map((index, i) => ["unknown_band", lines[i], `band ${index}`]),
    );
  });
});
