import type { Site } from "../../ask/sources.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

/** A feed of news about the data, before it is written as Atom. Plain texts. */
export interface Feed {
  readonly id: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  /** RFC 3339, UTC. */
  readonly updated: string;
  readonly publisher: string;
  readonly path: string;
  readonly page: FeedPage;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The time of the news: RFC 3339, UTC. */
  readonly at: string;
  readonly publisher: string;
  /** Name of the licence. */
  readonly licence: string;
  readonly tags: readonly string[];
  readonly page: FeedPage;
}

/** The page that a feed or an entry links to. */
export interface FeedPage {
  readonly href: string;
  readonly type: string;
}

export const ATOM_TYPE = "application/atom+xml";

export const RELEASES_FEED_PATH = "/feeds/releases.atom";

/** The path of the feed of a country, by its slug. */
export function countryFeedPath(slug: string): string {
  return `/feeds/countries/${slug}.atom`;
}

/** Returns the page of a release, or of a country in a release. */
export function pageOf({ baseUrl }: Site, release: string, country?: string): FeedPage {
  const path =
    country === undefined ? urlTo(PAGES.release, { id: release }) : urlTo(PAGES.country, { slug: country, release });
  return { href: baseUrl + path, type: "text/html" };
}

/** The page of all releases, or of a country. */
export function pageOfAll({ baseUrl }: Site, country?: string): FeedPage {
  const path = country === undefined ? "/releases" : urlTo(PAGES.country, { slug: country });
  return { href: baseUrl + path, type: "text/html" };
}

/**
 * A tag URI (RFC 4151). Its authority is the public host of the service, as it was on `date`
 * (`2026-11-20` or `2026`). Scheme and port are no part of it; the path of the service is.
 */
export function tagUri({ baseUrl }: Site, date: string, specific: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  const authority = DNS_NAME.test(hostname) ? hostname : "localhost";
  const names = [...pathname.split("/").filter((name) => name !== ""), specific];
  return `tag:${authority},${date}:${names.join("/")}`;
}

/** Matches an authority (`DNSname` in RFC 4151 §2.1): no IPv6 address, no underscore. */
const DNS_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/iu;
