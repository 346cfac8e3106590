import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { eventually } from "../access/cluster/eventually.ts";
import { type OwnServer, startRedis, withoutOwnRedis } from "../access/cluster/own-servers.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { type StartedCommand, TestCli } from "../cli/run-cli.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { openReceiver } from "../webhooks/receiver.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/**
 * Two nodes and their publisher over one PostgreSQL and one Redis, all in this process, from
 * nothing. What goes wrong around them, each a process of its own: the long tests of this folder.
 */

interface Readiness {
  readonly release?: string;
  readonly degraded?: readonly string[];
  readonly origin?: object;
}

interface Dashboard {
  readonly usage: { readonly total: number };
}

const receiver = await openReceiver();

describe("two nodes", { skip: withoutPostgres || withoutOwnRedis }, () => {
  let redis: OwnServer;
  let publisher: TestCli;
  const ports: number[] = [];
  const nodes: StartedCommand[] = [];
  const datasets = newTemporaryFolder();
  const machines: TestCli[] = [];

  before(async () => {
    redis = await startRedis();
    const shared = {
      DATABASE_URL: await newDatabaseUrl(),
      REDIS_URL: redis.url,
      RELEASES_URL: pathToFileURL(newTemporaryFolder()).href,
      RELEASES_POLL_SECONDS: "1",
      RELEASES_DELAY: "2",
      STORE_WAIT_MS: "10000",
      WEBHOOKS_ALLOW_PRIVATE: "true",
    };
    const open = (environment: Readonly<Record<string, string>>): TestCli => {
      const machine = new TestCli({ ...shared, ...environment });
      machine.clock = () => new Date();
      machines.push(machine);
      return machine;
    };
    publisher = open({});
    for (let node = 0; node < 2; node += 1) {
      const port = await findFreePort();
      ports.push(port);
      nodes.push(open({ PORT: String(port) }).start("serve"));
    }
    for (const node of nodes)
      await node.untilPrinted(/^Waiting for a release on port \d+: nothing is published yet …$/mu);
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await redis.close();
    await Promise.all(machines.map((machine) => machine.remove()));
  });

  const ask = (node: number, address: string, apiKey?: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${ports[node]}${address}`, {
      headers: apiKey === undefined ? {} : { "X-SVC-API-Key": apiKey },
    });
  const statusOf = async (node: number, apiKey?: string): Promise<number> => {
    const answer = await ask(node, "/api/v2/scale", apiKey);
    await answer.arrayBuffer();
    return answer.status;
  };
  const send = async (
    node: number,
    address: string,
    body: object,
    apiKey?: string,
  ): Promise<Record<string, unknown>> => {
    const response = await fetch(`http://127.0.0.1:${ports[node]}${address}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(apiKey !== undefined && { "X-SVC-API-Key": apiKey }) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const readiness = async (node: number): Promise<Readiness> =>
    (await (await ask(node, "/readyz")).json()) as Readiness;
  const published = async (): Promise<string> => {
    const { status, out, said } = await publisher.run("origin", "--json");
    assert.equal(status, 0, said);
    return (JSON.parse(out) as { release: string }).release;
  };
  const bothServe = (release: string): Promise<void> =>
    eventually(`both nodes serve ${release}`, async () =>
      (await Promise.all([readiness(0), readiness(1)])).every((each) => each.release === release),
    );
  let apiKey = "";

  test("answer 503 with the reason everywhere before the first release, and 200 to who asks whether they live", async () => {
    for (const [address, method] of [
      ["/readyz", "GET"],
      ["/api/v2/companies", "GET"],
      ["/", "GET"],
      ["/api/sign-up", "POST"],
    ] as const) {
      const response = await fetch(`http://127.0.0.1:${ports[0]}${address}`, { method });
      const { headers, status } = response;
      assert.deepEqual(
        [status, headers.get("content-type"), headers.get("retry-after"), headers.get("cache-control")],
        [503, "application/problem+json", "5", "no-store"],
      );
      const { code, detail } = (await response.json()) as Record<string, string>;
      assert.deepEqual(
        [code, detail],
        ["unavailable", "This node waits for its first release. Nothing is published yet."],
      );
    }
    assert.equal((await ask(1, "/healthz")).status, 200);
  });

  test("get the first release, and answer with it", async () => {
    const { status, said } = await publisher.run("publish", writeSmallDataset(datasets, 1));
    assert.equal(status, 0, said);
    for (const node of nodes) await node.untilPrinted(/ on http:/u);
    await bothServe(await published());
    const { degraded, origin } = await readiness(0);
    assert.deepEqual(degraded, []);
    assert.deepEqual(Object.keys(origin ?? {}), ["holds", "serves", "read_at", "expires", "trouble"]);
  });

  test("know the same keys, and count in one usage and one quota", async () => {
    const signedUp = await send(0, "/api/sign-up", { email: "reader@example.org", use_case: "A study." });
    apiKey = String(signedUp["api_key"]);
    for (let request = 0; request < 10; request += 1) assert.equal(await statusOf(request % 2, apiKey), 200);
    await eventually("both know of all requests", async () => {
      const dashboards = await Promise.all([0, 1].map((node) => ask(node, "/api/dashboard", apiKey)));
      const known = await Promise.all(dashboards.map(async (each) => (await each.json()) as Dashboard));
      return known.every(({ usage }) => usage.total === 10);
    });
    const created = await publisher.run("key", "create", "--email", "a@example.org", "--use-case", "A study.");
    publisher.input = created.out;
    assert.equal((await publisher.run("key", "limits", "-", "1000", "60")).status, 0);
    let allowed = 0;
    for (let request = 0; request < 80; request += 1)
      if ((await statusOf(request % 2, created.out)) === 200) allowed += 1;
    // Of a small quota a node leases eight at most.
    assert.ok(allowed <= 60 && allowed >= 60 - 8, `${allowed} of 60`);
    publisher.input = created.out;
    assert.equal((await publisher.run("key", "revoke", "-")).status, 0);
    await eventually("both refuse the key", async () => {
      return (await statusOf(0, created.out)) === 401 && (await statusOf(1, created.out)) === 401;
    });
  });

  test("follow a publication and a rollback, and tell of each once", async () => {
    const first = await published();
    const events = ["release.published", "release.withdrawn"];
    await send(1, "/api/webhooks", { url: receiver.url, events }, apiKey);
    assert.equal((await publisher.run("publish", writeSmallDataset(datasets, 2))).status, 0);
    const second = await published();
    assert.notEqual(second, first);
    await bothServe(second);
    await eventually("the release is told", () => receiver.events.length > 0);
    assert.equal((await publisher.run("rollback", first)).status, 0);
    await bothServe(first);
    await eventually("the withdrawal is told", () => receiver.events.length > 1);
    assert.deepEqual(
      receiver.events.map(({ body }) => (JSON.parse(body) as { type: string }).type),
      events,
    );
  });
});
