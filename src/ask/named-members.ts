import type { TProperties } from "typebox";
import { said, Type } from "./type.ts";
import { REPLY_STATUSES, type ReplyStatus } from "../trust/replies.ts";
import { nullable } from "./json-shape.ts";

/** Members that many answers share, each with its description. */

/** A number of things. */
export function countOf(description: string, minimum = 0) {
  return Type.Integer({ minimum, description });
}

/** The number of companies that a release lists somewhere. */
export const listedCompanies = countOf("Companies of the release that are filed there, judged or not.");

/** The URL of something in this API. */
export function urlOf(what: string) {
  return Type.String({ format: "uri", description: `URL of ${what}.` });
}

/** The URL of a page for people about something. */
export function pageOf(what: string) {
  return Type.String({ format: "uri", description: `URL of the page about ${what}, for people.` });
}

/** The URLs of an entry of a list. */
export function entryUrls(what: string) {
  return { href: urlOf(what), page: pageOf(what) };
}

/** The name of something as it stands in a path. */
export function slugMember(what: string) {
  return Type.String({ description: `The ${what} in a path.` });
}

/** Members of a band wherever the scale is described. */
export const bandMembers = {
  id: Type.String({ description: "As in `median_band` and in distributions." }),
  level: countOf("1 is the worst band. Only the order has meaning: never add or average levels.", 1),
  label: Type.String({ description: "The band in words." }),
} satisfies TProperties;

const summary = said(Type.String({ description: "The figures in words: one English text made from them alone." }));

/** The figures of a country, sector or company in words. */
export const summaryMember = { summary } satisfies TProperties;

/** The summary of an item of a list: a thousand of them would be a quarter of its bytes. */
export const summaryOnRequest = {
  summary: Type.Optional(said(Type.String({ description: "The figures in words, where `fields` asks for it." }))),
} satisfies TProperties;

/** The status of the request for a reply; `description` says whose. */
export function replyStatusMember(description: string) {
  return nullable(Type.String({ enum: [...REPLY_STATUSES, null], description }), "not_asked");
}

/** The status where it is known, as in a reply itself. */
export const replyStatus = Type.Unsafe<ReplyStatus>({
  type: "string",
  enum: [...REPLY_STATUSES],
  description:
    "`asked`: the publisher asked the company, and has no answer yet. `no_answer`: it was asked and did not answer, which admits nothing. `answered`: it replied. `corrected`: it replied, and the publisher corrected the judgement after that.",
});

/** The id of a pillar with its label. */
export const pillarMembers = {
  id: Type.String({ description: "Id of the pillar, as in filters and columns." }),
  label: Type.String({ description: "The pillar in words." }),
} satisfies TProperties;

/** The slug of a sector with its label. */
export const sectorMembers = {
  slug: slugMember("sector"),
  label: Type.String({ description: "The sector in words." }),
} satisfies TProperties;

/** Members that name a country, always together. */
export const countryMembers = {
  slug: Type.String({ pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$", description: "The country in a path." }),
  iso2: Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166-1 alpha-2." }),
  iso3: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 3166-1 alpha-3." }),
  name: Type.String({ description: "English short name." }),
} satisfies TProperties;

/** A correction by the publisher. */
export const Erratum = Type.Object(
  {
    at: Type.String({ format: "date-time", description: "When the publisher wrote it." }),
    text: Type.String({ description: "What is wrong with the release, in the words of the publisher." }),
  },
  { description: "A correction by the publisher." },
);

/** Decisions about a release, in every answer from it. */
export const publicationMembers = {
  is_draft: Type.Boolean({
    description: "It is a draft that its publisher showed you: not published, and not to be cited.",
  }),
  errata: Type.Array(Erratum, { description: "What the publisher corrects in the release, oldest first." }),
};
