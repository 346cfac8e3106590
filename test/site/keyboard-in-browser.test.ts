import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Browser, type Page, chromium } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { openTestServer } from "../http/test-server.ts";
import { CHROMIUM, WITHOUT_BROWSER } from "./browser.ts";
import { openPage } from "./tab.ts";

/** Whole ways through the site with the keyboard alone, from a page that people arrive at. */

/** More stops than any page of the test dataset has before what a way leads to. */
const STOPS_MAX = 120;

/** Presses Tab until what has the focus matches; it must be in sight. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press("Tab");
    const isThere = await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);
    if (isThere !== true) continue;
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    assert.notEqual(outline, "none", `nobody sees that ${selector} has the focus`);
    return;
  }
  throw new Error(`${selector} is not among the first ${STOPS_MAX} stops of ${page.url()}`);
}

/** Types into a list until the option is chosen, as its letters do in every browser. */
async function choose(page: Page, selector: string, letters: string, value: string): Promise<void> {
  await tabTo(page, selector);
  await page.keyboard.type(letters);
  assert.equal(await page.inputValue(selector), value);
}

describe("with the keyboard alone", { skip: WITHOUT_BROWSER }, () => {
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

  async function walk(
    path: string,
    javaScriptEnabled: boolean,
    way: (page: Page) => Promise<void>,
    width = 1280,
  ): Promise<void> {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 720 } });
    const { page, faults } = await openPage(context, `http://localhost:${server.port}${path}`);
    await way(page);
    assert.deepEqual(faults, []);
    await context.close();
  }

  for (const javaScriptEnabled of [true, false]) {
    const scripts = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

    test(`a name is searched for and its company opened, ${scripts}`, () =>
      walk("/", javaScriptEnabled, async (page) => {
        await tabTo(page, "#find");
        await page.keyboard.type("aster");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/search?q=aster");
        await tabTo(page, '.hits a[href="/companies/aster-energie"]');
        await page.keyboard.press("Enter");
        await page.waitForURL("**/companies/aster-energie");
      }));

    test(`two countries are compared, ${scripts}`, () =>
      walk("/", javaScriptEnabled, async (page) => {
        await tabTo(page, '.top a[href="/compare"]');
        await page.keyboard.press("Enter");
        await page.waitForURL("**/compare");
        const [first, second] = ["main select >> nth=0", "main select >> nth=1"];
        await tabTo(page, "main select");
        await page.keyboard.type("fra");
        assert.equal(await page.inputValue(first), "france");
        await tabTo(page, "main select");
        await page.keyboard.type("bra");
        assert.equal(await page.inputValue(second), "brazil");
        await tabTo(page, "main form button");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/compare?countries=france,brazil");
        assert.match((await page.textContent("h1")) ?? "", /France .*Brazil/u);
      }));

    test(`on a phone, the navigation is opened, closed and followed, ${scripts}`, () =>
      walk(
        "/",
        javaScriptEnabled,
        async (page) => {
          const sectors = page.locator('.top nav a[href="/sectors"]');
          assert.ok(!(await sectors.isVisible()));
          await tabTo(page, ".menu");
          await page.keyboard.press("Enter");
          assert.ok(await sectors.isVisible());
          await page.keyboard.press("Escape");
          assert.ok(!(await sectors.isVisible()));
          await page.keyboard.press("Enter");
          await tabTo(page, '.top nav a[href="/sectors"]');
          await page.keyboard.press("Enter");
          await page.waitForURL("**/sectors");
        },
        375,
      ));

    test(`a claim about a company is checked from its page, ${scripts}`, () =>
      walk("/companies/aster-energie", javaScriptEnabled, async (page) => {
        await tabTo(page, 'a[href="/claims?subject=company:aster-energie"]');
        await page.keyboard.press("Enter");
        await page.waitForURL("**/claims?subject=company:aster-energie");
        assert.equal(await page.inputValue("select[name=subject]"), "company:aster-energie");
        await choose(page, "select[name=is]", "its median band is at l", "at_least");
        await choose(page, "select[name=value]", "mid", "middle");
        await tabTo(page, "form.claim button");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/claims?subject=company:aster-energie&is=at_least&value=middle");
        assert.match((await page.textContent("h1")) ?? "", / holds$/u);
      }));

    test(`companies are sorted and read on, ${scripts}`, () =>
      walk("/companies", javaScriptEnabled, async (page) => {
        await tabTo(page, 'th a[href*="sort=name"]');
        await page.keyboard.press("Enter");
        await page.waitForURL("**/companies?sort=name#companies");
        await tabTo(page, ".companies tbody th a");
        await page.keyboard.press("Enter");
        await page.waitForURL("**/companies/*");
      }));
  }

  test("a country is found on the map", () =>
    walk("/", true, async (page) => {
      await tabTo(page, ".world-map");
      await page.keyboard.press("ArrowRight");
      assert.notEqual(await page.textContent(".map-note"), "");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/countries/*");
    }));
});
