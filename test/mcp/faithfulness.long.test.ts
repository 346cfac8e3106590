import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { TRAPS } from "../../bench/faithful/case.ts";
import { type FaithfulDataset, openDatasets } from "../../bench/faithful/datasets.ts";
import { replay } from "../../bench/faithful/replay.ts";
import { TestCli } from "../cli/run-cli.ts";
import { RAW_DATASETS } from "../datasets/raw-datasets.ts";

/**
 * What an agent can find out and what it is told that it may write, in cases made from the
 * demonstration data and from real datasets.
 */
describe("an agent that asks before it writes", () => {
  const cli = new TestCli();
  after(() => cli.remove());
  let datasets: readonly FaithfulDataset[];
  before(async () => {
    datasets = await openDatasets(cli);
  });

  test("meets every trap, in enough cases", () => {
    const [demonstration] = datasets;
    const traps = new Set(demonstration!.cases.map(({ trap }) => trap));
    assert.deepEqual([...traps].toSorted(), [...TRAPS].toSorted());
    for (const { cases } of datasets)
      for (const { id, statements } of cases)
        assert.deepEqual(new Set(statements.map(({ mayBeWritten }) => mayBeWritten)), new Set([true, false]), id);
    assert.equal(new Set(datasets.flatMap(({ cases }) => cases.map(({ id }) => id))).size, countOf(datasets));
  });

  const missing = RAW_DATASETS.filter(({ dataFolder }) => !existsSync(dataFolder)).map(({ name }) => name);
  const skip = missing.length === 0 ? false : `real datasets are not there: ${missing.join(", ")}`;
  test("at least 150 cases, 40 of them on real data", { skip }, () => {
    assert.ok(countOf(datasets) >= 150, `${countOf(datasets)} cases`);
    const real = datasets.filter(({ isReal }) => isReal);
    assert.ok(countOf(real) >= 40, `${countOf(real)} cases on real data`);
    assert.equal(real.length, RAW_DATASETS.length);
  });

  test("finds what it needs, is told what it may write and is refused the rest", async () => {
    for (const { agent, cases } of datasets) {
      const faults: string[] = [];
      for (const each of cases) faults.push(...(await replay(agent, each)));
      assert.deepEqual(faults, []);
      assert.deepEqual(agent.errors, []);
    }
  });

  test("a false sentence that passes, and a call that finds something else, are noticed", async () => {
    const { agent, cases } = datasets[0]!;
    const [first] = cases;
    const turned = first!.statements.map((each) => ({ ...each, mayBeWritten: !each.mayBeWritten }));
    assert.equal((await replay(agent, { ...first!, calls: [], statements: turned })).length, turned.length);
    const calls = [{ ...first!.calls[0]!, finds: { judged_companies: -1 } }];
    assert.equal((await replay(agent, { ...first!, calls, statements: [] })).length, 1);
  });
});

function countOf(datasets: readonly FaithfulDataset[]): number {
  return datasets.reduce((sum, { cases }) => sum + cases.length, 0);
}
