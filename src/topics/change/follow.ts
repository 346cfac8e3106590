import { Type } from "../../ask/type.ts";
import type { Territory } from "../../atlas/territories.ts";
import { countryFeedPath, RELEASES_FEED_PATH } from "./feed.ts";
import { KINDS } from "../../ask/filter-names.ts";
import { countryInWords } from "../../ask/grammar.ts";
import { defineOperation, type Operation } from "../../ask/operation.ts";
import { countrySegment } from "../../ask/parameters.ts";
import { Problem, quote } from "../../problem.ts";
import type { Site, Sources } from "../../ask/sources.ts";
import { writeXml } from "../../ask/xml.ts";
import { marked } from "../../ask/mark.ts";
import { PAGES, urlTo } from "../../ask/urls.ts";
import { countChangedByCountry } from "../../release/changes/changed-companies.ts";
import { isOtherMethod, type MovedArea, type ReleaseChanges } from "../../release/changes/release-changes.ts";
import { type Releases, type Snapshot, UnreadableRelease } from "../../release/snapshot.ts";
import { describeMovesInHeadline, readMoved } from "../../say/moved-headlines.ts";
import {
  describeArrival,
  describeChangedCountry,
  describeReplacement,
  describeSwitch,
  type News,
  noneIn,
} from "../../say/news.ts";
import { ratedCountry, standing } from "../../say/standing.ts";
import { changesBetween, moveInWords, nameArea, summaryOf } from "./changes-between.ts";
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
      description: `What moves the median band of ${countryInWords(found.territory)} or changes its companies.`,
      path: countryFeedPath(slug),
      page: site.baseUrl + (isListed ? urlTo(PAGES.country, { slug }) : "/releases"),
    };
    const told = await readNews(sources, (change) => newsOfCountry(change, found.territory));
    return { kind: "text", text: writeAtom(sources, feed, told) };
  },
});

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
    return { kind: "text", text: writeAtom(sources, feed, await readNews(sources, newsOfRelease)) };
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

/** A release that became current, and its differences to the one before. */
interface Told {
  readonly change: ReleaseSwitch;
  readonly after: Snapshot;
  /** Null where it is compared with none. */
  readonly before: Snapshot | null;
  /** Null for releases of two datasets, too. */
  readonly changes: ReleaseChanges | null;
}

type ToldNews = Told & { readonly news: News };

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
      updated: newest?.change.since ?? releases.history()[0]?.since ?? publishedAt,
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
function describeEntry(site: Site, { name, country }: Feed, told: ToldNews): object {
  const { change, after, news } = told;
  const { release, since } = change;
  const { publisher, licence, mark, notice } = after.manifest.dataset;
  const slug = country !== undefined && after.countryByIso2(country.iso2) !== undefined ? country.slug : undefined;
  const page = slug === undefined ? urlTo(PAGES.release, { id: release }) : urlTo(PAGES.country, { slug, release });
  const [first = "", ...others] = news.paragraphs;
  return {
    id: idOf(site, name, told),
    title: marked(news.title, mark),
    published: since,
    updated: since,
    author: { name: publisher },
    rights: licenceName(licence),
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
function idOf(site: Site, name: string, { change, before }: Told): string {
  const { kind, release, since } = change;
  const again = kind === "first" || kind === "published" ? "" : `/${since}`;
  // Then the release before cannot be read any more.
  const alone = kind === "published" && before === null ? "/alone" : "";
  return tagUri(site, release.slice(0, 10), `${name}/${release}${again}${alone}`);
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

/**
 * Reads the latest news, newest first.
 *
 * News of a deleted release is left out, and so is news that compares with one: an entry never
 * changes. Only the newest is told without the release before if that was deleted.
 */
async function readNews(
  { releases, snapshot }: Pick<Sources, "releases" | "snapshot">,
  tell: (told: Told) => News | null,
): Promise<readonly ToldNews[]> {
  const switches = listSwitches(releases.history(), snapshot.manifest.id).toReversed().slice(0, SWITCHES_MAX);
  const readable = new Set(releases.list().map(({ id }) => id));
  const told = switches.filter((change) => {
    const isWhole = change.kind !== "published" || change.before === null || readable.has(change.before);
    return readable.has(change.release) && (isWhole || change === switches[0]);
  });
  const found = await Array.fromAsync(told, async (change): Promise<readonly ToldNews[]> => {
    const after = openReadable(releases, change.release);
    if (after === null) return [];
    const isNew = change.kind === "published" && change.before !== null;
    const before = isNew ? openReadable(releases, change.before) : null;
    const changes = before === null ? null : await changesBetween(releases, before, after);
    const news = tell({ change, after, before, changes });
    return news === null ? [] : [{ change, after, before, changes, news }];
  });
  return found.flat();
}

function openReadable(releases: Releases, id: string): Snapshot | null {
  try {
    return releases.byId(id) ?? null;
  } catch (error) {
    if (error instanceof UnreadableRelease) return null;
    throw error;
  }
}

/** Says what is new in a release, as the page of changes heads it, and how each area moved. */
function newsOfRelease({ change, after, before, changes }: Told): News {
  const { counts: size, id: release } = after.manifest;
  if (before === null) return describeSwitch(change, size);
  const summary = summaryOf(before, after, changes);
  if (changes === null) return describeReplacement(release, size, summary, "other_dataset");
  if (isOtherMethod(changes.methodChange)) return describeReplacement(release, size, summary, "method_change");
  const read = (kind: "country" | "sector", areas: readonly MovedArea[]) =>
    readMoved(
      areas.map((moved) => ({
        ...moved.movement,
        name: nameArea(before, after, kind, moved.code).inWords,
        whole: moveInWords(before, after, kind, moved).text,
      })),
      { before: before.manifest.dataset.scale, after: after.manifest.dataset.scale },
    );
  const [countries, sectors] = [read("country", changes.countries.moved), read("sector", changes.sectors.moved)];
  const rankedIn = ({ countries: all, manifest }: Snapshot) =>
    all.filter(({ judgedCompanies }) => judgedCompanies >= manifest.dataset.minimumCompanies).map(countryInWords);
  const now = new Set(rankedIn(after));
  const lost = rankedIn(before).filter((name) => !now.has(name));
  return describeReplacement(release, size, summary, {
    finding: describeMovesInHeadline(countries, { lost }),
    moves: [...countries, ...sectors].map(({ whole }) => whole),
  });
}

/** Says what is new in a country; null where nothing is. */
function newsOfCountry(
  { change, after, before, changes }: Told,
  territory: Pick<Territory, "iso2" | "name">,
): News | null {
  const name = countryInWords(territory);
  const { iso2 } = territory;
  const { scale, minimumCompanies } = after.manifest.dataset;
  const country = after.countryByIso2(iso2);
  const figures =
    country === undefined ? null : standing(scale, ratedCountry(country, minimumCompanies), "summary").text;
  if (before === null) return change.kind === "published" ? null : describeArrival(change, name, figures);
  if (changes === null) return describeArrival(change, name, figures);
  const moved = changes.countries.moved.find(({ code }) => code === iso2);
  if (moved !== undefined) {
    const { trend, trendReason, causes } = moved.movement;
    const { first, text } = moveInWords(before, after, "country", moved);
    const why = trend ?? trendReason;
    const tags = [...new Set(["published", ...(why === null ? [] : [why]), ...causes])];
    return { title: first, paragraphs: [text, figures ?? noneIn(name)], tags };
  }
  const counts = countChangedByCountry(changes.companies).get(iso2);
  if (counts === undefined) return null;
  const isFew = [before, after].some(
    (release) => (release.countryByIso2(iso2)?.judgedCompanies ?? 0) < release.manifest.dataset.minimumCompanies,
  );
  const told = { name, counts, figures, level: isFew ? null : (country?.median ?? null) };
  return describeChangedCountry(scale, { ...told, isOtherMethod: isOtherMethod(changes.methodChange) });
}
