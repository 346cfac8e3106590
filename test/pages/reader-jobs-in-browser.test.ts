import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { openSiteForBrowsers } from "./sites.ts";
import { openPage } from "./tab.ts";

/** What readers without code come for: each at most three clicks from the start page. */

const CLICKS_MAX = 3;

interface Job {
  readonly name: string;
  /** What is clicked, one after the other. */
  readonly clicks: readonly string[];
  /** A file that is dropped on the control of this selector before the second click. */
  readonly dropped?: { readonly on: string; readonly file: { name: string; mimeType: string; buffer: Buffer } };
  /** What is there then. */
  readonly found: (page: Page) => Promise<unknown>;
}

const link = (text: string): string => `a:text-is("${text}") >> visible=true >> nth=0`;

const sees = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

/** The file of a link answers, and holds a text. */
const holds = (selector: string, expected: RegExp) => async (page: Page) => {
  const href = await page.locator(selector).first().getAttribute("href");
  const answer = await page.request.get(new URL(href ?? "", page.url()).href);
  assert.equal(answer.status(), 200);
  assert.match((await answer.body()).toString("latin1"), expected);
};

const places = Array.from({ length: 5000 }, (_, index) => `${index};48,${index + 1000};2,3`);
const PLACES = Buffer.from(`plant;Breite;Länge\r\n${places.join("\r\n")}\r\n`);

/** The file that a button saves has as many lines, and a text. */
const saves = (selector: string, lines: number, expected: RegExp) => async (page: Page) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  const text = readFileSync(await download.path(), "utf8");
  assert.equal(text.trimEnd().split("\r\n").length, lines);
  assert.match(text, expected);
};

const JOBS: readonly Job[] = [
  { name: "who improved since last year", clicks: [link("Changes")], found: sees("h1") },
  {
    name: "medians of sectors in Excel",
    clicks: [link("Download the data")],
    found: holds('a[href*="/data/sectors.xlsx"]', /^PK/u),
  },
  { name: "embed a chart", clicks: ["summary:text-is('Embed this chart')"], found: sees("#embed-pinned") },
  {
    name: "5,000 coordinates, with countries and bands",
    clicks: [link("Coordinates"), "#own-places button"],
    dropped: { on: "#file", file: { name: "plants.csv", mimeType: "text/csv", buffer: PLACES } },
    found: saves("button[value=csv]", 5001, /\r\n4999,"48,5999","2,3",FRA,France,territory/u),
  },
  {
    name: "low companies of a country, with names and evidence",
    clicks: [".ranked " + link("France")],
    found: holds('a[href*="/api/v2/judgements"][href*="format=csv"]', /company_name/u),
  },
  { name: "cite", clicks: ["text=Copy citation"], found: sees("[role=status]:has-text('Citation copied')") },
  { name: "a key, and its quota", clicks: [link("Get an API key")], found: sees("main form [type=submit]") },
  { name: "a lost key", clicks: [link("Your key")], found: sees("main #key") },
  {
    name: "compare two countries honestly",
    clicks: [link("Compare"), "[aria-labelledby=try] li a"],
    found: sees("#line"),
  },
  { name: "why a country is rated as it is", clicks: [".ranked " + link("France")], found: sees("#median") },
  { name: "follow", clicks: [link("Follow")], found: sees("#feed") },
  {
    name: "check a sentence of a speech",
    clicks: ["[aria-labelledby=check] button"],
    found: (page) => page.waitForURL("**/claims?*"),
  },
];

describe("twelve jobs of a reader", { skip: WITHOUT_BROWSER }, () => {
  let origin: string;
  let context: BrowserContext;
  before(async () => {
    origin = `http://localhost:${(await openSiteForBrowsers()).port}`;
    context = await openContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  });
  after(async () => context?.close());

  for (const { name, clicks, dropped, found } of JOBS)
    test(name, async () => {
      assert.ok(clicks.length <= CLICKS_MAX);
      const { page, faults } = await openPage(context, origin);
      for (const [index, selector] of clicks.entries()) {
        if (index === 1 && dropped !== undefined) await page.setInputFiles(dropped.on, dropped.file);
        await page.click(selector);
      }
      await found(page);
      assert.deepEqual(faults, []);
      await page.close();
    });

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
      .filter((one) => one.closest("svg") === null && one.closest("p:not(.buttons), figcaption") === null)
      .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ text, box }) => box.width > 1 && (box.height < 24 || box.width < 24))
      .map(({ text, box }) => text + " " + box.width + " x " + box.height)`);
    assert.deepEqual(small, []);
    await phone.close();
  });
});
