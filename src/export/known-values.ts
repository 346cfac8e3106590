import { text } from "node:stream/consumers";
import type { BuiltServer } from "../http/build-http-server.ts";
import { answerInProcess } from "../http/answer-in-process.ts";
import type { Snapshot } from "../release/snapshot.ts";
import { ACCENT_PATH } from "../html/branding-links.ts";
import { SITEMAP_COMPANIES } from "../html/sitemap.ts";
import { GUIDE_PICTURE_FILES } from "../topics/docs/page-pictures.ts";
import { API } from "../ask/urls.ts";

/** The values of placeholders in paths, as a release has them. */
export interface KnownValues {
  readonly countries: readonly string[];
  readonly sectors: readonly string[];
  readonly companies: readonly string[];
  /** The releases that readers may see, without those that were withdrawn. */
  readonly releases: readonly string[];
  readonly accents: readonly string[];
  readonly sitemaps: readonly string[];
  readonly pictures: readonly string[];
  readonly exported: readonly string[];
}

/** Path templates and the kind of value that their placeholder has; the first that fits counts. */
const PLACEHOLDERS: readonly (readonly [RegExp, keyof KnownValues])[] = [
  [/countries\/\{slug\}/u, "countries"],
  [/sectors\/\{slug\}/u, "sectors"],
  [/companies\/\{slug\}/u, "companies"],
  [/\/releases\/\{id\}$/u, "releases"],
  [/^\/releases\/\{release\}\//u, "exported"],
  [new RegExp(`^${ACCENT_PATH}/`, "u"), "accents"],
  [/^\/sitemaps\//u, "sitemaps"],
  [/^\/docs\/images\//u, "pictures"],
];

/** Returns the values of the placeholder of a path template; null where nothing lists them. */
export function valuesIn(template: string, known: KnownValues): readonly string[] | null {
  const kind = PLACEHOLDERS.find(([pattern]) => pattern.test(template))?.[1];
  return kind === undefined ? null : known[kind];
}

/** Asks the service for the values of its release. */
export async function readKnownValues(server: BuiltServer, snapshot: Snapshot): Promise<KnownValues> {
  const slugs = async (path: string): Promise<string[]> => {
    const items = await walkList<{ readonly slug: string }>(server, path);
    return items.map(({ slug }) => slug);
  };
  const companies = await slugs("/api/v2/companies?fields=slug&limit=1000");
  const releases = await walkList<ListedRelease>(server, "/api/v2/releases?limit=1000");
  const { accent } = snapshot.branding;
  const parts = 1 + Math.ceil(companies.length / SITEMAP_COMPANIES);
  return {
    countries: await slugs(API.countries),
    sectors: await slugs("/api/v2/sectors?limit=1000"),
    companies,
    releases: releases.filter(({ status }) => status !== "withdrawn").map(({ id }) => id),
    accents: accent === null ? [] : [`${accent.slice(1)}.css`],
    sitemaps: parts === 2 ? [] : Array.from({ length: parts }, (_, part) => `${part}.xml`),
    pictures: [...GUIDE_PICTURE_FILES],
    exported: [snapshot.manifest.id],
  };
}

interface ListedRelease {
  readonly id: string;
  readonly status: string;
}

interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next?: string | null;
}

/** Reads all items of a list, page by page. */
async function walkList<Item>(server: BuiltServer, first: string): Promise<Item[]> {
  const all: Item[] = [];
  for (let url: string | null = first; url !== null;) {
    const { items, next = null }: ListPage<Item> = await askJson(server, url);
    for (const item of items) all.push(item);
    url = next === null ? null : next.slice(server.site.baseUrl.length);
  }
  return all;
}

async function askJson<Answer>(server: BuiltServer, url: string): Promise<Answer> {
  const { status, body } = await answerInProcess(server, url);
  const content = await text(body);
  if (status !== 200) throw new Error(`${url} answers ${status}: ${content}`);
  const answer: Answer = JSON.parse(content);
  return answer;
}
