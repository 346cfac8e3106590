import { existsSync } from "node:fs";
import { after } from "node:test";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

/** Where Debian puts its browser. */
const CHROMIUM = "/usr/bin/chromium";

/** The reason to leave the tests with a browser out, or false. */
export const WITHOUT_BROWSER = existsSync(CHROMIUM) ? false : `${CHROMIUM} is not installed`;

let browser: Promise<Browser> | undefined;

after(async () => (await browser)?.close());

/**
 * A window of its own in the one browser of this process: nothing is kept from one to the next.
 * The browser asks nobody anything but what pages ask.
 */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  return await (await browser).newContext(options);
}
