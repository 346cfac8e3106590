import { Type } from "../../ask/type.ts";
import type { Territory } from "../../atlas/territories.ts";
import { countryFeedPath, RELEASES_FEED_PATH } from "./feed.ts";
import { KINDS } from "../../ask/filter-names.ts";
import { countryInWords, possessive } from "../../ask/grammar.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import { countrySegment } from "../../ask/parameters.ts";
import { readNews, type ReleaseNews, SWITCHES_MAX } from "./release-news.ts";
import { absenceInWords, type News } from "./words-of-news.ts";
import { Problem, quote } from "../../problem.ts";
import type { Site, Sources } from "../../ask/sources.ts";
import { writeXml } from "../../ask/xml.ts";
import { marked } from "../../ask/mark.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";

const ATOM_TYPE = "application/atom+xml";

/** The parts that the feeds share. */
const FEED = {
  method: "GET",
  tag: "Feeds",
  form: { kind: "text", mediaType: `${ATOM_TYPE}; charset=utf-8`, description: "An Atom feed (RFC 4287)." },
  dependsOn: "history",
  ignoresAccept: true,
} as const;

export const followCountry: Operation = defineOperation({
  ...FEED,
  id: "follow_country",
  path: countryFeedPath("{slug}"),
  summary: `News of one country`,
  description: `One entry for each of the latest ${SWITCHES_MAX} releases in which the median band of the country moved, or one of its companies was added, removed, re-rated or filed elsewhere, with the causes. Also each time a release was withdrawn, whatever it said of the country. An entry never changes. A country without any company yet has an empty feed.`,
  parameters: { path: Type.Object({ slug: countrySegment }), query: Type.Object({}) },
  problems: ["country_not_found"],
  redirects: true,
  examples: ({ countries }) => (countries[0] === undefined ? {} : { slug: countries[0].slug }),
  async answer(sources, { slug: segment }) {
    const { atlas, site, snapshot } = sources;
    const found = atlas.findBySegment(segment);
    if (found === undefined) {
      const { expected } = KINDS.country.suggest(sources, segment);
      throw new Problem("country_not_found", `No country is known as ${quote(segment)}; expected ${expected}.`, [], {
        listedIn: "countries",
      });
    }
    const { slug, name } = found.territory;
    if (!found.canonical) return { kind: "redirect", path: { slug } };
    const isListed = snapshot.countryByIso2(found.territory.iso2) !== undefined;
    const feed = {
      name: `countries/${slug}`,
      country: found.territory,
      title: `${snapshot.manifest.dataset.title}: ${name}`,
      description: `What moves ${possessive(countryInWords(found.territory))} median band or changes its companies.`,
      path: countryFeedPath(slug),
      page: site.baseUrl + (isListed ? urlTo(PAGES.country, { slug }) : "/releases"),
    };
    const told = (await readNews(sources)).flatMap((from) => newsOf(found.territory, from));
    return { kind: "text", text: writeAtom(sources, feed, told) };
  },
});

/** Returns the news of a release about a country, if there is any. */
export function newsOf(territory: Pick<Territory, "iso2" | "name">, from: ReleaseNews): ToldNews[] {
  const { change, countries } = from;
  const isReturn = change.kind === "withdrawn" || change.kind === "restored";
  const news = countries.get(territory.iso2) ?? (isReturn ? absenceInWords(change, territory) : null);
  return news === null ? [] : [{ from, news }];
}

export const followReleases: Operation = defineOperation({
  ...FEED,
  id: "follow_releases",
  path: RELEASES_FEED_PATH,
  summary: `News of the releases`,
  description: `One entry for each time that another release became current: what changed with it, or that a release was withdrawn. The latest ${SWITCHES_MAX}, newest first. An entry never changes.`,
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  problems: [],
  async answer(sources) {
    const { site, snapshot } = sources;
    const feed = {
      name: "releases",
      title: `${snapshot.manifest.dataset.title}: releases`,
      description: "What changes when another release of the data becomes current.",
      path: RELEASES_FEED_PATH,
      page: `${site.baseUrl}/releases`,
    };
    const told = (await readNews(sources)).map((from) => ({ from, news: from.release }));
    return { kind: "text", text: writeAtom(sources, feed, told) };
  },
});

/** A feed, without its entries. Plain texts. */
interface Feed {
  /** The beginning of ids: `releases` or `countries/kenya`. */
  readonly name: string;
  readonly country?: Pick<Territory, "iso2" | "slug">;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  /** The page that it links to. */
  readonly page: string;
}

/** A piece of news and its release. */
interface ToldNews {
  readonly from: ReleaseNews;
  readonly news: News;
}

/** Writes a feed as Atom 1.0 (RFC 4287), the newest entry first. */
function writeAtom(sources: Sources, feed: Feed, told: readonly ToldNews[]): string {
  const { site, snapshot, releases } = sources;
  const { publishedAt, dataset } = snapshot.manifest;
  const [newest] = told;
  return writeXml({
    feed: {
      "@xmlns": "http://www.w3.org/2005/Atom",
      "@xml:lang": "en",
      id: tagUri(site, FIRST_DATE, feed.name),
      title: feed.title,
      subtitle: feed.description,
      // A feed without entries has the time of the first release: new ones do not update it.
      updated: newest?.from.change.since ?? releases.history()[0]?.since ?? publishedAt,
      author: { name: dataset.publisher },
      link: [
        { "@rel": "self", "@type": ATOM_TYPE, "@href": site.baseUrl + feed.path },
        { "@rel": "alternate", "@type": "text/html", "@href": feed.page },
      ],
      entry: told.map((each) => describeEntry(site, feed, each)),
    },
  });
}

/**
 * Describes an entry. Title and text begin with the mark of the dataset, if it has one, and the
 * publisher's notice is a paragraph of its own.
 */
function describeEntry(site: Site, { name, country }: Feed, { from, news }: ToldNews): object {
  const { change, publisher, licence, listed, mark, notice } = from;
  const { release, since } = change;
  const slug = country !== undefined && listed.has(country.iso2) ? country.slug : undefined;
  const page = slug === undefined ? urlTo(PAGES.release, { id: release }) : urlTo(PAGES.country, { slug, release });
  const [first = "", ...others] = news.paragraphs;
  return {
    id: idOf(site, name, from),
    title: marked(news.title, mark),
    published: since,
    updated: since,
    author: { name: publisher },
    rights: licence,
    link: { "@rel": "alternate", "@type": "text/html", "@href": site.baseUrl + page },
    category: news.tags.map((tag) => ({ "@term": tag })),
    content: {
      "@type": "xhtml",
      div: {
        "@xmlns": "http://www.w3.org/1999/xhtml",
        p: [marked(first, mark), ...others, ...(notice === null ? [] : [notice])],
      },
    },
  };
}

/**
 * The date in ids of feeds: the year in which they were devised. Ids of entries have the day in the
 * id of their release.
 */
const FIRST_DATE = "2026";

/** Builds the id of an entry. Each return of a release has its own id, with its time. */
function idOf(site: Site, name: string, { change, isAlone }: ReleaseNews): string {
  const { kind, release, since } = change;
  const again = kind === "first" || kind === "published" ? "" : `/${since}`;
  return tagUri(site, release.slice(0, 10), `${name}/${release}${again}${isAlone ? "/alone" : ""}`);
}

/**
 * A tag URI (RFC 4151). Its authority is the public host of the service, as it was on `date`
 * (`2026-11-20` or `2026`). Scheme and port are no part of it; the path of the service is.
 */
function tagUri({ baseUrl }: Site, date: string, specific: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  const authority = DNS_NAME.test(hostname) ? hostname : "localhost";
  const names = [...pathname.split("/").filter((name) => name !== ""), specific];
  return `tag:${authority},${date}:${names.join("/")}`;
}

/** Matches an authority (`DNSname` in RFC 4151 §2.1): no IPv6 address, no underscore. */
const DNS_NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/iu;
