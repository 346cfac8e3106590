import type { DatasetFacts } from "../trust/dataset.ts";
import type { ReplyStatus } from "../trust/replies.ts";
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
import { type DetailColumn, detailColumns, type DetailsOf, joinValues } from "./details.ts";
import { REPLY_OF_COMPANY } from "./replies.ts";

/**
 * What a publisher may say of a company beside its id, name, country and sectors, in the order in
 * which it is stored. A new column comes last.
 */
export const COMPANY_DETAILS = [
  { name: "website", type: "url", title: "Website", description: "URL of the company's website." },
  { name: "lei", type: "lei", title: "LEI", description: "Legal Entity Identifier (ISO 17442)." },
  { name: "aliases", type: "names", title: "Aliases", description: "Other names that people use.", since: 4 },
] as const satisfies readonly DetailColumn[];

export type CompanyDetails = DetailsOf<typeof COMPANY_DETAILS>;

/** What a row of the downloadable table of companies is made of. */
export interface CompanyRow extends CompanyDetails {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: { readonly iso2: string; readonly iso3: string } | null;
  /** Slugs. */
  readonly sector: string;
  readonly otherSectors: readonly string[];
  readonly replyStatus: ReplyStatus | null;
  readonly statistics: CompanyStatistics;
}

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
export function companyColumns(facts: DatasetFacts): QueriedColumn<CompanyRow>[] {
  return inOrder<CompanyRow>([
    queried(textColumn("id", "Id", "The publisher's own id of the company."), "c.id", (row) => row.id),
    queried(textColumn("slug", "Slug", "The company in a path."), "c.slug", (row) => row.slug),
    queried(textColumn("name", "Name", "As the publisher writes it."), "c.name", (row) => row.name),
    queried({ ...SHARED.iso3, nullable: true }, "k.iso3", (row) => row.country?.iso3 ?? null),
    queried({ ...SHARED.iso2, nullable: true }, "k.iso2", (row) => row.country?.iso2 ?? null),
    queried(SHARED.sector, "c.sector", (row) => row.sector),
    ...companyStatisticsColumns(facts).map(({ description, value }) =>
      queried(description, `s."${description.name}"`, (row: CompanyRow) => value(row.statistics)),
    ),
    ...detailColumns(COMPANY_DETAILS, "c"),
    queried(REPLY_OF_COMPANY, "r.status", (row) => row.replyStatus),
    queried(OTHER_SECTORS, "c.other_sectors", (row) => joinValues(row.otherSectors)),
  ]);
}

const OTHER_SECTORS = textColumn(
  "other_sectors",
  "Other sectors",
  "Slugs of the sectors that it names besides `sector`, with `|` between them; it is counted in none of them.",
  { nullable: true, since: 3 },
);
