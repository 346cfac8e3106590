import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { openSiteForBrowsers } from "./sites.ts";
import { openPage } from "./tab.ts";

/** What readers find on any page; `twelve-jobs.long.test.ts` has what they come for. */

describe("the search and the start page of a reader", { skip: WITHOUT_BROWSER }, () => {
  let origin: string;
  let context: BrowserContext;
  before(async () => {
    origin = `http://localhost:${(await openSiteForBrowsers()).port}`;
    context = await openContext({ viewport: { width: 1440, height: 900 } });
  });
  after(async () => context?.close());

  test("suggestions below the search of the header, by keyboard, on any page", async () => {
    const { page, faults } = await openPage(context, `${origin}/countries/france`);
    await page.locator("#find").pressSequentially("bois");
    await page.locator(".suggestions a").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/companies/bois-clair");
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("on a phone, no link or button of the start page is lower or narrower than 24 pixels", async () => {
    const phone = await openContext({ viewport: { width: 375, height: 800 } });
    const { page } = await openPage(phone, origin);
    // Links within sentences are exempt (WCAG 2.2, 2.5.8), and so are those of the map, which the
    // table below has, too.
    const small = await page.evaluate(`[...document.querySelectorAll("a, button, summary, select")]
      .filter((one) => one.checkVisibility() && one.closest("svg") === null && one.closest("p:not(.buttons), figcaption") === null)
      .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ text, box }) => box.width > 1 && (box.height < 24 || box.width < 24))
      .map(({ text, box }) => text + " " + box.width + " x " + box.height)`);
    assert.deepEqual(small, []);
    await phone.close();
  });
});
