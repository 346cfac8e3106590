import { Type } from "../../ask/type.ts";
import type { Territory } from "../../atlas/territories.ts";
import { countryFeedPath, RELEASES_FEED_PATH } from "./feed.ts";
import { KINDS } from "../../ask/filter-names.ts";
import { countryInWords, possessive } from "../../ask/grammar.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import { countrySegment } from "../../ask/parameters.ts";
import {
  changeInWords,
  type News,
  type Replacement,
  replacementInWords,
  returnInWords,
  standingInWords,
  switchInWords,
} from "./words-of-news.ts";
import { Problem, quote } from "../../problem.ts";
import type { Site, Sources } from "../../ask/sources.ts";
import { writeXml } from "../../ask/xml.ts";
import { marked } from "../../ask/mark.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { countChangedByCountry } from "../../release/changes/changed-companies.ts";
import type { ReleaseChanges } from "../../release/changes/release-changes.ts";
import { type Releases, type Snapshot, UnreadableRelease } from "../../release/snapshot.ts";
import { changesBetween } from "./changes-between.ts";
import { licenceName } from "../../ask/describe.ts";
import { listSwitches, type ReleaseSwitch } from "./release-switches.ts";

/** Maximum number of switches of the current release that feeds reach back. */
const SWITCHES_MAX = 20;

const ATOM_TYPE = "application/atom+xml";

/** The parts that the feeds share. */
const FEED = {
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
function newsOf(territory: Pick<Territory, "iso2" | "name">, from: ReleaseNews): ToldNews[] {
  const { change, countries } = from;
  const isReturn = change.kind === "withdrawn" || change.kind === "restored";
  const news =
    countries.get(territory.iso2) ?? (isReturn ? returnInWords(change, countryInWords(territory), null) : null);
  return news === null ? [] : [{ from, news }];
}

export const followReleases: Operation = defineOperation({
  ...FEED,
  id: "follow_releases",
  path: RELEASES_FEED_PATH,
  summary: `News of the releases`,
  description: `One entry for each time that another release became current: what changed with it, or that a release was withdrawn. The latest ${SWITCHES_MAX}, newest first. An entry never changes.`,
  parameters: { path: Type.Object({}), query: Type.Object({}) },
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

/** A release that became current, with the news of the data and of each country. */
interface ReleaseNews {
  readonly change: ReleaseSwitch;
  readonly publisher: string;
  /** Name of the licence. */
  readonly licence: string;
  readonly notice: string | null;
  readonly mark: string | null;
  readonly release: News;
  /** By ISO 3166-1 alpha-2. */
  readonly countries: ReadonlyMap<string, News>;
  /** The countries that the release has, by ISO 3166-1 alpha-2. */
  readonly listed: ReadonlySet<string>;
  /** True if the release before is no longer readable, so that changes are unknown. */
  readonly isAlone: boolean;
}

/**
 * Reads the latest news, newest first.
 *
 * News of a deleted release is left out, and so is news that compares with one: an entry never
 * changes. Only the newest is told without the release before if that was deleted.
 */
async function readNews({ releases, snapshot }: Pick<Sources, "releases" | "snapshot">): Promise<ReleaseNews[]> {
  const switches = listSwitches(releases.history(), snapshot.manifest.id).toReversed().slice(0, SWITCHES_MAX);
  const readable = new Set(releases.list().map(({ id }) => id));
  const told = switches.filter((change) => {
    const isWhole = change.kind !== "published" || change.before === null || readable.has(change.before);
    return readable.has(change.release) && (isWhole || change === switches[0]);
  });
  const news = await Array.fromAsync(told, (change) => makeNews(releases, change));
  return news.filter((found) => found !== null);
}

async function makeNews(releases: Releases, change: ReleaseSwitch): Promise<ReleaseNews | null> {
  const after = openReadable(releases, change.release);
  if (after === null) return null;
  const { dataset } = after.manifest;
  const facts = {
    change,
    publisher: dataset.publisher,
    licence: licenceName(dataset.licence),
    notice: dataset.notice,
    mark: dataset.mark,
    listed: new Set(after.countries.map(({ iso2 }) => iso2)),
    isAlone: false,
  };
  if (change.kind !== "published" || change.before === null) {
    return { ...facts, release: switchInWords(change, after), countries: standings(change, after) };
  }
  const before = openReadable(releases, change.before);
  if (before === null) return { ...facts, release: switchInWords(change, after), countries: new Map(), isAlone: true };
  const changes = await changesBetween(releases, before, after);
  const replacement = { before, after, changes };
  const countries = changes === null ? standings(change, after) : changedCountries(replacement, changes);
  return { ...facts, release: replacementInWords(replacement), countries };
}

function standings(change: ReleaseSwitch, after: Snapshot): Map<string, News> {
  return new Map(after.countries.map((country) => [country.iso2, standingInWords(change, after, country)]));
}

function changedCountries(replacement: Replacement, { companies, countries }: ReleaseChanges): Map<string, News> {
  const counts = countChangedByCountry(companies);
  const movements = new Map(countries.moved.map(({ code, movement }) => [code, movement]));
  const news = new Map<string, News>();
  for (const iso2 of new Set([...movements.keys(), ...counts.keys()])) {
    const found = changeInWords(replacement, iso2, movements.get(iso2) ?? null, counts.get(iso2) ?? null);
    if (found !== null) news.set(iso2, found);
  }
  return news;
}

function openReadable(releases: Releases, id: string): Snapshot | null {
  try {
    return releases.byId(id) ?? null;
  } catch (error) {
    if (error instanceof UnreadableRelease) return null;
    throw error;
  }
}
