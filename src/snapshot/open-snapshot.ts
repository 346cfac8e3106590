import path from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DATABASE_FILE } from "../release/bundle-database.ts";
import { type CompanyColumns, readColumns } from "../release/company-columns.ts";
import { isoDate, unpackJudgements } from "../release/judgement-blob.ts";
import type { Manifest } from "../release/manifest.ts";
import { buildSearchIndex, SEARCH_FILE } from "../release/search-index.ts";
import { type NameSearch, openBuiltSearch, openNameSearch } from "../search/open-name-search.ts";
import type { Distribution } from "../trust/scale.ts";
import { CompanyFinder } from "./find-companies.ts";
import type {
  AreaFigures,
  CellRecord,
  CompanyRecord,
  CompanyStanding,
  CountryRecord,
  JudgementRecord,
  PillarFigures,
  PlacedProduct,
  ProductRecord,
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
  const rows = new CompanyRows(database);
  const finder = new CompanyFinder({
    columns: () => readCompanyColumns(database, manifest),
    countryCodes: [...countryByIso2.keys()].toSorted(),
    sectorSlugs: [...sectorBySlug.keys()],
  });
  return {
    manifest,
    countries,
    sectors,
    countryByIso2: (iso2) => countryByIso2.get(iso2),
    sectorBySlug: (slug) => sectorBySlug.get(slug),
    cell: (iso2, sector) => cells.get(`${iso2}/${sector}`),
    listCompanies(query) {
      const { positions, total, nextOffset } = finder.find(query);
      return { companies: positions.map((position) => rows.at(position)), total, nextOffset };
    },
    companyBySlug: (slug) => rows.bySlug(slug),
    companyById: (id) => rows.byId(id),
    companyAt: (position) => rows.at(position),
    productAt: (place) => rows.productAt(place),
    search: openSearch(manifest, folder),
    standings: () => rows.standings(),
    productsOf: (company) => rows.productsOf(company.position),
    judgementsOf: (company) => rows.judgementsOf(company.position),
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

interface StoredFigures {
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

function areaFigures(row: Row): AreaFigures & { pillars: PillarFigures[] } {
  const figures = JSON.parse(row["figures"] as string) as StoredFigures;
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

function readCompanyColumns(database: DatabaseSync, manifest: Manifest): CompanyColumns {
  const stored = new Map<string, Uint8Array>();
  for (const row of database.prepare("SELECT name, bytes FROM company_column").iterate()) {
    stored.set(row["name"] as string, row["bytes"] as Uint8Array);
  }
  return readColumns(stored, manifest.counts.companies, manifest.dataset.pillars.length);
}

const COMPANY =
  "SELECT company, id, slug, name, country, sector, website, lei, aliases, judgement_count, median, distribution, pillars FROM company";

const TERMS_KEPT_MAX = 10_000;

/** The prepared statements over companies, their products and judgements. */
class CompanyRows {
  readonly #at: StatementSync;
  readonly #bySlug: StatementSync;
  readonly #byId: StatementSync;
  readonly #standings: StatementSync;
  readonly #products: StatementSync;
  readonly #productAt: StatementSync;
  readonly #judgements: StatementSync;
  readonly #term: StatementSync;
  readonly #texts = new Map<number, string>();

  constructor(database: DatabaseSync) {
    this.#at = database.prepare(`${COMPANY} WHERE company = ?`);
    this.#bySlug = database.prepare(`${COMPANY} WHERE slug = ?`);
    this.#byId = database.prepare(`${COMPANY} WHERE id = ?`);
    this.#standings = database.prepare("SELECT id, country, sector, median FROM company ORDER BY company");
    this.#products = database.prepare("SELECT id, slug, name, brand FROM product WHERE company = ? ORDER BY product");
    this.#productAt = database.prepare("SELECT id, slug, name, brand, company FROM product WHERE product = ?");
    this.#judgements = database.prepare("SELECT judgements, sources FROM company WHERE company = ?");
    this.#term = database.prepare("SELECT text FROM term WHERE term = ?");
  }

  at(position: number): CompanyRecord {
    const row = this.#at.get(position);
    if (!row) throw new Error(`there is no company at position ${position}`);
    return companyRecord(row);
  }

  bySlug(slug: string): CompanyRecord | undefined {
    const row = this.#bySlug.get(slug);
    return row && companyRecord(row);
  }

  byId(id: string): CompanyRecord | undefined {
    const row = this.#byId.get(id);
    return row && companyRecord(row);
  }

  *standings(): Generator<CompanyStanding> {
    for (const row of this.#standings.iterate()) yield row as unknown as CompanyStanding;
  }

  productsOf(position: number): ProductRecord[] {
    return this.#products.all(position) as unknown as ProductRecord[];
  }

  productAt(place: number): PlacedProduct {
    const row = this.#productAt.get(place);
    if (!row) throw new Error(`there is no product at place ${place}`);
    return row as unknown as PlacedProduct;
  }

  judgementsOf(position: number): JudgementRecord[] {
    const row = this.#judgements.get(position);
    if (!row) throw new Error(`there is no company at position ${position}`);
    const sources = JSON.parse(row["sources"] as string) as string[];
    return unpackJudgements(row["judgements"] as Uint8Array).map((judgement) => ({
      pillar: judgement.pillar,
      band: judgement.band,
      criterion: this.#textOf(judgement.criterion),
      judge: this.#textOf(judgement.judge),
      judgedOn: isoDate(judgement.judgedOn),
      sourceUrl: sources[judgement.source - 1] ?? null,
    }));
  }

  /** Criteria and judges are few and asked again and again. */
  #textOf(term: number): string | null {
    if (term === 0) return null;
    let text = this.#texts.get(term);
    if (text === undefined) {
      text = this.#term.get(term)?.["text"] as string;
      if (this.#texts.size >= TERMS_KEPT_MAX) this.#texts.clear();
      this.#texts.set(term, text);
    }
    return text;
  }
}

function companyRecord(row: Row): CompanyRecord {
  const aliases = row["aliases"] as string | null;
  return {
    position: row["company"] as number,
    id: row["id"] as string,
    slug: row["slug"] as string,
    name: row["name"] as string,
    country: row["country"] as string,
    sector: row["sector"] as string,
    website: row["website"] as string | null,
    lei: row["lei"] as string | null,
    aliases: aliases ? aliases.split("|") : [],
    judgements: row["judgement_count"] as number,
    distribution: JSON.parse(row["distribution"] as string) as Distribution,
    median: row["median"] as number | null,
    pillars: JSON.parse(row["pillars"] as string) as CompanyRecord["pillars"],
  };
}
