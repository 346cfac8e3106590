import type { COMPANY_DETAILS } from "../tables/companies.ts";
import type { StoredDetails } from "../tables/details.ts";
import type { PRODUCT_DETAILS } from "../tables/products.ts";
import { type DuckDBConnection, DuckDBDataChunk, type DuckDBValue } from "@duckdb/node-api";
import type { Branding } from "../branding/branding.ts";
import type { DatasetFacts, IntakeCounts } from "../trust/dataset.ts";

/**
 * The input of a release: a dataset that was read, resolved and validated.
 *
 * The rows are in DuckDB tables, so that a dataset larger than memory streams through. Every table
 * has the same content and order whatever the order of the publisher's rows:
 *
 * - `clean.company(company INTEGER, id VARCHAR, slug VARCHAR, name VARCHAR, country VARCHAR, sector
 *   VARCHAR, other_sectors VARCHAR)` and a VARCHAR column for each of `COMPANY_DETAILS`: `company`
 *   counts from 0 in the order of the name without case and accents, then the name, then the id.
 *   `country` is ISO 3166-1 alpha-2, or NULL where the company is filed in none, `sector` a slug of
 *   `clean.sector`, in which it is counted. Optional values are NULL. `other_sectors` and names are
 *   `|`-separated lists; the slugs of the other sectors are in text order.
 * - `clean.country(iso2 VARCHAR, iso3 VARCHAR, slug VARCHAR, name VARCHAR)`: the countries that
 *   have a company, ordered by iso2, with the names and slugs of the atlas at the time of
 *   publication.
 * - `clean.sector(slug VARCHAR, label VARCHAR)`: the sectors that companies name, ordered by slug.
 * - `clean.product(company INTEGER, id VARCHAR, slug VARCHAR, name VARCHAR)` and a VARCHAR column
 *   for each of `PRODUCT_DETAILS`, ordered by company, name, id.
 * - `clean.term(term INTEGER, text VARCHAR, is_label BOOLEAN)`: the texts of labels and URLs;
 *   `term` counts from 1 in the order of the text. `is_label` says whether the text is a label,
 *   such as a criterion or a judge.
 * - `clean.judgement`: the *current* judgements only, an INTEGER column for each of
 *   `JUDGEMENT_COLUMNS` in tables/judgements.ts, which says what the numbers are. No value is
 *   NULL. The rows are stored in the order of the key: company, pillar, criterion, judge.
 * - `clean.reply(company INTEGER, pillar INTEGER, judged_on VARCHAR, status VARCHAR, replied_on
 *   VARCHAR, text VARCHAR, url VARCHAR)`, ordered by company, pillar and judged_on, NULL first,
 *   which are its key. `pillar` counts from 0, `status` is one of trust/replies.ts. `replied_on` is
 *   written as `YYYY-MM-DD`, `judged_on` like the date of the judgement.
 */
export interface CleanDataset {
  readonly facts: DatasetFacts;
  readonly branding: Branding;
  readonly connection: DuckDBConnection;
  /** Another connection to the same tables, for work at the same time; the caller closes it. */
  connect(): Promise<DuckDBConnection>;
  readonly counts: IntakeCounts;
}

/** A row of `clean.company`. */
export interface CompanyFacts extends StoredDetails<typeof COMPANY_DETAILS> {
  readonly company: number;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: string | null;
  readonly sector: string;
  /** Slugs in text order, separated by `|`; null where it names no other. */
  readonly other_sectors: string | null;
}

/** A row of `clean.product`. */
export interface ProductFacts extends StoredDetails<typeof PRODUCT_DETAILS> {
  readonly company: number;
  readonly id: string | null;
  readonly slug: string;
  readonly name: string;
}

/** The rows of a query as plain objects, all at once; for results that fit in memory. */
export async function readRows<Row>(connection: DuckDBConnection, sql: string): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJS() as Row[];
}

const ROWS_PER_CHUNK = 2048;

/** Appends rows to an existing table; null is NULL. */
export async function appendRows(
  connection: DuckDBConnection,
  { schema, table }: { readonly schema: string; readonly table: string },
  rows: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const appender = await connection.createAppender(table, schema);
  const types = Array.from({ length: appender.columnCount }, (_, index) => appender.columnType(index));
  for (let first = 0; first < rows.length; first += ROWS_PER_CHUNK) {
    const part = rows.slice(first, first + ROWS_PER_CHUNK);
    const chunk = DuckDBDataChunk.create(types, part.length);
    chunk.setRows(part);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
