import { Agent, request } from "node:http";
import { askJson } from "./ask-answer.ts";
import { openChance } from "./statistics.ts";

/*
 * What readers and programs ask of a service together: pages, pictures, answers, lists as CSV and
 * XLSX, downloads, names and places, most of them once and some again and again.
 */

interface Listed {
  readonly items: readonly { readonly slug: string }[];
}

/** Coding of a browser, of older clients, of programs that take none. */
const CODINGS = ["gzip, deflate, br, zstd", "gzip, deflate, br", "gzip", "identity"];

const AT_ONCE = 8;

/** Client addresses of this machine: a limit of pages is of one address. */
const ADDRESSES = 100;

/** Builds what gives the paths of mixed requests. */
export async function openMixedPaths(port: number, seed: number): Promise<() => string> {
  const chance = openChance(seed);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const below = (most: number): number => Math.floor(chance() * most);
  const slugsOf = async (path: string): Promise<string[]> =>
    (await askJson<Listed>(port, path)).items.map(({ slug }) => slug);
  const countries = await slugsOf("/api/v2/countries/preview");
  const sectors = await slugsOf("/api/v2/sectors?fields=slug");
  const companies = await slugsOf("/api/v2/companies?limit=1000&fields=slug");
  const { pillars } = await askJson<{ pillars: { id: string }[] }>(port, "/api/v2/scale");
  const name = (): string => oneOf(companies).slice(0, 2 + below(8));
  const list = (): string =>
    `/api/v2/${oneOf(["companies", "judgements", "products"])}?country=${oneOf(countries)}&limit=${1 + below(100)}`;
  const kinds: readonly (() => string)[] = [
    () => "/",
    () => `/countries/${oneOf(countries)}`,
    () => `/companies/${oneOf(companies)}`,
    () => `/sectors/${oneOf(sectors)}`,
    () => `/rankings?pillar=${oneOf(pillars).id}`,
    () => `/matrix?pillar=${oneOf(pillars).id}`,
    () => `/compare?countries=${oneOf(countries)},${oneOf(countries)}`,
    () => `/search?q=${name()}`,
    () => `/companies?country=${oneOf(countries)}`,
    () => `/badge/countries/${oneOf(countries)}.svg`,
    () => `/embed/countries/${oneOf(countries)}`,
    () => "/docs/methodology",
    () => "/api/openapi.json",
    () => "/api/v2/countries/preview",
    () => `/api/v2/countries/${oneOf(countries)}`,
    () => `/api/v2/companies/${oneOf(companies)}`,
    () => `/api/v2/companies/${oneOf(companies)}/history`,
    () => `/api/v2/countries/${oneOf(countries)}/derivation`,
    () => `/api/v2/intelligence/country-rankings?min_companies=${1 + below(20)}`,
    () => `/api/v2/intelligence/comparison?countries=${oneOf(countries)},${oneOf(countries)}`,
    list,
    list,
    () => `${list()}&format=csv`,
    () => `${list()}&format=xlsx`,
    () => "/api/v2/data/companies.csv",
    () => "/api/v2/data/judgements.parquet",
    () => `/api/v1/search?q=${name()}`,
    () => `/api/v1/geocoding/reverse?lat=${below(180) - 90}&lng=${below(360) - 180}`,
    () => `/feeds/countries/${oneOf(countries)}.atom`,
    () => `/nowhere/${below(1_000_000)}`,
  ];
  return () => oneOf(kinds)();
}

/** Sends so many mixed requests, a few at a time; returns how often each status came. */
export async function sendMixed(
  port: number,
  key: string,
  count: number,
  nextPath: () => string,
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const agents = Array.from(
    { length: AT_ONCE },
    () => new Agent({ keepAlive: true, maxSockets: 1, localAddress: "127.0.0.1" }),
  );
  let sent = 0;
  const sendOne = (agent: Agent, path: string, index: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        Accept: path.startsWith("/api/") ? "*/*" : "text/html, */*;q=0.8",
        "Accept-Encoding": CODINGS[index % CODINGS.length],
        "X-Forwarded-For": `198.51.100.${index % ADDRESSES}`,
        ...(path.startsWith("/api/") && { "X-SVC-API-Key": key }),
      };
      request({ host: "127.0.0.1", port, path, headers, agent }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0)).on("error", reject);
      })
        .on("error", reject)
        .end();
    });
  await Promise.all(
    agents.map(async (agent) => {
      while (sent < count) {
        sent += 1;
        const status = await sendOne(agent, nextPath(), sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      agent.destroy();
    }),
  );
  return statuses;
}
