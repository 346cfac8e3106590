import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { findAccessibilityFaults, openPage } from "./tab.ts";

/** The copy buttons that pages of several kinds share, on a page with nothing else. */

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Copy</title>
<link rel="stylesheet" href="/frame.css"><script src="/copy.js" defer></script></head><body><main><h1>Copy</h1>
<pre><code id="code">curl '&lt;x&gt;' \\
  -i
</code></pre>
<button type="button" data-copy="code" hidden>Copy</button>
<label>Key <input id="key" value="a key"></label>
<button type="button" data-copy="key" data-copied="Key copied" hidden>Copy the key</button></main></body></html>`;

describe("copy buttons in a browser", { skip: WITHOUT_BROWSER }, () => {
  const server = createServer((request, response) => {
    const name = /^\/([a-z]+\.(?:js|css))$/u.exec(request.url ?? "")?.[1];
    response.setHeader("Content-Type", name?.endsWith(".js") ? "text/javascript" : name ? "text/css" : "text/html");
    if (name === undefined) response.end(PAGE);
    else void readFile(new URL(`../../src/html/assets/${name}`, import.meta.url)).then((text) => response.end(text));
  });
  let port: number;
  let context: BrowserContext;
  before(async () => {
    server.listen(0);
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
    context = await openContext();
  });
  after(async () => {
    await context?.close();
    server.close();
  });

  test("a button copies the text or the value it names, says so, and is itself again", async () => {
    const origin = `http://localhost:${port}`;
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin });
    const { page, faults } = await openPage(context, origin);
    const copied = (): Promise<unknown> => page.evaluate("navigator.clipboard.readText()");
    const [first, second] = [page.locator("[data-copy=code]"), page.locator("[data-copy=key]")];
    await first.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Copied").waitFor({ state: "attached" });
    assert.equal(await first.innerText(), "Copied");
    assert.equal(await copied(), "curl '<x>' \\\n  -i");
    await second.click();
    await page.getByRole("button", { name: "Key copied" }).waitFor();
    assert.equal(await copied(), "a key");
    assert.deepEqual(await findAccessibilityFaults(page), []);
    await page.getByRole("button", { name: "Copy the key" }).waitFor();
    await page.getByRole("button", { name: "Copy", exact: true }).waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("where the browser offers no clipboard, the text is selected", async () => {
    const { page } = await openPage(context, `http://localhost:${port}`);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.locator("[data-copy=code]").click();
    await page.getByRole("button", { name: "Selected: press Ctrl+C" }).waitFor();
    assert.equal(String(await page.evaluate("getSelection().toString()")).trimEnd(), "curl '<x>' \\\n  -i");
    await page.close();
  });

  test("without JavaScript no button is shown", async () => {
    const page = await context.newPage();
    await page.route("**/copy.js", (route) => route.abort());
    await page.goto(`http://localhost:${port}`);
    assert.equal(await page.locator("[data-copy]").count(), 2);
    assert.equal(await page.locator("[data-copy]:visible").count(), 0);
    await page.close();
  });
});
