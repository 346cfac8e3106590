import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { before, describe, test } from "node:test";
import { pino } from "pino";
import { type AccessServer, openAccessServer } from "../http/access-server.ts";
import { buildSmtpMailer } from "../../src/access/smtp-mailer.ts";
import { openMailServer } from "../fixtures/mail-server.ts";
import { BASE, type Received } from "../http/test-server.ts";
import { CLIENT, ask, giveUsedKey } from "./used-key.ts";
import { faultsIn } from "./markup.ts";

/** The dashboard of a key as a page. */

const HEAD = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };

const lines: string[] = [];
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

function post(own: AccessServer, fields: Readonly<Record<string, string>>, address = CLIENT): Promise<Received> {
  const body = new URLSearchParams(fields).toString();
  return own.from(address, "/dashboard", { method: "POST", headers: HEAD, body });
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
      "#list_sectors",
      "paths without an endpoint",
      "Deprecated endpoints end in 314 days;",
      "#preview_monitored_countries",
      "deprecated, use <code>",
      "/<wbr>api/<wbr>v2/<wbr>countries/<wbr>preview</code>",
      "https:/<wbr>/<wbr>reader.example/<wbr>hook?a=1&amp;amp;b=2",
      "Receives release.published and country.moved, for france.",
      "The newest delivery, of 21 November 2026, is pending.",
    ])
      assert.ok(markup.includes(shown), shown);
    assert.ok(!markup.includes(key.slice(16)), "the key is on no page");
    assert.deepEqual(await faultsIn(markup), []);
    const page = (await own.from(CLIENT, "/dashboard", { headers: HEAD })).body.toString();
    assert.match(page, /<h1>What has your key used\?<\/h1>/u);
  });

  test("200 for a key that asked nothing, one without limits, and one whose address is not confirmed", async () => {
    const fresh = (await post(own, { key: await own.giveKey() })).body.toString();
    assert.ok(fresh.includes("The key has no webhook."));
    assert.doesNotMatch(fresh, /[Dd]eprecated/u);
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
});
