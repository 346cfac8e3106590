import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { buildPreparedCases, requestText } from "./parts/cases.ts";
import { publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { type Send, withLoadClient } from "./parts/load-process.ts";
import { type ServerProcess, startService, waitUntilIdle } from "./parts/servers.ts";
import { median, openChance } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Do searches hold up other answers? The latency of a prepared answer, asked at times of its own, with and without 50 new searches a second beside
 * it, in turn.
 *
 *   npm run bench -- search-beside [--companies 100000] [--rounds 9] [--seconds 2]
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "100000" },
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
  },
});
const ROUNDS = Number(values.rounds);
const MILLISECONDS = Number(values.seconds) * 1000;
const PER_SECOND = 300;
const SEARCHES_PER_SECOND = 50;
const SEARCHES = 20_000;

/** Searches that nobody has asked before: names that are there, misspelt and unfinished ones. */
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

async function measure(service: ServerProcess, statics: Send, searches: Send): Promise<void> {
  const open = { kind: "open", port: service.port, milliseconds: MILLISECONDS, status: 200 } as const;
  const askStatics = async () => (await statics({ ...open, connections: 16, perSecond: PER_SECOND })).latency;
  const askSearches = async () =>
    (await searches({ ...open, connections: 16, perSecond: SEARCHES_PER_SECOND, sleeps: true })).latency;
  const alone: { p50: number; p99: number }[] = [];
  const beside: { p50: number; p99: number }[] = [];
  const searched: { p50: number; p99: number }[] = [];
  await askSearches();
  for (let round = 0; round < ROUNDS; round += 1) {
    const takeAlone = async () => alone.push(await askStatics());
    const takeBeside = async () => {
      const [ofStatics, ofSearches] = await Promise.all([askStatics(), askSearches()]);
      beside.push(ofStatics);
      searched.push(ofSearches);
    };
    for (const take of round % 2 === 0 ? [takeAlone, takeBeside] : [takeBeside, takeAlone]) await take();
  }
  const middle = (slices: readonly { p50: number; p99: number }[], key: "p50" | "p99") =>
    median(slices.map((slice) => slice[key]));
  const row = (name: string, slices: readonly { p50: number; p99: number }[]) => [
    name,
    middle(slices, "p50").toFixed(2),
    middle(slices, "p99").toFixed(2),
  ];
  const name = `preview, ${PER_SECOND} a second`;
  print(
    layOutTable(
      ["answer", "p50 ms", "p99 ms"],
      [row(`${name}, alone`, alone), row(`${name}, beside searches`, beside), row("the searches", searched)],
    ),
  );
  const ratios = alone.map(({ p99 }, round) => beside[round]!.p99 / p99);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  print(`p99 beside searches / alone: ${median(ratios).toFixed(2)} (${range}); asked for ≤ 1.5`);
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
    await withLoadClient(async (statics) => {
      await withLoadClient(async (searches) => {
        const preview = (await buildPreparedCases(service.port, key)).find((each) => each.name === "preview, br")!;
        await statics({ kind: "remember", requests: preview.requests });
        await searches({ kind: "remember", requests: newSearches(key) });
        await measure(service, statics, searches);
        await statics({ kind: "remember", requests: [] });
        await searches({ kind: "remember", requests: [] });
      });
    });
  } finally {
    await service.stop();
  }
});
