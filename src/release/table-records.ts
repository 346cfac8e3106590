import {
  countryColumns,
  countryV1Columns,
  matrixColumns,
  type RankedCountryRow,
  rankedCountryRows,
  sectorColumns,
} from "../tables/areas.ts";
import { bandId, type ComputedColumn } from "../tables/column.ts";
import { COMPANY_DETAILS, companyStatisticsColumns } from "../tables/companies.ts";
import { type DetailColumn, type DetailsOf, joinValues } from "../tables/details.ts";
import { LABELLED_COLUMNS } from "../tables/judgements.ts";
import { PRODUCT_DETAILS } from "../tables/products.ts";
import { labelOfText } from "../trust/dataset.ts";
import { fullDate } from "../trust/judged-on.ts";
import {
  type CompanyQuery,
  type JudgementQuery,
  type Page,
  type PageQuery,
  pageOfRows,
  type ProductQuery,
  type ReplyQuery,
} from "./queries.ts";
import type { TableId } from "./release-tables.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Rows of the downloadable tables, for files that are made while they are sent: values by the names
 * of columns. `verify` compares them with the files of the release, which DuckDB wrote; of
 * judgements it compares the number, and `filtered-lists.test.ts` the rows. A query of these files
 * would load DuckDB into every service, and read whole row groups for a short list.
 */

export type TableRecord = Readonly<Record<string, string | number | null>>;

/** Some rows of a table or a list. */
export type RecordPage = Page<TableRecord>;

export type TableReader = (page: PageQuery) => RecordPage;

/** Reads a whole table, page by page, in the order of its file. */
export function openTable(snapshot: Snapshot, table: TableId | "countries_v1"): TableReader {
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
    case "countries_v1":
    case "sectors":
    case "matrix": {
      const records = areaRecords(snapshot, table);
      return (page) => pageOfRows(records, page);
    }
    default:
      return table satisfies never;
  }
}

export function companyRecords(snapshot: Snapshot, query: CompanyQuery): RecordPage {
  const { rows: companies, ...page } = snapshot.listCompanies(query);
  const columns = companyStatisticsColumns(snapshot.manifest.dataset);
  const rows = companies.flatMap(({ slug }): TableRecord[] => {
    const company = snapshot.companyBySlug(slug);
    if (company === undefined) return [];
    const { id, name, country, sector, otherSectors, median, distribution, pillars, replyStatus } = company;
    return [
      {
        id,
        slug,
        name,
        iso3: snapshot.countryByIso2(country ?? "")?.iso3 ?? null,
        iso2: country,
        sector,
        ...recordOf(columns, { median, judgements: distribution, pillars }),
        ...detailsOf(COMPANY_DETAILS, company),
        reply_status: replyStatus,
        other_sectors: joinValues(otherSectors),
      },
    ];
  });
  return { rows, ...page };
}

export function productRecords(snapshot: Snapshot, query: ProductQuery): RecordPage {
  const { rows: products, ...page } = snapshot.listProducts(query);
  const rows = products.map((product) => {
    const { id, slug, name, company } = product;
    return { id, slug, name, ...detailsOf(PRODUCT_DETAILS, product), ...ownerOf(snapshot, company) };
  });
  return { rows, ...page };
}

export function judgementRecords(snapshot: Snapshot, query: JudgementQuery): RecordPage {
  const { rows: judgements, ...page } = snapshot.listJudgements(query);
  const { dataset } = snapshot.manifest;
  const rows = judgements.map(({ company, pillar, band, judged_on: judgedOn, replyStatus, ...texts }) => ({
    ...texts,
    ...ownerOf(snapshot, company),
    ...pillarOf(snapshot, pillar),
    band: bandId(dataset, band),
    band_level: band,
    judged_on: fullDate(judgedOn),
    judged_on_given: judgedOn,
    reply_status: replyStatus,
    ...Object.fromEntries(
      LABELLED_COLUMNS.map(({ name, labelsOf }) => {
        const text = texts[name];
        return [`${name}_label`, text === null ? null : labelOfText(labelsOf(dataset), text)];
      }),
    ),
  }));
  return { rows, ...page };
}

export function replyRecords(snapshot: Snapshot, query: ReplyQuery): RecordPage {
  const { rows: replies, ...page } = snapshot.listReplies(query);
  const rows = replies.map(({ company, pillar, ...reply }) => ({
    ...reply,
    ...ownerOf(snapshot, company),
    ...pillarOf(snapshot, pillar),
  }));
  return { rows, ...page };
}

/** The columns of the company that a row belongs to. */
function ownerOf(snapshot: Snapshot, company: number): TableRecord {
  const { id, name } = snapshot.companyAt(company);
  return { company_id: id, company_name: name };
}

function pillarOf({ manifest }: Snapshot, index: number | null): TableRecord {
  const pillar = index === null ? undefined : manifest.dataset.pillars[index];
  return { pillar: pillar?.id ?? null, pillar_label: pillar?.label ?? null };
}

/** Details as they stand in one cell each. */
function detailsOf<const Columns extends readonly DetailColumn[]>(
  columns: Columns,
  details: DetailsOf<Columns>,
): TableRecord {
  const values = details as Readonly<Record<string, string | null | readonly string[]>>;
  return Object.fromEntries(
    columns.map(({ name }) => {
      const value = values[name] ?? null;
      return [name, value === null || typeof value === "string" ? value : joinValues(value)];
    }),
  );
}

/** The tables of countries, sectors and cells as they were written. */
function areaRecords(
  snapshot: Snapshot,
  table: "countries" | "countries_v1" | "sectors" | "matrix",
): readonly TableRecord[] {
  const { manifest, countries, sectors } = snapshot;
  const { dataset, id, asOf } = manifest;
  if (table === "sectors") return sectorRecords(snapshot, sectors);
  if (table === "matrix") return matrixRecords(snapshot, null);
  const rows = countries.map((country) => ({ ...country, statistics: country }));
  const ranked = rankedCountryRows(rows, dataset.minimumCompanies, id, asOf);
  return table === "countries" ? rankingRecords(snapshot, ranked) : recordsOf(countryV1Columns(dataset), ranked);
}

/** The rows of the table of sectors, in the order of these. */
export function sectorRecords({ manifest }: Snapshot, sectors: Snapshot["sectors"]): readonly TableRecord[] {
  const rows = sectors.map((sector) => ({ ...sector, statistics: sector }));
  return recordsOf(sectorColumns(manifest.dataset), rows);
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
  return rows.map((row) => recordOf(columns, row));
}

function recordOf<Row>(columns: readonly ComputedColumn<Row>[], row: Row): TableRecord {
  return Object.fromEntries(columns.map(({ description, value }) => [description.name, value(row)] as const));
}
