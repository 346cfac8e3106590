import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { buildPreparedCases, requestText } from "./parts/cases.ts";
import { publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { type Pair, latencyRow, ratioOf, together } from "./parts/latency-pairs.ts";
import { type Send, withLoadClient } from "./parts/load-process.ts";
import { type ServerProcess, startService, waitUntilIdle } from "./parts/servers.ts";
import { openChance, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Do searches delay other requests? The latency of a prepared response with and without 50 new
 * searches per second.
 *
 *   npm run bench -- search-beside [--companies 100000] [--pairs 36] [--milliseconds 750]
 *
 * A pair is a slice with searches and one without, in changing order, with prepared responses
 * requested at the same times. Quantiles are over all slices of a kind, because a single slice has
 * two or three responses above its 99th. The interval of the ratio contains nine of ten bootstrap
 * samples of the pairs. One process sends all requests and never sleeps, so that on two processors
 * the service has one to itself.
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "100000" },
    pairs: { type: "string", default: "36" },
    milliseconds: { type: "string", default: "750" },
  },
});
const PAIRS = Number(values.pairs);
const MILLISECONDS = Number(values.milliseconds);
const WARMING_MILLISECONDS = 3000;
const PER_SECOND = 300;
const SEARCHES_PER_SECOND = 50;
const SEARCHES = 20_000;
const DRAWN = 400;

/** Searches that are not cached: existing names, misspelt ones and unfinished ones. */
function newSearches(key: string): string[] {
  const chance = openChance(11);
  const kinds = ["Company", "Product", "Compny", "Prodcut", "Brand", "Comp"];
  return Array.from({ length: SEARCHES }, () => {
    const letter = String.fromCharCode(65 + Math.floor(chance() * 26));
    const text = `${kinds[Math.floor(chance() * kinds.length)]!} ${letter} ${Math.floor(chance() * 100_000)}`;
    return requestText(`/api/v1/search?q=${encodeURIComponent(text)}`, {
      Accept: "application/json",
      "X-SVC-API-Key": key,
    });
  });
}

async function measure(service: ServerProcess, send: Send): Promise<void> {
  const task = { kind: "open", port: service.port, status: 200, connections: 16, perSecond: PER_SECOND } as const;
  const askAlone = (seed: number) => send({ ...task, milliseconds: MILLISECONDS, seed });
  const askBeside = (seed: number, milliseconds = MILLISECONDS) =>
    send({ ...task, milliseconds, seed, othersPerSecond: SEARCHES_PER_SECOND });
  await askBeside(1, WARMING_MILLISECONDS);
  const pairs: Pair[] = [];
  const searches: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const seed = pair + 2;
    const first = pair % 2 === 0 ? await askAlone(seed) : null;
    const beside = await askBeside(seed);
    const alone = first ?? (await askAlone(seed));
    pairs.push({ alone: alone.latencies, beside: beside.latencies });
    searches.push(...beside.othersLatencies);
  }
  const name = `preview, ${PER_SECOND} a second`;
  const rows = [
    latencyRow(`${name}, alone`, together(pairs, "alone")),
    latencyRow(`${name}, beside searches`, together(pairs, "beside")),
    latencyRow(`the searches, ${SEARCHES_PER_SECOND} a second`, searches),
  ];
  print(layOutTable(["answer", "p50 ms", "p90 ms", "p99 ms", "answers"], rows));
  const chance = openChance(5);
  const drawn = Array.from({ length: DRAWN }, () =>
    ratioOf(pairs.map(() => pairs[Math.floor(chance() * pairs.length)]!)),
  );
  const range = `${quantile(drawn, 0.05).toFixed(2)}–${quantile(drawn, 0.95).toFixed(2)}`;
  print(`p99 beside searches / alone: ${ratioOf(pairs).toFixed(2)} (${range}); asked for ≤ 1.5`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

print(describeMachine());
await withWorkFolder(async (folder) => {
  const dataFolder = await publishLarge(folder, Number(values.companies));
  const [key] = (await giveOutKeys(dataFolder, 1, "enterprise")) as [string];
  const service = await startService(dataFolder);
  try {
    await waitUntilIdle(service);
    await withLoadClient(async (send) => {
      const preview = (await buildPreparedCases(service.port, key)).find(
        (each) => each.name === "preview, compressed",
      )!;
      await send({ kind: "remember", requests: preview.requests, others: newSearches(key) });
      await measure(service, send);
      await send({ kind: "remember", requests: [] });
    });
  } finally {
    await service.stop();
  }
});
