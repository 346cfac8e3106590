import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sendMalformed } from "../test/fuzz/good-manners.ts";
import { publishDemonstration, ROOT, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { forkMeasured, liveMib } from "./parts/live-memory.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Does a service keep something of requests that are over? Its live memory after each fifth of many
 * malformed requests. Caches fill at first: the last fifths are compared.
 *
 *   npm run bench -- memory [--requests 100000] [--seed 7]
 */

const { values } = parseArgs({
  options: { requests: { type: "string", default: "100000" }, seed: { type: "string", default: "20261122" } },
});
const REQUESTS = Number(values.requests);
const SEED = Number(values.seed);
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

async function measure(dataFolder: string): Promise<number[]> {
  const environment = { ...process.env, DATA_DIR: dataFolder, PORT: "0", HOST: "127.0.0.1", CACHE_MIB: "8" };
  const service = forkMeasured(path.join(ROOT, "bin", "country-trust.mjs"), ["serve"], environment);
  let said = "";
  for (const stream of [service.stdout, service.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-10_000)));
  try {
    let port: string | undefined;
    while ((port = / on http:\/\/[^:]+:(\d+)/u.exec(said)?.[1]) === undefined) {
      if (service.exitCode !== null) throw new Error(said);
      await wait(25);
    }
    const readings: number[] = [];
    for (let sent = 0; sent < REQUESTS; sent += BATCH) {
      await sendMalformed(Number(port), BATCH, SEED + sent);
      readings.push(await liveMib(service));
      process.stderr.write(`  ${sent + BATCH} requests: ${readings.at(-1)?.toFixed(1)} MiB\n`);
    }
    return readings;
  } finally {
    service.kill("SIGKILL");
  }
}

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (folder) => {
  const lowest = lowestOfFifths(await measure(await publishDemonstration(folder)));
  const rows = lowest.map((mib, fifth) => [String(((fifth + 1) * REQUESTS) / FIFTHS), mib.toFixed(1)]);
  process.stdout.write(`${layOutTable(["after requests", "live MiB"], rows)}\n\n`);
  const growth = (lowest[4] ?? Number.NaN) - (lowest[2] ?? Number.NaN);
  const verdict = growth < GROWTH_MIB_MAX ? `< ${GROWTH_MIB_MAX}` : `MISSES < ${GROWTH_MIB_MAX}`;
  process.stdout.write(`From the third fifth to the last: ${growth.toFixed(1)} MiB (${verdict} MiB)\n`);
});
