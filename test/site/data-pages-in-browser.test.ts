import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer } from "../http/test-server.ts";
import { CHROMIUM, WITHOUT_BROWSER } from "./browser.ts";
import { HOSTILE_BRANDING, HOSTILE_COMPANIES, HOSTILE_FACTS } from "./hostile-dataset.ts";
import { DATA_PAGES } from "./paths.ts";
import { COLOUR_RULES, findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** Pages of data as people see them: on a phone, a tablet and a desk, by day and by night. */

const WIDTHS = [375, 768, 1440];

describe("pages of data in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  let browser: Browser;
  before(async () => {
    // The browser judges by its own clock how long it may keep an answer.
    server = await openTestServer({ baseUrl: null, now: () => new Date() });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  /**
   * Looks at pages one after the other in one tab. `mayMiss`: some of them are not there;
   * `atNight`: their dark colours as well.
   */
  async function look(
    origin: string,
    paths: readonly string[],
    options: BrowserContextOptions,
    { mayMiss = false, atNight = false } = {},
  ): Promise<void> {
    const context = await browser.newContext(options);
    const { page, faults } = await openPage(context, `${origin}/docs`);
    for (const path of paths) {
      faults.length = 0;
      await page.goto(`${origin}${path}`, { waitUntil: "load" });
      // axe is a script, too; the markup is the same.
      if (options.javaScriptEnabled !== false) assert.deepEqual(await findAccessibilityFaults(page), [], path);
      assert.equal(await findOverflow(page), 0, `${path} scrolls sideways`);
      if (atNight) await lookAtNight(page, path);
      assert.deepEqual(mayMiss ? faults.filter((fault) => !/\b404\b/u.test(fault)) : faults, [], path);
    }
    await context.close();
  }

  /** By night, only colours are others. */
  async function lookAtNight(page: Page, path: string): Promise<void> {
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findAccessibilityFaults(page, COLOUR_RULES), [], `${path} by night`);
    assert.equal(await findOverflow(page), 0, `${path} scrolls sideways by night`);
    await page.emulateMedia({ colorScheme: "light" });
  }

  for (const width of WIDTHS) {
    for (const javaScriptEnabled of [true, false]) {
      const what = javaScriptEnabled ? "with JavaScript, by day and by night" : "without JavaScript";
      test(`at ${width} pixels, ${what}: no fault, nothing beside the window`, () =>
        look(
          `http://localhost:${server.port}`,
          DATA_PAGES,
          { viewport: { width, height: 900 }, colorScheme: "light", javaScriptEnabled },
          { atNight: javaScriptEnabled },
        ));
    }
  }

  test("on a phone, each bar has the word of its band and its number beside it", async () => {
    const context = await browser.newContext({ viewport: { width: 375, height: 900 } });
    const { page } = await openPage(context, `http://localhost:${server.port}/docs`);
    for (const path of ["/", "/countries/france", "/companies/aster-energie", "/compare?countries=france,brazil"]) {
      await page.goto(`http://localhost:${server.port}${path}`);
      const rows = page.locator(".labelled tbody tr:not(.break)");
      assert.ok((await rows.count()) > 0, path);
      for (const row of await rows.all()) {
        for (const part of [".median", ".number", ".bar"])
          assert.ok(await row.locator(part).isVisible(), `${path} ${part}`);
        const width = await row.locator(".bar").evaluate((bar) => bar.getBoundingClientRect().width);
        assert.ok(width > 300, `${path}: a bar of ${width} pixels`);
      }
    }
    await context.close();
  });

  test("on paper: no navigation, no buttons, and rows as wide as on a desk", async () => {
    const context = await browser.newContext({ viewport: { width: 718, height: 900 }, colorScheme: "dark" });
    const { page } = await openPage(context, `http://localhost:${server.port}/docs`);
    await page.emulateMedia({ media: "print" });
    for (const path of ["/", "/countries/france", "/companies/aster-energie", "/rankings", "/matrix"]) {
      await page.goto(`http://localhost:${server.port}${path}`);
      for (const hidden of [".top nav", ".find", ".buttons", ".filters"])
        for (const part of await page.locator(hidden).all()) assert.ok(!(await part.isVisible()), `${path} ${hidden}`);
      assert.equal(await findOverflow(page), 0, `${path} is wider than the paper`);
      const paper = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      assert.equal(paper, "rgb(255, 255, 255)", `${path} is printed dark`);
      if ((await page.locator(".labelled").count()) === 0) continue;
      const display = await page.evaluate("getComputedStyle(document.querySelector('.labelled tbody tr')).display");
      assert.equal(display, "table-row", path);
    }
    await context.close();
  });

  test("with the reader's own colours, charts keep theirs", () =>
    look(`http://localhost:${server.port}`, DATA_PAGES, {
      forcedColors: "active",
      viewport: { width: 1440, height: 900 },
    }));

  test("hostile texts break no layout and run nothing", async () => {
    const snapshot = buildMemorySnapshot(RELEASE, HOSTILE_COMPANIES, HOSTILE_FACTS, undefined, HOSTILE_BRANDING);
    const hostile = await openTestServer({
      baseUrl: null,
      now: () => new Date(),
      releases: buildMemoryReleases(snapshot),
    });
    const { companies } = snapshot.listCompanies({ sort: "name", limit: 100, offset: 0 });
    const ofCompanies = companies.slice(0, 10).map(({ slug }) => `/companies/${encodeURIComponent(slug)}`);
    const paths = [...DATA_PAGES, ...ofCompanies, "/%3Cscript%3Ealert(1)%3C/script%3E"];
    for (const width of [375, 1440])
      await look(`http://localhost:${hostile.port}`, paths, { viewport: { width, height: 900 } }, { mayMiss: true });
    await hostile.close();
  });
});
