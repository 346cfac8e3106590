import { parseArgs } from "node:util";
import { askAnswer } from "./parts/ask-answer.ts";
import { publishDemonstration, publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { processorSeconds, residentMegabytes } from "./parts/process-figures.ts";
import { type Entry, type ServiceProcess, startService, waitUntilIdle } from "./parts/servers.ts";
import { median } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does it take from the start of the process to the first answer with data, how much
 * processor time does it use until then, how much memory does a service hold that has just become
 * ready and made all it keeps ready, and how much once people read its pages? On a busy machine,
 * compare processor time.
 *
 *   npm run bench -- ready [--companies 100000] [--runs 5]
 */

const { values } = parseArgs({
  options: { companies: { type: "string", default: "100000" }, runs: { type: "string", default: "5" } },
});
const COMPANIES = Number(values.companies);
const RUNS = Number(values.runs);
const READY_SECONDS = 0.5;

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
    const processor: number[] = [];
    const memory: number[] = [];
    const withPages: number[] = [];
    // The first run fills the compile cache and the system's cache of files.
    for (let run = 0; run <= RUNS; run += 1) {
      const service = await startService(dataFolder, entry, environment);
      try {
        if (run === 0) continue;
        seconds.push(service.readySeconds);
        processor.push(processorSeconds(service.pid));
        await waitUntilIdle(service);
        memory.push(residentMegabytes(service.pid).now);
        await readPages(service);
        withPages.push(residentMegabytes(service.pid).now);
      } finally {
        await service.stop();
      }
    }
    const ready = median(seconds);
    const rest = [median(processor).toFixed(2), median(memory).toFixed(0), median(withPages).toFixed(0)];
    const range = `${Math.min(...seconds).toFixed(2)}–${Math.max(...seconds).toFixed(2)}`;
    const verdict = most === null ? "" : ready < most ? `< ${most} s` : `MISSES ${most} s`;
    rows.push([name, ready.toFixed(2), range, verdict, ...rest]);
    process.stderr.write(`  ${name}: ${ready.toFixed(2)} s\n`);
  }
  const facts = ["processor s until then", "RSS MB, all prebuilt", "RSS MB, with pages"];
  const header = ["started", "ready after s", "range", "asked for", ...facts];
  process.stdout.write(`${title}\n\n${layOutTable(header, rows)}\n\n`);
}

/** Reads pages ten times; the first one opens the thread that makes them. */
async function readPages(service: ServiceProcess): Promise<void> {
  const headers = { Accept: "text/html", "Accept-Encoding": "br" };
  const addresses = ["/", "/rankings", "/matrix", "/companies", "/sectors", "/data"];
  await askAnswer(service.port, "/", headers);
  await waitUntilIdle(service);
  for (let round = 0; round < 10; round += 1)
    for (const address of addresses) await askAnswer(service.port, address, headers);
  await waitUntilIdle(service);
}

process.stdout.write(`${describeMachine()}\n\n`);
await withWorkFolder(async (folder) => {
  await measureStarts("The demonstration data", await publishDemonstration(folder));
  const large = await publishLarge(folder, COMPANIES);
  await measureStarts(`A release of ${COMPANIES.toLocaleString("en")} companies`, large);
});
