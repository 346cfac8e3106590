import {
  countryColumns,
  matrixColumns,
  type RankedCountryRow,
  rankedCountryRows,
  sectorColumns,
} from "../tables/areas.ts";
import type { ComputedColumn, NamedCompany } from "../tables/column.ts";
import { companyColumns, type CompanyRow } from "../tables/companies.ts";
import { judgementColumns } from "../tables/judgements.ts";
import { productColumns } from "../tables/products.ts";
import { replyColumns } from "../tables/replies.ts";
import type { CompanyQuery, JudgementQuery, PageQuery, ProductQuery, ReplyQuery } from "./queries.ts";
import type { TableId } from "./release-tables.ts";
import type { CompanyDetail, Snapshot } from "./snapshot.ts";

/**
 * Rows of the downloadable tables, for files that are made while they are sent: values by the names
 * of columns.
 */

export type TableRecord = Readonly<Record<string, string | number | null>>;

/** Some rows of a table or a list. */
export interface RecordPage {
  readonly records: readonly TableRecord[];
  /** How many rows there are on all pages. */
  readonly total: number;
  /** Offset of the following page, or null at the end. */
  readonly nextOffset: number | null;
}

/** Reads a whole table, page by page, in the order of its file. */
export function openTable(snapshot: Snapshot, table: TableId): (page: PageQuery) => RecordPage {
  switch (table) {
    case "companies":
      return (page) => companyRecords(snapshot, { sort: "name", ...page });
    case "products":
      return (page) => productRecords(snapshot, { sort: "company", ...page });
    case "judgements":
      return (page) => judgementRecords(snapshot, { sort: "company", ...page });
    case "replies":
      return (page) => replyRecords(snapshot, { sort: "company", ...page });
    case "countries":
    case "sectors":
    case "matrix": {
      const records = areaRecords(snapshot, table);
      return ({ limit, offset }) => {
        const end = offset + limit;
        const nextOffset = end < records.length ? end : null;
        return { records: records.slice(offset, end), total: records.length, nextOffset };
      };
    }
    default:
      return table satisfies never;
  }
}

export function companyRecords(snapshot: Snapshot, query: CompanyQuery): RecordPage {
  const { companies, ...page } = snapshot.listCompanies(query);
  const details = companies.flatMap(({ slug }) => snapshot.companyBySlug(slug) ?? []);
  const rows = details.map((company) => companyRow(snapshot, company));
  return { records: recordsOf(companyColumns(snapshot.manifest.dataset), rows), ...page };
}

function companyRow(snapshot: Snapshot, company: CompanyDetail): CompanyRow {
  const { median, distribution, pillars } = company;
  const country = snapshot.countryByIso2(company.country ?? "") ?? null;
  return { ...company, country, statistics: { median, judgements: distribution, pillars } };
}

export function productRecords(snapshot: Snapshot, query: ProductQuery): RecordPage {
  const { rows, ...page } = snapshot.listProducts(query);
  return { records: recordsOf(productColumns(), named(snapshot, rows)), ...page };
}

export function judgementRecords(snapshot: Snapshot, query: JudgementQuery): RecordPage {
  const { rows, ...page } = snapshot.listJudgements(query);
  return { records: recordsOf(judgementColumns(snapshot.manifest.dataset), named(snapshot, rows)), ...page };
}

export function replyRecords(snapshot: Snapshot, query: ReplyQuery): RecordPage {
  const { rows, ...page } = snapshot.listReplies(query);
  return { records: recordsOf(replyColumns(snapshot.manifest.dataset), named(snapshot, rows)), ...page };
}

/** Rows with the company that they belong to, instead of its position. */
function named<Row extends { readonly company: number }>(
  snapshot: Snapshot,
  rows: readonly Row[],
): (Omit<Row, "company"> & NamedCompany)[] {
  return rows.map((row) => ({ ...row, company: snapshot.companyAt(row.company) }));
}

/** The tables of countries, sectors and cells as they were written. */
function areaRecords(snapshot: Snapshot, table: "countries" | "sectors" | "matrix"): readonly TableRecord[] {
  const { manifest, countries, sectors } = snapshot;
  const { dataset, id, asOf } = manifest;
  if (table === "sectors") {
    return recordsOf(
      sectorColumns(dataset),
      sectors.map((sector) => ({ ...sector, statistics: sector })),
    );
  }
  if (table === "matrix") return matrixRecords(snapshot, null);
  const rows = countries.map((country) => ({ ...country, statistics: country }));
  return rankingRecords(snapshot, rankedCountryRows(rows, dataset.minimumCompanies, id, asOf));
}

/**
 * The rows of the table of cells: of all countries or of some, over all pillars or in the one at
 * the index `pillar`.
 */
export function matrixRecords(
  snapshot: Snapshot,
  pillar: number | null,
  countries: Snapshot["countries"] = snapshot.countries,
): readonly TableRecord[] {
  const cells = countries.flatMap(({ iso2, iso3 }) =>
    snapshot.sectors.flatMap(({ slug }) => {
      const statistics = snapshot.cell(iso2, slug, pillar);
      return statistics === undefined ? [] : [{ iso2, iso3, sector: slug, statistics }];
    }),
  );
  return recordsOf(matrixColumns(snapshot.manifest.dataset), cells);
}

/** Rows of the countries table, in their order and with their ranks. */
export function rankingRecords(
  { manifest }: Pick<Snapshot, "manifest">,
  rows: readonly RankedCountryRow[],
): readonly TableRecord[] {
  return recordsOf(countryColumns(manifest.dataset), rows);
}

function recordsOf<Row>(columns: readonly ComputedColumn<Row>[], rows: readonly Row[]): readonly TableRecord[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ description, value }) => [description.name, value(row)] as const)),
  );
}
