import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sendMalformed } from "../test/fuzz/good-manners.ts";
import { giveOutKeys } from "./parts/active-keys.ts";
import { publishDemonstration, ROOT, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { forkMeasured, liveMib, memoryByPart } from "./parts/live-memory.ts";
import { openMixedPaths, sendMixed } from "./parts/mixed-requests.ts";
import { residentMegabytes } from "./parts/process-figures.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Does a service keep something of requests that are over? Its live memory after each fifth of many
 * malformed requests. Caches fill at first: the last fifths are compared.
 *
 * With `--mixed`: what does it hold, part by part, after each fifth of many requests of readers and
 * programs? What its buffers grow by is compared with CACHE_MIB.
 *
 *   npm run bench -- memory [--mixed] [--requests 100000] [--seed 7]
 */

const { values } = parseArgs({
  options: {
    mixed: { type: "boolean", default: false },
    requests: { type: "string" },
    seed: { type: "string", default: "20261122" },
  },
});
const REQUESTS = Number(values.requests ?? (values.mixed ? 20_000 : 100_000));
const SEED = Number(values.seed);
/** Of the cache of a service under mixed requests. */
const CACHE_MIB = 32;
const FIFTHS = 5;
const BATCH = 2000;
/** From the end of the third fifth to the last: 10 MiB are 262 bytes a request of 40,000. */
const GROWTH_MIB_MAX = 10;

/** The lowest of the readings of each fifth: what a collection did not get to says nothing. */
function lowestOfFifths(readings: readonly number[]): number[] {
  const length = readings.length / FIFTHS;
  return Array.from({ length: FIFTHS }, (_, fifth) =>
    Math.min(...readings.slice(Math.floor(fifth * length), Math.ceil((fifth + 1) * length))),
  );
}

/** Starts a service on a data folder, and ends it after the work. */
async function withService<Result>(
  environment: Readonly<Record<string, string>>,
  work: (service: ReturnType<typeof forkMeasured>, port: number) => Promise<Result>,
): Promise<Result> {
  const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", ...environment };
  const service = forkMeasured(path.join(ROOT, "bin", "country-trust.mjs"), ["serve"], env);
  let said = "";
  for (const stream of [service.stdout, service.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-10_000)));
  try {
    let port: string | undefined;
    while ((port = / on http:\/\/[^:]+:(\d+)/u.exec(said)?.[1]) === undefined) {
      if (service.exitCode !== null) throw new Error(said);
      await wait(25);
    }
    return await work(service, Number(port));
  } finally {
    service.kill("SIGKILL");
  }
}

async function measureMalformed(dataFolder: string): Promise<void> {
  const readings: number[] = [];
  await withService({ DATA_DIR: dataFolder, CACHE_MIB: "8" }, async (service, port) => {
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      await sendMalformed(port, BATCH, SEED + sent);
      readings.push(await liveMib(service));
      process.stderr.write(`  ${sent + BATCH} requests: ${readings.at(-1)?.toFixed(1)} MiB\n`);
    }
  });
  const lowest = lowestOfFifths(readings);
  const rows = lowest.map((mib, fifth) => [String(((fifth + 1) * REQUESTS) / FIFTHS), mib.toFixed(1)]);
  process.stdout.write(`${layOutTable(["after requests", "live MiB"], rows)}\n\n`);
  const growth = (lowest[4] ?? Number.NaN) - (lowest[2] ?? Number.NaN);
  const verdict = growth < GROWTH_MIB_MAX ? `< ${GROWTH_MIB_MAX}` : `MISSES < ${GROWTH_MIB_MAX}`;
  process.stdout.write(`From the third fifth to the last: ${growth.toFixed(1)} MiB (${verdict} MiB)\n`);
}

async function measureMixed(dataFolder: string): Promise<void> {
  const [key = ""] = await giveOutKeys(dataFolder, 1, "enterprise");
  const rows: string[][] = [];
  const buffers: number[] = [];
  const environment = { DATA_DIR: dataFolder, CACHE_MIB: String(CACHE_MIB), TRUSTED_PROXIES: "127.0.0.1" };
  await withService({ ...environment, LOG_LEVEL: "warn" }, async (service, port) => {
    const read = async (requests: number, statuses: string): Promise<void> => {
      const { heapUsed, heapTotal, arrayBuffers, external } = await memoryByPart(service);
      const { now, files } = residentMegabytes(service.pid ?? 0);
      const parts = [now, files, heapUsed, heapTotal, external, arrayBuffers];
      buffers.push(arrayBuffers);
      rows.push([String(requests), ...parts.map((each) => each.toFixed(0)), statuses]);
    };
    await wait(WARM_MILLISECONDS);
    await read(0, "");
    const nextPath = await openMixedPaths(port, SEED);
    for (let fifth = 1; fifth <= FIFTHS; fifth += 1) {
      const statuses = await sendMixed(port, key, REQUESTS / FIFTHS, nextPath);
      await read(
        (fifth * REQUESTS) / FIFTHS,
        [...statuses].map(([status, count]) => `${count} × ${status}`).join(", "),
      );
    }
  });
  const head = ["after requests", "resident MB", "of files", "heap MiB", "heap held", "external", "buffers", "answers"];
  process.stdout.write(`${layOutTable(head, rows)}\n\n`);
  const growth = (buffers.at(-1) ?? Number.NaN) - (buffers[0] ?? Number.NaN);
  const verdict = growth <= CACHE_MIB ? `≤ ${CACHE_MIB}` : `MISSES ≤ ${CACHE_MIB}`;
  process.stdout.write(`Buffers grow by ${growth.toFixed(0)} MiB (${verdict} MiB, which is CACHE_MIB)\n`);
}

/** Until what is made in advance is made. */
const WARM_MILLISECONDS = 4000;

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (folder) => {
  const dataFolder = await publishDemonstration(folder);
  await (values.mixed ? measureMixed(dataFolder) : measureMalformed(dataFolder));
});
