import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { eventually } from "../access/cluster/eventually.ts";
import { type OwnServer, startRedis, withoutOwnRedis } from "../access/cluster/own-servers.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { newOrigin } from "./node-cluster.ts";
import { askAnew, run } from "./running-service.ts";
import { writeSmallDataset } from "./small-dataset.ts";

describe("a node without a release", { skip: withoutPostgres || withoutOwnRedis }, () => {
  let redis: OwnServer;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());

  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const port = String(await findFreePort());
    const environment = {
      DATABASE_URL: await newDatabaseUrl(),
      REDIS_URL: redis.url,
      ...newOrigin().settings,
      DATA_DIR: newTemporaryFolder(),
      PORT: port,
      STORE_WAIT_MS: "5000",
      ...more,
    };
    const node = run(["serve"], environment);
    await eventually("it listens", () => node.said().includes("Waiting for a release"));
    return { ...node, environment, url: `http://127.0.0.1:${port}` };
  };

  test("waits for the first one, and then answers without a restart", async () => {
    const { url, environment, child, exit, said } = await start({});
    assert.equal(said(), `Waiting for a release on port ${environment.PORT}: nothing is published yet …\n`);
    assert.ok(!existsSync(path.join(environment.DATA_DIR, "releases")), "no demonstration data");
    const published = run(["publish", writeSmallDataset(newTemporaryFolder(), 1)], environment);
    assert.deepEqual(await published.exit, [0, null], published.said());
    const isReady = () =>
      askAnew(`${url}/readyz`).then(({ status, body }) => status === 200 && body.includes('"origin"'));
    await eventually("it is ready", isReady);
    const { status, body } = await askAnew(`${url}/api/v2/companies?limit=1`);
    assert.deepEqual([status, (JSON.parse(body) as { total: number }).total], [200, 60]);
    const ready = JSON.parse((await askAnew(`${url}/readyz`)).body) as { degraded: string[]; origin: object };
    assert.deepEqual(
      [ready.degraded, Object.keys(ready.origin)],
      [[], ["holds", "serves", "read_at", "expires", "trouble"]],
    );
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  });

  test("hands its port over: no connection is refused between waiting and answering", async () => {
    const metricsPort = String(await findFreePort());
    const { url, environment, child, exit } = await start({ METRICS_PORT: metricsPort });
    const metrics = (await askAnew(`http://127.0.0.1:${metricsPort}/metrics`)).body;
    assert.match(metrics, /^country_trust_origin_sequence_held 0$/mu);
    assert.doesNotMatch(metrics, /country_trust_release_info\{/u);
    const statuses: number[] = [];
    const end = new AbortController();
    const asking = Array.from({ length: 4 }, async () => {
      // Rejects where a connection is refused.
      while (!end.signal.aborted) statuses.push((await askAnew(`${url}/api/v2/companies?limit=1`)).status);
    });
    const published = run(["publish", writeSmallDataset(newTemporaryFolder(), 1)], environment);
    assert.deepEqual(await published.exit, [0, null], published.said());
    await eventually("it answers", () => statuses.at(-1) === 200);
    end.abort();
    await Promise.all(asking);
    assert.deepEqual([...new Set(statuses)], [503, 200]);
    // The port of the metrics is opened again by the service.
    const hasMetrics = () =>
      askAnew(`http://127.0.0.1:${metricsPort}/metrics`).then(
        ({ body }) => /country_trust_release_info\{/u.test(body),
        () => false,
      );
    await eventually("the metrics name the release", hasMetrics);
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  });

  test("answers 503 with the reason everywhere, and 200 to who asks whether the process lives", async () => {
    const { url, child, exit } = await start({ BASE_URL: "https://trust.example.org" });
    for (const [address, method] of [
      ["/readyz", "GET"],
      ["/api/v2/companies", "GET"],
      ["/", "GET"],
      ["/api/sign-up", "POST"],
    ] as const) {
      const response = await fetch(`${url}${address}`, { method });
      const { headers, status } = response;
      assert.deepEqual(
        [status, headers.get("content-type"), headers.get("retry-after"), headers.get("cache-control")],
        [503, "application/problem+json", "5", "no-store"],
      );
      const { instance, ...problem } = (await response.json()) as Record<string, string>;
      assert.match(instance ?? "", /^urn:uuid:/u);
      assert.deepEqual(problem, {
        type: "https://trust.example.org/problems/unavailable",
        title: "Unavailable",
        status: 503,
        detail: "This node waits for its first release. Nothing is published yet.",
        code: "unavailable",
      });
    }
    const health = await askAnew(`${url}/healthz`);
    assert.deepEqual([health.status, health.body], [200, '{"status":"ok"}']);
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null], "it stops in good order while it waits");
  });

  test("says in one sentence that its port is taken", async () => {
    const { environment, child, exit } = await start();
    const second = run(["serve"], { ...environment, DATA_DIR: newTemporaryFolder() });
    assert.deepEqual(await second.exit, [1, null]);
    assert.match(second.said(), /^Port \d+ is taken by another program; .*\n$/u);
    child.kill("SIGTERM");
    await exit;
  });

  test("waits, too, where its origin does not answer, and says so without its address", async () => {
    const { url, child, exit } = await start({ RELEASES_URL: "http://127.0.0.1:9/releases/" });
    const { status, body } = await askAnew(`${url}/readyz`);
    assert.equal(status, 503);
    assert.match(
      body,
      /"This node waits for its first release\. The place that it gets releases from does not answer\."/u,
    );
    assert.doesNotMatch(body, /127\.0\.0\.1/u);
    child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
  });
});
