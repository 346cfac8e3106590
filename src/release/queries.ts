import type { ReplyStatus } from "../trust/replies.ts";

/** Queries of lists: filters, order and page. */

type CompanyOrder = "name" | "median_band" | "judgement_count" | "flips_to_lower" | "flips_to_higher";

export type CompanySort = CompanyOrder | `-${CompanyOrder}`;

/** Stands for the code of a country in filters: companies that are filed in none. */
export const NO_COUNTRY = "";

/** Filters of a list by its companies. Each takes any of several values. */
export interface CompanyFilter {
  /** ISO 3166-1 alpha-2 codes, or `NO_COUNTRY`. */
  readonly countries?: readonly string[];
  /** Slugs of the sectors in which the companies are counted. */
  readonly sectors?: readonly string[];
  /** Slugs of sectors that the companies name, as the one in which they are counted or besides. */
  readonly anySectors?: readonly string[];
  /** Positions. */
  readonly companies?: readonly number[];
}

/** The part of a list that is wanted. */
export interface PageQuery {
  readonly limit: number;
  /** Number of matching rows to skip. */
  readonly offset: number;
}

/** A page of a list with its exact total. */
export interface Page<Row> {
  /** In the requested order. */
  readonly rows: readonly Row[];
  /** Exact number of matching rows. */
  readonly total: number;
  /** Offset of the following page, or null at the end. */
  readonly nextOffset: number | null;
}

/** The offset of the page after one with so many rows; null at the end. */
export function offsetAfter(offset: number, rows: number, total: number): number | null {
  return rows > 0 && offset + rows < total ? offset + rows : null;
}

/** Cuts a page out of rows in memory. */
export function pageOfRows<Row>(all: readonly Row[], { limit, offset }: PageQuery): Page<Row> {
  const rows = all.slice(offset, offset + limit);
  return { rows, total: all.length, nextOffset: offsetAfter(offset, rows.length, all.length) };
}

export type JudgementSort = "company" | "-company" | "judged_on" | "-judged_on" | "band" | "-band";

export interface JudgementQuery extends CompanyFilter, PageQuery {
  /** Levels from 1. */
  readonly bands?: readonly number[];
  /** Indexes in `manifest.dataset.pillars`. */
  readonly pillars?: readonly number[];
  /** Days since 1970-01-01; undated judgements are on no day. */
  readonly firstDay?: number;
  readonly lastDay?: number;
  readonly sort: JudgementSort;
}

export type ReplySort = "company" | "-company" | "replied_on" | "-replied_on";

export interface ReplyQuery extends CompanyFilter, PageQuery {
  readonly statuses?: readonly ReplyStatus[];
  /** Indexes in `manifest.dataset.pillars`: replies to judgements in one of them. */
  readonly pillars?: readonly number[];
  readonly sort: ReplySort;
}

export interface ProductQuery extends CompanyFilter, PageQuery {
  readonly sort: "company" | "-company";
}

export interface CompanyQuery extends CompanyFilter, PageQuery {
  /**
   * With `pillars`: the company's median band in one of them; without: its overall median band.
   * Levels from 1.
   */
  readonly bands?: readonly number[];
  /**
   * Without `bands`: companies judged in one of these pillars. Indexes in
   * `manifest.dataset.pillars`.
   */
  readonly pillars?: readonly number[];
  readonly sort: CompanySort;
}
