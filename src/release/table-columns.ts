import type { DatasetFacts } from "../trust/dataset.ts";
import { firmnessOf } from "../trust/firmness.ts";
import { type RankedEntry, rankByMedian } from "../trust/ranking.ts";
import { retiredMetrics } from "../trust/retired-metrics.ts";
import type { Distribution } from "../trust/scale.ts";
import type { AreaFigures, CompanyFigures } from "../trust/tally.ts";
import type { ColumnType } from "./duck-rows.ts";

/**
 * The columns of the downloadable tables. The contract is append only: a column is never renamed, moved or removed;
 * docs/data-format.md describes them.
 */

export type Cell = string | number | null;

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly cell: (row: Row) => Cell;
}

export interface CountryRow {
  readonly iso2: string;
  readonly iso3: string;
  readonly slug: string;
  readonly name: string;
  readonly figures: AreaFigures;
}

export interface RankedCountryRow extends CountryRow {
  readonly ranked: RankedEntry<{ code: string; name: string; distribution: Distribution }>;
  readonly release: string;
  readonly asOf: string | null;
}

export interface SectorRow {
  readonly slug: string;
  readonly label: string;
  readonly figures: AreaFigures;
}

export interface CellRow {
  readonly iso2: string;
  readonly iso3: string;
  readonly sector: string;
  readonly figures: AreaFigures;
}

/** Every column of the countries table, one row per country, as ranked with the dataset's minimum of companies. */
export function countryColumns(facts: DatasetFacts): Column<RankedCountryRow>[] {
  return [
    text("iso3", (row) => row.iso3),
    text("iso2", (row) => row.iso2),
    text("slug", (row) => row.slug),
    text("name", (row) => row.name),
    ...medianColumns<RankedCountryRow>(facts, (row) => row.figures),
    integer("rank", (row) => row.ranked.rank),
    integer("rank_best", (row) => row.ranked.rankBest),
    integer("rank_worst", (row) => row.ranked.rankWorst),
    integer("tied_with", (row) => row.ranked.tiedWith),
    text("rank_reason", (row) => row.ranked.rankReason),
    ...areaColumns<RankedCountryRow>(facts),
    { name: "share_above", type: "number", cell: (row) => row.ranked.shareAbove },
    { name: "share_below", type: "number", cell: (row) => row.ranked.shareBelow },
    ...pillarColumns<RankedCountryRow>(facts, (row) => row.figures.pillars),
    text("release", (row) => row.release),
    text("as_of", (row) => row.asOf),
  ];
}

/** How many columns of the countries table say which country a row is. */
const IDENTITY_COLUMNS = 4;

/**
 * The countries table as version 1 gave it: the retired numeric columns, always empty, stand after the names, so that
 * columns appended to the countries table come last here too.
 */
export function countryV1Columns(facts: DatasetFacts): Column<RankedCountryRow>[] {
  const columns = countryColumns(facts);
  const [trustScore, ...pillarScores] = retiredMetrics(facts.pillars).map(({ name }) => name);
  const retired = [...new Set([trustScore!, "rank_score", ...pillarScores])].map((name): (typeof columns)[number] => ({
    name,
    type: "number",
    cell: () => null,
  }));
  return [...columns.slice(0, IDENTITY_COLUMNS), ...retired, ...columns.slice(IDENTITY_COLUMNS)];
}

/** The rows of the countries table: ranked, and in the order of ISO 3166-1 alpha-3. */
export function rankedCountryRows(
  countries: readonly CountryRow[],
  minimumCompanies: number,
  release: string,
  asOf: string | null,
): RankedCountryRow[] {
  const entries = countries.map((row) => ({
    code: row.iso3,
    name: row.name,
    distribution: row.figures.distribution,
    row,
  }));
  return rankByMedian(entries, minimumCompanies)
    .map((ranked) => ({ ...ranked.entry.row, ranked, release, asOf }))
    .toSorted((a, b) => (a.iso3 < b.iso3 ? -1 : 1));
}

export function sectorColumns(facts: DatasetFacts): Column<SectorRow>[] {
  return [
    text("sector", (row) => row.slug),
    text("label", (row) => row.label),
    ...medianColumns<SectorRow>(facts, (row) => row.figures),
    ...areaColumns<SectorRow>(facts),
    ...pillarColumns<SectorRow>(facts, (row) => row.figures.pillars),
  ];
}

/** One row per country and sector with a company there. */
export function matrixColumns(facts: DatasetFacts): Column<CellRow>[] {
  return [
    text("iso3", (row) => row.iso3),
    text("iso2", (row) => row.iso2),
    text("sector", (row) => row.sector),
    ...medianColumns<CellRow>(facts, (row) => row.figures),
    ...areaColumns<CellRow>(facts),
  ];
}

/** The computed columns of the companies table; names, codes and addresses come from the clean tables. */
export function companyFigureColumns(facts: DatasetFacts): Column<CompanyFigures>[] {
  return [
    ...medianColumns<CompanyFigures>(facts, (row) => row),
    integer("judgements", (row) => row.judgements.reduce((sum, count) => sum + count, 0)),
    ...distributionColumns<CompanyFigures>(facts, "judgements", (row) => row.judgements),
    ...pillarColumns<CompanyFigures>(facts, (row) => row.pillars),
  ];
}

/** An identifier of a band or pillar as part of a column name. */
export function columnPart(id: string): string {
  return id.replaceAll("-", "_");
}

function text<Row>(name: string, cell: (row: Row) => string | null): Column<Row> {
  return { name, type: "text", cell };
}

function integer<Row>(name: string, cell: (row: Row) => number | null): Column<Row> {
  return { name, type: "integer", cell };
}

function medianColumns<Row>(facts: DatasetFacts, figures: (row: Row) => { median: number | null }): Column<Row>[] {
  return [
    text("median_band", (row) => bandId(facts, figures(row).median)),
    integer("median_rank", (row) => figures(row).median),
  ];
}

function areaColumns<Row extends { readonly figures: AreaFigures }>(facts: DatasetFacts): Column<Row>[] {
  return [
    integer("listed_companies", (row) => row.figures.listedCompanies),
    integer("judged_companies", (row) => row.figures.judgedCompanies),
    ...distributionColumns<Row>(facts, "companies", (row) => row.figures.distribution),
    integer("flips_to_lower", (row) => firmnessOf(row.figures.distribution)?.flipsToLower ?? null),
    integer("flips_to_higher", (row) => firmnessOf(row.figures.distribution)?.flipsToHigher ?? null),
  ];
}

function distributionColumns<Row>(
  facts: DatasetFacts,
  what: string,
  distribution: (row: Row) => Distribution,
): Column<Row>[] {
  return facts.scale.bands.map((band, place) =>
    integer(`${what}_${columnPart(band.id)}`, (row: Row) => distribution(row)[place] ?? null),
  );
}

function pillarColumns<Row>(
  facts: DatasetFacts,
  pillars: (row: Row) => readonly { readonly median: number | null }[],
): Column<Row>[] {
  return facts.pillars.map((pillar, place) =>
    text(`${columnPart(pillar.id)}_median_band`, (row: Row) => bandId(facts, pillars(row)[place]?.median ?? null)),
  );
}

function bandId(facts: DatasetFacts, rank: number | null): string | null {
  return rank === null ? null : (facts.scale.bands[rank - 1]?.id ?? null);
}
