import assert from "node:assert/strict";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { openContext } from "./browser.ts";
import { HOSTILE_TEXTS } from "./hostile-dataset.ts";
import { openHostileSiteForBrowsers, openSiteForBrowsers } from "./sites.ts";
import { type Tab, findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** The page of somebody's own list as people use it. */

export const LIST = "id;name;country\r\n1;aster energie;\r\n2;Bois Clair;fra\r\n3;Bois Clar;\r\n4;Qqzzyx;\r\n";

/** The page in a window of its own. */
export interface ListTab extends Tab {
  readonly context: BrowserContext;
}

export async function openListPage(options: BrowserContextOptions, site = openSiteForBrowsers()): Promise<ListTab> {
  const context = await openContext(options);
  const { port } = await site;
  return { context, ...(await openPage(context, `http://localhost:${port}/portfolio`)) };
}

/** Presses a button and waits for the page that answers. */
export async function submit(page: Page, selector: string): Promise<string> {
  await Promise.all([page.waitForEvent("load"), page.click(selector)]);
  return (await page.textContent("h1")) ?? "";
}

/** Looks at a result and at a refusal. */
export async function lookAtResults(width: number, colorScheme: "light" | "dark"): Promise<void> {
  const { context, page, faults } = await openListPage({ viewport: { width, height: 900 }, colorScheme });
  await page.setInputFiles("#file", { name: "suppliers.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
  assert.equal(await submit(page, "#own-list button"), "The list is rated Middle; one company could change that");
  assert.deepEqual(await findAccessibilityFaults(page), []);
  assert.equal(await findOverflow(page), 0);
  assert.deepEqual(faults, []);
  await page.fill("#list", `${"spend".repeat(100)},name,name\n1,Eins,Zwei\n`);
  assert.equal(await submit(page, "#own-list button"), "The list cannot be read as it stands");
  assert.deepEqual(await findAccessibilityFaults(page), []);
  assert.equal(await findOverflow(page), 0);
  await context.close();
}

/** Looks at a result whose names are hostile. */
export async function lookAtHostileResult(width: number): Promise<void> {
  const names = HOSTILE_TEXTS.map((text) => `"${text.slice(0, 300).replaceAll('"', '""')}"`);
  const options = { viewport: { width, height: 900 } };
  const { context, page, faults } = await openListPage(options, openHostileSiteForBrowsers());
  await page.fill("#list", `name\n${names.join("\n")}\n${"V".repeat(300)}\n`);
  await submit(page, "#own-list button");
  assert.equal(await findOverflow(page), 0);
  assert.deepEqual(faults, []);
  await context.close();
}
