import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

/** Where Debian puts its browser. */
export const CHROMIUM = "/usr/bin/chromium";

/** The reason to leave the tests with a browser out, or false. */
export const WITHOUT_BROWSER = existsSync(CHROMIUM) ? false : `${CHROMIUM} is not installed`;

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Opens a browser of its own that asks nobody anything but what pages ask. */
export async function openBrowser(): Promise<Browser> {
  const profile = mkdtempSync(path.join(tmpdir(), "country-trust-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
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
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
