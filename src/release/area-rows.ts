import type { DatabaseSync } from "node:sqlite";
import type { Provenance } from "../trust/provenance.ts";
import type { Distribution } from "../trust/scale.ts";
import type { AreaStatistics, CountryRecord, PillarStatistics, SectorRecord } from "./snapshot.ts";

/** Reads the countries and sectors of a release. */

type Row = Readonly<Record<string, unknown>>;

interface StoredStatistics {
  readonly listed: number;
  readonly judged: number;
  readonly distribution: Distribution;
  readonly median: number | null;
  readonly pillars: readonly StoredPillar[];
  readonly without: readonly StoredPillar[];
  /** Missing in bundle formats before 14. */
  readonly once?: StoredPillar;
}

interface StoredPillar {
  readonly judged: number;
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** The statistics of a row; their column holds them as JSON. */
export function areaStatistics(
  row: Row,
): AreaStatistics & Pick<CountryRecord, "pillars" | "withoutPillars" | "eachPillarOnce"> {
  const { listed, judged, pillars, without, once, ...rest } = JSON.parse(String(row["statistics"])) as StoredStatistics;
  return {
    listedCompanies: listed,
    judgedCompanies: judged,
    ...rest,
    pillars: pillars.map(pillarStatistics),
    withoutPillars: without.map(pillarStatistics),
    eachPillarOnce: once === undefined ? null : pillarStatistics(once),
  };
}

function provenanceIn(row: Row): Provenance {
  const stored = JSON.parse(String(row["provenance"])) as Provenance;
  // Bundle formats before 14 do not say it.
  return { ...stored, dates: { ...stored.dates, olderThanTwoYears: stored.dates.olderThanTwoYears ?? null } };
}

function pillarStatistics({ judged, ...pillar }: StoredPillar): PillarStatistics {
  return { judgedCompanies: judged, ...pillar };
}

/** Ordered by ISO 3166-1 alpha-3. */
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

/** Ordered by slug. */
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
