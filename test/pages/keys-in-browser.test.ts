import assert from "node:assert/strict";
import { type Server, createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { type AccessServer, openAccessServer } from "../http/access-server.ts";
import type { BrowserContext } from "playwright-core";
import { WITHOUT_BROWSER, openContext } from "./browser.ts";

/**
 * What a script in a page of another origin can do and read, in a real browser; and the key field
 * of the reference.
 */

describe("keys and quotas in a browser", { skip: WITHOUT_BROWSER }, () => {
  let own: AccessServer;
  let origin: string;
  let elsewhere: Server;
  let context: BrowserContext;
  before(async () => {
    own = await openAccessServer({ baseUrl: null, trustedProxies: null });
    origin = `http://localhost:${own.server.port}`;
    elsewhere = createServer((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Elsewhere</title>");
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    context = await openContext();
  });
  after(async () => {
    await context?.close();
    elsewhere.close();
  });

  interface Read {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | null>>;
    readonly body: Readonly<Record<string, unknown>>;
  }

  /** Fetches from a page of another origin; what its script may not read is null. */
  async function fetchElsewhere(path: string, asked: object = {}, times = 1): Promise<Read> {
    // The service has a clock of the test's own, by which a browser should keep nothing.
    const init = { cache: "no-store", ...asked };
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const names = ["RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate", "X-Request-Id", "Link", "ETag"];
    const script = `(async () => {
      let answer;
      for (let time = 0; time < ${times}; time++) answer = await fetch(${JSON.stringify(origin + path)}, ${JSON.stringify(init)});
      const headers = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, answer.headers.get(name)]));
      return { status: answer.status, headers, body: await answer.json() };
    })()`;
    const read = (await page.evaluate(script)) as Read;
    await page.close();
    return read;
  }

  test("200: a page elsewhere reads quotas and entity tag", async () => {
    const { status, headers } = await fetchElsewhere("/api/v2/scale");
    assert.equal(status, 200);
    assert.equal(headers["RateLimit"], '"hour";r=99;t=2400, "day";r=999;t=56400');
    assert.match(String(headers["RateLimit-Policy"]), /"hour";q=100;w=3600/u);
    assert.match(String(headers["ETag"]), /^"/u);
  });

  test("201: it signs up, and asks with the key, after a preflight", async () => {
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "page@example.org", use_case: "a page" }),
    };
    const signedUp = await fetchElsewhere("/api/sign-up", init);
    assert.equal(signedUp.status, 201);
    const key = String(signedUp.body["api_key"]);
    for (const headers of [{ "X-SVC-API-Key": key }, { Authorization: `Bearer ${key}` }]) {
      const keyed = await fetchElsewhere("/api/v2/scale", { headers });
      assert.equal(keyed.status, 200);
      assert.match(String(keyed.headers["RateLimit-Policy"]), /"hour";q=1000;w=3600/u);
    }
    assert.equal((await fetchElsewhere(`/api/v2/scale?key=${key}`)).status, 200);
    const dashboard = await fetchElsewhere("/api/dashboard", { headers: { "X-SVC-API-Key": key } });
    assert.equal((dashboard.body["usage"] as Record<string, number>)["total"], 3);
  });

  test("401: it reads why, and the challenge", async () => {
    const { status, headers, body } = await fetchElsewhere("/api/v2/scale", { headers: { "X-SVC-API-Key": "wrong" } });
    assert.deepEqual([status, body["code"]], [401, "unknown_api_key"]);
    assert.match(String(headers["WWW-Authenticate"]), /^ApiKey realm="ctds"/u);
    assert.equal(headers["X-Request-Id"]?.length, 36);
  });

  test("the reference sends the key that is typed there, keeps it for the tab, and shows it to nobody", async () => {
    const key = await own.giveKey();
    const page = await context.newPage();
    await page.goto(`${origin}/docs/reference/reference`);
    await page.getByRole("textbox", { name: "API key (optional)" }).fill(key);
    await page.reload();
    assert.equal(await page.getByRole("textbox", { name: "API key (optional)" }).inputValue(), key);
    const form = page.locator('form[data-path="/api/v2/scale"]');
    await form.getByRole("button").click();
    await form.locator("[data-status]").waitFor();
    const shown = await form.locator(".shown").innerText();
    assert.match(shown, /-H "X-SVC-API-Key: \$API_KEY"/u);
    assert.match(shown, /ratelimit-policy: "hour";q=1000/u);
    assert.ok(!(await page.content()).includes(key), "the key stands in the field alone");
    const other = await context.newPage();
    await other.goto(`${origin}/docs/reference/reference`);
    assert.equal(
      await other.getByRole("textbox", { name: "API key (optional)" }).inputValue(),
      "",
      "another tab knows nothing of it",
    );
    await page.getByRole("textbox", { name: "API key (optional)" }).fill("");
    await page.reload();
    assert.equal(await page.getByRole("textbox", { name: "API key (optional)" }).inputValue(), "");
    await Promise.all([page.close(), other.close()]);
  });

  test("429: it reads when to come back, and what would have answered at once", async () => {
    const { status, headers, body } = await fetchElsewhere("/api/v2/companies?limit=1", {}, 110);
    assert.deepEqual([status, body["code"]], [429, "rate_limited"]);
    assert.equal(headers["Retry-After"], "2400");
    assert.match(String(headers["RateLimit"]), /"hour";r=0/u);
    assert.match(String(headers["Link"]), /v2\/companies\?format=csv>; rel="collection"/u);
    assert.equal(body["bulk_url"], `${origin}/api/v2/companies?format=csv`);
  });
});
