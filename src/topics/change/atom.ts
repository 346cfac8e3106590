import { ATOM_TYPE, type Feed, type FeedEntry } from "./feed.ts";
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
        { "@rel": "self", "@type": ATOM_TYPE, "@href": site.baseUrl + feed.path },
        { "@rel": "alternate", "@type": feed.page.type, "@href": feed.page.href },
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
