import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { type AccessServer, openAccessServer } from "../http/access-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";
import { giveUsedKey } from "./used-key.ts";

/** The dashboard of a key by keyboard alone, with and without JavaScript. */

describe("/dashboard in a browser", { skip: WITHOUT_BROWSER }, () => {
  let local: AccessServer;
  let origin: string;
  before(async () => {
    local = await openAccessServer({ baseUrl: null, trustedProxies: null }, { findUrlFault: async () => null });
    origin = `http://localhost:${local.server.port}`;
  });

  const heading = async (page: Page, text: RegExp): Promise<void> =>
    await page.getByRole("heading", { level: 1, name: text }).waitFor();

  async function enter(page: Page, key: string): Promise<void> {
    await page.getByLabel("API key").focus();
    await page.keyboard.insertText(key);
    await page.keyboard.press("Enter");
  }

  /** Opens what is folded under a name, and goes with the tab key to its button. */
  async function change(page: Page, name: string, key: string | null): Promise<void> {
    await page.locator("summary", { hasText: name }).focus();
    await page.keyboard.press("Enter");
    if (name.startsWith("Replace")) await page.keyboard.press("Tab");
    if (key !== null) {
      await page.keyboard.press("Tab");
      await page.keyboard.insertText(key);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  }

  async function open(scripts: boolean): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
    const context = await openContext({ javaScriptEnabled: scripts, viewport: { width: 375, height: 800 } });
    return { context, ...(await openPage(context, `${origin}/dashboard`)) };
  }

  test("by keyboard alone: the tab keeps the key, replaces it, revokes it and forgets it", async () => {
    const { context, page, faults } = await open(true);
    const key = await giveUsedKey(local);
    await enter(page, "ctds_live_wrong");
    await page.getByText("No key like this works.").waitFor();
    assert.equal(await page.evaluate("document.activeElement.id"), "key");
    faults.length = 0;
    await enter(page, key);
    await heading(page, /^\d+ of 1,000 requests are left/u);
    assert.equal(await findOverflow(page), 0);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    assert.deepEqual(await findAccessibilityFaults(page), []);
    const kept = (): Promise<unknown> =>
      page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])");
    assert.equal(await kept(), JSON.stringify([{ "country-trust-api-key": key }, {}, ""]));
    await page.reload();
    await heading(page, /^\d+ of 1,000 requests are left/u);
    await change(page, "Replace it", null);
    await heading(page, /^Your new key/u);
    const next = (await page.textContent("#new-key")) ?? "";
    assert.match(String(await kept()), new RegExp(next, "u"));
    assert.equal(await page.getByRole("button", { name: "Copy the key" }).isVisible(), true);
    assert.deepEqual(await findAccessibilityFaults(page), []);
    await page.getByRole("link", { name: "To the dashboard" }).focus();
    await page.keyboard.press("Enter");
    await heading(page, /^\d+ of 1,000 requests are left/u);
    await page.getByRole("button", { name: "Forget the key" }).focus();
    await page.keyboard.press("Enter");
    await heading(page, /^What has your key used/u);
    assert.equal(await kept(), JSON.stringify([{}, {}, ""]));
    await enter(page, next);
    await heading(page, /^\d+ of 1,000 requests are left/u);
    await change(page, "Revoke it", null);
    await heading(page, /is revoked$/u);
    assert.equal(await kept(), JSON.stringify([{}, {}, ""]));
    assert.equal(page.url(), `${origin}/dashboard`);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("by keyboard alone, without JavaScript: the same figures, and changes with the key once more", async () => {
    const { context, page, faults } = await open(false);
    const key = await giveUsedKey(local);
    await enter(page, key);
    await heading(page, /^\d+ of 1,000 requests are left/u);
    assert.equal(await page.getByRole("button", { name: "Forget the key" }).isVisible(), false);
    assert.equal(await findOverflow(page), 0);
    await change(page, "Replace it", key);
    await heading(page, /^Your new key/u);
    const next = (await page.textContent("#new-key")) ?? "";
    await page.goto(`${origin}/dashboard`);
    await enter(page, next);
    await heading(page, /^\d+ of 1,000 requests are left/u);
    await change(page, "Revoke it", next);
    await heading(page, /is revoked$/u);
    assert.equal(page.url(), `${origin}/dashboard`);
    assert.deepEqual(faults, []);
    await context.close();
  });
});
