import type { Manifest } from "../release/manifest.ts";
import type { StoredDetail } from "../release/stored-details.ts";
import type { NameSearch } from "../search/open-name-search.ts";
import type { Distribution } from "../trust/scale.ts";

/** Judged companies of an area, each counted once, by their median band in the pillar. */
export interface PillarStatistics {
  readonly judgedCompanies: number;
  readonly distribution: Distribution;
  /** Rank from 1, or null when no company is judged. */
  readonly median: number | null;
}

/** A country, a sector or a cell of both: its companies, each counted once, by their median band. */
export interface AreaStatistics {
  readonly listedCompanies: number;
  readonly judgedCompanies: number;
  readonly distribution: Distribution;
  readonly median: number | null;
}

export interface CountryRecord extends AreaStatistics {
  readonly iso2: string;
  readonly iso3: string;
  readonly slug: string;
  readonly name: string;
  /** In the order of `manifest.dataset.pillars`. */
  readonly pillars: readonly PillarStatistics[];
}

export interface SectorRecord extends AreaStatistics {
  readonly slug: string;
  readonly label: string;
  readonly pillars: readonly PillarStatistics[];
}

export interface CellRecord extends AreaStatistics {
  readonly iso2: string;
  readonly sector: string;
}

export interface CompanyRecord {
  /** Place in the release's company list: by name without case and accents, then name, then id; from 0. */
  readonly position: number;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly sector: string;
  readonly website: string | null;
  readonly lei: string | null;
  readonly aliases: readonly string[];
  readonly judgements: number;
  /** All its current judgements. */
  readonly distribution: Distribution;
  readonly median: number | null;
  readonly pillars: readonly { readonly distribution: Distribution; readonly median: number | null }[];
}

/** What a hit says of its company. Companies of the same distribution mostly share it, so that it can be told by what it is and not by what it holds. */
export type FoundCompany = Pick<
  CompanyRecord,
  "id" | "slug" | "name" | "country" | "sector" | "median" | "distribution"
>;

export type CompanyStanding = Pick<CompanyRecord, "id" | "country" | "sector" | "median">;

export interface ProductRecord {
  readonly id: string | null;
  readonly slug: string;
  readonly name: string;
  readonly brand: string | null;
}

/** A product by its place in the list of all products. */
export interface PlacedProduct extends ProductRecord {
  /** Position of its company. */
  readonly company: number;
}

/** What the numbers of judgements stand for in one release. */
export interface JudgementWords {
  /** A criterion or a judge; null where none is given. */
  term(number: number): string | null;
  /** `YYYY-MM-DD`; null where none is given. */
  date(number: number): string | null;
}

/** What the detail of a company tells of it besides what a list does. */
export type CompanyDetail = StoredDetail;

export type { DetailCursor } from "../release/company-detail.ts";

export type CompanySort = "name" | "-name" | "median_band" | "-median_band" | "judgements" | "-judgements";

export interface CompanyQuery {
  readonly country?: string;
  readonly sector?: string;
  /** With a `pillar`: the company's median band there; without: its overall median band. Rank from 1. */
  readonly band?: number;
  /** Without a `band`: companies judged in this pillar. Place in `manifest.dataset.pillars`. */
  readonly pillar?: number;
  readonly sort: CompanySort;
  readonly limit: number;
  /** How many matching companies to pass over, from 0; a page's `next` says it. */
  readonly offset: number;
}

export interface CompanyPage {
  /** Where the companies of the page stand, in the asked order. */
  readonly positions: ArrayLike<number>;
  /** The same companies, read when asked for. */
  readonly companies: readonly CompanyRecord[];
  /** Exact number of matching companies. */
  readonly total: number;
  /** Offset of the following page, or null at the end. */
  readonly nextOffset: number | null;
}

/**
 * What a list shows of every company, by position. What many companies share is handed out by number, so that a reader needs to lay it out
 * only once.
 */
export interface ListedCompanies {
  /** Reads the JSON members `id`, `slug` and `name` of one company after another, in UTF-8. They are not kept here. */
  readNames(): Uint8Array;
  /** Where the names of each company end. */
  readonly nameEnds: ArrayLike<number>;
  /** Number of the company's country and sector together, from 0. */
  cellAt(position: number): number;
  readonly cellCount: number;
  cell(number: number): { readonly country: CountryRecord; readonly sector: SectorRecord };
  /** Number of the company's figures over all its judgements, from 0. */
  profileAt(position: number): number;
  readonly profileCount: number;
  profile(number: number): Pick<CompanyRecord, "distribution" | "median">;
}

/**
 * A release opened for reading. It never changes: a newer release is another snapshot. All functions are synchronous
 * and safe to call at any time; a snapshot that nobody refers to any more is released by garbage collection.
 */
export interface Snapshot {
  readonly manifest: Manifest;
  /** Ordered by ISO 3166-1 alpha-3. Every country with a listed company, judged or not. */
  readonly countries: readonly CountryRecord[];
  /** Ordered by slug. */
  readonly sectors: readonly SectorRecord[];
  countryByIso2(iso2: string): CountryRecord | undefined;
  sectorBySlug(slug: string): SectorRecord | undefined;
  /** Undefined where the country has no company in the sector. */
  cell(iso2: string, sector: string): CellRecord | undefined;
  listCompanies(query: CompanyQuery): CompanyPage;
  /** Read when first asked for. */
  readonly listed: ListedCompanies;
  /** The detail of the company at a position. Throws where there is none. */
  detailAt(position: number): CompanyDetail;
  companyById(id: string): CompanyRecord | undefined;
  /** The company at a position. Throws where there is none. */
  companyAt(position: number): FoundCompany;
  /** The product at a place, from 0, in the order of the companies. Throws where there is none. */
  productAt(place: number): PlacedProduct;
  /**
   * Searches the names of companies and products: hits are positions and places. Null for a large release of bundle
   * format 1, which has no index.
   */
  readonly search: NameSearch | null;
  /** Every company's id, place and median, in the order of the positions; for comparing releases. */
  standings(): Iterable<CompanyStanding>;
  readonly judgementWords: JudgementWords;
  /** Absolute path of a downloadable table, with its size and hash. */
  tableFile(table: string, format: "csv" | "parquet"): { path: string; bytes: number; sha256: string } | undefined;
}

/** Which releases there are, and their snapshots. */
export interface Releases {
  /** The snapshot that answers now. A request asks once and keeps it to its end. */
  current(): Snapshot;
  /** The snapshot of a release by its id, opened when first asked for; undefined when there is no such release. Throws an UnreadableRelease. */
  byId(id: string): Snapshot | undefined;
  /** Manifests of all releases, newest first. */
  list(): readonly Manifest[];
  /** Calls the listener after every swap of the current snapshot; returns a function that ends it. */
  onSwap(listener: (snapshot: Snapshot) => void): () => void;
}
