import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { buildSmtpMailer } from "../../src/access/smtp-mailer.ts";
import { openMailServer } from "../fixtures/mail-server.ts";
import { type AccessServer, openAccessServer } from "../http/access-server.ts";
import { BASE, type Received } from "../http/test-server.ts";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";
import { findAccessibilityFaults, findOverflow, openPage } from "./tab.ts";

/** The sign-up as a page. */

const KEY = /ctds_live_[0-9A-Za-z]{38}/u;
const HEAD = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };
const GOOD = { email: "reader@example.org", use_case: "A yearly report" };

let clients = 0;

/** Posts the form from an address of its own, or this one. */
function post(own: AccessServer, fields: Readonly<Record<string, string>>, address?: string): Promise<Received> {
  const from = address ?? `198.51.100.${++clients}`;
  const body = new URLSearchParams(fields).toString();
  return own.from(from, "/sign-up", { method: "POST", headers: HEAD, body });
}

describe("/sign-up", () => {
  let own: AccessServer;
  before(async () => {
    own = await openAccessServer();
  });

  test("200: shows the key once, with a line that works, kept nowhere", async () => {
    const { status, headers, body } = await post(own, GOOD);
    const markup = body.toString();
    assert.deepEqual([status, headers["cache-control"], headers["etag"]], [200, "no-store", undefined]);
    const [key = ""] = KEY.exec(markup) ?? [];
    assert.ok(markup.includes(`<code id="new-key">${key}</code>`));
    const line = `curl -s -H &#39;X-SVC-API-Key: ${key}&#39; &#39;${BASE}/api/v2/scale&#39;`;
    assert.ok(markup.includes(line), "a curl line with the origin of this service");
    assert.match(markup, /1,000 requests an hour and 10,000 a day/u);
    const asked = await own.from("198.51.100.200", "/api/v2/scale", { headers: { "X-SVC-API-Key": key } });
    assert.match(String(asked.headers["ratelimit-policy"]), /"hour";q=1000/u);
    assert.doesNotMatch((await own.from("198.51.100.200", "/sign-up", { headers: HEAD })).body.toString(), KEY);
  });

  test("400: says beside each field what is wrong with it, and keeps what was written", async () => {
    for (const [fields, faulty] of [
      [{ email: "nobody", use_case: '<b>"R&D"' }, ["email"]],
      [{ email: GOOD.email, use_case: "  \r\n" }, ["use-case"]],
      [{ email: GOOD.email, use_case: "x".repeat(501) }, ["use-case"]],
      [{ email: GOOD.email, use_case: `a\u202eb` }, ["use-case"]],
      [{ email: GOOD.email, use_case: `a${"\u0301".repeat(9)}` }, ["use-case"]],
      [{ email: `${"a".repeat(250)}@example.org`, use_case: "" }, ["email", "use-case"]],
      [{}, ["email", "use-case"]],
    ] as const) {
      const { status, headers, body } = await post(own, fields);
      const markup = body.toString();
      assert.deepEqual([status, headers["cache-control"]], [400, "no-store"]);
      const wrong = [...markup.matchAll(/id="([\w-]+)"[^>]* aria-describedby="\1-fault \1-hint" aria-invalid/gu)];
      assert.deepEqual(
        wrong.map(([, id]) => id),
        faulty,
      );
      for (const id of faulty) assert.match(markup, new RegExp(`<p class="fault" id="${id}-fault">[^<]{20,}</p>`, "u"));
      assert.match(markup, faulty.length === 1 ? /one field needs/u : /two fields need/u);
      assert.doesNotMatch(markup, KEY);
    }
    const markup = (await post(own, { email: "nobody", use_case: '<b>"R&D"' })).body.toString();
    assert.match(markup, /value="nobody"/u);
    assert.ok(markup.includes("&lt;b&gt;&quot;R&amp;D&quot;</textarea>") && !markup.includes("<b>"));
  });

  test("counts line ends of a browser as one character each", async () => {
    const lines = Array.from({ length: 250 }, () => "x").join("\r\n");
    assert.equal((await post(own, { ...GOOD, use_case: lines })).status, 200);
  });

  test("429 after five in an hour, which the API shares; wrong forms cost none", async () => {
    const address = "203.0.113.9";
    for (let asked = 0; asked < 10; asked++) assert.equal((await post(own, { email: "x" }, address)).status, 400);
    for (let asked = 0; asked < 3; asked++) assert.equal((await post(own, GOOD, address)).status, 200);
    const json = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(GOOD) };
    for (let asked = 0; asked < 2; asked++)
      assert.equal((await own.from(address, "/api/sign-up", json)).status, 201, "the windows are the same");
    const { status, headers, body } = await post(own, GOOD, address);
    assert.equal(status, 429);
    assert.match(String(headers["retry-after"]), /^\d+$/u);
    assert.match(body.toString(), /limit of sign-ups from one client address/u);
    assert.doesNotMatch(body.toString(), KEY);
  });

  test("403 where the form came over plain HTTP to a service behind HTTPS", async () => {
    const headers = { ...HEAD, "X-Forwarded-Proto": "http" };
    const body = new URLSearchParams(GOOD).toString();
    const { status, body: page } = await own.from("198.51.100.77", "/sign-up", { method: "POST", headers, body });
    assert.equal(status, 403);
    assert.doesNotMatch(page.toString(), KEY);
  });

  test("says that a mail asks to confirm the address, where the service sends mails, and only there", async () => {
    assert.doesNotMatch((await post(own, GOOD)).body.toString(), /Confirm your e-mail/u);
    const mails = await openMailServer();
    const url = `smtp://127.0.0.1:${mails.port}`;
    const mailer = buildSmtpMailer({ url, from: "Keys <keys@trust.example>", stepMilliseconds: 10_000 });
    const mailing = await openAccessServer({}, { mail: { mailer, linkOf: (code) => `${BASE}/${code}` } });
    const { status, body } = await post(mailing, GOOD);
    assert.equal(status, 200);
    assert.match(body.toString(), /A mail with a link is on its way to you\. The key works without it/u);
  });

  describe("in a browser", { skip: WITHOUT_BROWSER }, () => {
    let local: AccessServer;
    let origin: string;
    before(async () => {
      local = await openAccessServer({ baseUrl: null, trustedProxies: null });
      origin = `http://localhost:${local.server.port}`;
    });

    async function signUpByKeyboard(context: BrowserContext, hasScripts: boolean): Promise<void> {
      const { page, faults } = await openPage(context, `${origin}/sign-up`);
      await page.getByLabel("E-mail address").focus();
      await page.keyboard.type("reader@example");
      await page.keyboard.press("Tab");
      await page.keyboard.type("A yearly report");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      // The browser lets the address through, and the page says what is wrong.
      await page.getByText("This is no e-mail address.").waitFor();
      assert.equal(await page.getByLabel("What the key is for").inputValue(), "A yearly report");
      // The tool is a script itself.
      if (hasScripts) assert.deepEqual(await findAccessibilityFaults(page), []);
      assert.ok(faults.splice(0).every((fault) => fault.includes("400")));
      await page.getByLabel("E-mail address").focus();
      await page.keyboard.press("End");
      await page.keyboard.type(".org");
      await page.keyboard.press("Enter");
      await page.locator("#new-key").waitFor();
      assert.match((await page.textContent("#new-key")) ?? "", KEY);
      assert.equal(page.url(), `${origin}/sign-up`, "the key stands in no URL");
      assert.equal(await findOverflow(page), 0);
      if (hasScripts) assert.deepEqual(await findAccessibilityFaults(page), []);
      assert.equal(await page.getByRole("button", { name: "Copy the key" }).isVisible(), hasScripts);
      assert.deepEqual(faults, []);
      await page.close();
    }

    for (const javaScriptEnabled of [true, false]) {
      test(`by keyboard alone, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
        const context = await openContext({ javaScriptEnabled, viewport: { width: 375, height: 800 } });
        await signUpByKeyboard(context, javaScriptEnabled);
        await context.close();
      });
    }
  });
});
