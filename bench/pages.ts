import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { askJson } from "./parts/ask-answer.ts";
import { buildPreparedCases, requestText } from "./parts/cases.ts";
import { publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { type Pair, latencyRow, ratioOf, together } from "./parts/latency-pairs.ts";
import { type Send, withLoadClient } from "./parts/load-process.ts";
import { type ServerProcess, startService, waitUntilIdle } from "./parts/servers.ts";
import { openChance, shuffle } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * Do pages delay the API? The latency of a prepared response with and without 200 requests for
 * pages per second, a reader's mix.
 *
 *   npm run bench -- pages [--companies 20000] [--per-second 200] [--milliseconds 20000]
 *     [--pairs 3]
 *
 * A pair is a slice with pages and one without, in changing order, with prepared responses
 * requested at the same times. Any answer but 200 ends the run: there are no errors in a result.
 * Pages are asked for from many client addresses, so that the limit of pages of one address is not
 * in the way. The interval of the ratio is from the lowest to the highest of the pairs.
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "20000" },
    "per-second": { type: "string", default: "200" },
    milliseconds: { type: "string", default: "20000" },
    pairs: { type: "string", default: "3" },
  },
});
const PAGES_PER_SECOND = Number(values["per-second"]);
const MILLISECONDS = Number(values.milliseconds);
const WARMING_MILLISECONDS = 3000;
const PER_SECOND = 300;
const REQUESTS = 20_000;

/** Of a hundred page requests, how many are for what. */
const MIX = { start: 20, country: 25, ranking: 10, company: 20, matrix: 5, search: 10, compare: 10 } as const;

interface Listed {
  readonly items: readonly { readonly slug: string }[];
}

/** The pages that readers ask for, each from one of many addresses. */
async function pageRequests(port: number): Promise<string[]> {
  const chance = openChance(17);
  const json = { Accept: "application/json" };
  const countries = (await askJson<Listed>(port, "/api/v2/countries/preview", json)).items;
  const companies = (await askJson<Listed>(port, "/api/v2/companies?limit=1000&fields=slug", json)).items;
  const { pillars } = await askJson<{ pillars: { id: string }[] }>(port, "/api/v2/scale", json);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const pillar = () => (chance() < 0.5 ? "" : `?pillar=${oneOf(pillars).id}`);
  const paths: Record<keyof typeof MIX, () => string> = {
    start: () => "/",
    country: () => `/countries/${oneOf(countries).slug}`,
    ranking: () => `/rankings${pillar()}`,
    company: () => `/companies/${oneOf(companies).slug}`,
    matrix: () => `/matrix${pillar()}`,
    search: () => `/search?q=company+${Math.floor(chance() * 10_000)}`,
    compare: () => {
      const [one, other] = shuffle([...countries], Math.floor(chance() * 1e6));
      return `/compare?countries=${one!.slug},${other!.slug}`;
    },
  };
  const kinds = (Object.keys(MIX) as (keyof typeof MIX)[]).flatMap((kind) =>
    Array<keyof typeof MIX>(MIX[kind]).fill(kind),
  );
  return Array.from({ length: REQUESTS }, (_, index) =>
    requestText(paths[oneOf(kinds)](), {
      Accept: "text/html",
      "Accept-Encoding": "gzip, deflate, br, zstd",
      "X-Forwarded-For": `198.51.100.${index % 250}`,
    }),
  );
}

async function measure(service: ServerProcess, send: Send): Promise<void> {
  const task = { kind: "open", port: service.port, status: 200, connections: 16, perSecond: PER_SECOND } as const;
  const askAlone = (seed: number) => send({ ...task, milliseconds: MILLISECONDS, seed });
  const askBeside = (seed: number, milliseconds = MILLISECONDS) =>
    send({ ...task, milliseconds, seed, othersPerSecond: PAGES_PER_SECOND });
  await askBeside(1, WARMING_MILLISECONDS);
  const pairs: Pair[] = [];
  const pages: number[] = [];
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    const seed = pair + 2;
    const first = pair % 2 === 0 ? await askAlone(seed) : null;
    const beside = await askBeside(seed);
    const alone = first ?? (await askAlone(seed));
    pairs.push({ alone: alone.latencies, beside: beside.latencies });
    pages.push(...beside.othersLatencies);
  }
  const name = `preview, ${PER_SECOND} a second`;
  const rows = [
    latencyRow(`${name}, alone`, together(pairs, "alone")),
    latencyRow(`${name}, beside pages`, together(pairs, "beside")),
    latencyRow(`the pages, ${PAGES_PER_SECOND} a second`, pages),
  ];
  print(layOutTable(["answer", "p50 ms", "p90 ms", "p99 ms", "answers"], rows));
  const ratios = pairs.map((pair) => ratioOf([pair]));
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  print(`p99 beside pages / alone: ${ratioOf(pairs).toFixed(2)} (${range}); asked for ≤ 1.5; errors: 0`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

print(describeMachine());
await withWorkFolder(async (folder) => {
  const dataFolder = await publishLarge(folder, Number(values.companies));
  const [key] = (await giveOutKeys(dataFolder, 1, "enterprise")) as [string];
  const service = await startService(dataFolder, undefined, { TRUSTED_PROXIES: "1" });
  try {
    await waitUntilIdle(service);
    await withLoadClient(async (send) => {
      const preview = (await buildPreparedCases(service.port, key)).find(
        (each) => each.name === "preview, compressed",
      )!;
      await send({ kind: "remember", requests: preview.requests, others: await pageRequests(service.port) });
      await measure(service, send);
      await send({ kind: "remember", requests: [] });
    });
  } finally {
    await service.stop();
  }
});
