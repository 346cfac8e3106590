import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import { WEBHOOKS_PER_KEY } from "../../src/access/webhooks.ts";
import { OPERATIONS } from "../../src/topics/operations.ts";
import {
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  registerWebhook,
} from "../../src/topics/webhook/manage-webhooks.ts";
import { getDashboard } from "../../src/topics/account/get-dashboard.ts";
import { checkAnswer } from "../topics/check-answer.ts";
import { type AccessServer, JSON_BODY, openAccessServer } from "./access-server.ts";
import { type Received, checkProblem } from "./test-server.ts";

const CLIENT = "198.51.100.7";
const URL = "https://reader.example/hook?token=s3cret";

let own: AccessServer;
let key: string;
before(async () => {
  const findUrlFault = async (url: string) => (url.includes("private") ? "has a host that is private" : null);
  own = await openAccessServer({}, { findUrlFault });
});
const newKey = async (): Promise<void> => {
  key = await own.giveKey();
};

const call = (method: string, path: string, apiKey: string | null, body?: unknown): Promise<Received> =>
  own.from(CLIENT, path, {
    method,
    headers: { ...(apiKey === null ? {} : { "X-SVC-API-Key": apiKey }), ...(body === undefined ? {} : JSON_BODY) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const bodyOf = ({ body }: Received) => JSON.parse(body.toString()) as Record<string, unknown>;
const register = async (apiKey = key, wanted: object = { url: URL, events: ["release.published"] }) => {
  const received = await call("POST", "/api/webhooks", apiKey, wanted);
  assert.equal(received.status, 201, received.body.toString());
  return { id: String(bodyOf(received)["id"]) };
};

describe("POST /api/webhooks", () => {
  beforeEach(newKey);

  test("201 with the webhook and its secret, which is shown nowhere again", async () => {
    const wanted = { url: URL, events: ["country.moved", "release.published"], countries: ["FR", "kenya", "france"] };
    const received = await call("POST", "/api/webhooks", key, wanted);
    assert.equal(received.status, 201);
    assert.equal(received.headers["cache-control"], "no-store");
    const { secret, ...webhook } = bodyOf(received);
    checkAnswer(registerWebhook, bodyOf(received));
    assert.equal(Buffer.from(String(secret).replace("whsec_", ""), "base64").length, 32);
    assert.deepEqual([webhook["url"], webhook["state"]], [URL, "enabled"]);
    assert.deepEqual(webhook["events"], ["release.published", "country.moved"]);
    assert.deepEqual(webhook["countries"], ["france", "kenya"]);
    const listed = await call("GET", "/api/webhooks", key);
    assert.deepEqual(bodyOf(listed)["items"], [webhook]);
    checkAnswer(listWebhooks, bodyOf(listed));
    assert.ok(!listed.body.includes("whsec_"));
  });

  test("400 for a URL that may not be sent to, which is not repeated", async () => {
    for (const url of ["https://private.example/?token=s3cret", "", "x".repeat(2049), 7]) {
      const refused = await call("POST", "/api/webhooks", key, { url, events: ["release.published"] });
      const { errors } = checkProblem(refused, 400, "invalid_request");
      assert.deepEqual(
        errors?.map(({ pointer }) => pointer),
        ["#/url"],
      );
      assert.ok(!refused.body.includes("s3cret"));
    }
  });

  test("400 for unknown, repeated and no events, and other members", async () => {
    const wrong = {
      "#/events/0": { url: URL, events: ["release.made"] },
      "#/events": { url: URL, events: ["release.published", "release.published"] },
      "#/other": { url: URL, events: ["release.published"], other: 1 },
    };
    for (const [pointer, body] of Object.entries(wrong)) {
      const { errors } = checkProblem(await call("POST", "/api/webhooks", key, body), 400, "invalid_request");
      assert.ok(errors?.some((error) => error.pointer === pointer));
    }
    const none = await call("POST", "/api/webhooks", key, { url: URL, events: [] });
    checkProblem(none, 400, "invalid_request");
  });

  test("400 for countries that are unknown, missing, too many, or for nothing", async () => {
    const moved = (countries?: readonly string[]) => ({
      url: URL,
      events: ["country.moved"],
      ...(countries === undefined ? {} : { countries }),
    });
    for (const [body, pointers] of [
      [moved(["france", "atlantis", "scotland"]), ["#/countries/1", "#/countries/2"]],
      [moved(), ["#/countries"]],
      [moved([]), ["#/countries"]],
      [moved(Array.from({ length: 51 }, () => "france")), ["#/countries"]],
      [{ url: URL, events: ["release.published"], countries: ["france"] }, ["#/countries"]],
    ] as const) {
      const { errors } = checkProblem(await call("POST", "/api/webhooks", key, body), 400, "invalid_request");
      assert.deepEqual(
        errors?.map(({ pointer }) => pointer),
        pointers,
      );
    }
  });

  test(`400 for more than ${WEBHOOKS_PER_KEY}, until one is deleted`, async () => {
    for (let each = 0; each < WEBHOOKS_PER_KEY; each += 1) await register();
    const wanted = { url: URL, events: ["release.published"] };
    const { detail } = checkProblem(await call("POST", "/api/webhooks", key, wanted), 400, "invalid_request");
    assert.match(detail, /Delete one first/u);
    const [{ id }] = bodyOf(await call("GET", "/api/webhooks", key))["items"] as [{ id: string }];
    assert.equal((await call("DELETE", `/api/webhooks/${id}`, key)).status, 200);
    await register();
  });
});

describe("GET and DELETE /api/webhooks/{id}, and its test", () => {
  beforeEach(newKey);

  test("200 with its deliveries, and 404 for those of others", async () => {
    const { id } = await register();
    const received = await call("GET", `/api/webhooks/${id}`, key);
    checkAnswer(getWebhook, bodyOf(received));
    assert.deepEqual(bodyOf(received)["deliveries"], []);
    const stranger = await own.giveKey();
    for (const [method, path] of [
      ["GET", `/api/webhooks/${id}`],
      ["DELETE", `/api/webhooks/${id}`],
      ["POST", `/api/webhooks/${id}/test`],
      ["POST", `/api/webhooks/${id}/rotate`],
    ] as const) {
      checkProblem(await call(method, path, stranger), 404, "webhook_not_found");
      checkProblem(await call(method, path.replace(id, "wh_none"), key), 404, "webhook_not_found");
    }
    assert.equal((await call("GET", `/api/webhooks/${id}`, key)).status, 200);
  });

  test("200 when it is deleted, then 404", async () => {
    const { id } = await register();
    const deleted = await call("DELETE", `/api/webhooks/${id}`, key);
    assert.equal(deleted.status, 200);
    checkAnswer(deleteWebhook, bodyOf(deleted));
    checkProblem(await call("DELETE", `/api/webhooks/${id}`, key), 404, "webhook_not_found");
    checkProblem(await call("GET", `/api/webhooks/${id}`, key), 404, "webhook_not_found");
  });

  test("202 for a test, which stands in the log and in the dashboard until it is sent", async () => {
    const { id } = await register();
    const tested = await call("POST", `/api/webhooks/${id}/test`, key);
    assert.equal(tested.status, 202);
    checkAnswer(testWebhook, bodyOf(tested));
    const received = await call("GET", `/api/webhooks/${id}`, key);
    checkAnswer(getWebhook, bodyOf(received));
    const [delivery] = bodyOf(received)["deliveries"] as Record<string, unknown>[];
    assert.deepEqual(
      [delivery?.["id"], delivery?.["type"], delivery?.["state"], delivery?.["attempts"], delivery?.["outcome"]],
      [bodyOf(tested)["id"], "webhook.test", "pending", 0, null],
    );
    const dashboard = await call("GET", "/api/dashboard", key);
    checkAnswer(getDashboard, bodyOf(dashboard));
    assert.deepEqual(bodyOf(dashboard)["webhooks"], [bodyOf(received)]);
  });

  test("201 with another secret, which signs from now on, with the old one for as long as asked", async () => {
    const received = await call("POST", "/api/webhooks", key, { url: URL, events: ["release.published"] });
    const { id, secret: first } = bodyOf(received);
    const rotate = async (body?: object) => {
      const rotated = await call("POST", `/api/webhooks/${String(id)}/rotate`, key, body);
      assert.equal(rotated.status, 201, rotated.body.toString());
      assert.equal(rotated.headers["cache-control"], "no-store");
      checkAnswer(rotateWebhookSecret, bodyOf(rotated));
      return bodyOf(rotated);
    };
    const secretsNow = async () => {
      await call("POST", `/api/webhooks/${String(id)}/test`, key);
      const claimed = (await own.access.webhookQueue.claim(100, own.at)).find(({ webhookId }) => webhookId === id);
      assert.ok(claimed !== undefined);
      const end = { outcome: "delivered", status: 204, at: own.at, nextAt: null, disable: null } as const;
      await own.access.webhookQueue.settle(claimed, end);
      return claimed.secrets.map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`);
    };
    const { secret: second, old_secret_ends_at: endsAt } = await rotate();
    assert.equal(endsAt, new Date(own.at.getTime() + 86_400_000).toISOString());
    assert.deepEqual(await secretsNow(), [second, first]);
    const { secret: third } = await rotate({ keep_old_for_seconds: 0 });
    assert.deepEqual(await secretsNow(), [third]);
    const refused = await call("POST", `/api/webhooks/${String(id)}/rotate`, key, { keep_old_for_seconds: 604_801 });
    checkProblem(refused, 400, "invalid_request");
  });

  test("409 for a test of one that is disabled, and both say why", async () => {
    const { id } = await register();
    await call("POST", `/api/webhooks/${id}/test`, key);
    const [claimed] = (await own.access.webhookQueue.claim(100, own.at)).filter(({ webhookId }) => webhookId === id);
    assert.ok(claimed !== undefined);
    const end = { outcome: "gone", status: 410, at: own.at, nextAt: null, disable: "gone" } as const;
    await own.access.webhookQueue.settle(claimed, end);
    checkProblem(await call("POST", `/api/webhooks/${id}/test`, key), 409, "webhook_disabled");
    const received = await call("GET", `/api/webhooks/${id}`, key);
    checkAnswer(getWebhook, bodyOf(received));
    const { state, disabled_because: because } = bodyOf(received);
    assert.deepEqual([state, because], ["disabled", "gone"]);
    const [delivery] = bodyOf(received)["deliveries"] as Record<string, unknown>[];
    assert.deepEqual([delivery?.["state"], delivery?.["outcome"], delivery?.["status"]], ["failed", "gone", 410]);
  });
});

describe("webhooks", () => {
  beforeEach(newKey);

  const all = OPERATIONS.filter(({ path }) => path.startsWith("/api/webhooks"));

  test("401 without a key, and with one that nobody has", async () => {
    assert.equal(all.length, 6);
    for (const { method, path } of all) {
      const at = path.replace("{id}", "wh_1");
      checkProblem(await call(method, at, null), 401, "unknown_api_key");
      checkProblem(await call(method, at, `${key.slice(0, -1)}_`), 401, "unknown_api_key");
    }
  });

  test("429 beyond 60 an hour, of all of it together; other limits are not affected", async () => {
    for (let asked = 0; asked < 60; asked += 1) assert.equal((await call("GET", "/api/webhooks", key)).status, 200);
    for (const { method, path } of all) {
      const at = path.replace("{id}", "wh_1");
      checkProblem(await call(method, at, key), 429, "rate_limited");
    }
    assert.equal((await call("GET", "/api/dashboard", key)).status, 200);
  });

  test("405 names what a path takes", async () => {
    const refused = await call("PUT", "/api/webhooks/wh_1", key);
    checkProblem(refused, 405, "method_not_allowed");
    assert.equal(refused.headers.allow, "GET, HEAD, DELETE, OPTIONS");
  });

  test("stay with the key that replaces theirs, are exported, and end with the last one", async () => {
    const { id } = await register();
    await call("POST", `/api/webhooks/${id}/test`, key);
    const rotated = await call("POST", "/api/keys/rotate", key, {});
    const next = String(bodyOf(rotated)["api_key"]);
    assert.equal((await call("GET", `/api/webhooks/${id}`, next)).status, 200);
    const exported = await call("GET", "/api/dashboard", next);
    checkAnswer(getDashboard, bodyOf(exported));
    const [webhook] = bodyOf(exported)["webhooks"] as [{ id: string; url: string; deliveries: object[] }];
    assert.deepEqual([webhook.id, webhook.url, webhook.deliveries.length], [id, URL, 1]);
    assert.ok(!exported.body.includes("whsec_"));
    await call("POST", "/api/account/erase", next);
    assert.equal(
      (await own.access.webhookQueue.claim(100, own.at)).some(({ webhookId }) => webhookId === id),
      false,
    );
  });
});
