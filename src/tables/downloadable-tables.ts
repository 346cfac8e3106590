import type { DatasetFacts } from "../trust/dataset.ts";
import { countryColumns, matrixColumns, sectorColumns } from "./areas.ts";
import type { ColumnDescription } from "./column.ts";
import { replyColumns } from "./replies.ts";
import { companyColumns } from "./companies.ts";
import { judgementColumns } from "./judgements.ts";
import { productColumns } from "./products.ts";

/** The downloadable tables of version 2, in the order documents list them. */
export const DOWNLOADABLE_NAMES = [
  "countries",
  "sectors",
  "matrix",
  "companies",
  "products",
  "judgements",
  "replies",
] as const;

export type DownloadableName = (typeof DOWNLOADABLE_NAMES)[number];

/** A column whose values come from a column of another table. */
export interface ForeignKey {
  readonly column: string;
  readonly table: DownloadableName;
  readonly target: string;
}

/** The part of the description of a table that is the same in every dataset. */
interface TableOutline {
  readonly title: string;
  readonly description: string;
  /** Empty where no set of columns is filled and unique in every row. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** The description of a table, which depends on none of its rows. */
export interface TableFacts extends TableOutline {
  readonly table: DownloadableName;
  /** In the order of the file. */
  readonly columns: readonly ColumnDescription[];
}

const OF_COUNTRY: ForeignKey = { column: "iso3", table: "countries", target: "iso3" };
const OF_SECTOR: ForeignKey = { column: "sector", table: "sectors", target: "sector" };
const OF_COMPANY: ForeignKey = { column: "company_id", table: "companies", target: "id" };

/** The tables, whatever the dataset. */
export const DOWNLOADABLE_TABLES: Readonly<Record<DownloadableName, TableOutline>> = {
  countries: {
    title: "Countries",
    description: "One row per country with a listed company, by ISO 3166-1 alpha-3.",
    primaryKey: ["iso3"],
    foreignKeys: [],
  },
  sectors: {
    title: "Sectors",
    description: "One row per sector that a company names, by its slug.",
    primaryKey: ["sector"],
    foreignKeys: [],
  },
  matrix: {
    title: "Countries by sectors",
    description: "One row per country and sector with a listed company there, by ISO 3166-1 alpha-3, then sector.",
    primaryKey: ["iso3", "sector"],
    foreignKeys: [OF_COUNTRY, OF_SECTOR],
  },
  companies: {
    title: "Companies",
    description: "One row per company, judged or not, by name.",
    primaryKey: ["id"],
    foreignKeys: [OF_COUNTRY, OF_SECTOR],
  },
  products: {
    title: "Products",
    description: "One row per product, by company, then name.",
    primaryKey: ["slug"],
    foreignKeys: [OF_COMPANY],
  },
  judgements: {
    title: "Judgements",
    description: "One row per current judgement, by company, pillar, criterion and judge.",
    primaryKey: [],
    foreignKeys: [OF_COMPANY],
  },
  replies: {
    title: "Replies",
    description: "One row per reply of a company, or request for one, by company, pillar and date of the judgement.",
    primaryKey: [],
    foreignKeys: [OF_COMPANY],
  },
};

/**
 * Describes every downloadable table of a dataset: bands and pillars become columns, so the
 * description depends on the dataset, and on nothing else.
 */
export function describeTables(facts: DatasetFacts): TableFacts[] {
  const columns: Readonly<Record<DownloadableName, readonly { readonly description: ColumnDescription }[]>> = {
    countries: countryColumns(facts),
    sectors: sectorColumns(facts),
    matrix: matrixColumns(facts),
    companies: companyColumns(facts),
    products: productColumns(),
    judgements: judgementColumns(facts),
    replies: replyColumns(facts),
  };
  return DOWNLOADABLE_NAMES.map((table) => ({
    table,
    ...DOWNLOADABLE_TABLES[table],
    columns: columns[table].map(({ description }) => description),
  }));
}
