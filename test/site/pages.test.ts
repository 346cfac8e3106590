import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildSite } from "../../src/site/build-site.ts";
import { HTML_TYPE, PAGE_POLICY } from "../../src/site/frame.ts";
import { openTestServer } from "../http/test-server.ts";
import { type Browser, WITHOUT_BROWSER, openBrowser } from "./browser.ts";
import { type Tab, findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/**
 * Every page in a real browser: nothing blocked, nothing asked elsewhere, nothing a screen reader
 * would trip over.
 */

const PAGES = buildSite({ securityContact: null })
  .documents.filter(({ mediaType }) => mediaType === HTML_TYPE)
  .map(({ path }) => path);

describe("pages in a browser", { skip: WITHOUT_BROWSER }, () => {
  let server: HttpServer;
  let origin: string;
  let browser: Browser;
  before(async () => {
    // The browser judges by its own clock how long it may keep an answer.
    server = await openTestServer({ baseUrl: null, now: () => new Date() });
    origin = `http://localhost:${server.port}`;
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  describe("one after the other in one tab", () => {
    let tab: Tab;
    before(async () => {
      tab = await openPage(browser.context, `${origin}/docs`);
    });
    after(() => tab.page.close());

    for (const path of PAGES) {
      test(`${path} has no accessibility fault, error, blocked or foreign request`, async () => {
        tab.faults.length = 0;
        await tab.page.goto(`${origin}${path}`, { waitUntil: "load" });
        assert.deepEqual(await findAccessibilityFaults(tab.page), []);
        assert.deepEqual(tab.faults, []);
      });
    }
  });

  for (const scheme of ["dark", "light"] as const) {
    test(`the reference can be read and used at 390 pixels, ${scheme}, everything unfolded`, async () => {
      const { page, faults } = await openPage(browser.context, `${origin}/docs/reference`);
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 390, height: 800 });
      // Functions of the page are given as text: no DOM types here.
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      assert.deepEqual(await findAccessibilityFaults(page), []);
      assert.equal(await findOverflow(page), 0, "the page does not scroll sideways");
      assert.deepEqual(faults, []);
      await page.close();
    });
  }

  test("the reference sends a request and shows the answer", async () => {
    const { page, faults } = await openPage(browser.context, `${origin}/docs/reference`);
    const form = page.locator('form[data-path="/api/v2/companies"]');
    await form.getByLabel("limit").fill("1");
    await form.getByRole("button").click();
    await form.locator("[data-status]").waitFor();
    assert.match(await form.getByRole("status").innerText(), /^Status 200 OK/);
    const shown = await form.locator(".shown").innerText();
    assert.ok(shown.includes(`curl -i '${origin}/api/v2/companies?limit=1'`), shown);
    assert.match(shown, /content-type: application\/json[\s\S]*"items": \[/);
    assert.deepEqual(await findAccessibilityFaults(page), []);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a path parameter goes into the path, and a refusal is shown like any answer", async () => {
    const { page } = await openPage(browser.context, `${origin}/docs/reference`);
    const form = page.locator('form[data-path="/api/v2/countries/{slug}"]');
    await form.getByLabel("slug").fill("far away");
    await form.getByRole("button").click();
    await form.locator("[data-status]").waitFor();
    assert.match(await form.getByRole("status").innerText(), /^Status 404/);
    const shown = await form.locator(".shown").innerText();
    assert.ok(shown.includes("/api/v2/countries/far%20away'") && shown.includes('"country_not_found"'), shown);
    await page.close();
  });

  test("without JavaScript the reference is all there, and says what is missing", async () => {
    const { page } = await openPage(browser.context, `${origin}/docs/reference`);
    const markup = await (await fetch(`${origin}/docs/reference`)).text();
    assert.match(markup, /<noscript><p class="notice">You need JavaScript to send requests from this page/);
    const operations = await page.locator("article.operation").count();
    assert.equal(markup.split('<article class="operation"').length - 1, operations);
    assert.ok(operations >= 11);
    await page.close();
  });

  test("the keyboard's first stop skips to the content", async () => {
    const { page } = await openPage(browser.context, `${origin}/docs`);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate("document.activeElement.id"), "content");
    await page.close();
  });

  test("a bad page is caught: missing names, low contrast, inline script, foreign request", async () => {
    const bad = createServer((_, response) => {
      response.setHeader("Content-Security-Policy", PAGE_POLICY);
      response.setHeader("Content-Type", HTML_TYPE);
      response.end(
        '<!doctype html><html><head><title>x</title></head><body><input><script>1</script><img src="http://127.0.0.1:1/x.png"></body></html>',
      );
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => bad.once("listening", resolve));
    const { page, faults } = await openPage(
      browser.context,
      `http://127.0.0.1:${(bad.address() as AddressInfo).port}/`,
    );
    const found = await findAccessibilityFaults(page);
    for (const rule of ["html-has-lang", "image-alt", "label"])
      assert.ok(
        found.some((fault) => fault.startsWith(rule)),
        rule,
      );
    assert.ok(
      faults.some((fault) => /script/.test(fault)),
      faults.join("\n"),
    );
    assert.ok(
      faults.some((fault) => /img/.test(fault)),
      faults.join("\n"),
    );
    await page.close();
    bad.close();
  });
});
