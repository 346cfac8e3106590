import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { type Feed, feedUrl } from "./feed.ts";
import type { Site } from "../../ask/sources.ts";

/** The one that a feed of this form names. */
const VERSION = "https://jsonfeed.org/version/1.1";

const Authors = Type.Array(Type.Object({ name: Type.String({ description: "Name of the publisher." }) }), {
  description: "Who publishes the data.",
});

export const JsonFeed = Type.Object(
  {
    version: Type.Literal(VERSION, { description: "The version of JSON Feed." }),
    title: Type.String({ description: "What the feed is about." }),
    home_page_url: Type.String({ format: "uri", description: "The page that the feed is about." }),
    feed_url: Type.String({ format: "uri", description: "URL of this feed." }),
    description: Type.String({ description: "What the feed reports, in one sentence." }),
    language: Type.Literal("en", { description: "The language of the texts (RFC 5646)." }),
    authors: Authors,
    items: Type.Array(
      Type.Object({
        id: Type.String({ format: "uri", description: "A tag URI (RFC 4151) that never changes." }),
        url: Type.String({ format: "uri", description: "The page about it." }),
        title: Type.String({ description: "What happened, in one sentence." }),
        content_text: Type.String({ description: "What happened and why, as plain text." }),
        date_published: Type.String({
          format: "date-time",
          description: "When the release became current. An entry is never edited.",
        }),
        authors: Authors,
        tags: Type.Array(Type.String(), { description: "What kind of news it is, and its causes." }),
      }),
      { description: "Newest first." },
    ),
  },
  { $id: "JsonFeed", description: "A feed in the format JSON Feed 1.1." },
);

/** Describes a feed as JSON Feed 1.1. */
export function describeJsonFeed(site: Site, feed: Feed): Static<typeof JsonFeed> {
  return {
    version: VERSION,
    title: feed.title,
    home_page_url: feed.page.href,
    feed_url: feedUrl(site, feed.path, "json"),
    description: feed.description,
    language: "en",
    authors: [{ name: feed.publisher }],
    items: feed.entries.map((entry) => ({
      id: entry.id,
      url: entry.page.href,
      title: entry.title,
      content_text: entry.paragraphs.join("\n\n"),
      date_published: entry.at,
      authors: [{ name: entry.publisher }],
      tags: [...entry.tags],
    })),
  };
}
