import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import {
  type Case,
  buildDemandedCases,
  buildGeocodingCases,
  buildMixedRequests,
  buildPreparedCases,
} from "./parts/cases.ts";
import { publishDemonstration, publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { type Send, withLoadClient } from "./parts/load-process.ts";
import { processorSeconds, residentMegabytes } from "./parts/process-figures.ts";
import { type BareServer, type ServerProcess, startBareServer, startService, waitUntilIdle } from "./parts/servers.ts";
import { median } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How much processor time does an answer of the service cost, against a bare `node:http` server
 * that sends the same bytes and headers? What is its latency when requests come at times of their
 * own? How much memory does it hold?
 *
 *   npm run bench -- serve [--companies 100000] [--rounds 15] [--seconds 0.4]
 *     [--only <part of a case's name>]
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "100000" },
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "0.4" },
    only: { type: "string", default: "" },
  },
});
const COMPANIES = Number(values.companies);
const ROUNDS = Number(values.rounds);
const SLICE_MILLISECONDS = Number(values.seconds) * 1000;
const CONNECTIONS = 64;

/**
 * Slices before the first that counts: making an answer runs through more code than sending one,
 * which takes longer until it is compiled.
 */
const WARM_SLICES = 8;

/** What is measured with: who asks, and who is compared with. */
interface Bench {
  readonly send: Send;
  readonly bare: BareServer;
}

interface Slice {
  readonly processorMicroseconds: number;
  readonly perSecond: number;
  readonly bytesPerAnswer: number;
}

async function runSlice({ send }: Bench, { pid, port }: ServerProcess, status: number): Promise<Slice> {
  const before = processorSeconds(pid);
  const task = { kind: "closed", port, connections: CONNECTIONS, milliseconds: SLICE_MILLISECONDS, status } as const;
  const { answers, bytes, seconds } = await send(task);
  return {
    processorMicroseconds: ((processorSeconds(pid) - before) / answers) * 1_000_000,
    perSecond: answers / seconds,
    bytesPerAnswer: bytes / answers,
  };
}

/** Bare processor time over ours, slice against the slice beside it. */
interface CaseResult {
  readonly cost: readonly number[];
  readonly bytes: number;
  readonly perSecond: number;
  /** Processor time of ours. */
  readonly microseconds: number;
}

async function measureCase(bench: Bench, service: ServerProcess, { requests, bare }: Case): Promise<CaseResult> {
  await bench.send({ kind: "remember", requests });
  await bench.bare.show(bare);
  const run = (server: ServerProcess) => runSlice(bench, server, bare.status);
  await run(bench.bare);
  for (let slice = 0; slice < WARM_SLICES; slice += 1) await run(service);
  const cost: number[] = [];
  const bytes: number[] = [];
  const rates: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever comes second may find the machine warmer, so they take turns in that too.
    const first = await run(round % 2 === 0 ? bench.bare : service);
    const second = await run(round % 2 === 0 ? service : bench.bare);
    const [theirs, ours] = round % 2 === 0 ? [first, second] : [second, first];
    cost.push(theirs.processorMicroseconds / ours.processorMicroseconds);
    bytes.push(ours.bytesPerAnswer);
    rates.push(theirs.perSecond);
    times.push(ours.processorMicroseconds);
    if (requests.length === 1 && Math.round(ours.bytesPerAnswer) !== Math.round(theirs.bytesPerAnswer)) {
      throw new Error(`the answers differ in size: ${ours.bytesPerAnswer} and ${theirs.bytesPerAnswer} bytes`);
    }
  }
  return { cost, bytes: median(bytes), perSecond: median(rates), microseconds: median(times) };
}

async function measureCases(bench: Bench, service: ServerProcess, cases: readonly Case[]): Promise<void> {
  const rows: string[][] = [];
  for (const each of cases) {
    if (!each.name.includes(values.only)) continue;
    const { cost, bytes, microseconds } = await measureCase(bench, service, each);
    const ratio = median(cost);
    const range = `${Math.min(...cost).toFixed(2)}–${Math.max(...cost).toFixed(2)}`;
    const verdict = each.least === null ? "" : ratio >= each.least ? `≥ ${each.least}` : `MISSES ${each.least}`;
    const most = each.microsecondsMost;
    const verdictOfTime = most === undefined ? verdict : microseconds <= most ? `≤ ${most} µs` : `MISSES ${most} µs`;
    const [size, time] = [Math.round(bytes).toLocaleString("en"), microseconds.toFixed(0)];
    rows.push([each.name, size, time, ratio.toFixed(2), range, verdictOfTime]);
    process.stderr.write(`  ${each.name}: ${ratio.toFixed(2)}, ${microseconds.toFixed(0)} µs\n`);
    if (each.points === undefined) continue;
    const { count, leastPerSecond } = each.points;
    const perSecond = Math.round((count / microseconds) * 1_000_000);
    const asked = `${perSecond < leastPerSecond ? "MISSES " : ""}≥ ${leastPerSecond.toLocaleString("en")}`;
    print(`${each.name}: ${perSecond.toLocaleString("en")} points in a second of processor time (${asked})`);
  }
  print(layOutTable(["answer", "bytes", "µs", "bare / ours", "range", "asked for"], rows));
}

interface Latencies {
  readonly p50: number[];
  readonly p99: number[];
  readonly p999: number[];
}

async function measureLatency(bench: Bench, server: ServerProcess, perSecond: number, into: Latencies): Promise<void> {
  const milliseconds = SLICE_MILLISECONDS * 2;
  const task = {
    kind: "open",
    port: server.port,
    connections: CONNECTIONS,
    milliseconds,
    status: 200,
    perSecond,
  } as const;
  const { latency } = await bench.send(task);
  into.p50.push(latency.p50);
  into.p99.push(latency.p99);
  into.p999.push(latency.p999);
}

/** Times are given in milliseconds beside each other: no ratio of two near zero says anything. */
async function compareLatency(bench: Bench, service: ServerProcess, apiKey: string, prepared: Case): Promise<void> {
  const { perSecond } = await measureCase(bench, service, prepared);
  const rows: string[][] = [];
  const mixed = await buildMixedRequests(service.port, apiKey, 20);
  for (const { name, share, requests } of [
    { name: "preview, compressed", share: 0.3, requests: prepared.requests },
    { name: "preview, compressed", share: 0.6, requests: prepared.requests },
    { name: "the same, 1 in 20 a new filtered list", share: 0.1, requests: mixed },
  ]) {
    await bench.send({ kind: "remember", requests });
    const ours: Latencies = { p50: [], p99: [], p999: [] };
    const theirs: Latencies = { p50: [], p99: [], p999: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [intoOurs, intoTheirs] = round === 0 ? [structuredClone(ours), structuredClone(theirs)] : [ours, theirs];
      await measureLatency(bench, service, perSecond * share, intoOurs);
      await measureLatency(bench, bench.bare, perSecond * share, intoTheirs);
    }
    const show = (key: keyof Latencies) => `${median(ours[key]).toFixed(2)} / ${median(theirs[key]).toFixed(2)}`;
    rows.push([name, `${share * 100} %`, show("p50"), show("p99"), show("p999")]);
  }
  print(layOutTable(["answer", "load", "p50 ms, ours / bare", "p99 ms", "p99.9 ms"], rows));
}

function printMemory(when: string, { pid }: ServerProcess, most?: number): void {
  const { now, peak, files } = residentMegabytes(pid);
  const verdict = most === undefined ? "" : now < most ? `; asked for < ${most}` : `; MISSES < ${most}`;
  const details = `${files.toFixed(0)} MB of it mapped files, highest ever ${peak.toFixed(0)} MB${verdict}`;
  print(`RSS ${when}: ${now.toFixed(0)} MB (${details})`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

async function measureService(bench: Bench, dataFolder: string, work: (service: ServerProcess) => Promise<void>) {
  const service = await startService(dataFolder);
  try {
    await waitUntilIdle(service);
    await work(service);
    // Hangs up before the service does.
    await bench.send({ kind: "remember", requests: [] });
  } finally {
    await service.stop();
  }
}

print(describeMachine());
await withWorkFolder(async (folder) => {
  const demonstration = await publishDemonstration(folder);
  const large = await publishLarge(folder, COMPANIES);
  const [demonstrationKey] = (await giveOutKeys(demonstration, 1, "enterprise")) as [string];
  const [largeKey] = (await giveOutKeys(large, 1, "enterprise")) as [string];
  // The first start after a change compiles, and holds the compiler in memory: `ready` measures
  // that.
  await (await startService(demonstration)).stop();
  const bare = await startBareServer();
  try {
    await withLoadClient(async (send) => {
      const bench: Bench = { send, bare };
      await measureService(bench, demonstration, async (service) => {
        printMemory("with the demonstration data, everything kept", service, 170);
        await measureCases(bench, service, await buildPreparedCases(service.port, demonstrationKey));
        await measureCases(bench, service, await buildGeocodingCases(service.port, demonstrationKey));
        printMemory("with the demonstration data, after this load", service, 170);
      });
      await measureService(bench, large, async (service) => {
        printMemory(`with ${COMPANIES.toLocaleString("en")} companies, everything kept`, service);
        await measureCases(bench, service, await buildDemandedCases(service.port, largeKey));
        printMemory("after this load, the cache of answers full", service);
        const preview = (await buildPreparedCases(service.port, largeKey)).find(
          ({ name }) => name === "preview, compressed",
        )!;
        await compareLatency(bench, service, largeKey, preview);
      });
    });
  } finally {
    await bare.stop();
  }
});
