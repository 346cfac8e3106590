import { parseArgs } from "node:util";
import { openAtlas } from "../src/atlas/atlas.ts";
import type { EndpointRequest } from "../src/http/endpoint.ts";
import { buildPageRoutes, buildPageContext } from "../src/http/page-endpoint.ts";
import { addBody } from "../src/http/represent.ts";
import { ReleaseStore } from "../src/release/store/release-store.ts";
import { KeptReleases } from "../src/release/store/kept-releases.ts";
import type { Snapshot } from "../src/release/snapshot.ts";
import { readSettings } from "../src/settings.ts";
import { buildSite } from "../src/topics/site.ts";
import { publishLarge, withWorkFolder } from "./parts/data-folders.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { median, openChance, quantile } from "./parts/statistics.ts";
import { layOutTable } from "./parts/text-table.ts";

/**
 * How much processor time does a page take that is made for the first time, compressed as for a
 * browser? Made in this process, each page once.
 *
 *   npm run bench -- made-pages [--companies 20000] [--rounds 9] [--pages 60] [--only company]
 *     [--data-folder var]
 *
 * `--data-folder` has a release already, which is measured instead of one that is generated.
 */

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "20000" },
    rounds: { type: "string", default: "9" },
    pages: { type: "string", default: "60" },
    only: { type: "string" },
    "data-folder": { type: "string" },
  },
});
const ROUNDS = Number(values.rounds);
const PAGES = Number(values.pages);

/** Asked for of a company. */
const MICROSECONDS_MOST = 2000;

interface Kind {
  readonly name: string;
  readonly most: number | null;
  readonly path: string;
  /** Parameters of its path, and the URL, by a number. */
  readonly draw: (number: number) => readonly [params: Record<string, string>, url: string];
}

function kindsOf(snapshot: Snapshot): Kind[] {
  const chance = openChance(7);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!;
  const companies = snapshot.manifest.counts.companies;
  const of = (kind: string, slug: string) => [{ slug }, `/${kind}/${slug}`] as const;
  const whole = (name: string, path: string): Kind => ({
    name,
    path,
    most: null,
    draw: (number) => [{}, `${path}?copy=${number}`],
  });
  return [
    {
      name: "company",
      path: "/companies/{slug}",
      most: MICROSECONDS_MOST,
      draw: () => of("companies", snapshot.companyAt(Math.floor(chance() * companies)).slug),
    },
    {
      name: "country",
      path: "/countries/{slug}",
      most: null,
      draw: () => of("countries", oneOf(snapshot.countries).slug),
    },
    { name: "sector", path: "/sectors/{slug}", most: null, draw: () => of("sectors", oneOf(snapshot.sectors).slug) },
    whole("start page", "/"),
    whole("ranking", "/rankings"),
    whole("matrix", "/matrix"),
    whole("companies", "/companies"),
    {
      name: "comparison",
      path: "/compare",
      most: null,
      draw: () => {
        const at = Math.floor(chance() * (snapshot.countries.length - 1));
        const [one, other] = snapshot.countries.slice(at);
        return [{}, `/compare?countries=${one!.slug},${other!.slug}`];
      },
    },
    { name: "search", path: "/search", most: null, draw: (number) => [{}, `/search?q=company+${number}`] },
  ];
}

async function measureAll(dataFolder: string): Promise<void> {
  const now = (): Date => new Date();
  const releases = new KeptReleases({
    store: new ReleaseStore(dataFolder, now),
    pollMilliseconds: 60_000,
    onError(error) {
      throw error;
    },
  });
  const { pages } = buildSite({ securityContact: null });
  const site = { baseUrl: "http://localhost", settings: readSettings({}) };
  const context = buildPageContext({ releases, atlas: openAtlas(), access: null, site, now });
  const describe = () => Promise.reject(new Error("no page that is measured shows the API"));
  const routes = buildPageRoutes(pages, { ...context, describe });
  const nobody = () => Promise.reject(new Error("pages are counted for nobody here"));
  // Of the request, pages read the languages alone.
  const exchange = { request: { headers: {} } } as EndpointRequest["exchange"];
  const shared = { caller: null, exchange, admitBody: nobody, admitForm: nobody };
  const rows: string[][] = [];
  for (const { name, path, most, draw } of kindsOf(releases.current())) {
    if (values.only !== undefined && values.only !== name) continue;
    const { mediaType } = pages.find((page) => page.path === path)!;
    const endpoint = routes.find((route) => route.path === path)!.endpoints.GET!;
    const microseconds: number[] = [];
    let [bytes, packed] = [0, 0];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const asked = Array.from({ length: PAGES }, (_, number) => draw(number + round * PAGES));
      const before = process.cpuUsage();
      for (const [params, url] of asked) {
        const content = await endpoint.answer({ ...shared, mediaType, params, url });
        if (content.kind !== "prepared") throw new Error(`${url} is no page`);
        bytes = content.bodies.identity.length;
        packed = (await addBody(content, "zstd")).length;
      }
      const { user, system } = process.cpuUsage(before);
      // The first round compiles.
      if (round > 0) microseconds.push((user + system) / PAGES);
    }
    const time = median(microseconds);
    const range = `${quantile(microseconds, 0).toFixed(0)}–${Math.max(...microseconds).toFixed(0)}`;
    const verdict = most === null ? "" : time <= most ? `≤ ${most} µs` : `MISSES ${most} µs`;
    const [all, sent] = [bytes, packed].map((each) => each.toLocaleString("en")) as [string, string];
    rows.push([name, all, sent, time.toFixed(0), range, verdict]);
  }
  const header = ["page", "bytes of the last", "compressed", "µs", "range", "asked for"];
  process.stdout.write(`${layOutTable(header, rows)}\n\n`);
  releases.close();
}

process.stdout.write(`${describeMachine()}\n\n`);
const { "data-folder": given } = values;
if (given !== undefined) await measureAll(given);
else await withWorkFolder(async (folder) => await measureAll(await publishLarge(folder, Number(values.companies))));
