import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type { HttpServer } from "../../src/http/http-server.ts";
import { buildSite } from "../../src/site/build-site.ts";
import { HTML_TYPE, PAGE_POLICY } from "../../src/site/page.ts";
import { openTestServer } from "../http/test-server.ts";
import { type Browser, WITHOUT_BROWSER, openBrowser } from "./browser.ts";

/**
 * Every page in a real browser: nothing blocked, nothing asked elsewhere, nothing a screen reader
 * would trip over.
 */

const PAGES = buildSite({ securityContact: null })
  .filter(({ mediaType }) => mediaType === HTML_TYPE)
  .map(({ path }) => path);
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core")), "utf8");

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
      tab = await openPage(browser, `${origin}/docs`);
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
      const { page, faults } = await openPage(browser, `${origin}/docs/reference`);
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 390, height: 800 });
      // Functions of the page are given as text: no DOM types here.
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      assert.deepEqual(await findAccessibilityFaults(page), []);
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assert.equal(overflow, 0, "the page does not scroll sideways");
      assert.deepEqual(faults, []);
      await page.close();
    });
  }

  test("the reference sends a request and shows the answer", async () => {
    const { page, faults } = await openPage(browser, `${origin}/docs/reference`);
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
    const { page } = await openPage(browser, `${origin}/docs/reference`);
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
    const { page } = await openPage(browser, `${origin}/docs/reference`);
    const markup = await (await fetch(`${origin}/docs/reference`)).text();
    assert.match(markup, /<noscript><p class="notice">You need JavaScript to send requests from this page/);
    const operations = await page.locator("article.operation").count();
    assert.equal(markup.split('<article class="operation"').length - 1, operations);
    assert.ok(operations >= 11);
    await page.close();
  });

  test("the keyboard's first stop skips to the content", async () => {
    const { page } = await openPage(browser, `${origin}/docs`);
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
    const { page, faults } = await openPage(browser, `http://127.0.0.1:${(bad.address() as AddressInfo).port}/`);
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

interface Tab {
  readonly page: Page;
  /** What went wrong since it was emptied. */
  readonly faults: string[];
}

/**
 * Opens a page and collects what goes wrong on it: errors, blocked and foreign requests, answers
 * that are no success.
 */
async function openPage(browser: Browser, address: string): Promise<Tab> {
  const { origin } = new URL(address);
  const page = await browser.context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:"))
      faults.push(`foreign: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== "fetch")
      faults.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(address, { waitUntil: "load" });
  return { page, faults };
}

/** What axe finds, as `rule: where`. */
async function findAccessibilityFaults(page: Page): Promise<string[]> {
  // The tool is evaluated in the page, not added as a script, which the policy would rightly block.
  await page.evaluate(AXE);
  const found = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html.slice(0, 150))
        .slice(0, 3)
        .join(" | ")}`,
  );
}
