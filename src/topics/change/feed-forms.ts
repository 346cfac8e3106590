import { writeAtom } from "./atom.ts";
import { type Feed, FEED_TYPES, type FeedForm, feedUrl } from "./feed.ts";
import { describeJsonFeed, JsonFeed } from "./json-feed.ts";
import { oneOf } from "../../ask/json-shape.ts";
import type { Answer, AnswerForm } from "../../ask/operation.ts";
import type { Site } from "../../ask/sources.ts";

/** The form of the answers of an operation that answers a feed. */
export const FEED_FORMS: Readonly<Record<FeedForm, AnswerForm>> = {
  atom: { kind: "text", mediaType: `${FEED_TYPES.atom}; charset=utf-8`, description: "An Atom feed (RFC 4287)." },
  json: { kind: "json", mediaType: FEED_TYPES.json, schema: JsonFeed },
};

/** The end of a feed's path. */
export const feedFormat = oneOf(["atom", "json"], { description: "Atom (RFC 4287) or JSON Feed 1.1." });

/** A feed in one of its forms, with a link to the other. */
export function answerFeed(site: Site, feed: Feed, form: FeedForm): Answer {
  const other = form === "atom" ? "json" : "atom";
  const links = [{ rel: "alternate", href: feedUrl(site, feed.path, other), type: FEED_TYPES[other] }];
  return form === "atom"
    ? { kind: "text", text: writeAtom(site, feed), links }
    : { kind: "json", body: describeJsonFeed(site, feed), links };
}
