import { parseArgs } from "node:util";
import { giveOutKeys } from "./parts/active-keys.ts";
import { askAnswer, askJson } from "./parts/ask-answer.ts";
import { requestText } from "./parts/cases.ts";
import { publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { ratioOf } from "./parts/latency-pairs.ts";
import { layOutBeside, type MeasuredBeside, measureBeside } from "./parts/measure-beside.ts";
import { startService } from "./parts/servers.ts";
import { openChance, shuffle } from "./parts/statistics.ts";

/**
 * Do pages delay the API? The latency of a prepared response with and without 200 requests for
 * pages per second, a reader's mix.
 *
 *   npm run bench -- pages [--companies 20000] [--per-second 200] [--milliseconds 20000]
 *     [--pairs 3]
 *
 * A pair is a slice with pages and one without, in changing order, with prepared responses
 * requested at the same times. Any answer but 200 ends the run: there are no errors in a result.
 * What is made in advance for a release is made before: in the first seconds after a start pages
 * wait for that. Pages are asked for from many client addresses, so that the limit of pages of one
 * address is not in the way. The interval of the ratio is from the lowest to the highest of the
 * pairs.
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

function report(measured: MeasuredBeside): void {
  print(layOutBeside("pages", PAGES_PER_SECOND, measured));
  const ratios = measured.pairs.map((pair) => ratioOf([pair]));
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  print(`p99 beside pages / alone: ${ratioOf(measured.pairs).toFixed(2)} (${range}); asked for ≤ 1.5; errors: 0`);
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
    // The first page opens the thread of pages, which then makes those that are kept.
    await askAnswer(service.port, "/");
    const slices = { pairs: Number(values.pairs), milliseconds: MILLISECONDS, othersPerSecond: PAGES_PER_SECOND };
    report(await measureBeside(service, key, () => pageRequests(service.port), slices));
  } finally {
    await service.stop();
  }
});
