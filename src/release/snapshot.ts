import type { Manifest } from "./manifest.ts";
import type { CompanyQuery, JudgementQuery, Page, ProductQuery, ReplyQuery } from "./queries.ts";
import type { CompanyReply, OwnedReply } from "../tables/replies.ts";
import type { BecameCurrent } from "./store/release-register.ts";
import type { PublishedBranding } from "../branding/branding.ts";
import type { PublicationState, PublicationStates, RefusedRelease } from "./store/publication-state.ts";
import type { ComparedRelease, ReleaseChanges } from "./changes/release-changes.ts";
import type { NamedSectors } from "../search/index-reader.ts";
import type { NameSearch } from "../search/open-name-search.ts";
import type { Signature } from "./sign-release.ts";
import type { CellStatistics } from "../tables/column.ts";
import type { Provenance } from "../trust/provenance.ts";
import type { JudgedStatistics } from "../trust/statistics.ts";
import type { AreaStatistics as CountedArea, SectorStatistics } from "../trust/tally.ts";
import type { CompanyDetails } from "../tables/companies.ts";
import type { CompanyJudgement } from "../tables/judgements.ts";
import type { ProductRecord } from "../tables/products.ts";
import type { ReplyStatus } from "../trust/replies.ts";
import type { CompanyMedians } from "../trust/portfolio.ts";
import type { Distribution } from "../trust/scale.ts";
import { UserError } from "../user-error.ts";

/** The judged companies of an area, each counted once, by their median band. */
export type PillarStatistics = JudgedStatistics;

/** The figures of a country, a sector or a cell of both, over all pillars or in one. */
export type AreaStatistics = CellStatistics;

export interface CountryRecord extends CountedArea {
  readonly iso2: string;
  readonly iso3: string;
  readonly slug: string;
  readonly name: string;
  /** The provenance of the judgements of its companies. */
  readonly provenance: Provenance;
}

export interface SectorRecord extends SectorStatistics {
  readonly slug: string;
  readonly label: string;
  readonly provenance: Provenance;
}

export interface CellRecord extends AreaStatistics {
  readonly iso2: string;
  readonly sector: string;
}

/** A company as it is in lists and search hits. */
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
  /** Number of its current judgements: the sum of `distribution`. */
  readonly judgementCount: number;
  /** All its current judgements. Companies with the same one may share it. */
  readonly distribution: Distribution;
  /** Level from 1, or null when it is not judged. */
  readonly median: number | null;
  /** The furthest status of its replies; null where it was not asked. */
  readonly replyStatus: ReplyStatus | null;
}

/** Keys by which a company can be found. */
export type CompanyKey = "id" | "slug" | "lei";

/** Everything a release says of a company. */
export interface CompanyDetail extends CompanySummary, CompanyDetails {
  /** Its current judgements in each pillar, in the order of `manifest.dataset.pillars`. */
  readonly pillars: readonly Pick<CompanySummary, "distribution" | "median">[];
  readonly products: readonly ProductRecord[];
  /** All its current judgements, by pillar, criterion and judge. */
  readonly judgements: readonly CompanyJudgement[];
  /** Replies to all its judgements first, then by pillar and date of the judgement. */
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

/**
 * A release opened for reading. It never changes: a newer release is another snapshot. All
 * functions are synchronous and safe to call at any time; a snapshot that nobody refers to any more
 * is released by garbage collection.
 */
export interface Snapshot extends ComparedRelease, PublicationState {
  readonly manifest: Manifest;
  readonly branding: PublishedBranding;
  /** `SHA256SUMS`: the hash of every file, its manifest among them. */
  readonly checksums: string;
  /** The signature of the checksums; null where its publisher did not sign them. */
  readonly signature: Signature | null;
  /** Ordered by ISO 3166-1 alpha-3. Every country with a listed company, judged or not. */
  readonly countries: readonly CountryRecord[];
  /** Ordered by slug. */
  readonly sectors: readonly SectorRecord[];
  countryByIso2(iso2: string): CountryRecord | undefined;
  sectorBySlug(slug: string): SectorRecord | undefined;
  /**
   * The cell over all pillars, or in the one at the index `pillar`. Undefined where the country has
   * no company in the sector.
   */
  cell(iso2: string, sector: string, pillar?: number | null): CellRecord | undefined;
  listCompanies(query: CompanyQuery): Page<CompanySummary>;
  listProducts(query: ProductQuery): Page<OwnedProduct>;
  listJudgements(query: JudgementQuery): Page<OwnedJudgement>;
  listReplies(query: ReplyQuery): Page<OwnedReply>;
  companyBySlug(slug: string): CompanyDetail | undefined;
  /** Finds a company by the publisher's own id. */
  companyById(id: string): CompanyDetail | undefined;
  /** The position of a company by the publisher's own id, else by its slug. */
  findCompany(idOrSlug: string): number | undefined;
  /** The positions of all companies with exactly this key. Only a LEI may belong to several. */
  findCompanies(key: CompanyKey, value: string): readonly number[];
  /** The company at an index of the list of companies by name. Throws where there is none. */
  companyAt(position: number): CompanySummary;
  /** The area of a company, its median and those in each pillar. Throws where there is none. */
  mediansAt(position: number): CompanyMedians;
  /** The LEI of a company, where the publisher gives one. Throws where there is no such company. */
  leiAt(position: number): string | null;
  /** The product at an index of the list of products by company. Throws where there is none. */
  productAt(position: number): OwnedProduct;
  /** Companies that name one of these sectors and are counted in another, with their products. */
  alsoNaming(sectors: readonly string[]): Pick<NamedSectors, "companies" | "products">;
  /** Searches names; hits are positions for `companyAt` and `productAt`. */
  readonly search: NameSearch;
  /** Absolute path of a downloadable table, with its size and hash. */
  tableFile(table: string, format: "csv" | "parquet"): { path: string; bytes: number; sha256: string } | undefined;
}

/** The part of each release that the history of a country, sector or company is made of. */
export type ReleaseFigures = Pick<Snapshot, "manifest" | "countries" | "sectors" | "companyBySlug" | "companyById">;

export type { BecameCurrent } from "./store/release-register.ts";

/** The releases there are, and their snapshots. */
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
  /** The figures of a release, in the same way: more releases are kept open for them. */
  figuresOf(id: string): ReleaseFigures | undefined;
  /** Manifests of all releases that everybody may read, newest first. */
  list(): readonly Manifest[];
  /**
   * The releases in the order in which they became current; what `current` names comes last. Some
   * may not be kept any more, and one that was gone back to is there twice.
   */
  history(): readonly BecameCurrent[];
  /**
   * Compares two releases of this list. Returns at once where the result is cached or the releases
   * are small; a large pair is compared once, in a worker thread. Operations call
   * `changesBetween` instead. Rejects with a ComparisonOverloadError if too many are waiting.
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
export class UnreadableRelease extends UserError {}
