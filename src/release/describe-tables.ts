import type { DatasetFacts } from "../trust/dataset.ts";
import type { ColumnFacts } from "./column-facts.ts";
import { companyColumns, judgementColumns, productColumns } from "./row-columns.ts";
import { countryColumns, matrixColumns, sectorColumns } from "./table-columns.ts";

/** The downloadable tables of version 2, in the order documents list them. */
export const TABLE_NAMES = ["countries", "sectors", "matrix", "companies", "products", "judgements"] as const;

export type TableName = (typeof TABLE_NAMES)[number];

/** A column whose values stand in a column of another table. */
export interface ForeignKey {
  readonly column: string;
  readonly table: TableName;
  readonly target: string;
}

/** What a table is, before any row of it. */
export interface TableFacts {
  readonly table: TableName;
  readonly title: string;
  readonly description: string;
  /** In the order of the file. */
  readonly columns: readonly ColumnFacts[];
  /** Empty where no set of columns is filled and unique in every row. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

const OF_COUNTRY: ForeignKey = { column: "iso3", table: "countries", target: "iso3" };
const OF_SECTOR: ForeignKey = { column: "sector", table: "sectors", target: "sector" };
const OF_COMPANY: ForeignKey = { column: "company_id", table: "companies", target: "id" };

/** The texts of a judgement are of no interest where only its columns are described. */
const NO_TEXTS = { pillar: "", band: "", criterion: "", judge: "", judgedOn: "", source: "" };

/**
 * Describes every downloadable table of a dataset: bands and pillars become columns, so the description depends on the dataset,
 * and on nothing else.
 */
export function describeTables(facts: DatasetFacts): TableFacts[] {
  return [
    {
      table: "countries",
      title: "Countries",
      description: "One row per country with a listed company, by ISO 3166-1 alpha-3.",
      columns: countryColumns(facts).map((column) => column.facts),
      primaryKey: ["iso3"],
      foreignKeys: [],
    },
    {
      table: "sectors",
      title: "Sectors",
      description: "One row per sector with a listed company, by its slug.",
      columns: sectorColumns(facts).map((column) => column.facts),
      primaryKey: ["sector"],
      foreignKeys: [],
    },
    {
      table: "matrix",
      title: "Countries by sectors",
      description: "One row per country and sector with a listed company there, by ISO 3166-1 alpha-3, then sector.",
      columns: matrixColumns(facts).map((column) => column.facts),
      primaryKey: ["iso3", "sector"],
      foreignKeys: [OF_COUNTRY, OF_SECTOR],
    },
    {
      table: "companies",
      title: "Companies",
      description: "One row per company, judged or not, by name.",
      columns: companyColumns(facts).map((column) => column.facts),
      primaryKey: ["id"],
      foreignKeys: [OF_COUNTRY, OF_SECTOR],
    },
    {
      table: "products",
      title: "Products",
      description: "One row per product, by company, then name.",
      columns: productColumns().map((column) => column.facts),
      primaryKey: ["slug"],
      foreignKeys: [OF_COMPANY],
    },
    {
      table: "judgements",
      title: "Judgements",
      description: "One row per current judgement, by company, pillar, criterion and judge.",
      columns: judgementColumns(facts, NO_TEXTS).map((column) => column.facts),
      primaryKey: [],
      foreignKeys: [OF_COMPANY],
    },
  ];
}
