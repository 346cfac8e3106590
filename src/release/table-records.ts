import { countryColumns, matrixColumns, rankedCountryRows, sectorColumns } from "./area-columns.ts";
import type { ComputedColumn } from "./column.ts";
import { joinSlugs } from "./other-sectors.ts";
import { replyRecord } from "./reply-columns.ts";
import { companyStatisticsColumns } from "./row-columns.ts";
import { fullDate } from "../trust/judged-on.ts";
import { JUDGEMENT_COLUMNS } from "../trust/judgement-columns.ts";
import type { CompanyQuery, JudgementQuery, PageQuery, ProductQuery, ReplyQuery } from "./queries.ts";
import type { TableId } from "./release-tables.ts";
import type { CompanyDetail, OwnedJudgement, OwnedProduct, Snapshot } from "./snapshot.ts";

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
  const { companies, total, nextOffset } = snapshot.listCompanies(query);
  const details = companies.flatMap(({ slug }) => snapshot.companyBySlug(slug) ?? []);
  return { records: details.map((company) => companyRecord(snapshot, company)), total, nextOffset };
}

export function productRecords(snapshot: Snapshot, query: ProductQuery): RecordPage {
  const { rows, ...page } = snapshot.listProducts(query);
  return { records: rows.map((product) => productRecord(snapshot, product)), ...page };
}

export function judgementRecords(snapshot: Snapshot, query: JudgementQuery): RecordPage {
  const { rows, ...page } = snapshot.listJudgements(query);
  return { records: rows.map((judgement) => judgementRecord(snapshot, judgement)), ...page };
}

export function replyRecords(snapshot: Snapshot, query: ReplyQuery): RecordPage {
  const { rows, ...page } = snapshot.listReplies(query);
  const { dataset } = snapshot.manifest;
  const records = rows.map((reply) => replyRecord(dataset, reply, snapshot.companyAt(reply.company).id));
  return { records, ...page };
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
  if (table === "matrix") {
    const cells = countries.flatMap(({ iso2, iso3 }) =>
      sectors.flatMap(({ slug }) => {
        const statistics = snapshot.cell(iso2, slug);
        return statistics === undefined ? [] : [{ iso2, iso3, sector: slug, statistics }];
      }),
    );
    return recordsOf(matrixColumns(dataset), cells);
  }
  const rows = countries.map((country) => ({ ...country, statistics: country }));
  return recordsOf(countryColumns(dataset), rankedCountryRows(rows, dataset.minimumCompanies, id, asOf));
}

function recordsOf<Row>(columns: readonly ComputedColumn<Row>[], rows: readonly Row[]): readonly TableRecord[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ description, value }) => [description.name, value(row)] as const)),
  );
}

function companyRecord(snapshot: Snapshot, company: CompanyDetail): TableRecord {
  const { id, slug, name, country: iso2, sector, distribution, median, website, lei, replyStatus } = company;
  const statistics = { median, judgements: distribution, pillars: company.pillars };
  const computed = companyStatisticsColumns(snapshot.manifest.dataset).map(
    ({ description, value }) => [description.name, value(statistics)] as const,
  );
  const iso3 = snapshot.countryByIso2(iso2 ?? "")?.iso3 ?? null;
  return {
    id,
    slug,
    name,
    iso3,
    iso2,
    sector,
    ...Object.fromEntries(computed),
    website,
    lei,
    reply_status: replyStatus,
    other_sectors: joinSlugs(company.otherSectors),
    aliases: joinAliases(company.aliases),
  };
}

function productRecord(snapshot: Snapshot, product: OwnedProduct): TableRecord {
  const { id, slug, name, brand, company, aliases } = product;
  return { id, slug, name, brand, company_id: snapshot.companyAt(company).id, aliases: joinAliases(aliases) };
}

function joinAliases(aliases: readonly string[]): string | null {
  return aliases.length === 0 ? null : aliases.join("|");
}

function judgementRecord(snapshot: Snapshot, judgement: OwnedJudgement): TableRecord {
  const { pillars, scale } = snapshot.manifest.dataset;
  const record: Record<string, string | number | null> = {};
  for (const column of JUDGEMENT_COLUMNS) {
    if (column.name === "company") record["company_id"] = snapshot.companyAt(judgement.company).id;
    else if (column.name === "pillar") record["pillar"] = pillars[judgement.pillar]?.id ?? null;
    else if (column.name === "band") {
      record["band"] = scale.bands[judgement.band - 1]?.id ?? null;
      record["band_level"] = judgement.band;
    } else if (column.name === "judged_on") record["judged_on"] = fullDate(judgement.judged_on);
    else record[column.name] = judgement[column.name];
  }
  record["judged_on_given"] = judgement.judged_on;
  record["reply_status"] = judgement.replyStatus;
  return record;
}
