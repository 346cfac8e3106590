import { regionAndAbove } from "../atlas/regions.ts";
import { TERRITORIES, type Territory } from "../atlas/territories.ts";
import { fullDate } from "../trust/judged-on.ts";
import type { DatasetFacts } from "../trust/dataset.ts";
import type { Provenance } from "../trust/provenance.ts";
import { type RankedEntry, rankByMedian } from "../trust/ranking.ts";
import { retiredMetrics } from "../trust/retired-metrics.ts";
import type { Distribution } from "../trust/scale.ts";
import type { AreaStatistics, SectorStatistics } from "../trust/tally.ts";
import {
  dateColumn,
  integerColumn,
  shareColumn,
  textColumn,
  areaColumns,
  type CellStatistics,
  column,
  type ComputedColumn,
  medianColumns,
  pillarColumns,
  SHARED,
  unknownColumns,
} from "./column.ts";

/**
 * The columns of the tables of countries, sectors and cells. The contract is append only: a column
 * is never renamed, moved, retyped or removed, and a new one comes last.
 * test/release/column-contract.txt freezes it.
 */

export interface CountryRow {
  readonly iso2: string;
  readonly iso3: string;
  readonly slug: string;
  readonly name: string;
  readonly statistics: AreaStatistics;
  readonly provenance: Provenance;
}

export interface RankedCountryRow extends CountryRow {
  readonly ranked: RankedEntry<{ code: string; name: string; distribution: Distribution }>;
  readonly release: string;
  readonly asOf: string | null;
}

export interface SectorRow {
  readonly slug: string;
  readonly label: string;
  readonly statistics: SectorStatistics;
  readonly provenance: Provenance;
}

/** A row of the table of cells, with the figures that it is written from. */
interface MatrixRow {
  readonly iso2: string;
  readonly iso3: string;
  readonly sector: string;
  readonly statistics: CellStatistics;
}

export interface CellRow extends MatrixRow {
  readonly statistics: AreaStatistics;
}

const REGION = { nullable: true, since: 7 };

/**
 * Every column of the countries table, one row per country, as ranked with the dataset's minimum of
 * companies.
 */
export function countryColumns(facts: DatasetFacts): ComputedColumn<RankedCountryRow>[] {
  const rank = { minimum: 1, nullable: true };
  const nullable = { nullable: true };
  const newest = "Date of the newest judgement of the release; empty where it is no full date.";
  return [
    column(SHARED.iso3, (row) => row.iso3),
    column(SHARED.iso2, (row) => row.iso2),
    column(textColumn("slug", "Slug", "The country in a path."), (row) => row.slug),
    column(textColumn("name", "Name", "English short name."), (row) => row.name),
    ...medianColumns<RankedCountryRow>(facts, "judged companies", (row) => row.statistics),
    column(
      integerColumn(
        "rank",
        "Rank",
        "Standard competition rank (1, 1, 3 …) by the median band alone, best first.",
        rank,
      ),
      (row) => row.ranked.rank,
    ),
    column(
      integerColumn("tie_first", "First of the tie", "First position of the countries with the same rank.", rank),
      (row) => row.ranked.tieFirst,
    ),
    column(
      integerColumn("tie_last", "Last of the tie", "Last position of those countries.", rank),
      (row) => row.ranked.tieLast,
    ),
    column(
      integerColumn("tied_with", "Tied with", "How many other countries share the rank.", {
        nullable: true,
        unit: "countries",
      }),
      (row) => row.ranked.tiedWith,
    ),
    column(
      textColumn("rank_reason", "Why there is no rank", "Empty where there is a rank.", {
        nullable: true,
        values: ["too_few_companies", "not_judged"],
      }),
      (row) => row.ranked.rankReason,
    ),
    ...areaColumns<RankedCountryRow>(facts),
    column(
      shareColumn("share_above", "Share above", "Share of the judged companies above the median band.", nullable),
      (row) => row.ranked.shareAbove,
    ),
    column(
      shareColumn("share_below", "Share below", "Share of the judged companies below the median band.", nullable),
      (row) => row.ranked.shareBelow,
    ),
    ...pillarColumns<RankedCountryRow>(facts, "judged companies", (row) => row.statistics.pillars),
    column(textColumn("release", "Release", "Id of the release the row belongs to."), (row) => row.release),
    column(dateColumn("newest_judgement", "Newest judgement", newest, nullable), (row) => fullDate(row.asOf)),
    ...unknownColumns<RankedCountryRow>(facts),
    ...rankRangeColumns({ ...rank, since: 6 }),
    ...REGION_COLUMNS,
  ];
}

const BY_ISO2: ReadonlyMap<string, Territory> = new Map(TERRITORIES.map((territory) => [territory.iso2, territory]));

/** The columns of the region of a country, as defined by the United Nations. */
const REGION_COLUMNS: readonly ComputedColumn<CountryRow>[] = [
  column(
    textColumn("region_code", "Region, by code", "Code of M49 of the smallest region that the country is in.", REGION),
    ({ iso2 }) => BY_ISO2.get(iso2)?.region?.code ?? null,
  ),
  column(
    textColumn(
      "region",
      "Region",
      "Name of that region (United Nations, M49). Taiwan and Kosovo, which M49 does not list, are in the one they lie in; Antarctica is in none.",
      REGION,
    ),
    ({ iso2 }) => BY_ISO2.get(iso2)?.region?.name ?? null,
  ),
  column(
    textColumn("continent", "Continent", "Name of the continent that the region is a part of (M49).", REGION),
    ({ iso2 }) => regionAndAbove(BY_ISO2.get(iso2)?.region ?? null).at(-1)?.name ?? null,
  ),
];

function rankRangeColumns(rank: Parameters<typeof integerColumn>[3]): ComputedColumn<RankedCountryRow>[] {
  const ifReRated =
    "if a tenth of its companies, at least one, were re-rated by one band and all others stayed. It says nothing about the tie.";
  return [
    column(
      integerColumn("rank_range_best", "Best possible rank", `Best rank ${ifReRated}`, rank),
      (row) => row.ranked.rankRange?.best ?? null,
    ),
    column(
      integerColumn("rank_range_worst", "Worst possible rank", `Worst rank ${ifReRated}`, rank),
      (row) => row.ranked.rankRange?.worst ?? null,
    ),
  ];
}

/** Number of columns of the countries table that identify the country of a row. */
const IDENTITY_COLUMNS = 4;

/**
 * The countries table as version 1 gave it: the retired numeric columns, always empty, follow the
 * names, so that columns appended to the countries table come last here too.
 */
export function countryV1Columns(facts: DatasetFacts): ComputedColumn<RankedCountryRow>[] {
  const columns = countryColumns(facts);
  const [trustScore, ...pillarScores] = retiredMetrics(facts.pillars).map(({ name }) => name);
  const retired = [...new Set([trustScore!, "rank_score", ...pillarScores])].map((name) =>
    column<RankedCountryRow>(
      shareColumn(name, name, "Retired: numeric scores are no longer published. Always empty.", { nullable: true }),
      () => null,
    ),
  );
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
    distribution: row.statistics.distribution,
    row,
  }));
  return rankByMedian(entries, minimumCompanies)
    .map((ranked) => ({ ...ranked.entry.row, ranked, release, asOf }))
    .toSorted((a, b) => (a.iso3 < b.iso3 ? -1 : 1));
}

export function sectorColumns(facts: DatasetFacts): ComputedColumn<SectorRow>[] {
  return [
    column(SHARED.sector, (row) => row.slug),
    column(textColumn("label", "Label", "The sector in words."), (row) => row.label),
    ...medianColumns<SectorRow>(facts, "judged companies", (row) => row.statistics),
    ...areaColumns<SectorRow>(facts),
    ...pillarColumns<SectorRow>(facts, "judged companies", (row) => row.statistics.pillars),
    column(
      integerColumn(
        "also_named_by",
        "Also named by",
        "Companies that name the sector after another, in which they are counted; no other column counts them here.",
        { unit: "companies", since: 3 },
      ),
      (row) => row.statistics.alsoNamedBy,
    ),
    ...unknownColumns<SectorRow>(facts),
  ];
}

/** One row per country and sector with a company there. */
export function matrixColumns(facts: DatasetFacts): ComputedColumn<MatrixRow>[] {
  return [
    column(SHARED.iso3, (row) => row.iso3),
    column(SHARED.iso2, (row) => row.iso2),
    column(SHARED.sector, (row) => row.sector),
    ...medianColumns<MatrixRow>(facts, "judged companies", (row) => row.statistics),
    ...areaColumns<MatrixRow>(facts),
  ];
}
