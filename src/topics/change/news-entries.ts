import type { Territory } from "../../atlas/territories.ts";
import { type Feed, type FeedEntry, pageOf, tagUri } from "./feed.ts";
import type { ReleaseNews } from "./release-news.ts";
import type { Sources } from "../../ask/sources.ts";
import { marked } from "../../ask/mark.ts";
import type { News } from "./words-of-switches.ts";

/** A piece of news and what it is about. */
export interface ToldNews {
  readonly from: ReleaseNews;
  readonly news: News;
}

/** What a feed is about apart from its entries. */
type Subject = Pick<Feed, "title" | "description" | "path" | "page"> & {
  /** What ids begin with: `releases` or `countries/kenya`. */
  readonly name: string;
  readonly country?: Pick<Territory, "iso2" | "slug">;
};

/**
 * News as it leaves the service: title and text begin with the mark of the dataset, if it has one,
 * and the publisher's notice is a paragraph of its own.
 */
export function markNews({ mark, notice }: ReleaseNews, news: News): Pick<FeedEntry, "title" | "paragraphs"> {
  const [first = "", ...others] = news.paragraphs;
  const paragraphs = [marked(first, mark), ...others, ...(notice === null ? [] : [notice])];
  return { title: marked(news.title, mark), paragraphs };
}

/** Makes a feed of news. */
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
  // Without entries a feed is as old as the first release: it does not change with each.
  const updated = entries[0]?.at ?? releases.history()[0]?.since ?? snapshot.manifest.publishedAt;
  return { id: tagUri(site, FIRST_DATE, name), ...described, updated, publisher, entries };
}

/**
 * Ids of feeds date from the year in which they were devised; those of entries from the day in the
 * id of their release.
 */
const FIRST_DATE = "2026";

/** A release is published once; every other time that it becomes current has an id of its own. */
function idOf({ site }: Sources, name: string, { change, isAlone }: ReleaseNews): string {
  const { kind, release, since } = change;
  const again = kind === "first" || kind === "published" ? "" : `/${since}`;
  return tagUri(site, release.slice(0, 10), `${name}/${release}${again}${isAlone ? "/alone" : ""}`);
}
