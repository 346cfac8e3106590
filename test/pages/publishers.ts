import assert from "node:assert/strict";
import { darkAccentOf } from "../../src/branding/accent.ts";
import type { Branding } from "../../src/branding/branding.ts";
import { channelsOf } from "../../src/branding/accent.ts";
import { BARE, DRESSED, SVG, makePng } from "../fixtures/branding.ts";
import { COMPANIES, FACTS, buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer } from "../http/test-server.ts";
import { openContext } from "./browser.ts";
import { FOR_BROWSERS } from "./sites.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** Accents, logos and texts of publishers as people see them. */

const svg = Buffer.from(SVG);
const LONG_TITLE = "An Annual Observatory of Corporate Trustworthiness and Responsible Business Conduct";

interface Publisher {
  readonly name: string;
  readonly title: string;
  readonly branding: Branding;
}

/** As different as they may be: barely legible and black, wide and high, one logo and two. */
export const PUBLISHERS: readonly Publisher[] = [
  { name: "two logos", title: FACTS.title, branding: DRESSED },
  {
    name: "the lightest grey, a wide logo and a long title",
    title: LONG_TITLE,
    branding: {
      ...BARE,
      accent: "#717171",
      logos: { light: { extension: "svg", width: 480, height: 60, bytes: svg }, dark: null },
    },
  },
  {
    name: "black, and a high logo",
    title: "T",
    branding: {
      ...BARE,
      accent: "#000000",
      logos: { light: { extension: "png", width: 100, height: 200, bytes: makePng(100, 200) }, dark: null },
    },
  },
];

const inWords = (colour: string): string => `rgb(${channelsOf(colour).join(", ")})`;

/** Looks at pages of a publisher: legible, whole, in its own colours and with its logo. */
export async function lookAtPublisher(
  { title, branding }: Publisher,
  colorScheme: "light" | "dark",
  width: number,
  paths: readonly string[],
): Promise<void> {
  const snapshot = buildMemorySnapshot(RELEASE, COMPANIES, { ...FACTS, title }, undefined, branding);
  const server = await openTestServer({ ...FOR_BROWSERS, releases: buildMemoryReleases(snapshot) });
  const origin = `http://localhost:${server.port}`;
  const context = await openContext({ colorScheme, viewport: { width, height: 900 } });
  const { page, faults } = await openPage(context, `${origin}/healthz`);
  for (const path of paths) {
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
}
