import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { darkAccentOf } from "../../src/branding/accent.ts";
import type { Branding } from "../../src/branding/branding.ts";
import { channelsOf } from "../../src/branding/contrast.ts";
import { BARE, DRESSED, SVG, makePng } from "../fixtures/branding.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer } from "../http/test-server.ts";
import { CHROMIUM, WITHOUT_BROWSER } from "./browser.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** Accents, logos and texts of publishers as people see them. */

const PATHS = ["/about", "/privacy", "/search?q=zzzz", "/docs/citing"];

const svg = Buffer.from(SVG);
const LONG_TITLE = "An Annual Observatory of Corporate Trustworthiness and Responsible Business Conduct";

/** As different as they may be: barely legible and black, wide and high, one logo and two. */
const PUBLISHERS: readonly (readonly [name: string, title: string, branding: Branding])[] = [
  ["two logos", FACTS.title, DRESSED],
  [
    "the lightest grey, a wide logo and a long title",
    LONG_TITLE,
    {
      ...BARE,
      accent: "#717171",
      logos: { light: { extension: "svg", width: 480, height: 60, bytes: svg }, dark: null },
    },
  ],
  [
    "black, and a high logo",
    "T",
    {
      ...BARE,
      accent: "#000000",
      logos: { light: { extension: "png", width: 100, height: 200, bytes: makePng(100, 200) }, dark: null },
    },
  ],
];

const inWords = (colour: string): string => `rgb(${channelsOf(colour).join(", ")})`;

describe("a publisher's site in a browser", { skip: WITHOUT_BROWSER }, () => {
  let browser: Browser;
  before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  });
  after(() => browser.close());

  for (const [name, title, branding] of PUBLISHERS)
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [375, 1440])
        test(`${name}, ${colorScheme}, at ${width} pixels: legible, whole, and no fault`, async () => {
          const snapshot = buildMemorySnapshot(RELEASE, COMPANIES, { ...FACTS, title }, undefined, branding);
          const releases = buildMemoryReleases(snapshot);
          const server = await openTestServer({ baseUrl: null, now: () => new Date(), releases });
          const origin = `http://localhost:${server.port}`;
          const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
          const { page, faults } = await openPage(context, `${origin}/healthz`);
          for (const path of PATHS) {
            await page.goto(origin + path, { waitUntil: "load" });
            assert.deepEqual(await findAccessibilityFaults(page), [], path);
            assert.equal(await findOverflow(page), 0, `${path} scrolls sideways`);
          }
          assert.deepEqual(faults, []);
          const { accent, logos } = branding;
          const expected = colorScheme === "dark" ? darkAccentOf(accent ?? "") : (accent ?? "");
          const read = (expression: string): Promise<unknown> => page.evaluate(expression);
          assert.equal(await read("getComputedStyle(document.querySelector('footer a')).color"), inWords(expected));
          const isOther = colorScheme === "dark" && logos.dark !== null;
          const source = String(await read("document.querySelector('header img').currentSrc"));
          assert.ok(source.includes(isOther ? "/logo-dark." : "/logo."), source);
          assert.ok(Number(await read("document.querySelector('header img').naturalWidth")) > 0, "the logo is drawn");
          const background = await read("getComputedStyle(document.querySelector('header img')).backgroundColor");
          const isOnWhite = colorScheme === "dark" && logos.dark === null;
          assert.equal(background, isOnWhite ? "rgb(255, 255, 255)" : "rgba(0, 0, 0, 0)");
          await context.close();
          await server.close();
        });

  test("a logo opened by itself runs nothing and is drawn", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, COMPANIES, FACTS, undefined, DRESSED));
    const server = await openTestServer({ baseUrl: null, now: () => new Date(), releases });
    const context = await browser.newContext();
    const { page, faults } = await openPage(context, `http://localhost:${server.port}/releases/${RELEASE}/logo.svg`);
    assert.equal(await page.evaluate("getComputedStyle(document.querySelector('rect')).fill"), "rgb(140, 58, 28)");
    assert.deepEqual(faults, []);
    await context.close();
    await server.close();
  });
});
