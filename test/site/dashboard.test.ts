import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { HtmlValidate } from "html-validate/node";
import { pino } from "pino";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { type AccessServer, JSON_BODY, openAccessServer } from "../http/access-server.ts";
import { buildSmtpMailer } from "../../src/access/smtp-mailer.ts";
import { openMailServer } from "../fixtures/mail-server.ts";
import { BASE, type Received } from "../http/test-server.ts";
import { CHROMIUM, WITHOUT_BROWSER } from "./browser.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** The dashboard of a key as a page. */

const CLIENT = "198.51.100.7";
const HEAD = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };
const HOOK = "https://reader.example/hook?a=1&amp;b=2";

const lines: string[] = [];
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

const ask = (own: AccessServer, target: string, key: string): Promise<Received> =>
  own.from(CLIENT, target, { headers: { "X-SVC-API-Key": key } });

function post(own: AccessServer, fields: Readonly<Record<string, string>>, address = CLIENT): Promise<Received> {
  const body = new URLSearchParams(fields).toString();
  return own.from(address, "/dashboard", { method: "POST", headers: HEAD, body });
}

/** A key that asked a few things, some of them deprecated, and has a webhook that was tested. */
async function giveUsedKey(own: AccessServer): Promise<string> {
  const key = await own.giveKey();
  const now = own.at;
  own.at = new Date(now.getTime() - 26 * 3_600_000);
  for (let asked = 0; asked < 4; asked++) await ask(own, "/api/v2/sectors", key);
  own.at = now;
  for (const target of ["/api/v2/scale", "/api/v1/countries/preview", "/api/v2/nowhere"]) await ask(own, target, key);
  const headers = { "X-SVC-API-Key": key, ...JSON_BODY };
  const body = JSON.stringify({ url: HOOK, events: ["release.published", "country.moved"], countries: ["FR"] });
  const registered = await own.from(CLIENT, "/api/webhooks", { method: "POST", headers, body });
  const { id } = JSON.parse(registered.body.toString()) as { id: string };
  const told = await own.from(CLIENT, `/api/webhooks/${id}/test`, { method: "POST", headers });
  assert.equal(told.status, 202, told.body.toString());
  return key;
}

describe("/dashboard", () => {
  let own: AccessServer;
  before(async () => {
    own = await openAccessServer({ logger: pino({ level: "trace" }, stream) }, { findUrlFault: async () => null });
  });

  test("200: shows what the API says of the key, and repeats the key nowhere", async () => {
    const key = await giveUsedKey(own);
    const { status, headers, body } = await post(own, { key: ` ${key}\n` });
    const markup = body.toString();
    assert.deepEqual([status, headers["cache-control"], headers["etag"]], [200, "no-store", undefined]);
    assert.equal(headers["ratelimit"], '"hour";r=119;t=2400', "the limit of the dashboard, as in the API");
    for (const shown of [
      "<h1>997 of 1,000 requests are left this hour</h1>",
      `The key ${key.slice(0, 16)}… of the free tier, issued on 21 November 2026.`,
      "<dt>left; renews at 09:00, in 40 minutes</dt><dd>997 <small>of 1,000</small></dd>",
      "<dt>in the last 24 hours</dt><dd>3</dd>",
      "<dt>since the key was issued</dt><dd>7</dd>",
      "Four requests in the busiest hour of the last seven days, from 06:00 on 20 November.",
      'aria-label="Requests in each hour of the last seven days: 7 in all, at most 4 in an hour."',
      '<th scope="row">20 November, 06:00</th><td class="number">4</td>',
      "#list_sectors",
      "paths without an endpoint",
      "They end in 314 days.",
      "/<wbr>api/<wbr>v1/<wbr>countries/<wbr>preview",
      "https:/<wbr>/<wbr>reader.example/<wbr>hook?a=1&amp;amp;b=2",
      "Is told of release.published and country.moved, for france.",
      '<th scope="row"><code>webhook.test</code></th><td data-label="Noticed">21 November, 08:20</td><td data-label="State">pending</td>',
    ])
      assert.ok(markup.includes(shown), shown);
    assert.ok(!markup.includes(key.slice(16)), "the key is on no page");
    const validator = new HtmlValidate({
      extends: ["html-validate:recommended", "html-validate:a11y"],
      rules: { "doctype-style": "off", "long-title": "off", "autocomplete-password": "off" },
    });
    const { results } = await validator.validateString(markup);
    assert.deepEqual(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
      [],
    );
    const page = (await own.from(CLIENT, "/dashboard", { headers: HEAD })).body.toString();
    assert.match(page, /<h1>What has your key used\?<\/h1>/u);
  });

  test("200 for a key that asked nothing, one without limits, and one whose address is not confirmed", async () => {
    const fresh = (await post(own, { key: await own.giveKey() })).body.toString();
    for (const shown of ["Nothing was counted in the last seven days.", "is deprecated.", "The key has no webhook."])
      assert.ok(fresh.includes(shown), shown);
    const unlimited = await own.giveKey({ kind: "tier", tier: "enterprise" });
    assert.match((await post(own, { key: unlimited })).body.toString(), /<h1>No limit, and no requests in the last/u);
    const mails = await openMailServer();
    const url = `smtp://127.0.0.1:${mails.port}`;
    const mailer = buildSmtpMailer({ url, from: "Keys <keys@trust.example>", stepMilliseconds: 10_000 });
    const mailing = await openAccessServer({}, { mail: { mailer, linkOf: (code) => `${BASE}/${code}` } });
    const pending = (await post(mailing, { key: await mailing.giveKey() })).body.toString();
    assert.match(pending, /Its e-mail address is not confirmed: the key works all the same/u);
    assert.doesNotMatch(fresh, /e-mail address is/u);
  });

  test("400 with a sentence for a key that is wrong, revoked or missing, which is not repeated", async () => {
    const revoked = await own.giveKey({ kind: "revoke", at: own.at });
    const good = await own.giveKey();
    const wrong = `${good.slice(0, -1)}${good.endsWith("0") ? "1" : "0"}`;
    for (const key of [wrong, revoked, "nonsense <b>", good.slice(0, 20)]) {
      const { status, headers, body } = await post(own, { key });
      assert.deepEqual([status, headers["cache-control"]], [400, "no-store"]);
      assert.match(body.toString(), /id="key-fault">No key like this works\./u);
      assert.ok(!body.toString().includes(key));
    }
    for (const fields of [{}, { key: " " }]) {
      const { status, body } = await post(own, fields);
      assert.equal(status, 400);
      assert.match(body.toString(), /id="key-fault">Enter a key\./u);
    }
  });

  test("429 where keys are guessed, as in the API: each guess costs the address a request", async () => {
    const address = "203.0.113.50";
    for (let guess = 0; guess < 100; guess++) assert.equal((await post(own, { key: "guess" }, address)).status, 400);
    const { headers } = await own.from(address, "/api/v2/scale", { authorizesItself: true });
    assert.match(String(headers["ratelimit"]), /"hour";r=0/u);
  });

  test("429 beyond the limit of the dashboard, with when to come back", async () => {
    const key = await own.giveKey();
    for (let shown = 0; shown < 120; shown++) await ask(own, "/api/dashboard", key);
    const { status, headers, body } = await post(own, { key }, "203.0.113.51");
    assert.deepEqual([status, headers["retry-after"]], [429, "2400"]);
    assert.match(body.toString(), /limit of the dashboard/u);
  });

  test("403 where the key came over plain HTTP to a service behind HTTPS", async () => {
    const body = new URLSearchParams({ key: await own.giveKey() }).toString();
    const headers = { ...HEAD, "X-Forwarded-Proto": "http" };
    assert.equal((await own.from(CLIENT, "/dashboard", { method: "POST", headers, body })).status, 403);
  });

  test("replaces a key, at once or later, and only where its holder says to be sure", async () => {
    const old = await own.giveKey();
    const unsure = await post(own, { key: old, change: "rotate", keep_old_for_seconds: "0" });
    assert.equal(unsure.status, 400);
    assert.match(unsure.body.toString(), /class="fault">Nothing was changed/u);
    const sure = { change: "rotate", sure: "yes" };
    const replaced = (
      await post(own, { key: old, ...sure, keep_old_for_seconds: "3600" }, "203.0.113.52")
    ).body.toString();
    const [, next = ""] = /<code id="new-key">([^<]+)</u.exec(replaced) ?? [];
    assert.match(replaced, /works until 09:20 UTC on 21 November 2026/u);
    for (const key of [old, next]) assert.equal((await ask(own, "/api/v2/scale", key)).status, 200);
    const again = await post(own, { key: old, ...sure, keep_old_for_seconds: "0" }, "203.0.113.53");
    assert.equal(again.status, 400);
    assert.match(again.body.toString(), /class="fault">This key was replaced before/u);
    const last = (await post(own, { key: next, ...sure, keep_old_for_seconds: "0" }, "203.0.113.54")).body.toString();
    assert.match(last, /… does not work any more\./u);
    assert.equal((await ask(own, "/api/v2/scale", next)).status, 401);
    const odd = await post(own, { key: /ctds_live_\w{38}/u.exec(last)?.[0] ?? "", ...sure, keep_old_for_seconds: "x" });
    assert.equal(odd.status, 400);
  });

  test("revokes a key for good, and only where its holder says to be sure", async () => {
    const key = await own.giveKey();
    assert.equal((await post(own, { key, change: "revoke" }, "203.0.113.55")).status, 400);
    assert.equal((await ask(own, "/api/v2/scale", key)).status, 200);
    const { status, body } = await post(own, { key, change: "revoke", sure: "yes" }, "203.0.113.55");
    assert.equal(status, 200);
    assert.ok(body.toString().includes(`<h1>The key ${key.slice(0, 16)}… is revoked</h1>`));
    assert.equal((await ask(own, "/api/v2/scale", key)).status, 401);
  });

  test("no log line at level trace and no file holds a key, from either page", async () => {
    const address = "203.0.113.60";
    const fields = new URLSearchParams({ email: "marked@marked.example", use_case: "MarkedUseCase" });
    const signedUp = await own.from(address, "/sign-up", { method: "POST", headers: HEAD, body: fields.toString() });
    const [key = ""] = /ctds_live_\w{38}/u.exec(signedUp.body.toString()) ?? [];
    lines.length = 0;
    await post(own, { key }, address);
    await post(own, { key: `${key}x` }, address);
    await post(own, { key, change: "revoke" }, address);
    await own.from(address, `/dashboard?key=${key}`, { headers: HEAD });
    await own.from(address, "/dashboard", { method: "POST", headers: HEAD, body: `key=${key}&${"x".repeat(5000)}` });
    const rotated = await post(own, { key, change: "rotate", sure: "yes" }, address);
    const [next = ""] = /ctds_live_\w{38}/u.exec(rotated.body.toString()) ?? [];
    assert.ok(lines.length >= 6 && key !== "" && next !== "");
    const secrets = [key.slice(16, -1), next.slice(16, -1)];
    const texts = [...lines];
    for (const { name, parentPath } of readdirSync(own.dataFolder, { recursive: true, withFileTypes: true }).filter(
      (each) => each.isFile(),
    ))
      texts.push(readFileSync(path.join(parentPath, name), "latin1"));
    for (const text of texts) for (const secret of secrets) assert.ok(!text.includes(secret));
    assert.ok(!lines.join("").includes("marked"));
  });

  describe("in a browser", { skip: WITHOUT_BROWSER }, () => {
    let local: AccessServer;
    let origin: string;
    let browser: Browser;
    before(async () => {
      local = await openAccessServer({ baseUrl: null, trustedProxies: null }, { findUrlFault: async () => null });
      origin = `http://localhost:${local.server.port}`;
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    });
    after(() => browser.close());

    const heading = async (page: Page, text: RegExp): Promise<void> =>
      await page.getByRole("heading", { level: 1, name: text }).waitFor();

    async function enter(page: Page, key: string): Promise<void> {
      await page.getByLabel("API key").focus();
      await page.keyboard.insertText(key);
      await page.keyboard.press("Enter");
    }

    /** Opens what is folded under a name, and goes with the tab key to its button. */
    async function change(page: Page, name: string, key: string | null): Promise<void> {
      await page.locator("summary", { hasText: name }).focus();
      await page.keyboard.press("Enter");
      if (name.startsWith("Replace")) await page.keyboard.press("Tab");
      if (key !== null) {
        await page.keyboard.press("Tab");
        await page.keyboard.insertText(key);
      }
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    }

    async function open(scripts: boolean): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
      const context = await browser.newContext({ javaScriptEnabled: scripts, viewport: { width: 375, height: 800 } });
      return { context, ...(await openPage(context, `${origin}/dashboard`)) };
    }

    test("by keyboard alone: the tab keeps the key, replaces it, revokes it and forgets it", async () => {
      const { context, page, faults } = await open(true);
      const key = await giveUsedKey(local);
      await enter(page, "ctds_live_wrong");
      await page.getByText("No key like this works.").waitFor();
      assert.equal(await page.evaluate("document.activeElement.id"), "key");
      faults.length = 0;
      await enter(page, key);
      await heading(page, /^\d+ of 1,000 requests are left/u);
      assert.equal(await findOverflow(page), 0);
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      assert.deepEqual(await findAccessibilityFaults(page), []);
      const kept = (): Promise<unknown> =>
        page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])");
      assert.equal(await kept(), JSON.stringify([{ "country-trust-api-key": key }, {}, ""]));
      await page.reload();
      await heading(page, /^\d+ of 1,000 requests are left/u);
      await change(page, "Replace it", null);
      await heading(page, /^Your new key/u);
      const next = (await page.textContent("#new-key")) ?? "";
      assert.match(String(await kept()), new RegExp(next, "u"));
      assert.equal(await page.getByRole("button", { name: "Copy the key" }).isVisible(), true);
      assert.deepEqual(await findAccessibilityFaults(page), []);
      await page.getByRole("link", { name: "To the dashboard" }).focus();
      await page.keyboard.press("Enter");
      await heading(page, /^\d+ of 1,000 requests are left/u);
      await page.getByRole("button", { name: "Forget the key" }).focus();
      await page.keyboard.press("Enter");
      await heading(page, /^What has your key used/u);
      assert.equal(await kept(), JSON.stringify([{}, {}, ""]));
      await enter(page, next);
      await heading(page, /^\d+ of 1,000 requests are left/u);
      await change(page, "Revoke it", null);
      await heading(page, /is revoked$/u);
      assert.equal(await kept(), JSON.stringify([{}, {}, ""]));
      assert.equal(page.url(), `${origin}/dashboard`);
      assert.deepEqual(faults, []);
      await context.close();
    });

    test("by keyboard alone, without JavaScript: the same figures, and changes with the key once more", async () => {
      const { context, page, faults } = await open(false);
      const key = await giveUsedKey(local);
      await enter(page, key);
      await heading(page, /^\d+ of 1,000 requests are left/u);
      assert.equal(await page.locator("svg.hours").isVisible(), true);
      assert.equal(await page.getByRole("button", { name: "Forget the key" }).isVisible(), false);
      assert.equal(await findOverflow(page), 0);
      await change(page, "Replace it", key);
      await heading(page, /^Your new key/u);
      const next = (await page.textContent("#new-key")) ?? "";
      await page.goto(`${origin}/dashboard`);
      await enter(page, next);
      await heading(page, /^\d+ of 1,000 requests are left/u);
      await change(page, "Revoke it", next);
      await heading(page, /is revoked$/u);
      assert.equal(page.url(), `${origin}/dashboard`);
      assert.deepEqual(faults, []);
      await context.close();
    });
  });
});
