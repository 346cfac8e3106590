import type { DatabaseSync } from "node:sqlite";
import { NO_PROVENANCE, type Origins, type Provenance, spanOfDates } from "../trust/provenance.ts";
import type { JudgedStatistics } from "../trust/statistics.ts";
import type { AreaStatistics, SectorStatistics, Tally } from "../trust/tally.ts";
import type { CellRow, CountryRow, SectorRow } from "../tables/areas.ts";
import type { CountryRecord, SectorRecord } from "./snapshot.ts";
import type { DuckDBConnection } from "@duckdb/node-api";
import { judgedOnText, lastDaySql, parseJudgedOnSql, UNDATED } from "../trust/judged-on.ts";
import { readRows } from "./clean-dataset.ts";
import { quoted } from "../tables/column.ts";

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

/**
 * The provenance of the figures of every country and sector. DuckDB counts it, so that memory does
 * not grow with the judgements: a dataset may name a source for each of them.
 */
export interface AreaProvenance {
  /** By ISO 3166-1 alpha-2. */
  readonly countries: ReadonlyMap<string, Provenance>;
  /** By slug. */
  readonly sectors: ReadonlyMap<string, Provenance>;
}

/**
 * Counts the provenance of clean tables. `releasedOn` is the day of the release, in days since
 * 1970-01-01.
 */
export async function readProvenance(connection: DuckDBConnection, releasedOn: number): Promise<AreaProvenance> {
  const judged = `SELECT country, sector, CASE WHEN judged_on <> ${UNDATED} THEN judged_on END AS day,
    nullif(judge, 0) AS judge, nullif(source, 0) AS source FROM clean.judgement JOIN clean.company USING (company)`;
  return await countProvenance(connection, judged, releasedOn, "(SELECT text FROM clean.term WHERE term = largest)");
}

/** Counts it again from the downloadable tables of judgements and companies, Parquet files. */
export async function recountProvenance(
  connection: DuckDBConnection,
  { judgements, companies }: Readonly<Record<"judgements" | "companies", string>>,
  releasedOn: number,
): Promise<AreaProvenance> {
  const judged = `SELECT iso2 AS country, c.sector, ${parseJudgedOnSql("judged_on_given")} AS day, judge, source_url AS source
    FROM read_parquet(${quoted(judgements)}) j JOIN read_parquet(${quoted(companies)}) c ON c.id = j.company_id`;
  return await countProvenance(connection, judged, releasedOn, "largest");
}

/**
 * `judged` has a row for each judgement, with nulls for what it does not say. Judges and sources
 * are texts, or stand for them: `text` is SQL for the text of the value `largest`.
 */
async function countProvenance(
  connection: DuckDBConnection,
  judged: string,
  releasedOn: number,
  text: string,
): Promise<AreaProvenance> {
  const count = async (area: "country" | "sector"): Promise<ReadonlyMap<string, Provenance>> => {
    const named = `SELECT ${area} AS area, day, judge, source FROM (${judged}) WHERE area IS NOT NULL`;
    const dates = await readRows<DateRow>(connection, datesQuery(named));
    const originsIn = async (column: "judge" | "source"): Promise<ReadonlyMap<string, Origins>> => {
      const rows = await readRows<OriginsRow>(connection, originsQuery(named, column, text));
      return new Map(
        rows.map(({ area: key, given, different, name, most }) => [
          key,
          { given, different, largest: { name, judgements: most } },
        ]),
      );
    };
    const [judges, sources] = [await originsIn("judge"), await originsIn("source")];
    return new Map(
      dates.map(({ area: key, judgements, days, counts }) => [
        key,
        {
          judgements,
          dates: spanOfDates(days?.flatMap((day) => judgedOnText(day) ?? []) ?? [], counts ?? [], releasedOn),
          judges: judges.get(key) ?? NO_PROVENANCE.judges,
          sources: sources.get(key) ?? NO_PROVENANCE.sources,
        },
      ]),
    );
  };
  return { countries: await count("country"), sectors: await count("sector") };
}

interface DateRow {
  readonly area: string;
  readonly judgements: number;
  /** Dates that have a judgement, oldest first; null where none is dated. */
  readonly days: readonly number[] | null;
  /** Number of judgements of each date. */
  readonly counts: readonly number[] | null;
}

function datesQuery(named: string): string {
  const order = `${lastDaySql("day")}, day`;
  return `SELECT area, sum(judgements)::INTEGER AS judgements,
      list(day ORDER BY ${order}) FILTER (day IS NOT NULL) AS days,
      list(judgements ORDER BY ${order}) FILTER (day IS NOT NULL) AS counts
    FROM (SELECT area, day, count(*)::INTEGER AS judgements FROM (${named}) GROUP BY ALL) GROUP BY area`;
}

interface OriginsRow {
  readonly area: string;
  readonly given: number;
  readonly different: number;
  /** The origin of the most judgements, and their number. */
  readonly name: string;
  readonly most: number;
}

/**
 * Terms are in the order of their texts, so of several largest the first is the same either way.
 */
function originsQuery(named: string, column: "judge" | "source", text: string): string {
  return `SELECT area, given, different, most, ${text} AS name FROM (
    SELECT area, sum(judgements)::INTEGER AS given, count(*)::INTEGER AS different,
      arg_min(value, row(-judgements, value)) AS largest, max(judgements) AS most
    FROM (SELECT area, ${column} AS value, count(*)::INTEGER AS judgements FROM (${named})
      WHERE ${column} IS NOT NULL GROUP BY ALL) GROUP BY area)`;
}
