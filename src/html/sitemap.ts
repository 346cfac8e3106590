import { TEXT_NAMES } from "../branding/branding.ts";
import { cursorAt } from "../ask/lists.ts";
import type { Page, PageRequest } from "../ask/page.ts";
import { listCompanies } from "../topics/company/list-companies.ts";
import { listReleases } from "../topics/release/list-releases.ts";
import { listSectors } from "../topics/sector/list-sectors.ts";
import { previewCountries } from "../topics/ranking/rank-countries.ts";
import { Problem } from "../problem.ts";
import { askDataset, isIn, NAVIGATION } from "./frame.ts";
import { GUIDES } from "../topics/docs/guides.ts";
import { escapeText } from "./html.ts";
import { REFERENCE_GROUPS } from "../topics/docs/listed-operations.ts";
import { PAGES, urlTo } from "../ask/urls.ts";

/** Sitemaps for search engines (sitemaps.org, protocol 0.9). */

/**
 * Maximum number of companies of one sitemap, so that it is made in a moment; a file of the
 * protocol holds at most 50,000 URLs.
 */
export const SITEMAP_COMPANIES = 10_000;

/** The number of items of one page of a list. */
const ITEMS = 1000;

/** Lists every page, or several sitemaps where there are too many companies for one. */
const SITEMAP: Page = defineSitemap("/sitemap.xml", async (request) => {
  const { total } = await request.ask(listCompanies, { limit: "1" });
  if (total <= SITEMAP_COMPANIES)
    return writeUrls(request, [...(await listPaths(request)), ...(await listCompanyPaths(request, 0))]);
  const parts = Array.from({ length: 1 + Math.ceil(total / SITEMAP_COMPANIES) }, (_, part) => `/sitemaps/${part}.xml`);
  return write(request, "sitemapindex", "sitemap", parts);
});

/** Part 0 lists all pages but those of companies, every other part some of those. */
const PART: Page = defineSitemap("/sitemaps/{part}", async (request) => {
  const { part: name = "" } = request.path;
  const part = Number(/^(0|[1-9]\d{0,6})\.xml$/u.exec(name)?.[1] ?? Number.NaN);
  const paths = part === 0 ? await listPaths(request) : await listCompanyPaths(request, (part - 1) * SITEMAP_COMPANIES);
  if (paths.length === 0)
    throw new Problem("not_found", "There is no such sitemap; /sitemap.xml lists those there are.");
  return writeUrls(request, paths);
});

/** The sitemaps of the site for search engines. */
export const SITEMAPS: readonly Page[] = [SITEMAP, PART];

function defineSitemap(path: string, text: (request: PageRequest) => Promise<string>): Page {
  return {
    path,
    mediaType: "application/xml; charset=utf-8",
    contentSecurityPolicy: "default-src 'none'",
    dependsOn: "releases",
    answer: async (request) => ({ kind: "text", text: await text(request) }),
  };
}

/** Lists the paths of all pages but those of companies. */
async function listPaths(request: PageRequest): Promise<string[]> {
  const { ask, dimensions } = request;
  const limit = String(ITEMS);
  const countries = await ask(previewCountries);
  const sectors = await ask(listSectors, { limit });
  const releases = await ask(listReleases, { limit });
  return [
    "/",
    ...NAVIGATION.filter(isIn(request)).map(({ path }) => path),
    "/how-to-read",
    "/follow",
    "/where",
    "/portfolio",
    "/releases",
    "/sign-up",
    "/dashboard",
    ...countries.items.map(({ slug }) => urlTo(PAGES.country, { slug })),
    ...(dimensions.has("sector") ? sectors.items : []).map(({ slug }) => urlTo(PAGES.sector, { slug })),
    ...releases.items.map(({ id }) => urlTo(PAGES.release, { id })),
    ...TEXT_NAMES.map((name) => `/${name}`),
    ...GUIDES.map(({ path }) => path),
    "/docs/reference",
    ...REFERENCE_GROUPS.map(({ path }) => path),
  ];
}

/** Lists the paths of companies of one sitemap, from an offset in the order of their names. */
async function listCompanyPaths({ ask }: PageRequest, first: number): Promise<string[]> {
  const { meta } = await askDataset(ask);
  const paths: string[] = [];
  if (!Number.isSafeInteger(first)) return paths;
  for (let offset = first; offset < first + SITEMAP_COMPANIES; offset += ITEMS) {
    const cursor = offset === 0 ? undefined : cursorAt(listCompanies, meta.release, {}, offset);
    const { items, next } = await ask(listCompanies, { cursor, limit: String(ITEMS) });
    paths.push(...items.map(({ slug }) => urlTo(PAGES.company, { slug })));
    if (next === null) break;
  }
  return paths;
}

function writeUrls(request: PageRequest, paths: readonly string[]): Promise<string> {
  return write(request, "urlset", "url", paths);
}

async function write(
  { ask, baseUrl }: PageRequest,
  list: string,
  item: string,
  paths: readonly string[],
): Promise<string> {
  const { meta } = await askDataset(ask);
  const lines = paths.map(
    (path) => `<${item}><loc>${escapeText(baseUrl + path)}</loc><lastmod>${meta.published_at}</lastmod></${item}>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("")}</${list}>
`;
}
