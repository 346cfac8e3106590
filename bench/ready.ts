import { parseArgs } from "node:util";
import { publishDemonstration, publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { residentMegabytes } from "./parts/process-figures.ts";
import { type Entry, startService, waitUntilIdle } from "./parts/servers.ts";
import { median } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does it take from the start of the process to the first answer with data, and how much
 * memory does a service hold that has just become ready and made all it keeps ready?
 *
 *   npm run bench -- ready [--companies 100000] [--runs 5]
 */

const { values } = parseArgs({
  options: { companies: { type: "string", default: "100000" }, runs: { type: "string", default: "5" } },
});
const COMPANIES = Number(values.companies);
const RUNS = Number(values.runs);
const READY_SECONDS = 1;

interface Start {
  readonly name: string;
  readonly entry: Entry;
  readonly environment?: Readonly<Record<string, string>>;
  /** The most seconds the design asks for, or null where it names none. */
  readonly most: number | null;
}

const STARTS: readonly Start[] = [
  { name: "as npm start does (bin/country-trust.cjs)", entry: "country-trust.cjs", most: READY_SECONDS },
  { name: "without the launcher (bin/country-trust.mjs)", entry: "country-trust.mjs", most: READY_SECONDS },
  {
    name: "the same, first start ever (nothing compiled yet)",
    entry: "country-trust.mjs",
    environment: { NODE_DISABLE_COMPILE_CACHE: "1" },
    most: null,
  },
];

async function measureStarts(title: string, dataFolder: string): Promise<void> {
  const rows: string[][] = [];
  for (const { name, entry, environment = {}, most } of STARTS) {
    const seconds: number[] = [];
    const memory: number[] = [];
    // The first run fills the compile cache and the system's cache of files.
    for (let run = 0; run <= RUNS; run += 1) {
      const service = await startService(dataFolder, entry, environment);
      try {
        if (run === 0) continue;
        seconds.push(service.readySeconds);
        await waitUntilIdle(service);
        memory.push(residentMegabytes(service.pid).now);
      } finally {
        await service.stop();
      }
    }
    const range = `${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)}`;
    const verdict = most === null ? "" : median(seconds) < most ? `< ${most} s` : `MISSES ${most} s`;
    rows.push([name, median(seconds).toFixed(2), range, verdict, median(memory).toFixed(0)]);
    process.stderr.write(`  ${name}: ${median(seconds).toFixed(2)} s\n`);
  }
  const header = ["started", "ready after s", "range", "asked for", "RSS MB, all prebuilt"];
  process.stdout.write(`${title}\n\n${layOutTable(header, rows)}\n\n`);
}

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (folder) => {
  await measureStarts("The demonstration data", await publishDemonstration(folder));
  const large = await publishLarge(folder, COMPANIES);
  await measureStarts(`A release of ${COMPANIES.toLocaleString("en")} companies`, large);
});
