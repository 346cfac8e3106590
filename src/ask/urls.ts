import type { WhereListed } from "../problem.ts";
import type { Operation } from "./operation.ts";
import type { Site } from "./sources.ts";

/** The only builder of addresses: it has those to link to, and writes them. */

/** The path templates of the pages that have one address for each thing of their kind. */
export const PAGES = {
  country: "/countries/{slug}",
  sector: "/sectors/{slug}",
  company: "/companies/{slug}",
  release: "/releases/{id}",
} as const;

/** The pages that every page leads to beside those of its navigation. */
export const READERS_PAGES = { howToRead: "/how-to-read", follow: "/follow", claims: "/claims" } as const;

/** An export has this list for the page of companies where it is not too long for a browser. */
export const NARROWED_LIST = "/assets/companies.json";

/** The paths of operations that pages, feeds and other answers link to. */
export const API = {
  countries: "/api/v2/countries/preview",
  country: "/api/v2/countries/{slug}",
  regions: "/api/v2/regions",
  sectors: "/api/v2/sectors",
  sector: "/api/v2/sectors/{slug}",
  companies: "/api/v2/companies",
  company: "/api/v2/companies/{slug}",
  judgements: "/api/v2/judgements",
  products: "/api/v2/products",
  changes: "/api/v2/changes",
  rankings: "/api/v2/intelligence/country-rankings",
  matrix: "/api/v2/intelligence/country-sector-matrix",
  countryData: "/api/v2/intelligence/country-data.csv",
  scale: "/api/v2/scale",
  search: "/api/v1/search",
} as const;

/** Sentences of problems of the API that say where lists are. */
export const LISTED_BY_API: WhereListed = {
  countries: `${API.countries} lists the countries.`,
  sectors: `${API.sectors} lists the sectors.`,
  companies: `${API.companies} lists the companies.`,
  releases: "/api/v2/releases lists the releases.",
  pillars: `${API.scale} lists the pillars.`,
};

/** Values by the placeholders of a template or the names of a query; undefined is left out. */
export type UrlValues = Readonly<Record<string, string | undefined>>;

/**
 * A path and query: `urlTo(PAGES.company, { slug: "acme", release: "r1" })` gives
 * `/companies/acme?release=r1`. Values without a placeholder become the query, in their order.
 */
export function urlTo(template: string, values: UrlValues = {}): string {
  const query = Object.entries(values).filter(([name]) => !template.includes(`{${name}}`));
  return fillPath(template, values) + queryOf(query);
}

/** A query with its question mark; nothing where no name has a value. */
function queryOf(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) if (value !== undefined) query.append(name, value);
  // Commas and colons are legible as they are, and allowed there (RFC 3986 §3.4).
  return query.size === 0 ? "" : `?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** Adds the values that are defined to the query of a URL. */
export function withQuery(url: string, values: UrlValues): string {
  const added = queryOf(Object.entries(values));
  return url + (url.includes("?") ? added.replace("?", "&") : added);
}

/**
 * Fills a path template: `/api/v2/countries/{slug}` and `{slug: "france"}` give
 * `/api/v2/countries/france`. Placeholders without a value stay.
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/gu, (placeholder, name: string) =>
    values[name] === undefined ? placeholder : encodeURIComponent(textOf(values[name])),
  );
}

/** A thing with a page and an answer of its own. */
type Kind = "country" | "sector" | "company";

/** The URL of a country, sector or company; as of a release, where it is named. */
export function hrefOf({ baseUrl }: Pick<Site, "baseUrl">, kind: Kind, slug: string, release?: string): string {
  return baseUrl + urlTo(API[kind], { slug, release });
}

/** The URL of the page about it, for people. */
export function pageUrlOf({ baseUrl }: Pick<Site, "baseUrl">, kind: Kind, slug: string): string {
  return baseUrl + urlTo(PAGES[kind], { slug });
}

/** Both URLs, as an entry of a list has them. */
export function urlsOf(site: Site, kind: Kind, slug: string): { href: string; page: string } {
  return { href: hrefOf(site, kind, slug), page: pageUrlOf(site, kind, slug) };
}

/** The URL of the page of a release, to which citations of it lead whichever is current later. */
export function releasePageOf({ baseUrl }: Pick<Site, "baseUrl">, id: string): string {
  return baseUrl + urlTo(PAGES.release, { id });
}

/**
 * The one path and query of a question within a release: defaults left out, the rest in the order
 * the operation describes.
 *
 * `parameters` are as read. `release` is left out, because an answer does not depend on how its
 * release was chosen; so are the names in `besides`.
 */
export function canonicalUrl(
  operation: Pick<Operation, "path" | "parameters">,
  parameters: Readonly<Record<string, unknown>>,
  besides: readonly string[] = [],
): string {
  const described = Object.entries<{ readonly default?: unknown }>(operation.parameters.query.properties);
  const query = described.flatMap(([name, { default: fallback }]) => {
    const value = parameters[name];
    if (value === undefined || value === fallback || name === "release" || besides.includes(name)) return [];
    return [[name, textOf(value)] as const];
  });
  return fillPath(operation.path, parameters) + queryOf(query);
}

/** A parameter as it is sent. */
function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : `${value as string | number | boolean}`;
}

/** Returns the beginning of all paths of the site: empty unless the public origin has a path. */
export function rootOf({ baseUrl }: Pick<Site, "baseUrl">): string {
  return new URL(baseUrl).pathname.replace(/\/$/u, "");
}

/** A service has every address; an export has files of some, and nothing that a service does. */
export type Mode = "live" | { readonly fileOf: (address: string) => string | null };

/** Returns the URL of a path with query and anchor. It is empty if an export has no file of it. */
export type Link = (address: string) => string;

/** Builds the links of pages: of a service to all addresses, of an export to its files. */
export function linksOf(sources: Pick<Site, "baseUrl"> & { readonly mode: Mode }): Link {
  const root = rootOf(sources);
  const { mode } = sources;
  if (mode === "live") return (address) => root + address;
  return (address) => {
    const file = mode.fileOf(address);
    return file === null ? "" : root + file;
  };
}
