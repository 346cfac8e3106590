import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import path from "node:path";
import { after, describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { ClaimedDelivery } from "../../src/access/webhooks.ts";
import { buildAttemptDelivery } from "../../src/webhooks/attempt-delivery.ts";
import { nextAttemptAt } from "../../src/webhooks/webhook-sender.ts";
import { buildTargets } from "../../src/webhooks/targets.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { openReceiver } from "./receiver.ts";

const withoutOpenssl = spawnSync("openssl", ["version"]).status === 0 ? false : "openssl is not installed";

const secret = new Uint8Array(32).fill(7);
const never = new AbortController().signal;
const targets = buildTargets({ lookup: () => Promise.resolve(["127.0.0.1"]), allowsPrivate: true });
const attemptFor = (attemptMilliseconds = 5000) =>
  buildAttemptDelivery({ targets, now: () => new Date(), userAgent: "country-trust/test", attemptMilliseconds });
const attempt = attemptFor();

function claimedFor(url: string): ClaimedDelivery {
  const payload = '{"type":"webhook.test","timestamp":"2026-11-21T08:00:00.000Z","data":{"say":"Türkiye’s"}}';
  return { webhookId: "wh_1", eventId: "evt_abc", url, secrets: [secret], payload, attempt: 1 };
}

describe("an attempt", () => {
  test("is a POST of the payload that the reference library of Standard Webhooks verifies", async () => {
    const receiver = await openReceiver();
    const claimed = claimedFor(receiver.url);
    assert.deepEqual(await attempt(claimed, never), { outcome: "delivered", status: 204 });
    const [event] = receiver.events;
    assert.ok(event !== undefined);
    assert.equal(event.body, claimed.payload);
    assert.equal(event.url, "/hook?token=s3cret");
    assert.equal(event.headers["content-type"], "application/json");
    assert.equal(event.headers["user-agent"], "country-trust/test");
    const webhook = new Webhook(`whsec_${Buffer.from(secret).toString("base64")}`);
    const headers = event.headers as Record<string, string>;
    assert.deepEqual(webhook.verify(event.body, headers), JSON.parse(claimed.payload));
    assert.throws(() => webhook.verify(`${event.body} `, headers));
    assert.throws(() => webhook.verify(event.body, { ...headers, "webhook-id": "evt_other" }));
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`);
    assert.throws(() => other.verify(event.body, headers));
  });

  test("is verified with either secret while one takes the place of another", async () => {
    const receiver = await openReceiver();
    const claimed = claimedFor(receiver.url);
    const other = new Uint8Array(32).fill(8);
    await attempt({ ...claimed, secrets: [other, secret] }, never);
    const [event] = receiver.events;
    assert.match(String(event?.headers["webhook-signature"]), /^v1,\S+ v1,\S+$/u);
    const verify = (bytes: Uint8Array): unknown =>
      new Webhook(`whsec_${Buffer.from(bytes).toString("base64")}`).verify(
        event?.body ?? "",
        event?.headers as Record<string, string>,
      );
    for (const each of [other, secret]) assert.deepEqual(verify(each), JSON.parse(claimed.payload));
    assert.throws(() => verify(new Uint8Array(32).fill(9)));
  });

  test("ends as its response says, and a redirect is not followed", async () => {
    const receiver = await openReceiver();
    const elsewhere = await openReceiver();
    const outcomes = {
      200: "delivered",
      202: "delivered",
      301: "redirected",
      304: "redirected",
      307: "redirected",
      400: "refused",
      410: "gone",
      429: "refused",
      500: "refused",
    };
    for (const [status, outcome] of Object.entries(outcomes)) {
      receiver.answer = { status: Number(status), headers: { Location: elsewhere.url } };
      assert.deepEqual(await attempt(claimedFor(receiver.url), never), { outcome, status: Number(status) });
    }
    assert.equal(elsewhere.events.length, 0);
  });

  test("ignores a body that never ends", async () => {
    const server = createSocketServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        const flood = setInterval(() => {
          if (socket.destroyed) return clearInterval(flood);
          socket.write(`1000\r\n${"x".repeat(4096)}\r\n`);
        }, 1);
        socket.once("close", () => closed.resolve());
      });
    });
    const closed = Promise.withResolvers<void>();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    assert.equal((await attempt(claimedFor(`http://127.0.0.1:${port}/`), never))?.outcome, "delivered");
    await closed.promise;
  });

  test("is over after its time, and at once where the service closes", async () => {
    const receiver = await openReceiver();
    receiver.delayMilliseconds = 60_000;
    assert.deepEqual(await attemptFor(100)(claimedFor(receiver.url), never), { outcome: "timed_out", status: null });
    const closing = new AbortController();
    const ended = attempt(claimedFor(receiver.url), closing.signal);
    setTimeout(() => closing.abort(), 20);
    assert.equal(await ended, null);
    assert.equal(await attempt(claimedFor(receiver.url), closing.signal), null);
  });

  test("says where nobody listens", async () => {
    const socket = createSocketServer();
    await new Promise<void>((resolve) => socket.listen(0, "127.0.0.1", resolve));
    const { port } = socket.address() as AddressInfo;
    await new Promise((resolve) => socket.close(resolve));
    assert.deepEqual(await attempt(claimedFor(`http://127.0.0.1:${port}/`), never), NO_CONNECTION);
  });

  test("sends nothing to a host whose certificate is not valid", { skip: withoutOpenssl }, async () => {
    let requests = 0;
    const server = createServer(newCertificate(), (_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    assert.deepEqual(await attempt(claimedFor(`https://reader.example:${port}/`), never), NO_CONNECTION);
    assert.equal(requests, 0);
  });
});

const NO_CONNECTION = { outcome: "no_connection", status: null };

/** A key and a certificate for reader.example that nobody vouches for. */
function newCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => path.join(newTemporaryFolder(), name)) as [string, string];
  const how = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", "/CN=reader.example", "-addext", "subjectAltName=DNS:reader.example"];
  execFileSync("openssl", ["req", "-x509", ...how, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

describe("the schedule of attempts", () => {
  const at = new Date("2026-11-21T08:00:00Z");

  test("grows over more than a day, and ends", () => {
    const waits: number[] = [];
    for (let each = 1; ; each += 1) {
      const next = nextAttemptAt(each, at, 0);
      if (next === null) break;
      waits.push(next.getTime() - at.getTime());
    }
    assert.deepEqual(
      waits.map((wait) => wait / 1000),
      [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
    );
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    assert.ok(total > 24 * 3_600_000);
    assert.equal(nextAttemptAt(99, at, 0), null, "a delivery that was claimed by many and settled by none");
  });

  test("is spread by chance, never earlier", () => {
    assert.equal(nextAttemptAt(2, at, 0.5)?.getTime(), at.getTime() + 330_000);
    assert.equal(nextAttemptAt(2, at, 1)?.getTime(), at.getTime() + 360_000);
  });
});
