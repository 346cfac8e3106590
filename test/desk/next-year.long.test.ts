import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { openBrowser } from "./browser.ts";
import { factsOfRelease } from "./release-facts.ts";
import { DeskWalk } from "./walk-desk.ts";

const FIRMS = ["Acme Ltd", "Acme Ltd.", "Bonnard", "Calanque", "Damara", "Etosha", "Fisk", "Gran", "Huasca", "Iquique"];
const THIS_YEAR = ["80", "80", "4O", "~70", "5S", "20", "60", "75", "35", "90"];

function survey(firms: readonly string[], scores: readonly string[]): string {
  return `Firm,Country,Water\n${firms.map((firm, i) => `${firm},${i < 5 ? "FR" : "PE"},${scores[i]}\n`).join("")}`;
}

/** One removed, one renamed, one corrected, one changed to something else that is no score. */
const NEXT_FIRMS = FIRMS.filter((firm) => firm !== "Damara").map((firm) => (firm === "Gran" ? "Gran Group" : firm));
const NEXT_YEAR = ["80", "80", "40", "about 70", "20", "60", "75", "35", "90"];

test("next year's file keeps the decisions of this one, and each is said", async (t) => {
  const browser = await openBrowser();
  if (browser === null) return t.skip("there is no Chromium");
  t.after(() => browser.close());
  const elsewhere = mkdtempSync(path.join(tmpdir(), "country-trust-next-year-"));
  t.after(() => rmSync(elsewhere, { recursive: true }));
  const file = path.join(elsewhere, "survey.csv");
  writeFileSync(file, survey(FIRMS, THIS_YEAR));
  const walk = await DeskWalk.open(await browser.newPage());
  t.after(() => walk.close());
  const { page } = walk;
  await walk.upload([file]);
  await walk.fill("Title", "Water");
  await walk.fill("Publisher, who answers for it", "An institute");
  await walk.to("Columns");
  await walk.choose("Role of Firm", "Company");
  await walk.choose("Role of Country", "Country");
  await walk.choose("Role of Water", "Judged");
  await walk.to("Bands");
  await walk.press("Scores, cut into bands");
  await walk.fillAndPress(/^Worst first/u, "Low < High", "Make these bands");
  await walk.fill("High begins at", "50");
  await walk.to("Companies");
  await walk.press("The same: keep Acme Ltd");
  await walk.to("Result");
  for (const [firm, was, now] of [
    ["Bonnard", "4O", "40"],
    ["Calanque", "~70", "70"],
    ["Damara", "5S", "55"],
  ] as const) {
    await walk.follow(new RegExp(`company=${firm}`, "u"));
    assert.equal(await page.getByLabel("Water, row 1").inputValue(), was);
    await walk.fill("Water, row 1", now);
  }
  await walk.publish();
  assert.equal((await factsOfRelease(walk.desk.dataFolder)).companies, 9);

  writeFileSync(file, survey(NEXT_FIRMS, NEXT_YEAR));
  await walk.to("Files");
  await walk.upload([file], true);
  await walk.to("Result");
  const notes = await page.getByRole("main").textContent();
  assert.match(notes ?? "", /One problem stands in the way/u);
  assert.match(notes ?? "", /\/corrections\/0: no longer needed: survey, "Water" in the row "Bonnard"/u);
  assert.match(notes ?? "", /\/corrections\/1: changed in the file: .*"Calanque".* the file has "about 70" now/u);
  assert.match(notes ?? "", /\/corrections\/2: row not there: .*"Damara"/u);
  assert.match(notes ?? "", /1 decision applied/u);
  await walk.follow(/company=Calanque/u);
  await walk.fill("Water, row 1", "70");
  await page.getByText(/companies differ from/u).waitFor();
  const differences = await page.getByRole("main").textContent();
  assert.match(differences ?? "", /Damara/u);
  assert.match(differences ?? "", /Gran Group/u);
  await walk.to("Publish");
  await walk.follow("Publish now");
  for (const box of await page.locator("#publish input[name=accept]").all()) await box.check();
  await walk.press("Yes, publish it now");
  await page.getByRole("heading", { name: "It is published" }).waitFor({ timeout: 60_000 });
  const { companies, judgements } = await factsOfRelease(walk.desk.dataFolder);
  assert.equal(companies, 8);
  assert.deepEqual(
    judgements
      .filter(({ name }) => /Acme|Bonnard|Calanque|Gran/u.test(name))
      .map(({ name, band }) => `${name} ${band}`)
      .toSorted(),
    ["Acme Ltd High", "Bonnard Low", "Calanque High", "Gran Group High"],
  );
});
