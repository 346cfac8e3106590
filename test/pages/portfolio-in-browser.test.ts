import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { WITHOUT_BROWSER } from "./browser.ts";
import { LIST, lookAtHostileResult, lookAtResults, openListPage, submit } from "./list-page.ts";

describe("the page of a list in a browser", { skip: WITHOUT_BROWSER }, () => {
  test("a result and a refusal have no fault", () => lookAtResults(375, "light"));

  test("hostile names break no layout and run nothing", () => lookAtHostileResult(375));

  for (const javaScriptEnabled of [true, false]) {
    test(`by keyboard alone, ${javaScriptEnabled ? "with" : "without"} JavaScript: paste, match, save`, async () => {
      const { context, page, faults } = await openListPage({ javaScriptEnabled, acceptDownloads: true });
      await page.focus("#list");
      await page.keyboard.insertText("aster energie\nBois Clair\nBois Clar");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
      assert.match((await page.textContent("h1")) ?? "", /^The list is rated Middle; one company could change that$/u);
      assert.equal(await page.inputValue("#list"), "aster energie\nBois Clair\nBois Clar");
      await page.focus("button[value=excel]");
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      assert.equal(download.suggestedFilename(), "matched-companies.csv");
      const saved = readFileSync(await download.path(), "utf8");
      assert.match(saved, /^\ufeffrow,id,name,status[\s\S]*\r\n2,,Bois Clair,matched,/u);
      assert.deepEqual(faults, []);
      await context.close();
    });
  }

  test("a row to decide is decided by the slug of its candidate", async () => {
    const { context, page } = await openListPage({});
    await page.fill("#list", "Bois Clar\n");
    await submit(page, "#own-list button");
    const href = (await page.getAttribute("[aria-labelledby=decide] td a", "href")) ?? "";
    await page.fill("#list", `slug\n${href.split("/").at(-1)}\n`);
    assert.match(await submit(page, "#own-list button"), /from one judged company$/u);
    await context.close();
  });

  test("a file that is dropped on the control is chosen", async () => {
    const { context, page } = await openListPage({});
    const dropped = path.join(newTemporaryFolder(), "suppliers.csv");
    writeFileSync(dropped, LIST);
    await page.locator("#file").scrollIntoViewIfNeeded();
    const box = await page.locator("#file").boundingBox();
    assert.ok(box !== null);
    // Events that a page makes itself drop nothing.
    const session = await context.newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await session.send("Input.dispatchDragEvent", {
        type,
        x: box.x + box.width * 0.5,
        y: box.y + box.height * 0.5,
        data: { items: [], files: [dropped], dragOperationsMask: 1 },
      });
    await page.waitForFunction("document.querySelector('#file').files.length === 1");
    assert.match(await submit(page, "#own-list button"), /^The list is rated Middle; one company could change that$/u);
    await context.close();
  });
});
