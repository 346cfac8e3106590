import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { TRAPS } from "../../bench/faithful/case.ts";
import { type FaithfulDataset, openDatasets } from "../../bench/faithful/datasets.ts";
import { replay } from "../../bench/faithful/replay.ts";
import { faultsInText } from "../../bench/faithful/said.ts";
import type { TextCase } from "../../bench/faithful/texts.ts";
import { TestCli } from "../cli/run-cli.ts";
import { RAW_DATASETS } from "../datasets/raw-datasets.ts";
import { MUTANTS } from "./faithfulness-mutants.ts";
import type { TestAnswer } from "./open-agent.ts";

/**
 * What an agent can find out, what it is told in words, and what it is told that it may write: in
 * cases made from the files of the demonstration, of real datasets, and of releases that are each
 * made for a trap. No figure of the program decides what is right.
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

  describe("the text of answers", () => {
    const heard: { readonly expected: TextCase; readonly answer: TestAnswer }[] = [];

    test("says what the files bear out, names no other number, and keeps its cautions", async () => {
      for (const { agent, texts } of datasets)
        for (const expected of texts)
          heard.push({ expected, answer: await agent.call(expected.tool, { ...expected.given }) });
      const faults = heard.flatMap(({ expected, answer }) =>
        faultsInText(answer, expected).map((fault) => `${expected.id}: ${fault}`),
      );
      assert.deepEqual(faults, []);
    });

    test("at least 300 cases, every tool among them", () => {
      assert.ok(heard.length >= 300, `${heard.length} cases`);
      const tools = new Set(heard.map(({ expected }) => expected.tool));
      assert.deepEqual([...tools].toSorted(), [
        "check_claims",
        "compare",
        "describe_dataset",
        "get",
        "list",
        "match_list",
        "search",
        "what_changed",
      ]);
    });

    test("at least 60 ways of becoming unfaithful", () => {
      assert.ok(MUTANTS.length >= 60);
      assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length);
    });

    for (const { name, change } of MUTANTS)
      test(`is found out: ${name}`, () => {
        let changed = 0;
        const isFound = heard.some(({ expected, answer }, index) => {
          const alike = ({ expected: other }: (typeof heard)[number]): boolean =>
            other.tool === expected.tool && other.dataset === expected.dataset && other.id !== expected.id;
          const other = heard.slice(index).find(alike) ?? heard.find(alike);
          const mutant = change(answer, other?.answer ?? answer);
          if (JSON.stringify(mutant) === JSON.stringify(answer)) return false;
          changed += 1;
          return faultsInText(mutant, expected).length > 0;
        });
        assert.ok(isFound, changed === 0 ? "no answer has what it changes" : `${changed} changed answers passed`);
      });
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
