import type { Manifest } from "./manifest.ts";
import type { CompanyQuery, JudgementQuery, Page, ProductQuery, ReplyQuery } from "./queries.ts";
import type { CompanyReply, OwnedReply } from "../tables/replies.ts";
import type { BecameCurrent } from "./store/release-history.ts";
import type { PublishedBranding } from "../branding/branding.ts";
import type { RefusedRelease } from "./store/refused-release.ts";
import type { ComparedRelease, ReleaseChanges } from "./changes/release-changes.ts";
import type { PublicationStates, PublicationState } from "./store/publication-state.ts";
import type { NamedSectors } from "../search/index-reader.ts";
import type { NameSearch } from "../search/open-name-search.ts";
import type { TableSignatures } from "./table-signatures.ts";
import type { Provenance } from "../trust/provenance.ts";
import type { CompanyDetails } from "../tables/companies.ts";
import type { CompanyJudgement } from "../tables/judgements.ts";
import type { ProductRecord } from "../tables/products.ts";
import type { ReplyStatus } from "../trust/replies.ts";
import type { CompanyMedians } from "../trust/portfolio.ts";
import type { Distribution } from "../trust/scale.ts";

/** Judged companies of an area, each counted once, by their median band in the pillar. */
export interface PillarStatistics {
  readonly judgedCompanies: number;
  readonly distribution: Distribution;
  /** Level from 1, or null when no company is judged. */
  readonly median: number | null;
}

/**
 * A country, a sector or a cell of both: its companies, each counted once, by their median band.
 */
export interface AreaStatistics {
  readonly listedCompanies: number;
  readonly judgedCompanies: number;
  readonly distribution: Distribution;
  readonly median: number | null;
}

/** What a country or a sector has apart from its figures. */
export interface AreaDetails {
  /** In the order of `manifest.dataset.pillars`. */
  readonly pillars: readonly PillarStatistics[];
  /** For each pillar its companies by their median band over all other pillars. */
  readonly withoutPillars: readonly PillarStatistics[];
  /**
   * Its companies by the lower median of their medians in the pillars; null in releases of a bundle
   * format before 14, which do not have it.
   */
  readonly eachPillarOnce: PillarStatistics | null;
  /** What the judgements of its companies rest on. */
  readonly provenance: Provenance;
}

export interface CountryFigures extends AreaStatistics {
  readonly iso2: string;
  readonly iso3: string;
  readonly slug: string;
  readonly name: string;
}

export interface SectorFigures extends AreaStatistics {
  readonly slug: string;
  readonly label: string;
  /** Companies that name it after another, in which they are counted. */
  readonly alsoNamedBy: number;
}

export interface CountryRecord extends CountryFigures, AreaDetails {}

export interface SectorRecord extends SectorFigures, AreaDetails {}

export interface CellRecord extends AreaStatistics {
  readonly iso2: string;
  readonly sector: string;
}

/** What lists and search hits say of a company. */
export interface CompanySummary {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2; null where the company is filed in no country. */
  readonly country: string | null;
  /** Slug of its sector, in which it is counted. */
  readonly sector: string;
  /** Slugs of the sectors that it names besides, in text order. */
  readonly otherSectors: readonly string[];
  /** How many current judgements it has: the sum of `distribution`. */
  readonly judgementCount: number;
  /** All its current judgements. Companies with the same one may share it. */
  readonly distribution: Distribution;
  /** Level from 1, or null when it is not judged. */
  readonly median: number | null;
  /** The furthest status of its replies; null where it was not asked. */
  readonly replyStatus: ReplyStatus | null;
}

/** What a company can be found by without its name. */
export type CompanyKey = "id" | "slug" | "lei";

/** Everything a release says of a company. */
export interface CompanyDetail extends CompanySummary, CompanyDetails {
  /** Its current judgements in each pillar, in the order of `manifest.dataset.pillars`. */
  readonly pillars: readonly Pick<CompanySummary, "distribution" | "median">[];
  readonly products: readonly ProductRecord[];
  /** All its current judgements, by pillar, criterion and judge. */
  readonly judgements: readonly CompanyJudgement[];
  /** Those to all that it is judged by first, then by pillar and date of the judgement. */
  readonly replies: readonly CompanyReply[];
}

/** A product with its company. */
export interface OwnedProduct extends ProductRecord {
  /** Its company's position for `companyAt`. */
  readonly company: number;
}

/** A judgement with the company it is of. */
export interface OwnedJudgement extends CompanyJudgement {
  /** Its company's position for `companyAt`. */
  readonly company: number;
}

export interface CompanyPage {
  /** The companies of the page, in the requested order. */
  readonly companies: readonly CompanySummary[];
  /** Exact number of matching companies. */
  readonly total: number;
  /** Offset of the following page, or null at the end. */
  readonly nextOffset: number | null;
}

/**
 * A release opened for reading. It never changes: a newer release is another snapshot. All
 * functions are synchronous and safe to call at any time; a snapshot that nobody refers to any more
 * is released by garbage collection.
 */
export interface Snapshot extends ComparedRelease, PublicationState {
  readonly manifest: Manifest;
  readonly branding: PublishedBranding;
  /** Null where its publisher did not sign it. */
  readonly signatures: TableSignatures | null;
  /** Ordered by ISO 3166-1 alpha-3. Every country with a listed company, judged or not. */
  readonly countries: readonly CountryRecord[];
  /** Ordered by slug. */
  readonly sectors: readonly SectorRecord[];
  countryByIso2(iso2: string): CountryRecord | undefined;
  sectorBySlug(slug: string): SectorRecord | undefined;
  /**
   * Over all pillars, or in the one at the index `pillar`. Undefined where the country has no
   * company in the sector.
   */
  cell(iso2: string, sector: string, pillar?: number | null): CellRecord | undefined;
  listCompanies(query: CompanyQuery): CompanyPage;
  listProducts(query: ProductQuery): Page<OwnedProduct>;
  listJudgements(query: JudgementQuery): Page<OwnedJudgement>;
  listReplies(query: ReplyQuery): Page<OwnedReply>;
  companyBySlug(slug: string): CompanyDetail | undefined;
  /** By the publisher's own id. */
  companyById(id: string): CompanyDetail | undefined;
  /** The position of a company by the publisher's own id, else by its slug. */
  findCompany(idOrSlug: string): number | undefined;
  /** The positions of all companies with exactly this key. Only a LEI may belong to several. */
  findCompanies(key: CompanyKey, value: string): readonly number[];
  /** The company at an index of the list of companies by name. Throws where there is none. */
  companyAt(position: number): CompanySummary;
  /** Its area, its median and those in each pillar. Throws where there is no such company. */
  mediansAt(position: number): CompanyMedians;
  /** Its LEI, where the publisher gives one. Throws where there is no such company. */
  leiAt(position: number): string | null;
  /** The same of a product; products follow their companies. Throws where there is none. */
  productAt(position: number): OwnedProduct;
  /** What names one of these sectors and is counted in another. */
  alsoNaming(sectors: readonly string[]): Pick<NamedSectors, "companies" | "products">;
  /** Searches names; hits are positions for `companyAt` and `productAt`. */
  readonly search: NameSearch;
  /** Absolute path of a downloadable table, with its size and hash. */
  tableFile(table: string, format: "csv" | "parquet"): { path: string; bytes: number; sha256: string } | undefined;
}

/**
 * The figures of one release: little enough to be kept for many of them. Every snapshot has them.
 */
export interface ReleaseFigures {
  readonly manifest: Manifest;
  readonly countries: readonly CountryFigures[];
  readonly sectors: readonly SectorFigures[];
  companyBySlug(slug: string): CompanySummary | undefined;
  /** By the publisher's own id. */
  companyById(id: string): CompanySummary | undefined;
}

export type { BecameCurrent } from "./store/release-history.ts";

/** Which releases there are, and their snapshots. */
export interface Releases extends PublicationStates {
  /** The snapshot that answers now. A request asks once and keeps it to its end. */
  current(): Snapshot;
  /** The release that cannot be opened although it is the current one; null while all is well. */
  refused(): RefusedRelease | null;
  /**
   * The snapshot of a release by its id, or of a draft by its secret name, opened on first use;
   * undefined when there is none. Throws an UnreadableRelease.
   */
  byId(id: string): Snapshot | undefined;
  /** The figures of a release, in the same way; they are kept for more releases than snapshots. */
  figuresOf(id: string): ReleaseFigures | undefined;
  /** Manifests of all releases that everybody may read, newest first. */
  list(): readonly Manifest[];
  /**
   * Which release became current when, oldest first: what `current` names comes last. Some may not
   * be kept any more, and one that was gone back to is there twice.
   */
  history(): readonly BecameCurrent[];
  /**
   * What differs between two releases of this list, each pair compared once and kept. At once where
   * it is kept or the releases are small; a large pair is compared in a worker thread. Operations
   * call `changesBetween` instead. Rejects with a ComparisonOverloadError if too many are waiting.
   */
  compare(before: Snapshot, after: Snapshot): ReleaseChanges | Promise<ReleaseChanges>;
  /**
   * Calls the listener after every swap of the current snapshot; returns a function that ends it.
   */
  onSwap(listener: (snapshot: Snapshot) => void): () => void;
}

/**
 * Thrown for a stored release that cannot be opened, because it is damaged or of another format.
 * The cause says why.
 */
export class UnreadableRelease extends Error {
  override readonly name = "UnreadableRelease";
}
