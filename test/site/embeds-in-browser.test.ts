import assert from "node:assert/strict";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { type Browser, type Frame, chromium } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildMemoryReleases, buildMemorySnapshot } from "../fixtures/memory-release.ts";
import { RELEASE, openTestServer, send } from "../http/test-server.ts";
import { CHROMIUM, WITHOUT_BROWSER } from "./browser.ts";
import { HOSTILE_COMPANIES, HOSTILE_FACTS } from "./hostile-dataset.ts";
import { BROWSER, textOf } from "./markup.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** An article of another site, with a chart of each kind in it. */

const PAGES = [
  "/countries/france",
  "/companies/aster-energie",
  "/",
  "/rankings",
  "/compare?countries=france,brazil",
  "/compare?countries=france,germany,brazil,namibia",
];

/** Frames of this width and more need no scrolling within them. */
const WIDTH_MIN = 320;

describe("an article with embeds", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  let browser: Browser;
  let paper: Server;
  let article = "";
  before(async () => {
    server = await openTestServer({ baseUrl: null, now: () => new Date() });
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    paper = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(article);
    });
    await new Promise<void>((resolve) => paper.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    await browser.close();
    paper.close();
    await server.close();
  });

  /** The frames that pages offer, as one copies them; loaded at once, wherever they stand. */
  async function copyFrames(from: HttpServer, pages: readonly string[]): Promise<string[]> {
    const frames: string[] = [];
    for (const page of pages) {
      const markup = (await send(from, page, { headers: BROWSER })).body.toString();
      const [, snippet = ""] = /<textarea id="embed-current"[^>]*>\n([^<]*)</u.exec(markup) ?? [];
      frames.push(textOf(snippet).replace('loading="lazy"', 'loading="eager"'));
    }
    return frames;
  }

  function write(frames: readonly string[]): void {
    article = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>An article</title><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0"><main><h1>An article</h1>${frames.join("\n")}</main></body></html>`;
  }

  /** Opens the article, and looks into each frame. */
  async function look(
    width: number,
    colorScheme: "light" | "dark",
    see: (frame: Frame, given: number) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const address = `http://127.0.0.1:${(paper.address() as AddressInfo).port}/`;
    const { page, faults } = await openPage(context, address);
    // All that the article asks from the service, it asks by the frames.
    const foreign = (fault: string): boolean => fault.startsWith(`foreign: http://localhost:${server.port}/`);
    assert.deepEqual(
      faults.filter((fault) => !foreign(fault) && !fault.includes("/favicon.ico")),
      [],
    );
    assert.equal(await findOverflow(page), 0, `the article scrolls sideways at ${width}`);
    for (const element of await page.locator("iframe").elementHandles()) {
      const frame = await element.contentFrame();
      assert.ok(frame !== null);
      await see(frame, Number(await element.getAttribute("height")));
    }
    await context.close();
  }

  for (const [width, colorScheme] of [
    [280, "light"],
    [320, "light"],
    [375, "dark"],
    [800, "light"],
    [800, "dark"],
  ] as const) {
    test(`in frames of ${width} pixels, ${colorScheme}: nothing lies beside them, and nothing is wrong`, async () => {
      const frames = await copyFrames(server, PAGES);
      write(frames);
      let seen = 0;
      await look(width, colorScheme, async (frame, given) => {
        const name = new URL(frame.url()).pathname;
        assert.match(await frame.locator("h1").innerText(), /\w/u, name);
        const [beside, high] = (await frame.evaluate(
          "[document.documentElement.scrollWidth - innerWidth, document.body.getBoundingClientRect().height]",
        )) as [number, number];
        assert.equal(beside, 0, name);
        if (width >= WIDTH_MIN) assert.ok(high <= given, `${name}: ${high} of ${given} pixels`);
        assert.deepEqual(await findAccessibilityFaults(frame), [], name);
        seen++;
      });
      assert.equal(seen, PAGES.length);
    });
  }

  test("the pages themselves refuse to be framed", async () => {
    write([`<iframe src="http://localhost:${server.port}/countries/france" title="A page"></iframe>`]);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(paper.address() as AddressInfo).port}/`);
    const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
    assert.doesNotMatch(String(await frame?.locator("body").innerText()), /France/u);
    await context.close();
  });

  test("an unknown slug is a sentence in the frame, and another name leads to the embed", async () => {
    const framed = (path: string): string =>
      `<iframe src="http://localhost:${server.port}${path}" title="A chart" height="300"></iframe>`;
    write([framed("/embed/countries/nowhere"), framed("/embed/countries/FRA")]);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(paper.address() as AddressInfo).port}/`);
    const headingOf = (at: number): Promise<string> =>
      page.locator("iframe").nth(at).contentFrame().locator("h1").innerText();
    assert.equal(await headingOf(0), "This chart cannot be shown");
    assert.match(await headingOf(1), /^France/u);
    await context.close();
  });

  test("hostile texts lie in the frames, and run nothing", async () => {
    const releases = buildMemoryReleases(buildMemorySnapshot(RELEASE, HOSTILE_COMPANIES, HOSTILE_FACTS));
    const hostile = await openTestServer({ baseUrl: null, now: () => new Date(), releases });
    write(
      ["/embed/countries/france", "/embed/map", "/embed/ranking", "/embed/compare?countries=france,brazil"].map(
        (path) =>
          `<iframe src="http://localhost:${hostile.port}${path}" title="${path}" width="280" height="300"></iframe>`,
      ),
    );
    const context = await browser.newContext({ viewport: { width: 280, height: 900 } });
    const page = await context.newPage();
    page.on("dialog", () => assert.fail("a script ran"));
    await page.goto(`http://127.0.0.1:${(paper.address() as AddressInfo).port}/`);
    for (const frame of page.frames().slice(1))
      assert.equal(
        await frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
        0,
      );
    await context.close();
    await hostile.close();
  });

  test("a button copies the frame", async () => {
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page, faults } = await openPage(context, `http://localhost:${server.port}/countries/france`);
    await page.locator("summary", { hasText: "Embed this chart" }).click();
    await page.locator('[data-copy="embed-pinned"]').click();
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    assert.ok(
      copied.startsWith(`<iframe src="http://localhost:${server.port}/embed/countries/france?release=${RELEASE}"`),
    );
    assert.deepEqual(faults, []);
    await context.close();
  });
});
