import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { eventually } from "../access/cluster/eventually.ts";
import {
  type OwnServer,
  startPostgres,
  startRedis,
  withoutOwnPostgres,
  withoutOwnRedis,
} from "../access/cluster/own-servers.ts";
import { copyDemo, edit, removeCopies } from "../cli/demo-copy.ts";
import { DEMO } from "../cli/run-cli.ts";
import { checkPayload } from "../topics/check-answer.ts";
import { type Receiver, openReceiver } from "../webhooks/receiver.ts";
import { type RunningService, run, startRunningService } from "./running-service.ts";

/** Webhooks of the whole program, each service a real process. */

const folder = mkdtempSync(path.join(tmpdir(), "country-trust-webhooks-"));
after(() => {
  removeCopies();
  rmSync(folder, { recursive: true, force: true });
});

const receivers = [await openReceiver(), await openReceiver()] as const;

const SETTINGS = { WEBHOOKS_ALLOW_PRIVATE: "true", LOG_LEVEL: "debug", METRICS_PATH: "/metrics" };

async function call(url: string, method: string, apiKey: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { ...(apiKey === "" ? {} : { "X-SVC-API-Key": apiKey }), "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Signs up and registers a webhook for everything. */
async function register({ url }: RunningService, receiver: Receiver) {
  const person = { email: "reader@example.org", use_case: "A study." };
  const apiKey = String((await call(`${url}/api/sign-up`, "POST", "", person))["api_key"]);
  const events = ["release.published", "release.withdrawn"];
  const { id, secret } = await call(`${url}/api/webhooks`, "POST", apiKey, { url: receiver.url, events });
  return { apiKey, id: String(id), secret: String(secret) };
}

const typesOf = ({ events }: Receiver) => events.map(({ body }) => (JSON.parse(body) as { type: string }).type);

async function publish(environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<void> {
  const publication = run(words, environment);
  assert.deepEqual(await publication.exit, [0, null], publication.said());
}

const changed = copyDemo((copy) => edit(copy, "judgements.csv", (text) => text.replace(/\n[^\n]+\n$/u, "\n")));

/** Each event once, whoever sends it; and from the one that is left when the other is killed. */
function testServices(
  receiver: Receiver,
  startBoth: () => Promise<readonly [RunningService, RunningService]>,
  folders: readonly string[],
) {
  let services: readonly [RunningService, RunningService];
  before(async () => {
    services = await startBoth();
  });
  /** The newest delivery; asked seldom, for that has a limit. */
  const newestDelivery = async ({ url }: RunningService, outcome: string) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { deliveries } = await call(`${url}/api/webhooks/${registered.id}`, "GET", registered.apiKey);
      const [delivery] = deliveries as { state: string; outcome: string | null; status: number | null }[];
      if (delivery?.outcome === outcome) return delivery;
      await wait(500);
    }
    return assert.fail(`the log does not say ${outcome}`);
  };
  let registered: Awaited<ReturnType<typeof register>>;

  test("a test arrives, signed, and stands in the log, everywhere", async () => {
    const [one, other] = services;
    registered = await register(one, receiver);
    const { apiKey, id, secret } = registered;
    const { id: eventId } = await call(`${other.url}/api/webhooks/${id}/test`, "POST", apiKey);
    await eventually("the test arrives", () => receiver.events.length === 1);
    const [event] = receiver.events;
    assert.ok(event !== undefined);
    assert.equal(event.headers["webhook-id"], eventId);
    checkPayload(new Webhook(secret).verify(event.body, event.headers as Record<string, string>));
    for (const service of services) {
      const { state, status } = await newestDelivery(service, "delivered");
      assert.deepEqual([state, status], ["delivered", 204]);
    }
  });

  test("a release and its withdrawal are told once each", async () => {
    for (const dataFolder of folders) await publish({ DATA_DIR: dataFolder }, "publish", changed);
    await eventually("the release is told", () => receiver.events.length === 2);
    const { data } = JSON.parse(receiver.events[1]?.body ?? "") as { data: { previous_release: string } };
    for (const dataFolder of folders) await publish({ DATA_DIR: dataFolder }, "rollback", data.previous_release);
    await eventually("the withdrawal is told", () => receiver.events.length === 3);
    await wait(2500);
    assert.deepEqual(typesOf(receiver), ["webhook.test", "release.published", "release.withdrawn"]);
    for (const { body } of receiver.events) checkPayload(JSON.parse(body));
    const attempts = await Promise.all(
      services.map(async ({ url }) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        return Number(/^country_trust_webhook_attempts_total\{outcome="delivered"\} (\d+)$/mu.exec(text)?.[1]);
      }),
    );
    assert.equal(attempts[0]! + attempts[1]!, 3);
  });

  test("what is due when a process is killed arrives from another, with the same id", async () => {
    receiver.answer = { status: 500 };
    const { apiKey, id } = registered;
    await call(`${services[0].url}/api/webhooks/${id}/test`, "POST", apiKey);
    assert.equal((await newestDelivery(services[1], "refused")).state, "pending");
    services[0].child.kill("SIGKILL");
    await services[0].exit;
    receiver.answer = { status: 204 };
    await eventually("it arrives again", () => receiver.events.length === 5);
    const [first, second] = receiver.events.slice(3);
    assert.deepEqual([second?.headers["webhook-id"], second?.body], [first?.headers["webhook-id"], first?.body]);
    assert.notEqual(second?.headers["webhook-timestamp"], first?.headers["webhook-timestamp"]);
  });

  test("no secret stands in a log, and a stop is clean", async () => {
    services[1].child.kill("SIGTERM");
    assert.deepEqual(await services[1].exit, [0, null], services[1].said());
    for (const { said } of services)
      for (const secret of ["s3cret", registered.secret, registered.apiKey]) assert.ok(!said().includes(secret));
  });
}

describe("webhooks of two processes over one folder", () => {
  const dataFolder = path.join(folder, "one");
  const environment = { ...SETTINGS, DATA_DIR: dataFolder };
  testServices(
    receivers[0],
    async () => {
      const first = await startRunningService(environment);
      return [first, await startRunningService(environment)];
    },
    [dataFolder],
  );
});

const withoutServers = withoutOwnPostgres || withoutOwnRedis;

describe("webhooks of two nodes", { skip: withoutServers }, () => {
  let servers: readonly OwnServer[] = [];
  after(() => Promise.all(servers.map((server) => server.close())));
  const folders = ["node-1", "node-2"].map((name) => path.join(folder, name));
  testServices(
    receivers[1],
    async () => {
      const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
      servers = [postgres, redis];
      const stores = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, STORE_WAIT_MS: "2000" };
      const shared = { ...SETTINGS, ...stores, RELEASES_URL: "none" };
      const [one = "", other = ""] = folders;
      for (const dataFolder of folders) await publish({ DATA_DIR: dataFolder }, "publish", DEMO);
      const first = await startRunningService({ ...shared, DATA_DIR: one });
      return [first, await startRunningService({ ...shared, DATA_DIR: other })];
    },
    folders,
  );
});
