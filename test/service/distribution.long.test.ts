import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "../access/cluster/eventually.ts";
import { type OwnServer, startRedis, withoutOwnRedis } from "../access/cluster/own-servers.ts";
import { openProxy, type Proxy } from "../access/cluster/proxy.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";

import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type Balancer, openBalancer } from "./balancer.ts";
import { startListWalkers } from "./list-walkers.ts";
import { areOn, ClusterNode, ClusterPublisher } from "./node-cluster.ts";
import { writeSmallDataset } from "./small-dataset.ts";

/**
 * Three nodes behind a balancer, from nothing: publications and rollbacks while readers walk lists,
 * a node is killed, the publisher is killed, or the line to PostgreSQL is cut. The same with more
 * rounds, more that goes wrong, and times: `npm run bench -- distribution`.
 */

const ROUNDS = 8;
const WALKERS = 3;

const DISTURBANCES = ["nothing", "a node is killed", "the publisher is killed", "PostgreSQL is cut off"] as const;

describe("releases on three nodes", { skip: withoutPostgres || withoutOwnRedis }, () => {
  let redis: OwnServer;
  let line: Proxy;
  let balancer: Balancer;
  let publisher: ClusterPublisher;
  const nodes: ClusterNode[] = [];
  const datasets = newTemporaryFolder();

  before(async () => {
    redis = await startRedis();
    const url = new URL(await newDatabaseUrl());
    line = await openProxy(Number(url.port || 5432));
    url.port = String(line.port);
    const shared = { DATABASE_URL: url.href, REDIS_URL: redis.url, STORE_WAIT_MS: "5000", LOG_LEVEL: "silent" };
    for (const name of ["a", "b", "c"])
      nodes.push(new ClusterNode(name, await findFreePort(), newTemporaryFolder(), shared));
    publisher = new ClusterPublisher({ ...shared, DATA_DIR: newTemporaryFolder() });
    balancer = await openBalancer(nodes.map(({ port }) => port));
  });
  after(async () => {
    await Promise.all([...nodes.map((node) => node.kill()), balancer.close()]);
    await Promise.all([redis.close(), line.close()]);
  });

  const disturb = async (round: number, child: { kill(signal: "SIGKILL"): boolean }): Promise<void> => {
    const what = DISTURBANCES[round % DISTURBANCES.length];
    // Any moment of a publication.
    await wait(((round * 7919) % 4000) + 50);
    if (what === "the publisher is killed") child.kill("SIGKILL");
    if (what === "a node is killed") {
      const node = nodes[round % nodes.length]!;
      await node.kill();
      node.start();
    }
    if (what !== "PostgreSQL is cut off") return;
    line.cut();
    await wait(1000);
    line.mend();
  };

  test("come one after the other, and no reader sees a failure or two releases in one list", async (t) => {
    for (const node of nodes) node.start();
    const key = await publisher.createKey();
    await eventually("all wait", async () =>
      (await Promise.all(nodes.map((node) => node.shown()))).every((each) => each?.status === 503),
    );
    await publisher.insist("publish", writeSmallDataset(datasets, 0));
    const releases = [(await publisher.published()).release];
    await eventually("all nodes answer", () => areOn(nodes, releases[0]!, 1));

    const walkers = startListWalkers(balancer.url, key, WALKERS);
    const delays: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const isRollback = round % 4 === 0;
      const words = isRollback
        ? ["rollback", releases[(round * 31) % (releases.length - 1)]!]
        : ["publish", writeSmallDataset(datasets, round)];
      const first = publisher.start(...words);
      await Promise.all([first.exit, disturb(round, first.child)]);
      await publisher.insist(...words);
      const { release, sequence } = await publisher.published();
      const healedAt = performance.now();
      await eventually(`all nodes serve ${release} (${sequence})`, () => areOn(nodes, release, sequence));
      delays.push(performance.now() - healedAt);
      if (!isRollback) releases.push(release);
    }
    await walkers.stop();
    t.diagnostic(
      `${ROUNDS} changes, ${walkers.walks} walks, ${walkers.requests} requests, ${walkers.failures.length} failures, ${walkers.mixed.length} mixed walks; ` +
        `nodes were up to date ${Math.round(Math.max(...delays))} ms after the command at most`,
    );
    assert.deepEqual(walkers.failures, []);
    assert.deepEqual(walkers.mixed, []);
    assert.ok(walkers.walks > 0 && walkers.releases.size > 1, "walks saw several releases");
    assert.equal(new Set(releases).size, releases.length);
  });
});
