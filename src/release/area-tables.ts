import type { DatabaseSync } from "node:sqlite";
import { type Provenance, NO_PROVENANCE } from "../trust/provenance.ts";
import type { JudgedStatistics } from "../trust/statistics.ts";
import type { AreaStatistics, SectorStatistics, Tally } from "../trust/tally.ts";
import type { CellRow, CountryRow, SectorRow } from "../tables/areas.ts";
import type { AreaProvenance } from "./area-provenance.ts";
import type { CountryRecord, SectorRecord } from "./snapshot.ts";

/** The countries and sectors of a release. */
export interface Areas {
  /** Ordered by ISO 3166-1 alpha-2. */
  readonly countries: readonly { iso2: string; iso3: string; slug: string; name: string }[];
  /** Ordered by slug. */
  readonly sectors: readonly { slug: string; label: string }[];
}

/** Countries, sectors and cells with their statistics and provenance. */
export interface AreaRows {
  readonly countries: readonly (CountryRow & { readonly statistics: AreaStatistics })[];
  readonly sectors: readonly (SectorRow & { readonly statistics: SectorStatistics })[];
  readonly cells: readonly CellRow[];
}

/** The areas as they were counted. Throws where one has no company. */
export function areaRows({ countries, sectors }: Areas, tally: Tally, provenance: AreaProvenance): AreaRows {
  const byCountry = tally.countries();
  const bySector = tally.sectors();
  const byCell = tally.cells();
  return {
    countries: countries.map((country) => ({
      ...country,
      statistics: statisticsOf(byCountry, country.iso2),
      provenance: provenance.countries.get(country.iso2) ?? NO_PROVENANCE,
    })),
    sectors: sectors.map((sector) => ({
      ...sector,
      statistics: statisticsOf(bySector, sector.slug),
      provenance: provenance.sectors.get(sector.slug) ?? NO_PROVENANCE,
    })),
    cells: countries.flatMap(({ iso2, iso3 }) =>
      [...(byCell.get(iso2) ?? [])].map(([sector, statistics]) => ({ iso2, iso3, sector, statistics })),
    ),
  };
}

function statisticsOf<Statistics>(areas: ReadonlyMap<string, Statistics>, key: string): Statistics {
  const statistics = areas.get(key);
  if (statistics === undefined) throw new Error(`${key} is in the clean tables, but has no company`);
  return statistics;
}

/** A row of a table of areas in the database. */
type StoredRow = readonly (string | number)[];

/** The rows of the tables of areas as the database has them. */
export function storedAreas({
  countries,
  sectors,
  cells,
}: AreaRows): Readonly<Record<"country" | "sector" | "cell", readonly StoredRow[]>> {
  return {
    country: countries.map(({ iso2, iso3, slug, name, statistics, provenance }) => {
      return [iso2, iso3, slug, name, storedStatistics(statistics), JSON.stringify(provenance)];
    }),
    sector: sectors.map(({ slug, label, statistics, provenance }) => {
      return [slug, label, statistics.alsoNamedBy, storedStatistics(statistics), JSON.stringify(provenance)];
    }),
    cell: cells.map(({ iso2, sector, statistics }) => [iso2, sector, storedStatistics(statistics)]),
  };
}

function storedStatistics(area: AreaStatistics): string {
  return JSON.stringify({
    listed: area.listedCompanies,
    judged: area.judgedCompanies,
    distribution: area.distribution,
    median: area.median,
    pillars: area.pillars.map(storedPillar),
    without: area.withoutPillars.map(storedPillar),
    once: storedPillar(area.eachPillarOnce),
  });
}

function storedPillar({ judgedCompanies, distribution, median }: JudgedStatistics) {
  return { judged: judgedCompanies, distribution, median };
}

type Row = Readonly<Record<string, unknown>>;

interface StoredStatistics extends StoredPillar {
  readonly listed: number;
  readonly pillars: readonly StoredPillar[];
  readonly without: readonly StoredPillar[];
  readonly once: StoredPillar;
}

interface StoredPillar extends Omit<JudgedStatistics, "judgedCompanies"> {
  readonly judged: number;
}

/** The statistics of a row; their column holds them as JSON. */
export function areaStatistics(row: Row): AreaStatistics {
  const { listed, pillars, without, once, ...all } = JSON.parse(String(row["statistics"])) as StoredStatistics;
  return {
    listedCompanies: listed,
    ...judgedStatistics(all),
    pillars: pillars.map(judgedStatistics),
    withoutPillars: without.map(judgedStatistics),
    eachPillarOnce: judgedStatistics(once),
  };
}

function judgedStatistics({ judged, ...statistics }: StoredPillar): JudgedStatistics {
  return { judgedCompanies: judged, ...statistics };
}

function provenanceIn(row: Row): Provenance {
  return JSON.parse(String(row["provenance"])) as Provenance;
}

/** Reads the countries, ordered by ISO 3166-1 alpha-3. */
export function readCountries(database: DatabaseSync): CountryRecord[] {
  const rows = database
    .prepare("SELECT iso2, iso3, slug, name, statistics, provenance FROM country ORDER BY iso3")
    .all();
  return rows.map((row) => ({
    iso2: row["iso2"] as string,
    iso3: row["iso3"] as string,
    slug: row["slug"] as string,
    name: row["name"] as string,
    ...areaStatistics(row),
    provenance: provenanceIn(row),
  }));
}

/** Reads the sectors, ordered by slug. */
export function readSectors(database: DatabaseSync): SectorRecord[] {
  const rows = database
    .prepare("SELECT slug, label, also_named_by, statistics, provenance FROM sector ORDER BY slug")
    .all();
  return rows.map((row) => ({
    slug: String(row["slug"]),
    label: String(row["label"]),
    alsoNamedBy: Number(row["also_named_by"]),
    ...areaStatistics(row),
    provenance: provenanceIn(row),
  }));
}
