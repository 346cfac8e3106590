import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, afterEach, beforeEach, describe, test } from "node:test";
import { writeDataset } from "../fixtures/dataset.ts";
import { openDemonstration } from "../fixtures/published-demonstration.ts";
import { copyDemo, edit, removeCopies } from "./demo-copy.ts";
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

describe("the gate of publish and the demonstration", () => {
  let cli: TestCli;
  beforeEach(() => {
    cli = new TestCli();
  });
  afterEach(() => cli.remove());
  after(removeCopies);

  const triggersOf = async (...words: string[]): Promise<string[]> => {
    const { out } = await cli.run("publish", ...words, "--json");
    return (JSON.parse(out) as { triggers: { trigger: string }[] }).triggers.map(({ trigger }) => trigger);
  };
  /** Begins over the demonstration instead of nothing. */
  const overDemonstration = async (): Promise<void> => {
    await cli.remove();
    cli = await openDemonstration();
  };
  const publishes = async (folder: string): Promise<void> => {
    const { status, said } = await cli.run("publish", folder);
    assert.equal(status, 0, said);
  };

  test("a first own dataset takes its place at once, and says so", async () => {
    await overDemonstration();
    const folder = ownDataset();
    const dry = await cli.run("publish", folder, "--dry-run");
    assert.equal(dry.status, 0, dry.said);
    const { status, out, said } = await cli.run("publish", folder);
    assert.equal(status, 0, said);
    assert.match(out, /^It replaces the demonstration and its fictional companies, so nothing has to be accepted\.$/mu);
    assert.doesNotMatch(out, /Gone|removed/u);
  });

  test("the next own dataset is gated as ever", async () => {
    await overDemonstration();
    await publishes(ownDataset());
    assert.deepEqual(await triggersOf(ownDataset({ title: "Air" })), ["title"]);
  });

  test("it is refused over an own dataset by itself, beside all else that differs", async () => {
    await publishes(ownDataset());
    const { status, out } = await cli.run("publish", DEMO);
    assert.equal(status, 3);
    assert.match(out, /^ {2}Fictional data: the publisher of dataset\.json is that of the demonstration /mu);
    assert.ok((await triggersOf(DEMO)).includes("companies_gone"));
  });

  test("its notice alone is refused over a dataset that has another, where nothing else differs", async () => {
    await publishes(ownDataset());
    assert.deepEqual(await triggersOf(ownDataset({ notice: CLAIMS.notice })), ["demonstration"]);
  });

  test("its notice that was left in an own dataset.json is refused over the demonstration, too", async () => {
    await overDemonstration();
    assert.equal((await triggersOf(ownDataset({ notice: CLAIMS.notice })))[0], "demonstration");
  });

  test("what only claims to be the demonstration is gated as real data", async () => {
    await publishes(ownDataset(CLAIMS));
    assert.deepEqual(await triggersOf(ownDataset()), ["title", "publisher"]);
  });

  test("so are companies that have an id, but not the name, of the demonstration's", async () => {
    await publishes(ownDataset(CLAIMS, "c0001", "Acme"));
    assert.deepEqual(await triggersOf(ownDataset({}, "c0001", "Acme")), ["title", "publisher"]);
  });

  test("an edited edition of the demonstration is gated as ever", async () => {
    await overDemonstration();
    const folder = copyDemo((copy) =>
      edit(copy, "judgements.csv", (text) => text.replaceAll(",very_low,", ",very_high,")),
    );
    assert.ok((await triggersOf(folder)).includes("medians_moved"));
  });
});
