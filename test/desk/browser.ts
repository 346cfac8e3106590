import { type Browser, chromium, type Page } from "playwright-core";
import { existsSync } from "node:fs";

const CHROMIUM = "/usr/bin/chromium";

/** A browser in which a person works at a desk; null where there is none. */
export async function openBrowser(): Promise<Browser | null> {
  if (!existsSync(CHROMIUM)) return null;
  return await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

/** Waits until the script listens, has sent what was done, and the files are read. */
export async function settled(page: Page): Promise<void> {
  await page.locator("html.js body:not([aria-busy]):not(:has([data-waiting]))").waitFor();
}

/** Clicks, and waits until it is saved. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const [saved] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST"),
    page.getByRole("button", { name }).first().click(),
  ]);
  await saved.finished();
  await settled(page);
}
