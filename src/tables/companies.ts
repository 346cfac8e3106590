import type { DatasetFacts } from "../trust/dataset.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import {
  column,
  type ComputedColumn,
  distributionColumns,
  inOrder,
  integerColumn,
  medianColumns,
  pillarColumns,
  queried,
  type QueriedColumn,
  SHARED,
  textColumn,
} from "./column.ts";
import { type DetailColumn, detailColumns, type DetailsOf } from "./details.ts";
import { REPLY_OF_COMPANY } from "./replies.ts";

/**
 * The details that a publisher may give of a company besides its id, name, country and sectors, in
 * the order in which they are stored. A new column comes last.
 */
export const COMPANY_DETAILS = [
  { name: "website", type: "url", title: "Website", description: "URL of the company's website." },
  { name: "lei", type: "lei", title: "LEI", description: "Legal Entity Identifier (ISO 17442)." },
  { name: "aliases", type: "names", title: "Aliases", description: "Other names that people use.", since: 4 },
] as const satisfies readonly DetailColumn[];

export type CompanyDetails = DetailsOf<typeof COMPANY_DETAILS>;

/** The computed columns, which the query of the table finds in `published.company`. */
export function companyStatisticsColumns(facts: DatasetFacts): ComputedColumn<CompanyStatistics>[] {
  return [
    ...medianColumns<CompanyStatistics>(facts, "current judgements", (row) => row),
    column(
      integerColumn("judgements", "Judgements", "The company's current judgements.", { unit: "judgements" }),
      (row) => row.judgements.reduce((sum, count) => sum + count, 0),
    ),
    ...distributionColumns<CompanyStatistics>(facts, "judgements", (row) => row.judgements),
    ...pillarColumns<CompanyStatistics>(facts, "current judgements", (row) => row.pillars),
  ];
}

/** Append only, like areas.ts. */
export function companyColumns(facts: DatasetFacts): QueriedColumn[] {
  return inOrder([
    queried(textColumn("id", "Id", "The publisher's own id of the company."), "c.id"),
    queried(textColumn("slug", "Slug", "The company in a path."), "c.slug"),
    queried(textColumn("name", "Name", "As the publisher writes it."), "c.name"),
    queried({ ...SHARED.iso3, nullable: true }, "k.iso3"),
    queried({ ...SHARED.iso2, nullable: true }, "k.iso2"),
    queried(SHARED.sector, "c.sector"),
    ...companyStatisticsColumns(facts).map(({ description }) => queried(description, `s."${description.name}"`)),
    ...detailColumns(COMPANY_DETAILS, "c"),
    queried(REPLY_OF_COMPANY, "r.status"),
    queried(OTHER_SECTORS, "c.other_sectors"),
  ]);
}

const OTHER_SECTORS = textColumn(
  "other_sectors",
  "Other sectors",
  "Slugs of the sectors that it names besides `sector`, with `|` between them; it is counted in none of them.",
  { nullable: true, since: 3 },
);
