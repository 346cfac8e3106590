import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { requestText } from "./parts/cases.ts";
import { publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { ratioOf } from "./parts/latency-pairs.ts";
import { layOutBeside, type MeasuredBeside, measureBeside } from "./parts/measure-beside.ts";
import { startService } from "./parts/servers.ts";
import { openChance, quantile } from "./parts/statistics.ts";

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

function report(measured: MeasuredBeside): void {
  const { pairs } = measured;
  print(layOutBeside("searches", SEARCHES_PER_SECOND, measured));
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
    const slices = { pairs: PAIRS, milliseconds: MILLISECONDS, othersPerSecond: SEARCHES_PER_SECOND };
    report(await measureBeside(service, key, () => newSearches(key), slices));
  } finally {
    await service.stop();
  }
});
