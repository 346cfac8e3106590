import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { eventually } from "../access/cluster/eventually.ts";
import {
  type OwnServer,
  startPostgres,
  startRedis,
  withoutOwnPostgres,
  withoutOwnRedis,
} from "../access/cluster/own-servers.ts";
import { withoutNginx } from "../distribution/nginx.ts";
import { findFreePort } from "../fixtures/free-port.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { type Front, startCaddy, startFront, withoutCaddy } from "./front.ts";
import { startListWalkers } from "./list-walkers.ts";
import { areOn, ClusterNode, ClusterPublisher, newLine, newOrigin, originSettings } from "./node-cluster.ts";
import { askAnew } from "./running-service.ts";
import { writeSmallDataset } from "./small-dataset.ts";
import { PROGRAM } from "./start-program.ts";

/**
 * Three nodes behind nginx and Caddy as deploy/ configures them, from nothing: publications and
 * rollbacks while readers walk lists, a node is killed or frozen, the publisher is killed, and
 * PostgreSQL and Redis are started again.
 */

const ROUNDS = 12;
const WALKERS = 3;

const DISTURBANCES = [
  "nothing",
  "a node is killed",
  "the publisher is killed",
  "PostgreSQL is started again",
  "a node is frozen",
  "Redis is started again",
] as const;

/** A clock that is fast or slow behind each of the proxies of deploy/, in front of all nodes. */
const WRONG_CLOCKS = [10, -10].flatMap((seconds) => [
  { seconds, name: "nginx", skip: withoutNginx, start: startFront },
  { seconds, name: "Caddy", skip: withoutCaddy, start: startCaddy },
]);

describe("releases on three nodes", { skip: withoutOwnPostgres || withoutOwnRedis || withoutNginx }, () => {
  let postgres: OwnServer;
  let redis: OwnServer;
  let shared: Record<string, string>;
  let line: ReturnType<typeof newLine>;
  let front: Front;
  let publisher: ClusterPublisher;
  const nodes: ClusterNode[] = [];
  let key = "";
  const datasets = newTemporaryFolder();
  let seed = ROUNDS;

  before(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const stores = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, STORE_WAIT_MS: "5000" };
    const origin = newOrigin();
    line = newLine(origin.folder);
    shared = { ...stores, ...origin.settings, LOG_LEVEL: "silent" };
    for (const name of ["a", "b", "c"]) {
      // The last one has a way of its own to the origin.
      const own = name === "c" ? originSettings(line.folder) : {};
      nodes.push(new ClusterNode(name, await findFreePort(), newTemporaryFolder(), { ...shared, ...own }));
    }
    publisher = new ClusterPublisher({ ...shared, DATA_DIR: newTemporaryFolder() });
    front = await startFront(nodes.map(({ port }) => port));
  });
  after(async () => {
    await Promise.all([...nodes.map((node) => node.kill()), front.close()]);
    await Promise.all([postgres.close(), redis.close()]);
  });

  const disturb = async (round: number, child: { kill(signal: "SIGKILL"): boolean }): Promise<void> => {
    const what = DISTURBANCES[round % DISTURBANCES.length];
    // Any moment of a publication.
    await wait(((round * 7919) % 4000) + 50);
    if (what === "the publisher is killed") child.kill("SIGKILL");
    const node = nodes[round % nodes.length]!;
    if (what === "a node is killed") {
      await node.kill();
      node.start();
    }
    if (what === "a node is frozen") await node.freeze(3000);
    if (what === "PostgreSQL is started again") await startAgain(postgres);
    if (what === "Redis is started again") await startAgain(redis);
  };
  const startAgain = async (server: OwnServer): Promise<void> => {
    await server.kill();
    await wait(500);
    await server.start();
  };

  test("come one after the other, and no reader sees a failure or two releases in one list", async (t) => {
    for (const node of nodes) node.start();
    key = await publisher.createKey();
    await eventually("all wait", async () =>
      (await Promise.all(nodes.map((node) => node.shown()))).every((each) => each?.status === 503),
    );
    await publisher.insist("publish", writeSmallDataset(datasets, 0));
    const releases = [(await publisher.published()).release];
    await eventually("all nodes answer", () => areOn(nodes, releases[0]!, 1));

    const behindCaddy = withoutCaddy ? null : await startCaddy(nodes.map(({ port }) => port));
    t.after(() => behindCaddy?.close());
    const fronts = behindCaddy === null ? [front] : [front, behindCaddy];
    const walkers = fronts.map(({ port }) => startListWalkers(`http://127.0.0.1:${port}`, key, WALKERS));
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
    await Promise.all(walkers.map((each) => each.stop()));
    for (const { walks, requests, failures, mixed, releases: seen } of walkers) {
      t.diagnostic(
        `${ROUNDS} changes, ${walks} walks, ${requests} requests, ${failures.length} failures, ${mixed.length} mixed walks; ` +
          `nodes were up to date ${Math.round(Math.max(...delays))} ms after the command at most`,
      );
      assert.deepEqual(failures, []);
      assert.deepEqual(mixed, []);
      assert.ok(walks > 0 && seen.size > 1, "walks saw several releases");
    }
    assert.equal(new Set(releases).size, releases.length);
  });

  /** Publishes, and returns what was published before and what is now. */
  const publishNext = async () => {
    const last = await publisher.published();
    await publisher.insist("publish", writeSmallDataset(datasets, (seed += 1)));
    return { last, next: await publisher.published() };
  };
  const companiesOf = ({ port }: ClusterNode, release: string) =>
    askAnew(`http://127.0.0.1:${port}/api/v2/companies?limit=1&release=${release}`);

  test("a node that is late serves the release before, and answers 503 for the new one", async () => {
    const late = nodes[2]!;
    line.cutBlobs();
    const { last, next } = await publishNext();
    await eventually("the others serve it", () => areOn(nodes.slice(0, 2), next.release, next.sequence));
    await eventually(
      "it says that it is late",
      async () => (await late.shown())?.degraded?.includes("release") === true,
    );
    const shown = await late.shown();
    assert.deepEqual([shown?.status, shown?.release], [200, last.release]);
    const { status, headers } = await companiesOf(late, next.release);
    assert.deepEqual([status, headers["retry-after"]], [503, "5"]);
    assert.equal((await companiesOf(late, last.release)).status, 200);
    for (let request = 0; request < 6; request += 1)
      assert.equal(
        (await askAnew(`http://127.0.0.1:${front.port}/api/v2/companies?limit=1&release=${next.release}`)).status,
        200,
      );
    line.mend();
    await eventually("it caught up", () => areOn([late], next.release, next.sequence));
    assert.deepEqual((await late.shown())?.degraded, []);
  });

  for (const { name, skip, start, seconds } of WRONG_CLOCKS)
    test(
      `a clock is ${seconds} s off: its node says so, lists behind ${name} are of one release`,
      { skip },
      async () => {
        const [off] = nodes;
        await off!.kill("SIGTERM");
        off!.start(["--import", clockOff(seconds * 1000), ...PROGRAM]);
        await eventually("it says so", async () => (await off!.shown())?.degraded?.join() === "clock");
        const among = await start(nodes.map(({ port }) => port));
        const walkers = startListWalkers(`http://127.0.0.1:${among.port}`, key, WALKERS);
        const { last, next } = await publishNext();
        await eventually("those in time serve it", () => areOn(nodes.slice(1), next.release, next.sequence));
        await eventually("all serve it", () => areOn(nodes, next.release, next.sequence));
        await wait(1000);
        await walkers.stop();
        await among.close();
        // Links of a fast node are unknown to the others until they have looked.
        const isAhead = (failure: string) => seconds > 0 && failure.startsWith("404") && failure.includes(next.release);
        const others = walkers.failures.filter((failure) => !isAhead(failure));
        assert.deepEqual([others, walkers.mixed], [[], []]);
        assert.ok(walkers.releases.has(last.release) && walkers.releases.has(next.release));
      },
    );
});

/** A module for `--import` that sets the clock of a process so far ahead, or back. */
function clockOff(milliseconds: number): string {
  const code = `const Right = Date; globalThis.Date = class extends Right {
    constructor(...words) { if (words.length === 0) super(Right.now() + ${milliseconds}); else super(...words); }
    static now() { return Right.now() + ${milliseconds}; }
  };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
