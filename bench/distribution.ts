import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readPointer } from "../src/distribution/pointer.ts";
import { eventually } from "../test/access/cluster/eventually.ts";
import { newTemporaryFolder } from "../test/fixtures/temporary-folder.ts";
import { startListWalkers } from "../test/service/list-walkers.ts";
import { areOn } from "../test/service/node-cluster.ts";
import { writeSmallDataset } from "../test/service/small-dataset.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { type Disturbance, disturbancesFor } from "./parts/disturbances.ts";
import { watchNodes } from "./parts/node-watch.ts";
import { openProofCluster, ORIGIN_KINDS, type ProofCluster } from "./parts/proof-cluster.ts";
import { startReleaseReaders } from "./parts/release-readers.ts";
import { openChance, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Does a reader notice when releases change and everything around them breaks? Three nodes behind
 * nginx, as deploy/nginx configures it, over a PostgreSQL, a Redis and an origin of their own. Each
 * round publishes or rolls back, and at a moment chosen by chance something goes wrong. Readers
 * walk lists and compare bodies meanwhile. Ends with 1 where one of them saw a failure.
 *
 * npm run bench -- distribution [--rounds 200] [--seed 1] [--origin postgres|http|s3]
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    origin: { type: "string", default: "postgres" },
  },
});
const ROUNDS = Number(values.rounds);
const WALKERS = 3;
const READERS = 2;
/** Disturbances come within the time that a publication takes here. */
const PUBLICATION_MILLISECONDS = 4000;
const ASKED_MILLISECONDS = 2000;
const { signal } = new AbortController();

/** Milliseconds until all nodes served the last pointer, by what went wrong. */
type Delays = Map<string, number[]>;

const kind = ORIGIN_KINDS.find((each) => each === values.origin);
if (kind === undefined) throw new Error(`--origin is one of ${ORIGIN_KINDS.join(", ")}`);
const machine = describeMachine();
const chance = openChance(Number(values.seed));
const cluster = await openProofCluster(kind);
try {
  process.exitCode = (await prove(cluster)) ? 0 : 1;
} finally {
  await cluster.close();
}

async function prove(proof: ProofCluster): Promise<boolean> {
  const nodes = proof.nodes.map(({ node }) => node);
  const apiKey = await proof.publisher.createKey();
  for (const node of nodes) node.start();
  const datasets = newTemporaryFolder();
  await proof.publisher.insist("publish", writeSmallDataset(datasets, 0));
  const releases = [(await readLast()).release];
  await eventually("all nodes answer", () => areOn(nodes, releases[0] ?? "", 1));
  const watch = watchNodes(nodes);
  const walkers = startListWalkers(proof.url, apiKey, WALKERS);
  const readers = startReleaseReaders({
    url: proof.url,
    apiKey,
    count: READERS,
    releases: () => releases,
    chance: openChance(READERS),
  });
  const disturbances = disturbancesFor(proof);
  const delays: Delays = new Map();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const isRollback = releases.length > 1 && chance() < 0.25;
    const older = releases[Math.floor(chance() * (releases.length - 1))] ?? "";
    const words = isRollback ? ["rollback", older] : ["publish", writeSmallDataset(datasets, round)];
    const disturbance = chooseDisturbance(disturbances);
    const healedAt = await change(words, disturbance);
    const { release, sequence, publishedAt } = await readLast();
    const from = Math.max(healedAt, Date.parse(publishedAt));
    const delay = Math.max(0, (await watch.allServe(sequence)) - from);
    delays.set(disturbance.name, [...(delays.get(disturbance.name) ?? []), delay]);
    if (!releases.includes(release)) releases.push(release);
    for (const node of nodes) await readers.compare(node.url, release);
    process.stderr.write(`${round}/${ROUNDS} ${disturbance.name}: ${Math.round(delay)} ms\n`);
  }
  await Promise.all([walkers.stop(), readers.stop()]);
  await watch.stop();
  return report(delays, walkers, readers);
}

/** Runs a command while something goes wrong, to its success. Returns when all was well again. */
async function change(words: readonly string[], disturbance: Disturbance): Promise<number> {
  const [least, most] = disturbance.milliseconds;
  const node = cluster.nodes[Math.floor(chance() * cluster.nodes.length)];
  const before = chance() * PUBLICATION_MILLISECONDS;
  const lasts = least + chance() * (most - least);
  const command = cluster.publisher.start(...words);
  await wait(before);
  if (node === undefined) throw new Error("there are no nodes");
  const end = await disturbance.begin({ cluster, command: command.child, node });
  await wait(lasts);
  await end();
  const healedAt = Date.now();
  const [status] = await command.exit;
  if (status !== 0) await cluster.publisher.insist(...words);
  return healedAt;
}

function chooseDisturbance(all: readonly Disturbance[]): Disturbance {
  let left = chance() * all.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = all.find(({ weight }) => (left -= weight) < 0) ?? all[0];
  if (chosen === undefined) throw new Error("there is nothing to go wrong");
  return chosen;
}

async function readLast() {
  const text = await cluster.origin.readPointer(signal);
  cluster.origin.forgetPointer();
  const { release, sequence, publishedAt } = readPointer(text ?? "", []);
  return { release: release ?? "", sequence, publishedAt };
}

/** Prints what was seen; returns whether it is what was asked for. */
function report(
  delays: Delays,
  walkers: ReturnType<typeof startListWalkers>,
  readers: ReturnType<typeof startReleaseReaders>,
): boolean {
  const failures = [...walkers.failures, ...readers.failures];
  const all = [...delays.values()].flat();
  const late = all.filter((delay) => delay > ASKED_MILLISECONDS).length;
  const rowOf = (name: string, times: readonly number[]): string[] => [
    name,
    String(times.length),
    ...[0.5, 0.95, 1].map((share) => Math.round(quantile(times, share)).toString()),
  ];
  const rows = [...delays].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, times]) => rowOf(name, times));
  console.log(`${machine}\n${ROUNDS} rounds, seed ${values.seed}, origin ${values.origin}`);
  if (cluster.nodes.every(({ disk }) => disk === null)) console.log("No disk was made full: nothing can be mounted.");
  console.log(
    `${walkers.requests + readers.requests} requests, ${failures.length} failed\n` +
      `${walkers.walks} walks over ${walkers.releases.size} releases, ${walkers.mixed.length} mixed\n` +
      `${readers.differences.length} bodies of ${readers.requests} differed from those of another node or time\n` +
      `${late} of ${all.length} times the last node needed more than ${ASKED_MILLISECONDS} ms\n`,
  );
  console.log(`Milliseconds from healing until all nodes served the last pointer:\n`);
  console.log(layOutTable(["what went wrong", "rounds", "median", "95 %", "most"], [...rows, rowOf("all", all)]));
  for (const line of [...failures, ...walkers.mixed, ...readers.differences].slice(0, 20)) console.log(line);
  return failures.length + walkers.mixed.length + readers.differences.length === 0;
}
