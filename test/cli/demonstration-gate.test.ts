import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { writeDataset } from "../fixtures/dataset.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { DEMO, TestCli } from "./run-cli.ts";

const demonstration = JSON.parse(readFileSync(path.join(DEMO, "dataset.json"), "utf8")) as Record<string, unknown>;
const CLAIMS = {
  title: demonstration["title"],
  publisher: demonstration["publisher"],
  notice: demonstration["notice"],
};

/** A publisher's own dataset; `id` and `name` are of its one company. */
function ownDataset(facts: object = {}, id = "acme", name = "Acme"): string {
  return writeDataset({
    bands: ["poor", "good"],
    pillars: ["use"],
    facts: { publisher: "Institute", ...facts },
    companies: [`${id},${name},FR,Food`],
    judgements: [`${id},use,poor`],
  });
}

async function triggersOf(cli: TestCli, folder: string): Promise<string[]> {
  const { out } = await cli.run("publish", folder, "--json");
  return (JSON.parse(out) as { triggers: { trigger: string }[] }).triggers.map(({ trigger }) => trigger);
}

describe("the gate of publish over the demonstration", () => {
  let cli: TestCli;
  before(async () => {
    cli = await openDemonstration();
  });
  after(() => cli.remove());

  test("refuses its notice that was left in an own dataset.json", async () => {
    assert.equal((await triggersOf(cli, ownDataset({ notice: CLAIMS.notice })))[0], "demonstration");
  });

  test("lets a first own dataset take its place at once, and says so", async () => {
    const { status, out, said } = await cli.run("publish", ownDataset());
    assert.equal(status, 0, said);
    assert.match(out, /^It replaces the demonstration and its fictional companies, so nothing has to be accepted\.$/mu);
    assert.doesNotMatch(out, /Gone|removed/u);
  });

  test("judges the next own dataset as ever", async () => {
    assert.deepEqual(await triggersOf(cli, ownDataset({ title: "Air" })), ["title"]);
  });

  test("refuses the demonstration over it by itself, beside all else that differs", async () => {
    const { status, out } = await cli.run("publish", DEMO);
    assert.equal(status, 3);
    assert.match(out, /^ {2}Fictional data: the publisher of dataset\.json is that of the demonstration /mu);
    assert.match(out, /^ {2}Gone: 1 of 1 company/mu);
  });

  test("refuses its notice, where nothing else differs", async () => {
    assert.deepEqual(await triggersOf(cli, ownDataset({ notice: CLAIMS.notice })), ["demonstration", "notice"]);
  });
});

describe("the gate of publish over what only claims to be the demonstration", () => {
  for (const [what, id] of [
    ["that has other companies", "acme"],
    ["whose company has an id, but not the name, of the demonstration's", "c0001"],
  ] as const)
    test(`judges it as real data: a dataset ${what}`, async (context) => {
      const cli = new TestCli();
      context.after(() => cli.remove());
      assert.equal((await cli.run("publish", ownDataset(CLAIMS, id))).status, 0);
      assert.deepEqual(await triggersOf(cli, ownDataset({}, id)), ["title", "publisher", "notice"]);
    });
});
