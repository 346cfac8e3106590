import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DATABASE_FILE } from "../release/bundle-database.ts";
import { type CompanyColumns, readColumns } from "../release/company-columns.ts";
import { readListing } from "../release/company-listing.ts";
import type { Manifest } from "../release/manifest.ts";
import { buildSearchIndex, SEARCH_FILE } from "../release/search-index.ts";
import { type NameSearch, openBuiltSearch, openNameSearch } from "../search/open-name-search.ts";
import type { Distribution } from "../trust/scale.ts";
import { CompanyRows } from "./company-rows.ts";
import { CompanyFinder } from "./find-companies.ts";
import { openListedCompanies } from "./listed-companies.ts";
import type {
  AreaStatistics,
  CellRecord,
  CountryRecord,
  ListedCompanies,
  PillarStatistics,
  SectorRecord,
  Snapshot,
} from "./snapshot.ts";

/** Opens a release for reading: the areas are read into memory, companies are looked up when they are asked for. */
export function openSnapshot(manifest: Manifest, folder: string): Snapshot {
  const database = openImmutable(path.join(folder, DATABASE_FILE));
  const countries = readCountries(database);
  const sectors = readSectors(database);
  const cells = readCells(database);
  const countryByIso2 = new Map(countries.map((country) => [country.iso2, country]));
  const sectorBySlug = new Map(sectors.map((sector) => [sector.slug, sector]));
  const rows = new CompanyRows(database, manifest);
  const countryCodes = [...countryByIso2.keys()].toSorted();
  const { companies } = manifest.counts;
  const column = columnReader(database);
  let columns: CompanyColumns | undefined;
  const readCompanyColumns = () => (columns ??= readColumns(column, companies, manifest.dataset.pillars.length));
  const finder = new CompanyFinder({
    columns: readCompanyColumns,
    countryCodes,
    sectorSlugs: [...sectorBySlug.keys()],
  });
  let listed: ListedCompanies | undefined;
  const openListing = (): ListedCompanies => {
    const read = () => readListing(column, companies) ?? rows.listing(companies);
    const { names, ...listing } = read();
    let unread: Uint8Array | null = names;
    return openListedCompanies({
      columns: readCompanyColumns(),
      listing,
      readNames() {
        const first = unread ?? read().names;
        unread = null;
        return first;
      },
      countries: countryCodes.map((code) => countryByIso2.get(code)!),
      sectors,
    });
  };
  return {
    manifest,
    countries,
    sectors,
    countryByIso2: (iso2) => countryByIso2.get(iso2),
    sectorBySlug: (slug) => sectorBySlug.get(slug),
    cell: (iso2, sector) => cells.get(`${iso2}/${sector}`),
    listCompanies(query) {
      const { positions, total, nextOffset } = finder.find(query);
      return {
        positions,
        get companies() {
          return Array.from(positions, (position) => rows.at(position));
        },
        total,
        nextOffset,
      };
    },
    get listed() {
      return (listed ??= openListing());
    },
    detailAt: (position) => rows.detailAt(position),
    companyBySlug: (slug) => rows.bySlug(slug),
    companyById: (id) => rows.byId(id),
    companyAt: (position) => rows.at(position),
    productAt: (place) => rows.productAt(place),
    search: openSearch(manifest, folder),
    standings: () => rows.standings(),
    judgementWords: rows.words,
    tableFile(table, format) {
      const found = manifest.tables.find((file) => file.table === table && file.format === format);
      const file = found && manifest.files.find((each) => each.path === found.path);
      return file && { path: path.join(folder, file.path), bytes: file.bytes, sha256: file.sha256 };
    },
  };
}

/** Opens a database that nobody ever writes to: without this promise to SQLite, locking it costs every read five microseconds. */
function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set("immutable", "1");
  const database = new DatabaseSync(address, { readOnly: true });
  database.exec("PRAGMA mmap_size = 1073741824");
  return database;
}

/** Names up to this many are indexed in a moment, where a release has no index of its own. */
const NAMES_INDEXED_MAX = 20_000;

function openSearch(manifest: Manifest, folder: string): NameSearch | null {
  if (manifest.files.some((file) => file.path === SEARCH_FILE)) return openNameSearch(path.join(folder, SEARCH_FILE));
  const { companies, products } = manifest.counts;
  return companies + products > NAMES_INDEXED_MAX ? null : openBuiltSearch(() => buildSearchIndex(folder));
}

type Row = Readonly<Record<string, unknown>>;

interface StoredStatistics {
  readonly listed: number;
  readonly judged: number;
  readonly distribution: Distribution;
  readonly median: number | null;
  readonly pillars: readonly {
    readonly judged: number;
    readonly distribution: Distribution;
    readonly median: number | null;
  }[];
}

function areaFigures(row: Row): AreaStatistics & { pillars: PillarStatistics[] } {
  const figures = JSON.parse(row["figures"] as string) as StoredStatistics;
  return {
    listedCompanies: figures.listed,
    judgedCompanies: figures.judged,
    distribution: figures.distribution,
    median: figures.median,
    pillars: figures.pillars.map(({ judged, distribution, median }) => ({
      judgedCompanies: judged,
      distribution,
      median,
    })),
  };
}

function readCountries(database: DatabaseSync): CountryRecord[] {
  const rows = database.prepare("SELECT iso2, iso3, slug, name, figures FROM country ORDER BY iso3").all();
  return rows.map((row) => ({
    iso2: row["iso2"] as string,
    iso3: row["iso3"] as string,
    slug: row["slug"] as string,
    name: row["name"] as string,
    ...areaFigures(row),
  }));
}

function readSectors(database: DatabaseSync): SectorRecord[] {
  const rows = database.prepare("SELECT slug, label, figures FROM sector ORDER BY slug").all();
  return rows.map((row) => ({ slug: row["slug"] as string, label: row["label"] as string, ...areaFigures(row) }));
}

function readCells(database: DatabaseSync): Map<string, CellRecord> {
  const cells = new Map<string, CellRecord>();
  for (const row of database.prepare("SELECT country, sector, figures FROM cell").iterate()) {
    const iso2 = row["country"] as string;
    const sector = row["sector"] as string;
    const { listedCompanies, judgedCompanies, distribution, median } = areaFigures(row);
    cells.set(`${iso2}/${sector}`, { iso2, sector, listedCompanies, judgedCompanies, distribution, median });
  }
  return cells;
}

/** Reads the columns of all companies by name. */
function columnReader(database: DatabaseSync): (name: string) => Uint8Array | undefined {
  const statement = database.prepare("SELECT bytes FROM company_column WHERE name = ?");
  return (name) => statement.get(name)?.["bytes"] as Uint8Array | undefined;
}
