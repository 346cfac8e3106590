import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openContext } from "./browser.ts";
import { COLOUR_RULES, findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** How pages are looked at. */
interface Look {
  /** Some of them are not there. */
  readonly mayMiss?: boolean;
  /** Their dark colours as well. */
  readonly atNight?: boolean;
  /** Without what a screen reader would trip over. */
  readonly layoutAlone?: boolean;
}

/**
 * Looks at pages one after the other in one tab: nothing is blocked, asked elsewhere or beside the
 * window, and nothing is there that a screen reader would trip over.
 */
export async function lookAtPages(
  origin: string,
  paths: readonly string[],
  options: BrowserContextOptions,
  { mayMiss = false, atNight = false, layoutAlone = false }: Look = {},
): Promise<void> {
  const context = await openContext(options);
  const { page, faults } = await openPage(context, `${origin}${paths[0]}`);
  for (const path of paths) {
    faults.length = 0;
    await page.goto(`${origin}${path}`, { waitUntil: "load" });
    // axe is a script, too; the markup is the same.
    if (options.javaScriptEnabled !== false && !layoutAlone)
      assert.deepEqual(await findAccessibilityFaults(page), [], path);
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

/** The reference with everything unfolded, as on a phone. */
export async function lookAtReference(origin: string, colorScheme: "light" | "dark"): Promise<void> {
  const context = await openContext({ colorScheme, viewport: { width: 390, height: 800 } });
  const { page, faults } = await openPage(context, `${origin}/docs/reference/companies`);
  await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
  assert.deepEqual(await findAccessibilityFaults(page), []);
  assert.equal(await findOverflow(page), 0, "the page does not scroll sideways");
  assert.deepEqual(faults, []);
  await context.close();
}
