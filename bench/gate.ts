import path from "node:path";
import { parseArgs } from "node:util";
import type { Access } from "../src/access/access.ts";
import { makeKeyId } from "../src/access/api-key.ts";
import { openMemoryCounters } from "../src/access/embedded/memory-counters.ts";
import { openEmbeddedAccess } from "../src/access/embedded/open-embedded-access.ts";
import { makeQuotaMemory } from "../src/access/embedded/quota-memory.ts";
import { holdTime } from "../src/access/hold-time.ts";
import { TIER_LIMITS } from "../src/access/quota.ts";
import type { Subject } from "../src/access/subject.ts";
import { giveOutKeys } from "./parts/active-keys.ts";
import { askAnswer } from "./parts/ask-answer.ts";
import { requestText } from "./parts/cases.ts";
import { publishDemonstration, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { type Send, withLoadClient } from "./parts/load-process.ts";
import { processorSeconds } from "./parts/process-figures.ts";
import { type ServerProcess, startBareServer, startService, waitUntilIdle } from "./parts/servers.ts";
import { median, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * What does the whole gate cost (credential, key, both windows, a count that outlives a kill, quota headers)? A kept answer of the service
 * through it, asked with 10,000 keys in turn, against a bare `node:http` server that sends the same bytes and headers and knows nobody.
 * How long does one check of both windows take? How much longer do the
 * slowest turns of the event loop take because what was counted is merged beside them?
 *
 *   npm run bench -- gate [--keys 10000] [--rounds 15] [--seconds 0.5]
 */

const { values } = parseArgs({
  options: {
    keys: { type: "string", default: "10000" },
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "0.5" },
  },
});
const KEYS = Number(values.keys);
const ROUNDS = Number(values.rounds);
const SLICE_MILLISECONDS = Number(values.seconds) * 1000;
const WARM_SLICES = 6;
const CONNECTIONS = 64;
/** What a busy turn of the event loop answers. */
const BATCH = 24;
const TURNS_MILLISECONDS = 1500;
const TURN_ROUNDS = 8;
const ROUTE = "/api/v2/countries/preview";

/** Processor time of one judgement of both windows in nanoseconds, all keys in turn: the median of many short runs. */
function measureCheck(): number {
  const RUNS = 60;
  const CHECKS = 50_000;
  const now = holdTime(() => new Date());
  const counters = openMemoryCounters(makeQuotaMemory(), now);
  const subjects = Array.from({ length: KEYS }, () => `k_${makeKeyId()}`);
  const times: number[] = [];
  let at = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.threadCpuUsage();
    for (let check = 0; check < CHECKS; check += 1) {
      at = at + 7919 < KEYS ? at + 7919 : (at + 7919) % KEYS;
      void counters.take(subjects[at]!, TIER_LIMITS.pro);
    }
    const { user, system } = process.threadCpuUsage(before);
    times.push(((user + system) / CHECKS) * 1000);
  }
  return median(times);
}

/** How long turns of the event loop take that count a batch of requests each, from the end of one to the end of the next. */
async function timeTurns(access: Access, subjects: readonly Subject[], into: number[]): Promise<void> {
  const endsAt = performance.now() + TURNS_MILLISECONDS;
  let at = 0;
  for (let endedAt = performance.now(); endedAt < endsAt;) {
    for (let each = 0; each < BATCH; each += 1) {
      at = (at + 7919) % subjects.length;
      void access.take(subjects[at]!);
      access.count(subjects[at]!, "preview_countries");
    }
    access.commit();
    await new Promise(setImmediate);
    const now = performance.now();
    into.push(now - endedAt);
    endedAt = now;
  }
}

/** A service that merges each second beside one that never does, in turn: what the merging adds to the slowest turns is its stall. */
async function compareTurns(folder: string): Promise<void> {
  const now = holdTime(() => new Date());
  const open = async (name: string, mergeMilliseconds: number) => {
    const dataFolder = path.join(folder, name);
    const keys = await giveOutKeys(dataFolder, KEYS);
    const access = await openEmbeddedAccess({ dataFolder, now, mergeMilliseconds });
    const subjects: Subject[] = [];
    for (const key of keys) subjects.push((await access.findKey(key))!);
    return { name, access, subjects, turns: [] as number[] };
  };
  const NEVER = 1_000_000_000;
  const sides = [await open("merging each second", 1000), await open("not merging", NEVER)];
  for (const { access, subjects } of sides) await timeTurns(access, subjects, []);
  for (let round = 0; round < TURN_ROUNDS; round += 1) {
    for (const { access, subjects, turns } of round % 2 === 0 ? sides : sides.toReversed())
      await timeTurns(access, subjects, turns);
  }
  const rows = sides.map(({ name, turns }) => [
    name,
    turns.length.toLocaleString("en"),
    ...[0.5, 0.99, 0.999, 0.9999].map((share) => quantile(turns, share).toFixed(2)),
  ]);
  print(layOutTable([`turns of ${BATCH} requests`, "turns", "p50 ms", "p99 ms", "p99.9 ms", "p99.99 ms"], rows));
  for (const { access } of sides) await access.close();
}

async function costOfAnswer(send: Send, { pid, port }: ServerProcess): Promise<number> {
  const before = processorSeconds(pid);
  const task = {
    kind: "closed",
    port,
    connections: CONNECTIONS,
    milliseconds: SLICE_MILLISECONDS,
    status: 200,
  } as const;
  const { answers } = await send(task);
  return ((processorSeconds(pid) - before) / answers) * 1_000_000;
}

async function compareCosts(send: Send, bare: ServerProcess, service: ServerProcess): Promise<void> {
  const ratios: number[] = [];
  const ourMicros: number[] = [];
  const bareMicros: number[] = [];
  // Every key is looked up once, and the compiler has its say.
  for (let slice = 0; slice < WARM_SLICES; slice += 1)
    for (const server of [bare, service]) await costOfAnswer(send, server);
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = await costOfAnswer(send, round % 2 === 0 ? bare : service);
    const second = await costOfAnswer(send, round % 2 === 0 ? service : bare);
    const [theirs, ours] = round % 2 === 0 ? [first, second] : [second, first];
    ratios.push(theirs / ours);
    ourMicros.push(ours);
    bareMicros.push(theirs);
  }
  const ratio = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  print(
    layOutTable(
      ["the same kept answer", "bare / ours", "range", "bare µs", "ours µs", "asked for"],
      [
        [
          `through the gate, ${KEYS.toLocaleString("en")} keys`,
          ratio.toFixed(2),
          range,
          median(bareMicros).toFixed(1),
          median(ourMicros).toFixed(1),
          ratio >= 1 ? "≥ 1.0" : "MISSES 1.0",
        ],
      ],
    ),
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

print(describeMachine());
await withWorkFolder(async (folder) => compareTurns(folder));
const nanoseconds = measureCheck();
print(
  `One check of both windows, ${KEYS.toLocaleString("en")} keys in turn: ${nanoseconds.toFixed(0)} ns ` +
    `(asked for ≤ 200, aim 60${nanoseconds <= 200 ? "" : "; MISSES 200"})`,
);
await withWorkFolder(async (folder) => {
  const dataFolder = await publishDemonstration(folder);
  const keys = await giveOutKeys(dataFolder, KEYS);
  await (await startService(dataFolder)).stop();
  const bare = await startBareServer();
  const service = await startService(dataFolder);
  try {
    await waitUntilIdle(service);
    const headers = { "User-Agent": "country-trust-bench", Accept: "application/json", "Accept-Encoding": "br" };
    const requests = keys.map((key) => requestText(ROUTE, { ...headers, "X-SVC-API-Key": key }));
    const answer = await askAnswer(service.port, ROUTE, { ...headers, "X-SVC-API-Key": keys[0]! });
    if (!answer.head.includes("RateLimit")) throw new Error("the answer does not come through the gate");
    await bare.show(answer);
    await withLoadClient(async (send) => {
      await send({ kind: "remember", requests });
      await compareCosts(send, bare, service);
      await send({ kind: "remember", requests: [] });
    });
  } finally {
    await service.stop();
    await bare.stop();
  }
});
