/** The tables of a dataset, in the order in which they are read. */
export const TABLE_NAMES = ["companies", "products", "judgements"] as const;

export type TableName = (typeof TABLE_NAMES)[number];

interface TableColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The columns that name a row where no line can be named. */
  readonly key: readonly string[];
  /** Whether a dataset without the table can be published. */
  readonly mayBeMissing: boolean;
}

/** What the tables consist of. Names are matched without case and outer spaces. */
export const TABLES: Readonly<Record<TableName, TableColumns>> = {
  companies: {
    required: ["id", "name", "country", "sector"],
    optional: ["website", "lei", "aliases"],
    key: ["id", "name"],
    mayBeMissing: false,
  },
  products: {
    required: ["name", "company"],
    optional: ["id", "brand"],
    key: ["id", "name", "company"],
    mayBeMissing: true,
  },
  judgements: {
    required: ["company", "pillar", "band"],
    optional: ["criterion", "judge", "judged_on", "source_url"],
    key: ["company", "pillar", "criterion", "judge", "judged_on"],
    mayBeMissing: false,
  },
};

/** Every column of a table, the required ones first. */
export function columnsOf(table: TableName): readonly string[] {
  return [...TABLES[table].required, ...TABLES[table].optional];
}
