import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import {
  COMPANIES,
  FACTS,
  type StatedCompany,
  buildMemoryReleases,
  buildMemorySnapshot,
} from "../fixtures/memory-release.ts";
import { openAccessServer } from "../http/access-server.ts";
import { RELEASE } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { openPage } from "./tab.ts";

/** What readers without code come for: each at most three clicks from the start page. */

const CLICKS_MAX = 3;
const EARLIER = "2026-01-01-bbbbbbbbbbbb";

interface Job {
  readonly name: string;
  /** Each step is a link or a button by its words, or something to fill in, which is no click. */
  readonly steps: readonly Step[];
  /** What a reader has then. */
  readonly has: (page: Page) => Promise<unknown>;
}

type Step =
  | { readonly click: string | RegExp; readonly within?: string }
  | { readonly fill: string; readonly value: string }
  | { readonly drop: string; readonly file: { name: string; mimeType: string; buffer: Buffer } };

const places = Array.from({ length: 5000 }, (_, index) => `${index};48,${index + 1000};2,3`);
const PLACES = {
  name: "plants.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`plant;Breite;Länge\r\n${places.join("\r\n")}\r\n`),
};

const reads =
  (expected: RegExp, selector = "main") =>
  async (page: Page) => {
    await page.locator(selector).first().waitFor();
    assert.match((await page.locator(selector).first().innerText()).replaceAll("\u00a0", " "), expected);
  };

/** The file of a link answers, and holds a text. */
const holds = (selector: string, expected: RegExp) => async (page: Page) => {
  const href = await page.locator(selector).first().getAttribute("href");
  const answer = await page.request.get(new URL(href ?? "", page.url()).href);
  assert.equal(answer.status(), 200);
  assert.match((await answer.body()).toString("latin1"), expected);
};

/** The file that a button saves has as many lines, and a text. */
const saves = (selector: string, lines: number, expected: RegExp) => async (page: Page) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  const text = readFileSync(await download.path(), "utf8");
  assert.equal(text.trimEnd().split("\r\n").length, lines);
  assert.match(text, expected);
};

const france: Step = { click: "France", within: ".ranked" };

const JOBS: readonly Job[] = [
  {
    name: "who improved since the last release",
    steps: [{ click: "Changes" }],
    has: reads(/^Germany rose from Very low to /u, "h1"),
  },
  {
    name: "the medians of sectors in a spreadsheet",
    steps: [{ click: "Everything" }],
    has: holds('a[href*="/data/sectors.xlsx"]', /^PK/u),
  },
  {
    name: "a chart into an article",
    steps: [{ click: /^(?:Embed this chart|⤓ Share this chart)$/u }],
    has: async (page) =>
      assert.match(
        await page.locator("textarea:visible, [readonly]:visible").first().inputValue(),
        /<iframe src="http[^"]+\/embed\/map/u,
      ),
  },
  {
    name: "5,000 coordinates to countries",
    steps: [
      { click: "coordinates" },
      { drop: "#file", file: PLACES },
      { click: "Look them up", within: "#own-places" },
    ],
    has: saves("button[value=csv]", 5001, /\r\n4999,"48,5999","2,3",FRA,France,territory/u),
  },
  {
    name: "the low-band companies of my country with evidence",
    steps: [france],
    has: holds('a[href*="/api/v2/judgements"][href*="format=csv"]', /judged_on,source_url,.*,company_name,/u),
  },
  {
    name: "a citation",
    steps: [{ click: /^Cite$/u }, { click: /^Copy citation$/u }],
    has: async (page) => {
      await page.locator("[role=status]:has-text('copied')").first().waitFor();
      assert.match(String(await page.evaluate("navigator.clipboard.readText()")), /Test Publisher.*2026-11-20/u);
    },
  },
  {
    name: "a key and what is left of its quota",
    steps: [
      { click: "A free key" },
      { fill: "#email", value: "reader@example.org" },
      { fill: "#use-case", value: "reading" },
      { click: "Get the key" },
    ],
    has: async (page) => {
      const key = (await page.locator("#new-key").textContent()) ?? "";
      assert.match(key, /^ctds_live_/u);
      await page.click("text=See what the key has used, replace or revoke it");
      await page.fill("#key", key);
      await page.press("#key", "Enter");
      await page.locator("[data-key-works]").waitFor();
      assert.match((await page.textContent("h1")) ?? "", /^[\d,]+ of [\d,]+ requests are left this hour$/u);
    },
  },
  {
    name: "a lost key",
    steps: [{ click: "Your key" }],
    has: reads(/a lost one works until it is revoked/u),
  },
  {
    name: "two countries compared honestly",
    steps: [{ click: "Compare" }, { click: "Compare", within: "form.choose" }],
    has: async (page) => {
      await page.locator("#line").waitFor();
      assert.equal(await page.locator(".tall .bar").count(), 2);
      assert.match(await page.locator("main").innerText(), /no significance test/u);
    },
  },
  {
    name: "why a country is low",
    steps: [france],
    has: async (page) => {
      await page.locator("main .bar, main .strip").first().waitFor();
      assert.match(await page.locator("main").innerText(), /upgrade|re-rated|changed rating|Low/u);
    },
  },
  {
    name: "follow it",
    steps: [{ click: /^Follow$/u }],
    has: async (page) => assert.match(await page.inputValue("#feed"), /\/feeds\/releases/u),
  },
  {
    name: "check a sentence of a speech",
    steps: [
      { fill: "main [name=sentence]", value: "Germany is rated above France" },
      { click: "Check", within: "form.sentence" },
    ],
    has: reads(/^“Germany is rated above France” (?:holds|does not hold|misleads)/u, "h1"),
  },
];

describe("twelve jobs of a reader", { skip: WITHOUT_BROWSER }, () => {
  let origin: string;
  let context: BrowserContext;
  before(async () => {
    const companies = COMPANIES.map((company): StatedCompany => {
      const judgements = company.judgements.map(([pillar]) => [pillar, 1] as const);
      return company.country === "DE" ? { ...company, judgements } : company;
    });
    const { server } = await openAccessServer({
      releases: buildMemoryReleases(
        buildMemorySnapshot(RELEASE),
        buildMemorySnapshot(EARLIER, companies, FACTS, "2026-01-01T10:00:00Z"),
      ),
      baseUrl: null,
      trustedProxies: null,
    });
    origin = `http://localhost:${server.port}`;
    context = await openContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
  });
  after(async () => context?.close());

  for (const { name, steps, has } of JOBS)
    test(name, async () => {
      assert.ok(steps.filter((step) => "click" in step).length <= CLICKS_MAX);
      const { page, faults } = await openPage(context, origin);
      for (const step of steps) {
        if ("fill" in step) await page.fill(step.fill, step.value);
        else if ("drop" in step) await page.setInputFiles(step.drop, step.file);
        else {
          const named = page
            .locator(step.within ?? "body")
            .locator("a, button, summary")
            .filter({ visible: true });
          const words = typeof step.click === "string" ? new RegExp(`^\\s*${step.click}\\s*$`, "u") : step.click;
          await named.filter({ hasText: words }).first().click();
        }
      }
      await has(page);
      assert.deepEqual(faults, []);
      await page.close();
    });
});
