import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DATABASE_FILE } from "../release/bundle-database.ts";
import { readColumns } from "../release/company-columns.ts";
import { readArrays } from "../release/judgement-arrays.ts";
import type { Manifest } from "../release/manifest.ts";
import { SEARCH_FILE } from "../release/search-index.ts";
import { openNameSearch } from "../search/open-name-search.ts";
import type { Distribution } from "../trust/scale.ts";
import { CompanyRows } from "./company-rows.ts";
import { CompanyFinder } from "./find-companies.ts";
import { ownedLists } from "./owned-lists.ts";
import type {
  AreaStatistics,
  CellRecord,
  CountryRecord,
  PillarStatistics,
  SectorRecord,
  Snapshot,
} from "./snapshot.ts";

/** Opens a release for reading: the areas are read into memory, companies are read on request. */
export function openSnapshot(manifest: Manifest, folder: string): Snapshot {
  const database = openImmutable(path.join(folder, DATABASE_FILE));
  try {
    return readSnapshot(manifest, folder, database);
  } catch (error) {
    // It may be tried again and again.
    database.close();
    throw error;
  }
}

function readSnapshot(manifest: Manifest, folder: string, database: DatabaseSync): Snapshot {
  const countries = readCountries(database);
  const sectors = readSectors(database);
  const cells = readCells(database, null);
  const cellsInPillars = manifest.dataset.pillars.map((_, pillar) => readOnce(() => readCells(database, pillar)));
  const countryByIso2 = new Map(countries.map((country) => [country.iso2, country]));
  const sectorBySlug = new Map(sectors.map((sector) => [sector.slug, sector]));
  const rows = new CompanyRows(database);
  const columns = readOnce(() => {
    const column = columnReader(database, "company_column");
    return readColumns(column, manifest.counts.companies, manifest.dataset.pillars.length);
  });
  const arrays = readOnce(() => readArrays(columnReader(database, "judgement_column"), manifest.counts.judgements));
  const areas = { columns, countryCodes: [...countryByIso2.keys()].toSorted(), sectorSlugs: [...sectorBySlug.keys()] };
  const finder = new CompanyFinder(areas);
  return {
    manifest,
    countries,
    sectors,
    countryByIso2: (iso2) => countryByIso2.get(iso2),
    sectorBySlug: (slug) => sectorBySlug.get(slug),
    cell: (iso2, sector, pillar = null) =>
      (pillar === null ? cells : cellsInPillars[pillar]?.())?.get(`${iso2}/${sector}`),
    listCompanies(query) {
      const { indexes, total, nextOffset } = finder.find(query);
      return { companies: Array.from(indexes, (index) => rows.at(index)), total, nextOffset };
    },
    ...ownedLists(rows, areas, arrays),
    companyBySlug: (slug) => rows.bySlug(slug),
    companyById: (id) => rows.byId(id),
    findCompany: (idOrSlug) => rows.find(idOrSlug),
    companyAt: (position) => rows.at(position),
    productAt: (position) => rows.productAt(position),
    search: openNameSearch(path.join(folder, SEARCH_FILE)),
    standings: () => rows.standings(),
    tableFile(table, format) {
      const found = manifest.tables.find((file) => file.table === table && file.format === format);
      const file = found && manifest.files.find((each) => each.path === found.path);
      return file && { path: path.join(folder, file.path), bytes: file.bytes, sha256: file.sha256 };
    },
  };
}

/**
 * Opens a database that is never written to: without this promise to SQLite, locking it costs every
 * read five microseconds.
 */
function openImmutable(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec("PRAGMA mmap_size = 1073741824");
  return database;
}

type Row = Readonly<Record<string, unknown>>;

interface StoredStatistics {
  readonly listed: number;
  readonly judged: number;
  readonly distribution: Distribution;
  readonly median: number | null;
  readonly pillars: readonly StoredPillar[];
  readonly without: readonly StoredPillar[];
}

interface StoredPillar {
  readonly judged: number;
  readonly distribution: Distribution;
  readonly median: number | null;
}

function areaStatistics(row: Row): AreaStatistics & Pick<CountryRecord, "pillars" | "withoutPillars"> {
  const { listed, judged, pillars, without, ...rest } = JSON.parse(row["statistics"] as string) as StoredStatistics;
  return {
    listedCompanies: listed,
    judgedCompanies: judged,
    ...rest,
    pillars: pillars.map(pillarStatistics),
    withoutPillars: without.map(pillarStatistics),
  };
}

function pillarStatistics({ judged, ...pillar }: StoredPillar): PillarStatistics {
  return { judgedCompanies: judged, ...pillar };
}

function readCountries(database: DatabaseSync): CountryRecord[] {
  const rows = database.prepare("SELECT iso2, iso3, slug, name, statistics FROM country ORDER BY iso3").all();
  return rows.map((row) => ({
    iso2: row["iso2"] as string,
    iso3: row["iso3"] as string,
    slug: row["slug"] as string,
    name: row["name"] as string,
    ...areaStatistics(row),
  }));
}

function readSectors(database: DatabaseSync): SectorRecord[] {
  const rows = database.prepare("SELECT slug, label, statistics FROM sector ORDER BY slug").all();
  return rows.map((row) => ({ slug: row["slug"] as string, label: row["label"] as string, ...areaStatistics(row) }));
}

/** The cells over all pillars, or in one. */
function readCells(database: DatabaseSync, pillar: number | null): Map<string, CellRecord> {
  const cells = new Map<string, CellRecord>();
  for (const row of database.prepare("SELECT country, sector, statistics FROM cell").iterate()) {
    const iso2 = row["country"] as string;
    const sector = row["sector"] as string;
    const { pillars, listedCompanies, ...all } = areaStatistics(row);
    const statistics = pillar === null ? all : pillars[pillar];
    if (statistics === undefined) throw new Error(`cell ${iso2}/${sector} has no pillar number ${pillar}`);
    cells.set(`${iso2}/${sector}`, { iso2, sector, listedCompanies, ...statistics });
  }
  return cells;
}

/** Reads the columns of a table by name. */
function columnReader(
  database: DatabaseSync,
  table: "company_column" | "judgement_column",
): (name: string) => Uint8Array | undefined {
  const statement = database.prepare(`SELECT bytes FROM ${table} WHERE name = ?`);
  return (name) => statement.get(name)?.["bytes"] as Uint8Array | undefined;
}

function readOnce<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= read());
}
