import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { RELEASE } from "../http/test-server.ts";
import { type Article, lookAtFrames, openArticle } from "./article.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { openHostileSiteForBrowsers, openSiteForBrowsers } from "./sites.ts";
import { openPage } from "./tab.ts";

describe("an article with embeds", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  let article: Article;
  before(async () => {
    server = await openSiteForBrowsers();
    article = await openArticle();
  });
  after(() => article?.close());

  test("in frames of 320 pixels nothing lies beside them or below their height, and nothing is wrong", () =>
    lookAtFrames(article, server, 320, "light"));

  test("the pages themselves refuse to be framed", async () => {
    article.write([`<iframe src="http://localhost:${server.port}/countries/france" title="A page"></iframe>`]);
    const context = await openContext();
    const page = await context.newPage();
    await page.goto(article.address);
    const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
    assert.doesNotMatch(String(await frame?.locator("body").innerText()), /France/u);
    await context.close();
  });

  test("an unknown slug is a sentence in the frame, and another name leads to the embed", async () => {
    const framed = (path: string): string =>
      `<iframe src="http://localhost:${server.port}${path}" title="A chart" height="300"></iframe>`;
    article.write([framed("/embed/countries/nowhere"), framed("/embed/countries/FRA")]);
    const context = await openContext();
    const page = await context.newPage();
    await page.goto(article.address);
    const headingOf = (at: number): Promise<string> =>
      page.locator("iframe").nth(at).contentFrame().locator("h1").innerText();
    assert.equal(await headingOf(0), "This chart cannot be shown");
    assert.match(await headingOf(1), /^France/u);
    await context.close();
  });

  test("hostile texts lie in the frames, and run nothing", async () => {
    const hostile = await openHostileSiteForBrowsers();
    article.write(
      ["/embed/countries/france", "/embed/map", "/embed/ranking", "/embed/compare?countries=france,brazil"].map(
        (path) =>
          `<iframe src="http://localhost:${hostile.port}${path}" title="${path}" width="280" height="300"></iframe>`,
      ),
    );
    const context = await openContext({ viewport: { width: 280, height: 900 } });
    const page = await context.newPage();
    page.on("dialog", () => assert.fail("a script ran"));
    await page.goto(article.address);
    for (const frame of page.frames().slice(1))
      assert.equal(
        await frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
        0,
      );
    await context.close();
  });

  test("a button copies the frame", async () => {
    const context = await openContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const { page, faults } = await openPage(context, `http://localhost:${server.port}/countries/france`);
    await page.locator("summary", { hasText: "Share this chart" }).first().click();
    await page.locator('[data-copy="embed-pinned"]').click();
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    assert.ok(
      copied.includes(`<iframe src="http://localhost:${server.port}/embed/countries/france?release=${RELEASE}"`),
    );
    assert.deepEqual(faults, []);
    await context.close();
  });
});
