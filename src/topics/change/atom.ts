import { type Feed, FEED_TYPES, type FeedEntry, feedUrl } from "./feed.ts";
import type { Site } from "../../ask/sources.ts";
import { writeXml } from "../../ask/xml.ts";

/** Writes a feed as Atom 1.0 (RFC 4287). */
export function writeAtom(site: Site, feed: Feed): string {
  return writeXml({
    feed: {
      "@xmlns": "http://www.w3.org/2005/Atom",
      "@xml:lang": "en",
      id: feed.id,
      title: feed.title,
      subtitle: feed.description,
      updated: feed.updated,
      author: { name: feed.publisher },
      link: [
        { "@rel": "self", "@type": FEED_TYPES.atom, "@href": feedUrl(site, feed.path, "atom") },
        { "@rel": "alternate", "@type": feed.page.type, "@href": feed.page.href },
        { "@rel": "alternate", "@type": FEED_TYPES.json, "@href": feedUrl(site, feed.path, "json") },
      ],
      entry: feed.entries.map(describeEntry),
    },
  });
}

function describeEntry(entry: FeedEntry): object {
  return {
    id: entry.id,
    title: entry.title,
    published: entry.at,
    updated: entry.at,
    author: { name: entry.publisher },
    rights: entry.licence,
    link: { "@rel": "alternate", "@type": entry.page.type, "@href": entry.page.href },
    category: entry.tags.map((tag) => ({ "@term": tag })),
    content: {
      "@type": "xhtml",
      div: { "@xmlns": "http://www.w3.org/1999/xhtml", p: entry.paragraphs },
    },
  };
}
