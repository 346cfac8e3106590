import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "playwright-core";
import { after, before, describe, test } from "node:test";
import { HTML_TYPE, PAGE_POLICY } from "../../src/html/frame.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { lookAtPages } from "./look-at-pages.ts";
import { DOCS_TEMPLATES } from "./paths.ts";
import { openSiteForBrowsers } from "./sites.ts";
import { findAccessibilityFaults, openPage } from "./tab.ts";

/** The documentation in a real browser. */

describe("pages in a browser", { skip: WITHOUT_BROWSER }, () => {
  let origin: string;
  let context: BrowserContext;
  before(async () => {
    origin = `http://localhost:${(await openSiteForBrowsers()).port}`;
    context = await openContext();
  });
  after(() => context?.close());

  test("one of each template has no accessibility fault, error, blocked or foreign request", () =>
    lookAtPages(origin, DOCS_TEMPLATES, { viewport: { width: 375, height: 800 } }));

  test("the reference sends a request and shows the answer", async () => {
    const { page, faults } = await openPage(context, `${origin}/docs/reference/companies`);
    const form = page.locator('form[data-path="/api/v2/companies"]');
    await page.locator("details.rest", { has: form }).locator("> summary").click();
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

  test("a path parameter goes into the path, redirects are followed, and a refusal is shown like any answer", async () => {
    const { page } = await openPage(context, `${origin}/docs/reference/countries`);
    const form = page.locator('form[data-path="/api/v2/countries/{slug}"]');
    for (const [slug, status, text] of [
      ["France", 200, `curl -iL '${origin}/api/v2/countries/France'`],
      ["far away", 404, '"country_not_found"'],
    ] as const) {
      await form.getByLabel("slug").fill(slug);
      await form.getByRole("button", { name: /^Send/u }).click();
      await form.locator(`[data-status="${status}"]`).waitFor();
      const shown = await form.locator(".shown").innerText();
      assert.ok(shown.includes(text) && shown.includes(`/api/v2/countries/${encodeURIComponent(slug)}'`), shown);
    }
    await page.close();
  });

  test("a file that nobody can read is saved under its name, and a file of text is shown and can be saved", async () => {
    const { page } = await openPage(context, `${origin}/docs/reference/downloads`);
    const unfold = (): Promise<unknown> =>
      page.evaluate("document.querySelectorAll('details.rest').forEach((one) => { one.open = true; })");
    await unfold();
    const table = page.locator('form[data-path="/api/v2/data/{file}"]');
    await table.getByLabel("file").selectOption("countries.parquet");
    const [saved] = await Promise.all([page.waitForEvent("download"), table.getByRole("button").click()]);
    const sent = await fetch(`${origin}/api/v2/data/countries.parquet`);
    const [, name = ""] = /filename="([^"]+)"/u.exec(sent.headers.get("Content-Disposition") ?? "") ?? [];
    assert.equal(saved.suggestedFilename(), name);
    assert.deepEqual(new Uint8Array(readFileSync(await saved.path())), await sent.bytes());
    await table.locator('[data-status="200"]').waitFor();
    assert.ok((await table.getByRole("status").innerText()).endsWith(`saved as ${name}`));
    assert.deepEqual(await table.locator(".shown strong").allInnerTexts(), ["Request", "Headers"]);
    const workbook = page.locator('form[data-path="/api/v2/companies"]');
    await page.goto(`${origin}/docs/reference/companies`);
    await unfold();
    await workbook.getByLabel("format").selectOption("xlsx");
    const [made] = await Promise.all([page.waitForEvent("download"), workbook.getByRole("button").click()]);
    assert.match(made.suggestedFilename(), /\.xlsx$/u);
    await page.goto(`${origin}/docs/reference/downloads`);
    await unfold();
    await table.getByRole("button").click();
    await table.locator('[data-status="200"]').waitFor();
    assert.deepEqual(await table.locator(".shown strong").allInnerTexts(), ["Request", "Headers", "Answer"]);
    const [again] = await Promise.all([page.waitForEvent("download"), table.locator("a[download]").click()]);
    assert.match(again.suggestedFilename(), /\.csv$/u);
    await page.close();
  });

  test("a link to a folded field unfolds it", async () => {
    const { page } = await openPage(context, `${origin}/docs/reference/countries#get_country--pillars--id`);
    await page.locator("[id='get_country--pillars--id']").waitFor({ state: "visible" });
    await page.goto(`${origin}/docs/reference/companies#get_company--pillars--id`);
    await page.locator("[id='get_company--pillars--id']").waitFor({ state: "visible" });
    await page.close();
  });

  test("a page of many endpoints can be read through: the requests are in sight, the rest is folded", async () => {
    const { page } = await openPage(context, `${origin}/docs/reference/companies`);
    await page.setViewportSize({ width: 768, height: 900 });
    const articles = await page.locator("article.operation").all();
    assert.ok(articles.length > 5);
    for (const article of articles) {
      const { height = 0 } = (await article.boundingBox()) ?? {};
      assert.ok(height < 600, `${await article.locator("h2").innerText()}: ${height} pixels`);
      assert.ok(await article.locator(".code, pre").first().isVisible());
    }
    await page.close();
  });

  test("without JavaScript the reference is all there, and says what is missing", async () => {
    const { page } = await openPage(context, `${origin}/docs/reference/companies`);
    const markup = await (await fetch(`${origin}/docs/reference/companies`)).text();
    assert.match(markup, /<noscript><p class="notice">You need JavaScript to send requests from this page/);
    const operations = await page.locator("article.operation").count();
    assert.equal(markup.split('<article class="operation"').length - 1, operations);
    assert.ok(operations >= 8);
    await page.close();
  });

  test("on a phone, the overview shows its endpoints and the list of all within four screens", async () => {
    const { page } = await openPage(context, `${origin}/docs`);
    await page.setViewportSize({ width: 375, height: 812 });
    const end = await page.evaluate(
      "document.querySelector('#all-endpoints + p').getBoundingClientRect().bottom + scrollY",
    );
    assert.ok(Number(end) < 4 * 812, `${String(end)} pixels`);
    await page.close();
  });

  test("the keyboard's first stop skips to the content", async () => {
    const { page } = await openPage(context, `${origin}/docs`);
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
    const { page, faults } = await openPage(context, `http://127.0.0.1:${(bad.address() as AddressInfo).port}/`);
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
