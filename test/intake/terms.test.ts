import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cleanTables, DATASET_FILE, open, openGood, rowsOf, writeDataset } from "./open-folder.ts";

describe("the terms of the judgements", () => {
  it("have every criterion and judge, also those that only come late", async () => {
    const row = "c1,water,low,leaks,Ann";
    const folder = writeDataset({
      "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
      "judgements.csv": `company,pillar,band,criterion,judge\n${`${row}\n`.repeat(210_000)}c1,water,high,leaks,Bob\nc1,water,low,age,Ann\n`,
    });
    const dataset = await openGood(folder);
    assert.equal(dataset.counts.judgements, 3);
    assert.equal(dataset.counts.duplicateJudgements, 209_999);
    assert.deepEqual(await rowsOf(dataset, "SELECT term, text FROM clean.term ORDER BY term"), [
      [1, "Ann"],
      [2, "Bob"],
      [3, "age"],
      [4, "leaks"],
    ]);
    assert.deepEqual(await rowsOf(dataset, "SELECT criterion, judge, band FROM clean.judgement"), [
      [3, 1, 1],
      [4, 1, 1],
      [4, 2, 3],
    ]);
    dataset.close();
  });

  it("have a judge also where the first rows name none", async () => {
    const folder = writeDataset({
      "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
      "judgements.csv": `company,pillar,band,judge\n${"c1,water,low,\n".repeat(210_000)}c1,water,high,Bob\n`,
    });
    const dataset = await openGood(folder);
    assert.deepEqual(await rowsOf(dataset, "SELECT judge, band FROM clean.judgement"), [
      [0, 1],
      [1, 3],
    ]);
    dataset.close();
  });

  it("make a label of a URL that judges, unless the row is skipped", async () => {
    for (const [band, isLabel] of [
      ["low", true],
      ["lowest", false],
    ] as const) {
      const folder = writeDataset({
        "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
        "judgements.csv": `company,pillar,band,judge,source_url\nc1,water,low,,https://a.example/\nc1,water,${band},https://a.example/,\n`,
      });
      const result = await open(folder, { skipBadRows: true });
      assert.equal(result.ok, true);
      assert.deepEqual((await cleanTables(result.dataset))["term"], [[1, "https://a.example/", isLabel]], band);
      result.dataset.close();
    }
  });

  for (const count of [2, 30]) {
    it(`know each of ${count} pillars by its id and by its label`, async () => {
      const pillars = Array.from({ length: count }, (_, i) => ({ id: `p${i}`, label: i === 0 ? "p0" : `Pillar ${i}` }));
      const rows = pillars.flatMap(({ id, label }) => [`c1,${id},low,k`, `c1,${label},low,l`]);
      const folder = writeDataset({
        "dataset.json": JSON.stringify({ ...DATASET_FILE, pillars }),
        "companies.csv": "id,name,country,sector\nc1,One,FR,Food\n",
        "judgements.csv": `company,pillar,band,criterion\n${rows.join("\n")}\n`,
      });
      const dataset = await openGood(folder);
      const found = await rowsOf(
        dataset,
        "SELECT pillar, count(*)::INTEGER FROM clean.judgement GROUP BY 1 ORDER BY 1",
      );
      assert.deepEqual(
        found,
        pillars.map((_, i) => [i, 2]),
      );
      dataset.close();
    });
  }
});
