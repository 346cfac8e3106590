import Builder from "fast-xml-builder";
import { type Feed, FEED_TYPES, type FeedEntry, feedUrl } from "./feed.ts";
import type { Site } from "./sources.ts";

/**
 * Builds XML of objects: names that begin with `@` are attributes, the others elements. It escapes
 * what XML escapes, and passes on characters that XML has none for.
 */
const builder = new Builder({
  attributeNamePrefix: "@",
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
  tagValueProcessor: (_name, value) => xmlText(value),
  attributeValueProcessor: (_name, value) => xmlText(value),
});

/** What no XML document holds, not even escaped (XML 1.0 §2.2): control characters, surrogates. */
const NO_XML_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function xmlText(value: unknown): string {
  return String(value).replaceAll(NO_XML_CHARACTER, "\ufffd");
}

/** Writes a feed as Atom 1.0 (RFC 4287). */
export function writeAtom(site: Site, feed: Feed): string {
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "utf-8" },
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
