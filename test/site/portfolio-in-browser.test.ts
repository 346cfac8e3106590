import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { RELEASE, openTestServer } from "../http/test-server.ts";
import { CHROMIUM, WITHOUT_BROWSER } from "./browser.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS, HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** The page of somebody's own list as people use it. */

const LIST = "id;name;country\r\n1;aster energie;\r\n2;Bois Clair;fra\r\n3;Bois Clar;\r\n4;Qqzzyx;\r\n";
const SUPPLIERS = { name: "suppliers.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) };

describe("the page of a list in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  let browser: Browser;
  before(async () => {
    server = await openTestServer({ baseUrl: null, now: () => new Date() });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  async function open(options: BrowserContextOptions, port = server.port) {
    const context = await browser.newContext(options);
    return { context, ...(await openPage(context, `http://localhost:${port}/portfolio`)) };
  }

  /** Presses a button and waits for the page that answers. */
  async function submit(page: Page, selector: string): Promise<string> {
    await Promise.all([page.waitForEvent("load"), page.click(selector)]);
    return (await page.textContent("h1")) ?? "";
  }

  for (const width of [375, 768, 1440]) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`at ${width} pixels, ${colorScheme}: a result and a refusal have no fault`, async () => {
        const { context, page, faults } = await open({ viewport: { width, height: 900 }, colorScheme });
        await page.setInputFiles("#file", SUPPLIERS);
        assert.equal(await submit(page, ".own-list button"), "The list stands at Middle, from two judged companies");
        assert.deepEqual(await findAccessibilityFaults(page), []);
        assert.equal(await findOverflow(page), 0);
        assert.deepEqual(faults, []);
        await page.fill("#list", `name,${"spend".repeat(100)}\nEins,1\n`);
        assert.equal(await submit(page, ".own-list button"), "The list cannot be read as it stands");
        assert.deepEqual(await findAccessibilityFaults(page), []);
        assert.equal(await findOverflow(page), 0);
        await context.close();
      });
    }
  }

  test("hostile names break no layout and run nothing", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, HOSTILE_COMPANIES, HOSTILE_FACTS));
    const hostile = await openTestServer({ baseUrl: null, now: () => new Date(), releases });
    const names = HOSTILE_TEXTS.map((text) => `"${text.slice(0, 300).replaceAll('"', '""')}"`);
    for (const width of [375, 1440]) {
      const { context, page, faults } = await open({ viewport: { width, height: 900 } }, hostile.port);
      await page.fill("#list", `name\n${names.join("\n")}\n${"V".repeat(300)}\n`);
      await submit(page, ".own-list button");
      assert.equal(await findOverflow(page), 0);
      assert.deepEqual(faults, []);
      await context.close();
    }
    await hostile.close();
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`by keyboard alone, ${javaScriptEnabled ? "with" : "without"} JavaScript: paste, match, save`, async () => {
      const { context, page, faults } = await open({ javaScriptEnabled, acceptDownloads: true });
      await page.focus("#list");
      await page.keyboard.insertText("aster energie\nBois Clair\nBois Clar");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
      assert.match((await page.textContent("h1")) ?? "", /from two judged companies$/u);
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

  test("the sample is matched at once, and its own candidate can be decided", async () => {
    const { context, page } = await open({});
    assert.match(await submit(page, "aside button"), /^The list stands at /u);
    const href = (await page.getAttribute("[aria-labelledby=decide] td a", "href")) ?? "";
    await page.fill("#list", `slug\n${href.split("/").at(-1)}\n`);
    assert.match(await submit(page, ".own-list button"), /from one judged company$/u);
    await context.close();
  });

  test("a file that is dropped on the control is chosen", async () => {
    const { context, page } = await open({});
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
    assert.match(await submit(page, ".own-list button"), /from two judged companies$/u);
    await context.close();
  });
});
