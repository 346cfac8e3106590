import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openChance } from "../../bench/parts/statistics.ts";
import { startDesk } from "./open-desk.ts";

const ROUNDS = 16;
const DATASET = { title: "Water", publisher: "Us", year: 2026, pillars: [{ id: "water", label: "Water" }] };
const MAPPING = {
  tables: { survey: { files: ["survey.csv"], row: "Firm" } },
  companies: { table: "survey", name: "Firm", country: "Country" },
  judgements: [{ table: "survey", company: "Firm", columns: { Water: { pillar: "water" } }, conversion: "bands" }],
  conversions: { bands: { cuts: [10] } },
};

interface Written {
  readonly scale?: { readonly bands: readonly unknown[] };
  readonly conversions?: { readonly bands: { readonly cuts: readonly number[] } };
}

test("a desk that is killed in the middle of a change has done it or has not begun", async (t) => {
  const [folder, data] = ["kill", "kill-data"].map((name) =>
    mkdtempSync(path.join(tmpdir(), `country-trust-${name}-`)),
  );
  assert.ok(folder !== undefined && data !== undefined);
  t.after(() => [folder, data].forEach((each) => rmSync(each, { recursive: true, force: true })));
  const bands = ["low", "high"].map((id) => ({ id, label: id }));
  writeFileSync(path.join(folder, "survey.csv"), "Firm,Country,Water\nAcme,FR,5\nBonnard,PE,50\n");
  writeFileSync(path.join(folder, "dataset.json"), JSON.stringify({ ...DATASET, scale: { id: "s", bands } }));
  writeFileSync(path.join(folder, "mapping.json"), JSON.stringify(MAPPING));
  const chance = openChance(Number(process.env["FUZZ_SEED"] ?? 33));
  let before = 2;
  let [done, lost] = [0, 0];
  const read = (name: string): Written => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
  let desk = await startDesk(folder, data);
  t.after(() => desk.kill());
  for (let round = 0; round < ROUNDS; round += 1) {
    const facts = await desk.facts("bands");
    // The cuts are in one document and the bands in the other: one change is both.
    const sent = desk.post("bands", { ...facts, do: "add", label: `Band ${round}` }).catch(() => null);
    await wait(chance() * 30);
    await desk.kill();
    const isAnswered = (await sent)?.status === 303;
    desk = await startDesk(folder, data);
    const { text } = await desk.get("bands");
    const found = read("dataset.json").scale?.bands.length ?? 0;
    assert.equal(read("mapping.json").conversions?.bands.cuts.length, found - 1, `round ${round}`);
    assert.ok(found === before + 1 || (found === before && !isAnswered), `round ${round}: ${before}, ${found}`);
    assert.equal(text.match(/aria-label="Name of band /gu)?.length, found);
    assert.equal(existsSync(path.join(folder, ".desk/in-flight.json")), false);
    const history = (await desk.get("history")).text;
    assert.equal(new Set(history.match(/<td>A band “Band \d+” is added/gu)).size, found - 2);
    if (found > before) done += 1;
    else lost += 1;
    before = found;
  }
  t.diagnostic(`${done} changes were done and ${lost} not begun`);
});
