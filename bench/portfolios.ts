import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { buildPreparedCases } from "./parts/cases.ts";
import { publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { type Pair, latencyRow, ratioOf, together } from "./parts/latency-pairs.ts";
import { type Send, withLoadClient } from "./parts/load-process.ts";
import { type ServerProcess, startService, waitUntilIdle } from "./parts/servers.ts";
import { openChance } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How long does a list of 10,000 names take, and does it delay other requests? The latency of a
 * prepared response while one list after another is matched, and without.
 *
 *   npm run bench -- portfolios [--companies 100000] [--rows 10000] [--pairs 8]
 *     [--milliseconds 4000]
 *
 * Six names in ten are names of companies in other letters, two have a typing error, two are
 * nobody's. Pairs are measured as search-beside.ts does it.
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "100000" },
    rows: { type: "string", default: "10000" },
    pairs: { type: "string", default: "8" },
    milliseconds: { type: "string", default: "4000" },
  },
});
const ROWS = Number(values.rows);
const PAIRS = Number(values.pairs);
const MILLISECONDS = Number(values.milliseconds);
const PER_SECOND = 300;
const ALONE = 5;

/** Lists of names, different ones every time. */
function openLists(known: readonly string[]): () => string {
  const chance = openChance(13);
  const upTo = (limit: number): number => Math.floor(chance() * limit);
  const letters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(97 + upTo(26))).join("");
  const nameOf = (): string => {
    const kind = chance();
    const name = known[upTo(known.length)]!;
    if (kind < 0.6) return `${name.toUpperCase()} Ltd.`;
    return kind < 0.8 ? name.replace("Company", "Compnay") : `${letters(6)} ${letters(8)}`;
  };
  return () => JSON.stringify({ rows: Array.from({ length: ROWS }, (_, id) => ({ id: String(id), name: nameOf() })) });
}

/** Posts a list, and resolves when the whole response is here: after how many milliseconds. */
async function post(port: number, key: string, body: string): Promise<number> {
  const startedAt = performance.now();
  const headers = { "Content-Type": "application/json", "X-SVC-API-Key": key };
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/portfolios`, { method: "POST", headers, body });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a list was answered by ${response.status}`);
  return performance.now() - startedAt;
}

/** The names of all companies; none has a comma. */
async function namesOf(port: number, key: string): Promise<readonly string[]> {
  const headers = { "X-SVC-API-Key": key };
  const [header = "", ...lines] = (
    await (await fetch(`http://127.0.0.1:${port}/api/v2/data/companies.csv`, { headers })).text()
  )
    .trimEnd()
    .split("\r\n");
  const column = header.split(",").indexOf("name");
  return lines.map((line) => line.split(",")[column] ?? "");
}

async function measure(service: ServerProcess, key: string, send: Send): Promise<void> {
  const nextList = openLists(await namesOf(service.port, key));
  const took: number[] = [];
  for (let each = 0; each < ALONE; each += 1) took.push(await post(service.port, key, nextList()));
  const task = { kind: "open", port: service.port, status: 200, connections: 16, perSecond: PER_SECOND } as const;
  const ask = async (seed: number): Promise<readonly number[]> =>
    (await send({ ...task, milliseconds: MILLISECONDS, seed })).latencies;
  const pairs: Pair[] = [];
  const besides: number[] = [];
  const lists = Array.from({ length: 4 }, nextList);
  await ask(1);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const alone = await ask(pair + 2);
    const over = new AbortController();
    const posting = (async () => {
      for (let list = 0; !over.signal.aborted; list += 1)
        besides.push(await post(service.port, key, lists[list % lists.length]!));
    })();
    const beside = await ask(pair + 2);
    over.abort();
    await posting;
    pairs.push({ alone, beside });
  }
  const rows = [
    latencyRow(`${ROWS} names, the first after a start`, took.slice(0, 1)),
    latencyRow(`${ROWS} names, alone`, took.slice(1)),
    latencyRow(`${ROWS} names, beside ${PER_SECOND} others a second`, besides),
    latencyRow(`preview, ${PER_SECOND} a second, alone`, together(pairs, "alone")),
    latencyRow(`preview, ${PER_SECOND} a second, beside lists`, together(pairs, "beside")),
  ];
  print(layOutTable(["answer", "p50 ms", "p90 ms", "p99 ms", "answers"], rows));
  print(`p99 beside lists / alone: ${ratioOf(pairs).toFixed(2)}; asked for ≤ 1.5`);
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
      await send({ kind: "remember", requests: preview.requests });
      await measure(service, key, send);
      await send({ kind: "remember", requests: [] });
    });
  } finally {
    await service.stop();
  }
});
