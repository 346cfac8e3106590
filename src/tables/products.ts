import { inOrder, ofCompany, queried, type QueriedColumn, textColumn } from "./column.ts";
import { type DetailColumn, detailColumns, type DetailsOf } from "./details.ts";

/**
 * The details that a publisher may give of a product besides its id, name and company, in the order
 * in which they are stored. A new column comes last.
 */
export const PRODUCT_DETAILS = [
  { name: "brand", type: "label", title: "Brand", description: "The name it is sold under." },
  {
    name: "aliases",
    type: "names",
    title: "Aliases",
    description: "Other names that people use.",
    since: 4,
    sinceFormat: 13,
  },
] as const satisfies readonly DetailColumn[];

/** A product as a release has it. */
export interface ProductRecord extends DetailsOf<typeof PRODUCT_DETAILS> {
  readonly id: string | null;
  readonly slug: string;
  readonly name: string;
}

/** Append only, like areas.ts. */
export function productColumns(): QueriedColumn[] {
  const company = ofCompany("c");
  return inOrder([
    queried(textColumn("id", "Id", "The publisher's own id of the product.", { nullable: true }), "p.id"),
    queried(textColumn("slug", "Slug", "Unique among the products of the release."), "p.slug"),
    queried(textColumn("name", "Name", "As the publisher writes it."), "p.name"),
    ...detailColumns(PRODUCT_DETAILS, "p"),
    company.id,
    company.name,
  ]);
}
