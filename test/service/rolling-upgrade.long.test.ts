import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually } from "../access/cluster/eventually.ts";
import { type OwnServer, startRedis, withoutOwnRedis } from "../access/cluster/own-servers.ts";
import { newDatabaseUrl, withoutPostgres } from "../access/cluster/servers.ts";
import { TestCli } from "../cli/run-cli.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type Balancer, openBalancer } from "./balancer.ts";
import { type ListWalkers, startListWalkers } from "./list-walkers.ts";
import { makeNextVersion } from "./next-version.ts";
import { ClusterNode, newOrigin } from "./node-cluster.ts";
import { askAnew, run } from "./running-service.ts";
import { writeSmallDataset } from "./small-dataset.ts";
import { PROGRAM } from "./start-program.ts";

/**
 * Three nodes behind a balancer are replaced one by one by those of the next version, and back,
 * while readers walk lists: what "An upgrade" in docs/guides/running-several-nodes.md says.
 */

const OLD = PROGRAM;
/** One pause between two requests of a walk is 20 ms: readers meet every state of the nodes. */
const WALKERS = 3;
/** A quota that is used up within a test; of small quotas a node leases eight at most. */
const DAY_LIMIT = 60;
const LEASE_MAX = 8;

describe("an upgrade of three nodes", { skip: withoutPostgres || withoutOwnRedis }, () => {
  let redis: OwnServer;
  let balancer: Balancer;
  let walkers: ListWalkers;
  let shared: Record<string, string>;
  let next: readonly string[];
  let enterpriseKey: string;
  const nodes: ClusterNode[] = [];
  const publisher = { DATA_DIR: newTemporaryFolder(), INTAKE_THREADS: "1" };
  /** The program of this version in this process, for commands that change no release. */
  let cli: TestCli;
  const datasets = newTemporaryFolder();
  /** Releases in the order of their publication. */
  const releases: string[] = [];

  /** Runs a command with one of the programs. */
  const command = async (program: readonly string[], ...words: string[]) => {
    const { exit, said } = run(words, { ...shared, ...publisher }, program);
    const [status] = await exit;
    return { status, said: said() };
  };
  const succeed = async (program: readonly string[], ...words: string[]): Promise<void> => {
    const { status, said } = await command(program, ...words);
    assert.equal(status, 0, said);
  };
  const createKey = async (tier: string): Promise<string> => {
    const { out } = await cli.run("key", "create", "--email", `${tier}@example.org`, "--use-case", "x", "--tier", tier);
    return out;
  };
  const published = async () => {
    const { out } = await cli.run("origin", "--json");
    return JSON.parse(out) as { sequence: number; release: string };
  };
  /** Waits until all nodes serve what is published, and nothing is degraded. */
  const allFollow = async (): Promise<string> => {
    const { release, sequence } = await published();
    await eventually(`all nodes serve ${release} (${sequence})`, async () => {
      const shown = await Promise.all(nodes.map((node) => node.shown()));
      return shown.every(
        (each) => each?.release === release && each.origin?.serves === sequence && each.degraded?.length === 0,
      );
    });
    return release;
  };
  const publish = async (program: readonly string[]): Promise<void> => {
    await succeed(program, "publish", writeSmallDataset(datasets, releases.length));
    releases.push(await allFollow());
  };
  const replace = async (node: ClusterNode, program: readonly string[], signal: NodeJS.Signals = "SIGTERM") => {
    await node.kill(signal);
    node.start(program);
    await eventually(`${node.name} is ready`, async () => (await node.shown())?.status === 200);
  };
  const listAt = async ({ port }: ClusterNode, apiKey: string) => {
    const { status, body } = await askAnew(`http://127.0.0.1:${port}/api/v2/companies`, { "X-SVC-API-Key": apiKey });
    return { status, release: (JSON.parse(body) as { meta?: { release: string } }).meta?.release };
  };

  before(async () => {
    next = makeNextVersion();
    redis = await startRedis();
    const url = await newDatabaseUrl();
    shared = {
      DATABASE_URL: url,
      REDIS_URL: redis.url,
      STORE_WAIT_MS: "5000",
      LOG_LEVEL: "silent",
      ...newOrigin().settings,
    };
    cli = new TestCli(shared, publisher.DATA_DIR);
    for (const name of ["a", "b", "c"])
      nodes.push(new ClusterNode(name, await findFreePort(), newTemporaryFolder(), shared));
    balancer = await openBalancer(nodes.map(({ port }) => port));
    for (const node of nodes) node.start(OLD);
    enterpriseKey = await createKey("enterprise");
    await publish(OLD);
    walkers = startListWalkers(balancer.url, enterpriseKey, WALKERS);
  });
  after(async () => {
    await walkers.stop();
    await Promise.all([...nodes.map((node) => node.kill()), balancer.close()]);
    await redis.close();
  });

  test("begins with one node, which answers from the release of the version before", async () => {
    await replace(nodes[0]!, next);
    assert.equal(await allFollow(), releases.at(-1));
  });

  test("lets the publisher go on with the old version meanwhile", async () => {
    await publish(OLD);
  });

  test("lets a node of the old version start again", async () => {
    await replace(nodes[1]!, OLD, "SIGKILL");
    await allFollow();
  });

  test("keeps one quota and one usage over both versions", async () => {
    const key = await createKey("free");
    await cli.run("key", "limits", key.slice(0, 16), "1000", String(DAY_LIMIT));
    const askInTurn = async (requests: number): Promise<number> => {
      let allowed = 0;
      for (let request = 0; request < requests; request += 1)
        if ((await listAt(nodes[request % nodes.length]!, key)).status === 200) allowed += 1;
      return allowed;
    };
    assert.equal(await askInTurn(30), 30);
    await eventually("all nodes know of all requests", async () => {
      const asked = nodes.map(({ port }) =>
        askAnew(`http://127.0.0.1:${port}/api/dashboard`, { "X-SVC-API-Key": key }),
      );
      const totals = (await Promise.all(asked)).map(({ body }) => JSON.parse(body) as { usage: { total: number } });
      return totals.every(({ usage }) => usage.total === 30);
    });
    const allowed = 30 + (await askInTurn(DAY_LIMIT + 30));
    const heldByOthers = LEASE_MAX * (nodes.length - 1);
    assert.ok(allowed <= DAY_LIMIT && allowed >= DAY_LIMIT - heldByOthers, `${allowed} of ${DAY_LIMIT}`);
  });

  test("ends with the last node; then the publisher follows", async () => {
    for (const node of nodes.slice(1)) await replace(node, next);
    await publish(next);
  });

  test("is taken back the other way round: first the release, then the nodes", async () => {
    await succeed(next, "rollback", releases[1]!);
    assert.equal(await allFollow(), releases[1]);
    for (const node of nodes) await replace(node, OLD);
    assert.equal(await allFollow(), releases[1]);
    await publish(OLD);
  });

  test("costs no reader a request, and no list is of two releases", async (t) => {
    await eventually("readers saw the last release", () => walkers.releases.has(releases.at(-1)!));
    await walkers.stop();
    const { requests, walks, failures, mixed } = walkers;
    t.diagnostic(`${walks} walks, ${requests} requests, ${failures.length} failures, ${mixed.length} mixed walks`);
    assert.deepEqual([failures, mixed], [[], []]);
    assert.deepEqual([...walkers.releases].toSorted(), releases.toSorted());
  });

  test("leaves old nodes behind where the new version publishes too early: they say so, and serve the release before", async () => {
    const [first, ...others] = nodes;
    await replace(first!, next);
    const served = releases.at(-1);
    await succeed(next, "publish", writeSmallDataset(datasets, releases.length));
    const pointer = await published();
    for (const node of others) {
      await eventually(`${node.name} says what is the matter`, async () => {
        const shown = await node.shown();
        return shown?.refused_release?.id === pointer.release && shown.origin?.trouble === "unserved";
      });
      const shown = await node.shown();
      assert.deepEqual([shown?.status, shown?.release, shown?.degraded], [200, served, ["release", "origin"]]);
      assert.deepEqual(await listAt(node, enterpriseKey), { status: 200, release: served });
    }
    for (const node of others) await replace(node, next);
    assert.equal(await allFollow(), pointer.release);
  });
});
