import type { Territory } from "../../atlas/territories.ts";
import { type Feed, type FeedEntry, pageOf, tagUri } from "./feed.ts";
import type { ReleaseNews } from "./release-news.ts";
import type { Sources } from "../../ask/sources.ts";
import { marked } from "../../ask/mark.ts";
import type { News } from "./words-of-switches.ts";

/** A piece of news and its release. */
export interface ToldNews {
  readonly from: ReleaseNews;
  readonly news: News;
}

/** The description of a feed, without its entries. */
type Subject = Pick<Feed, "title" | "description" | "path" | "page"> & {
  /** The beginning of ids: `releases` or `countries/kenya`. */
  readonly name: string;
  readonly country?: Pick<Territory, "iso2" | "slug">;
};

/**
 * Marks news before publication: title and text begin with the mark of the dataset, if it has one,
 * and the publisher's notice becomes a separate paragraph.
 */
function markNews({ mark, notice }: ReleaseNews, news: News): Pick<FeedEntry, "title" | "paragraphs"> {
  const [first = "", ...others] = news.paragraphs;
  const paragraphs = [marked(first, mark), ...others, ...(notice === null ? [] : [notice])];
  return { title: marked(news.title, mark), paragraphs };
}

export function buildFeed(sources: Sources, subject: Subject, told: readonly ToldNews[]): Feed {
  const { site, snapshot, releases } = sources;
  const { name, country, ...described } = subject;
  const { publisher } = snapshot.manifest.dataset;
  const entries = told.map(({ from, news }): FeedEntry => {
    const { change, publisher: own, licence, listed } = from;
    return {
      id: idOf(sources, name, from),
      ...markNews(from, news),
      at: change.since,
      publisher: own,
      licence,
      tags: news.tags,
      page: pageOf(site, change.release, country && listed.has(country.iso2) ? country.slug : undefined),
    };
  });
  // A feed without entries has the time of the first release, so that new ones do not update it.
  const updated = entries[0]?.at ?? releases.history()[0]?.since ?? snapshot.manifest.publishedAt;
  return { id: tagUri(site, FIRST_DATE, name), ...described, updated, publisher, entries };
}

/**
 * The date in ids of feeds: the year in which they were devised. Ids of entries have the day in the
 * id of their release.
 */
const FIRST_DATE = "2026";

/** Builds the id of an entry. Each return of a release has its own id, with its time. */
function idOf({ site }: Sources, name: string, { change, isAlone }: ReleaseNews): string {
  const { kind, release, since } = change;
  const again = kind === "first" || kind === "published" ? "" : `/${since}`;
  return tagUri(site, release.slice(0, 10), `${name}/${release}${again}${isAlone ? "/alone" : ""}`);
}
