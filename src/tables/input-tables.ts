import { COMPANY_DETAILS } from "./companies.ts";
import { JUDGEMENT_COLUMNS, type JudgementColumn } from "./judgements.ts";
import { PRODUCT_DETAILS } from "./products.ts";

/** The tables of a dataset, in the order in which they are read. */
export const TABLE_NAMES = ["companies", "products", "judgements", "replies"] as const;

export type TableName = (typeof TABLE_NAMES)[number];

interface Table {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The columns that name a row where no line can be named. */
  readonly key: readonly string[];
  /** The effect of a missing table: a `problem` prevents publication, the others do not. */
  readonly missing: "problem" | "notice" | "usual";
}

const judgement: readonly JudgementColumn[] = JUDGEMENT_COLUMNS;

/** The columns of each table. Names are matched without case and outer spaces. */
export const TABLES: Readonly<Record<TableName, Table>> = {
  companies: {
    required: ["id", "name", "country", "sector"],
    optional: COMPANY_DETAILS.map(({ name }) => name),
    key: ["id", "name"],
    missing: "problem",
  },
  products: {
    required: ["name", "company"],
    optional: ["id", ...PRODUCT_DETAILS.map(({ name }) => name)],
    key: ["id", "name", "company"],
    missing: "notice",
  },
  judgements: {
    required: judgement.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    optional: judgement.filter(({ isOptional }) => isOptional).map(({ name }) => name),
    key: judgement.filter(({ isKey, type }) => isKey || type === "date").map(({ name }) => name),
    missing: "problem",
  },
  replies: {
    required: ["company", "status"],
    optional: ["pillar", "judged_on", "replied_on", "text", "url"],
    key: ["company", "pillar", "judged_on"],
    missing: "usual",
  },
};

/** Every column of a table, the required ones first. */
export function columnsOf(table: TableName): readonly string[] {
  return [...TABLES[table].required, ...TABLES[table].optional];
}

/** The form in which names of columns, and of sheets, are compared. */
export function columnKey(name: string): string {
  return name.trim().toLowerCase();
}
