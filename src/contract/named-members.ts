import { type TProperties, Type } from "typebox";

/** Members that many answers share, each with its description. */

/** How many companies a release lists somewhere. */
export const listedCompanies = Type.Integer({
  minimum: 0,
  description: "Companies of the release that are filed there, judged or not.",
});

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
  level: Type.Integer({
    minimum: 1,
    description: "1 is the worst band. Only the order has meaning: never add or average levels.",
  }),
  label: Type.String({ description: "The band in words." }),
} satisfies TProperties;

/** The figures of a country, sector or company in words. */
export const summaryMember = {
  summary: Type.String({
    description:
      "The figures in words: one English text made from them alone, with the publisher's notice at its end if there is one.",
  }),
} satisfies TProperties;

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
  code_status: Type.Unsafe<"official" | "user_assigned">({
    type: "string",
    enum: ["official", "user_assigned"],
    description: "`user_assigned`: the codes are in common use but not part of ISO 3166-1 (Kosovo's XK).",
  }),
} satisfies TProperties;
