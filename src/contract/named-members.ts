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

/** The name of something as it stands in a path. */
export function slugMember(what: string) {
  return Type.String({ description: `The ${what} in a path.` });
}

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
