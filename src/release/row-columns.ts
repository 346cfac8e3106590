import type { DatasetFacts } from "../trust/dataset.ts";
import { type ColumnFacts, dateColumn, integerColumn, textColumn } from "./column-facts.ts";
import { bandValues, SHARED } from "./figure-columns.ts";
import { companyFigureColumns } from "./table-columns.ts";

/**
 * The columns of the tables with one row per company, product or judgement: their order, their description and, in SQL, where a
 * cell comes from. Append only, like table-columns.ts.
 */

/** A column of a table that DuckDB writes from the clean tables. */
export interface QueriedColumn {
  readonly facts: ColumnFacts;
  /** Over the aliases that the table's query gives. */
  readonly sql: string;
}

/** `c` is clean.company, `k` clean.country, `f` published.company_figures. */
export function companyColumns(facts: DatasetFacts): QueriedColumn[] {
  return [
    queried("c.id", textColumn("id", "Id", "The publisher's own id of the company.")),
    queried("c.slug", textColumn("slug", "Slug", "The company's part of an address.")),
    queried("c.name", textColumn("name", "Name", "As the publisher writes it.")),
    queried("k.iso3", SHARED.iso3),
    queried("k.iso2", SHARED.iso2),
    queried("c.sector", SHARED.sector),
    ...companyFigureColumns(facts).map((column) => queried(`f."${column.name}"`, column.facts)),
    queried("c.website", textColumn("website", "Website", "Address of the company's own site.", { nullable: true })),
    queried("c.lei", textColumn("lei", "LEI", "Legal Entity Identifier (ISO 17442).", { nullable: true })),
  ];
}

/** `p` is clean.product, `c` clean.company. */
export function productColumns(): QueriedColumn[] {
  return [
    queried("p.id", textColumn("id", "Id", "The publisher's own id of the product.", { nullable: true })),
    queried("p.slug", textColumn("slug", "Slug", "Unique among the products of the release.")),
    queried("p.name", textColumn("name", "Name", "As the publisher writes it.")),
    queried("p.brand", textColumn("brand", "Brand", "The name it is sold under.", { nullable: true })),
    queried("c.id", COMPANY_ID),
  ];
}

/** Of the judgements, whose files are made from numbers (judgement-files.ts). */
export function judgementColumns(facts: DatasetFacts): ColumnFacts[] {
  const optional = { nullable: true };
  return [
    COMPANY_ID,
    textColumn("pillar", "Pillar", "The aspect that was judged.", { values: facts.pillars.map(({ id }) => id) }),
    textColumn("criterion", "Criterion", "What was looked at within the pillar.", optional),
    textColumn("judge", "Judge", "Who judged.", optional),
    textColumn("band", "Band", "The judgement.", { ...bandValues(facts) }),
    integerColumn("band_rank", "Rank of the band", "1 is the worst band. Only the order has meaning.", {
      minimum: 1,
      maximum: facts.scale.bands.length,
    }),
    dateColumn("judged_on", "Judged on", "Date of the judgement.", optional),
    textColumn("source_url", "Source", "Address of the evidence.", optional),
  ];
}

/** The columns as the selection of a query, under their names. */
export function selection(columns: readonly QueriedColumn[]): string {
  return columns.map(({ sql, facts }) => `${sql} AS "${facts.name}"`).join(", ");
}

const COMPANY_ID = textColumn("company_id", "Company", "`id` of the company in the companies table.");

function queried(sql: string, facts: ColumnFacts): QueriedColumn {
  return { facts, sql };
}
