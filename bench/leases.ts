import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openRedis } from "../src/access/cluster/redis.ts";
import { TIER_LIMITS } from "../src/access/quota.ts";
import { findFreePort } from "../test/fixtures/free-port.ts";
import { requestText } from "./parts/cases.ts";
import { NODE_FLAGS } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import type { NodeResult, NodeTask } from "./parts/lease-node.ts";
import { withLoadClient } from "./parts/load-process.ts";
import { processorSeconds } from "./parts/process-figures.ts";
import { end } from "./parts/servers.ts";
import { median } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Do many nodes on one Redis allow too much, how often do they ask it, and what do leases cost a
 * server against no limiter at all and against asking Redis for every request? Starts a
 * `redis-server` of its own.
 *
 * npm run bench -- leases [--nodes 4] [--requests 1000000] [--rounds 15] [--seconds 0.5]
 */

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "4" },
    requests: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "0.5" },
  },
});
const NODES = Number(values.nodes);
const REQUESTS = Number(values.requests);
const ROUNDS = Number(values.rounds);
const SLICE_MILLISECONDS = Number(values.seconds) * 1000;
const CONNECTIONS = 64;
/** Enough that none of them uses up its hour while servers are compared. */
const KEYS = 5000;
const HOUR_MILLISECONDS = 3_600_000;

const program = (name: string): string => fileURLToPath(new URL(`parts/${name}.ts`, import.meta.url));

async function withRedis(work: (url: string) => Promise<void>): Promise<void> {
  const port = await findFreePort();
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", tmpdir()];
  const server = spawn("redis-server", words, { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  const redis = openRedis(url);
  try {
    while (!redis.isReady) await new Promise((resolve) => setTimeout(resolve, 20));
    redis.close();
    await work(url);
  } finally {
    redis.close();
    await end(server);
  }
}

/** Counts belong to an hour: one that ends under way would allow more. */
async function awaitRoomInHour(milliseconds: number): Promise<void> {
  const left = HOUR_MILLISECONDS - (Date.now() % HOUR_MILLISECONDS);
  if (left < milliseconds) await new Promise((resolve) => setTimeout(resolve, left + 1000));
}

async function runNodes(tasks: readonly NodeTask[]): Promise<NodeResult[]> {
  const children = tasks.map(() =>
    fork(program("lease-node"), { execArgv: [...NODE_FLAGS], serialization: "advanced" }),
  );
  await Promise.all(
    children.map(async (child, place) => {
      child.send(tasks[place]!);
      await once(child, "message");
    }),
  );
  const results = await Promise.all(
    children.map(async (child) => {
      child.send("begin");
      const [result] = (await once(child, "message")) as [NodeResult];
      return result;
    }),
  );
  await Promise.all(children.map(end));
  return results;
}

async function checkExactness(redisUrl: string): Promise<void> {
  await awaitRoomInHour(240_000);
  const limits = [TIER_LIMITS.free, TIER_LIMITS.anonymous];
  const subjects = 4000;
  const share = {
    redisUrl,
    keyPrefix: "exact:",
    nodes: NODES,
    requests: REQUESTS / NODES,
    callers: 64,
    subjects,
    limits,
  };
  const results = await runNodes(Array.from({ length: NODES }, (_, seed) => ({ ...share, seed })));
  let [over, early, allowed, usedUp] = [0, 0, 0, 0];
  for (let subject = 0; subject < subjects; subject += 1) {
    const sum = (figure: "asked" | "allowed"): number =>
      results.reduce((total, result) => total + result[figure][subject]!, 0);
    const limit = limits[subject % limits.length]!.perHour!;
    over += Math.max(0, sum("allowed") - limit);
    early += Math.min(sum("asked"), limit) - sum("allowed");
    allowed += sum("allowed");
    usedUp += sum("asked") > limit ? 1 : 0;
  }
  const roundTrips = results.reduce((total, result) => total + result.roundTrips, 0);
  const count = (number: number): string => Math.round(number).toLocaleString("en");
  print(
    `${NODES} nodes on one Redis, ${count(REQUESTS)} requests over ${count(subjects)} skewed subjects (1,000 and 100 an hour in turn), ` +
      `${usedUp} of them used up:\n` +
      `  allowed ${count(allowed)}, above a limit ${over} (asked for 0${over === 0 ? "" : "; MISSES 0"}), ` +
      `refused although something was left: ${early}\n` +
      `  round trips per request ${(roundTrips / REQUESTS).toFixed(4)}`,
  );
}

/**
 * All requests of one quota of 1,000 an hour, each node in turn: how often Redis is asked until it
 * is used up.
 */
async function countRoundTrips(redisUrl: string): Promise<void> {
  await awaitRoomInHour(60_000);
  const rows: string[][] = [];
  for (const nodes of [1, 2, NODES]) {
    const task = { redisUrl, keyPrefix: `trips${nodes}:`, nodes, callers: 1, subjects: 1, limits: [TIER_LIMITS.free] };
    const requests = Math.ceil(1000 / nodes);
    const results = await runNodes(Array.from({ length: nodes }, (_, seed) => ({ ...task, seed, requests })));
    const sum = (figure: (result: NodeResult) => number): number =>
      results.reduce((total, result) => total + figure(result), 0);
    const perRequest = sum((result) => result.roundTrips) / 1000;
    const verdict = perRequest <= 0.1 ? "≤ 0.1" : "MISSES 0.1";
    rows.push([String(nodes), String(sum(({ allowed }) => allowed[0]!)), perRequest.toFixed(3), verdict]);
  }
  print(layOutTable(["nodes", "allowed of 1,000", "round trips / request", "asked for"], rows));
}

const LIMITERS = ["none", "leases", "each request"] as const;

async function compareServers(redisUrl: string): Promise<void> {
  await awaitRoomInHour(ROUNDS * LIMITERS.length * SLICE_MILLISECONDS + 30_000);
  const servers = await Promise.all(
    LIMITERS.map(async (limiter, place) => {
      const words = [limiter, redisUrl, `server${place}:`];
      const child = fork(program("limited-server"), words, { execArgv: [...NODE_FLAGS] });
      const [port] = (await once(child, "message")) as [number];
      return { child, port, perSecond: [] as number[], micros: [] as number[] };
    }),
  );
  await withLoadClient(async (send) => {
    const requests = Array.from({ length: KEYS }, (_, key) => requestText(`/k${key}`, { Accept: "application/json" }));
    await send({ kind: "remember", requests });
    // The first round warms up and does not count.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (let turn = 0; turn < servers.length; turn += 1) {
        const server = servers[(turn + round) % servers.length]!;
        const before = processorSeconds(server.child.pid!);
        const slice = { kind: "closed", port: server.port, connections: CONNECTIONS, status: 200 } as const;
        const { answers, seconds } = await send({ ...slice, milliseconds: SLICE_MILLISECONDS });
        if (round === 0) continue;
        server.perSecond.push(answers / seconds);
        server.micros.push(((processorSeconds(server.child.pid!) - before) / answers) * 1_000_000);
      }
    }
  });
  await Promise.all(servers.map(({ child }) => end(child)));
  const free = servers[0]!;
  const ratio = (place: number, figure: "perSecond" | "micros"): number =>
    median(servers[place]![figure].map((value, round) => value / free[figure][round]!));
  const rows = LIMITERS.map((limiter, place) => [
    limiter,
    ratio(place, "perSecond").toFixed(2),
    (1 / ratio(place, "micros")).toFixed(2),
    limiter === "leases" ? (ratio(place, "perSecond") >= 0.9 ? "≥ 0.9, aim 0.97" : "MISSES 0.9") : "",
  ]);
  print(layOutTable(["limiter", "throughput / none", "processor time none / this", "asked for"], rows));
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

print(describeMachine());
await withRedis(async (url) => {
  await checkExactness(url);
  await countRoundTrips(url);
  await compareServers(url);
});
