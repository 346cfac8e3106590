import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { openContext } from "./browser.ts";
import { openSiteForBrowsers } from "./sites.ts";
import { openPage } from "./tab.ts";

/** Whole ways through the site with the keyboard alone, from a page that people arrive at. */

interface Way {
  readonly name: string;
  readonly from: string;
  readonly width?: number;
  go(page: Page): Promise<void>;
}

/** More stops than any page of the test dataset has before what a way leads to. */
const STOPS_MAX = 120;

/** Presses Tab until what has the focus matches; it must be in sight. */
export async function tabTo(page: Page, selector: string): Promise<void> {
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

export const WAYS: readonly Way[] = [
  {
    name: "a name is searched for and its company opened",
    from: "/",
    async go(page) {
      await tabTo(page, "#find");
      await page.keyboard.type("aster");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/search?q=aster");
      await tabTo(page, '.hits a[href="/companies/aster-energie"]');
      await page.keyboard.press("Enter");
      await page.waitForURL("**/companies/aster-energie");
    },
  },
  {
    name: "two countries are compared",
    from: "/",
    async go(page) {
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
      assert.match((await page.textContent("h1")) ?? "", /Brazil/u);
    },
  },
  {
    name: "on a phone, the navigation is opened, closed and followed",
    from: "/",
    width: 375,
    async go(page) {
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
  },
  {
    name: "a claim about a company is checked from its page",
    from: "/companies/aster-energie",
    async go(page) {
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
    },
  },
  {
    name: "companies are sorted and read on",
    from: "/companies",
    async go(page) {
      await tabTo(page, 'th a[href*="sort=name"]');
      await page.keyboard.press("Enter");
      await page.waitForURL("**/companies?sort=name#companies");
      await tabTo(page, ".companies tbody th a");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/companies/*");
    },
  },
];

export async function walk({ from, width = 1280, go }: Omit<Way, "name">, javaScriptEnabled: boolean): Promise<void> {
  const { port } = await openSiteForBrowsers();
  const context = await openContext({ javaScriptEnabled, viewport: { width, height: 720 } });
  const { page, faults } = await openPage(context, `http://localhost:${port}${from}`);
  await go(page);
  assert.deepEqual(faults, []);
  await context.close();
}
