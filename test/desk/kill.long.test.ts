import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

test("a desk that is killed in the middle of a change leaves each document as it was or as it will be", async (t) => {
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
  let [done, lost, half] = [0, 0, 0];
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
    const bandsIn = (): number => read("dataset.json").scale?.bands.length ?? 0;
    const bandsCut = (): number => (read("mapping.json").conversions?.bands.cuts.length ?? 0) + 1;
    assert.ok(!isAnswered || (bandsIn() === before + 1 && bandsCut() === before + 1), `round ${round}: answered`);
    for (const count of [bandsIn(), bandsCut()]) assert.ok(count === before || count === before + 1, `round ${round}`);
    if (bandsIn() !== bandsCut()) {
      half += 1;
      assert.equal((await desk.post("undo", {})).status, 303);
    }
    const found = bandsIn();
    assert.equal(bandsCut(), found, `round ${round}`);
    assert.equal((await desk.get("bands")).text.match(/aria-label="Name of band /gu)?.length, found);
    const history = (await desk.get("history")).text;
    assert.equal(history.match(/<tr><td(?:(?!<\/tr>).)*<td>A band “Band \d+” is added/gu)?.length ?? 0, found - 2);
    if (found > before) done += 1;
    else lost += 1;
    before = found;
  }
  t.diagnostic(`${done} changes were done, ${lost} not begun and ${half} taken back`);
});
