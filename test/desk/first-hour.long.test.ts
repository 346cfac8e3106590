import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser } from "./browser.ts";
import { DeskWalk } from "./walk-desk.ts";

const SCORES = `Company,Country,Score\n${Array.from({ length: 20 }, (_, i) => `F${i},France,${(0.3 + i * 2.5).toFixed(1)}\n`).join("")}`;

/** The elements of a page that reach beyond its right edge. */
async function wider(page: Page): Promise<string[]> {
  return await page.locator(".top *, .steps *, main *, .next *").evaluateAll((all) =>
    all
      .filter((each) => each.closest(".scroll, [data-scroll], details:not([open])") === null)
      .filter((each) => each.getBoundingClientRect().right > each.ownerDocument.documentElement.clientWidth + 1)
      .map((each) => `${each.tagName} ${each.id}`),
  );
}

for (const width of [1280, 768])
  test(`rows are pasted, cut and corrected in a window of ${width} px`, async (t) => {
    const browser = await openBrowser();
    if (browser === null) return t.skip("there is no Chromium");
    t.after(() => browser.close());
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const walk = await DeskWalk.open(page);
    t.after(() => walk.close());
    const mapping = (): string => readFileSync(path.join(walk.desk.folder, "mapping.json"), "utf8");
    await walk.unfold("paste rows");
    await page.getByLabel(/^Cells with their header/u).fill(SCORES.replaceAll(",", "\t").replace("5.3", "5.3x"));
    await walk.press("Take these rows");
    await page.getByRole("heading", { name: "pasted.tsv" }).waitFor();

    await walk.to("Columns");
    await walk.choose("Role of Company", "Company");
    await walk.choose("Role of Country", "Country");
    if ((await page.getByLabel("Role of Score", { exact: true }).count()) > 0)
      await walk.choose("Role of Score", "Judged");
    await walk.to("Bands");
    await walk.press("Scores, cut into bands");
    await walk.fillAndPress(/^Worst first/u, "Low < Middle < High", "Make these bands");
    const asked = page.locator("#unread");
    const [question, bars] = [await asked.boundingBox(), await page.locator(".plot").boundingBox()];
    assert.ok(question !== null && bars !== null);
    if (width < 960) assert.ok(question.y < bars.y, "what is asked stands before what it is about");
    const before = mapping();
    const cut = page.getByLabel("Middle begins at", { exact: true });
    await cut.fill("10");
    await page.locator("#gives", { hasText: /Low [34] · Middle/u }).waitFor();
    assert.equal(mapping(), before, "it is shown before it is saved");
    await walk.saving(() => cut.press("Enter"));
    await walk.fill("High begins at", "30");
    assert.deepEqual(JSON.parse(mapping()).conversions.bands.cuts, [10, 30]);

    await walk.to("Files");
    await walk.fill("Title", "Scores");
    await walk.fill("Publisher, who answers for it", "An institute");
    await walk.to("Result");
    await walk.follow(/company=F2/u);
    const cell = page.getByLabel("Score, row 1", { exact: true });
    assert.equal(await cell.inputValue(), "5.3x");
    await cell.fill("5.3");
    await walk.saving(() => cell.press("Enter"));
    await page.getByText("in the file: 5.3x").waitFor();
    assert.equal(await cell.inputValue(), "5.3", "the new value is shown at once");
    await page.getByText("This would be the first release").waitFor();
    assert.equal(JSON.parse(mapping()).corrections.length, 1);
    for (const step of ["Files", "Columns", "Bands", "Companies", "Result", "Publish"]) {
      await walk.to(step);
      assert.deepEqual(await wider(page), [], step);
      const links = await page
        .locator(".steps a")
        .evaluateAll((all) => all.map((each) => [each.scrollWidth, each.clientWidth]));
      for (const [content = 0, room = 0] of links) assert.ok(content <= room, `the name of a step fits, in ${step}`);
    }
    await walk.publish();
    await page.getByText("npm start").first().waitFor();
  });
