import path from "node:path";
import { parseArgs } from "node:util";
import type { Access } from "../src/access/access.ts";
import { openEmbeddedAccess } from "../src/access/embedded/open-embedded-access.ts";
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
 * What does the whole gate cost (credential, key, both windows, a count that outlives a kill, quota
 * headers)? A kept answer of the service through it, asked with 10,000 keys in turn, against a bare
 * `node:http` server that sends the same bytes and headers and knows nobody. What does it cost to
 * admit a request (both windows, its count, the commit), in a busy turn of the event loop and
 * alone?
 *
 * npm run bench -- gate [--keys 10000] [--rounds 15] [--seconds 0.5]
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
const WARM_MILLISECONDS = 1000;
const TURNS_MILLISECONDS = 5000;
/** What admitting a request may cost at most. */
const BATCH_MICROS = 10;
const LONE_MICROS = 60;
const ROUTE = "/api/v2/countries/preview";

/**
 * Turns of the event loop that admit a batch of requests each: processor time of a request, and how
 * long the turns take.
 */
async function measureAdmissions(access: Access, subjects: readonly Subject[], batch: number): Promise<string[]> {
  let at = 0;
  let admitted = 0;
  const turns: number[] = [];
  const run = async (milliseconds: number): Promise<number> => {
    const before = process.threadCpuUsage();
    [admitted, turns.length] = [0, 0];
    const endsAt = performance.now() + milliseconds;
    for (let startedAt = performance.now(); startedAt < endsAt;) {
      const states = Array.from({ length: batch }, () => {
        at = (at + 7919) % subjects.length;
        return access.admit(subjects[at]!, "preview_countries");
      });
      await Promise.all(states);
      admitted += batch;
      const now = performance.now();
      turns.push(now - startedAt);
      startedAt = now;
    }
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / admitted;
  };
  await run(WARM_MILLISECONDS);
  const micros = await run(TURNS_MILLISECONDS);
  const aim = batch === 1 ? LONE_MICROS : BATCH_MICROS;
  const waits = [0.5, 0.99, 0.999].map((share) => quantile(turns, share).toFixed(2));
  return [String(batch), micros.toFixed(1), `≤ ${aim}${micros <= aim ? "" : ": MISSED"}`, ...waits];
}

async function compareBatches(folder: string): Promise<void> {
  const dataFolder = path.join(folder, "admissions");
  const keys = await giveOutKeys(dataFolder, KEYS);
  const access = await openEmbeddedAccess({ dataFolder, now: () => new Date() });
  const subjects: Subject[] = [];
  for (const key of keys) subjects.push((await access.findKey(key))!);
  const rows = [await measureAdmissions(access, subjects, BATCH), await measureAdmissions(access, subjects, 1)];
  print(layOutTable(["requests a turn", "µs each", "aim", "p50 ms", "p99 ms", "p99.9 ms"], rows));
  await access.close();
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
await withWorkFolder(compareBatches);
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
