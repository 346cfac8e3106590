import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";
import { PROJECT_FOLDER } from "../src/settings.ts";
import { overDemoData } from "./over-data-folder.ts";

/** Takes the picture of the start page for README.md, with the demonstration data. */

const PICTURE = path.join(PROJECT_FOLDER, "docs", "images", "start-page.png");

/** A picture in a repository is there for good. */
const BYTES_MAX = 300_000;

const WIDTH = 1280;
const HEIGHT = 860;

await overDemoData(
  {},
  () => new Date("2026-11-20T10:00:00Z"),
  async ({ serve }) => {
    const { port } = await serve();
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: "light" });
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "networkidle" });
      const picture = await page.screenshot({ type: "png" });
      if (picture.length > BYTES_MAX) throw new Error(`${picture.length} bytes are more than ${BYTES_MAX}`);
      await mkdir(path.dirname(PICTURE), { recursive: true });
      await writeFile(PICTURE, picture);
      process.stderr.write(`${PICTURE} is written: ${picture.length} bytes\n`);
    } finally {
      await browser.close();
    }
  },
);
