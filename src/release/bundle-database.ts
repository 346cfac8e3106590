import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type Provenance, NO_PROVENANCE } from "../trust/provenance.ts";
import { REPLY_STATUSES } from "../trust/replies.ts";
import type { JudgedStatistics } from "../trust/statistics.ts";
import type { AreaStatistics, CompanyStatistics } from "../trust/tally.ts";
import type { CompanyFacts, ProductFacts, ReplyFacts } from "./company-batches.ts";
import { BUNDLE_FORMAT } from "./manifest.ts";
import { slugsIn } from "./other-sectors.ts";

/** The serving database of a release, inside its folder. */
export const DATABASE_FILE = "release.sqlite";

/** "CTRB" in ASCII: what `file` and SQLite's header say about whose database this is. */
const APPLICATION_ID = 0x43545242;

const SETTINGS = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${BUNDLE_FORMAT};
`;

const TABLES = `
  -- Statistics are JSON: {listed, judged, distribution, median, pillars: [{judged, distribution, median}], without: [the same]}, worst band
  -- first. "without" has for each pillar what the area would be without it. Provenance is JSON, too: see trust/provenance.ts.
  CREATE TABLE country (
    iso2 TEXT PRIMARY KEY, iso3 TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, statistics TEXT NOT NULL, provenance TEXT NOT NULL) WITHOUT ROWID, STRICT;
  -- also_named_by counts the companies in other_sector.
  CREATE TABLE sector (
    slug TEXT PRIMARY KEY, label TEXT NOT NULL, also_named_by INTEGER NOT NULL, statistics TEXT NOT NULL, provenance TEXT NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE cell (country TEXT NOT NULL, sector TEXT NOT NULL, statistics TEXT NOT NULL, PRIMARY KEY (country, sector)) WITHOUT ROWID, STRICT;
  -- company counts from 0 in the published order. distribution, pillars ([{distribution, median}]) and urls are JSON; judgements are read
  -- by stored-judgements.ts and name the URLs by their index. What lists need comes first. A company is counted in \`sector\`.
  CREATE TABLE company (
    company INTEGER PRIMARY KEY, id TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, country TEXT, sector TEXT NOT NULL,
    judgement_count INTEGER NOT NULL, median INTEGER, distribution TEXT NOT NULL,
    website TEXT, lei TEXT, aliases TEXT, pillars TEXT NOT NULL, urls TEXT NOT NULL, judgements BLOB NOT NULL) STRICT;
  -- The sectors that a company names besides.
  CREATE TABLE other_sector (company INTEGER NOT NULL, sector TEXT NOT NULL, PRIMARY KEY (company, sector)) WITHOUT ROWID, STRICT;
  CREATE TABLE product (product INTEGER PRIMARY KEY, company INTEGER NOT NULL, id TEXT, slug TEXT NOT NULL, name TEXT NOT NULL, brand TEXT, aliases TEXT) STRICT;
  -- pillar counts from 0 in the publisher's order; status is the index of one of REPLY_STATUSES in trust/replies.ts.
  CREATE TABLE reply (
    reply INTEGER PRIMARY KEY, company INTEGER NOT NULL, pillar INTEGER, judged_on TEXT, status INTEGER NOT NULL, replied_on TEXT, text TEXT, url TEXT) STRICT;
  -- The labels that judgements name, criteria and judges.
  CREATE TABLE term (term INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  -- One number per company and column, for filters that never touch a row: see company-columns.ts.
  CREATE TABLE company_column (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID, STRICT;
  -- The same per judgement: see judgement-arrays.ts.
  CREATE TABLE judgement_column (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID, STRICT;
`;

const INDEXES = `
  CREATE UNIQUE INDEX company_by_slug ON company (slug);
  CREATE UNIQUE INDEX company_by_id ON company (id);
  CREATE INDEX company_by_lei ON company (lei) WHERE lei IS NOT NULL;
  CREATE INDEX other_sector_by_sector ON other_sector (sector, company);
  CREATE INDEX product_by_company ON product (company, product);
  CREATE INDEX reply_by_company ON reply (company, reply);
`;

/** The current judgements of a company as they are stored. */
export interface CompanyJudgements {
  readonly count: number;
  /** See stored-judgements.ts. */
  readonly encoded: Uint8Array;
  /** The distinct URLs they name, in the order in which they first do. */
  readonly urls: readonly string[];
}

/** The statistics of an area as they are stored. */
export function storedStatistics(area: AreaStatistics): string {
  return JSON.stringify({
    listed: area.listedCompanies,
    judged: area.judgedCompanies,
    distribution: area.distribution,
    median: area.median,
    pillars: area.pillars.map(storedPillar),
    without: area.withoutPillars.map(storedPillar),
  });
}

/** The provenance of an area as it is stored; none where nothing is judged. */
export function storedProvenance(provenance: Provenance = NO_PROVENANCE): string {
  return JSON.stringify(provenance);
}

function storedPillar({ judgedCompanies, distribution, median }: JudgedStatistics) {
  return { judged: judgedCompanies, distribution, median };
}

/**
 * Writes the serving database of a release; the file is complete, but not yet fsynced, after
 * `finish`.
 */
export class BundleDatabase {
  readonly #database: DatabaseSync;
  readonly #company: StatementSync;
  readonly #otherSector: StatementSync;
  readonly #product: StatementSync;
  readonly #reply: StatementSync;
  #products = 0;
  #replies = 0;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(SETTINGS + TABLES);
    this.#database.exec("BEGIN");
    this.#company = this.#database.prepare("INSERT INTO company VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    this.#otherSector = this.#database.prepare("INSERT INTO other_sector VALUES (?,?)");
    this.#product = this.#database.prepare("INSERT INTO product VALUES (?,?,?,?,?,?,?)");
    this.#reply = this.#database.prepare("INSERT INTO reply VALUES (?,?,?,?,?,?,?,?)");
  }

  addCompany(facts: CompanyFacts, statistics: CompanyStatistics, judgements: CompanyJudgements): void {
    this.#company.run(
      facts.company,
      facts.id,
      facts.slug,
      facts.name,
      facts.country,
      facts.sector,
      judgements.count,
      statistics.median,
      JSON.stringify(statistics.judgements),
      facts.website,
      facts.lei,
      facts.aliases,
      JSON.stringify(statistics.pillars),
      JSON.stringify(judgements.urls),
      judgements.encoded,
    );
    for (const sector of slugsIn(facts.other_sectors)) this.#otherSector.run(facts.company, sector);
  }

  /** Products are numbered from 0 in the order in which they come. */
  addProduct({ company, id, slug, name, brand, aliases }: ProductFacts): void {
    this.#product.run(this.#products++, company, id, slug, name, brand, aliases);
  }

  /** Replies are numbered like products. */
  addReply({ company, pillar, judged_on: judgedOn, status, replied_on: repliedOn, text, url }: ReplyFacts): void {
    const index = REPLY_STATUSES.indexOf(status);
    this.#reply.run(this.#replies++, company, pillar, judgedOn, index, repliedOn, text, url);
  }

  /** Inserts whole rows into one of the small tables. */
  addRows(
    table: "country" | "sector" | "cell" | "term" | "company_column" | "judgement_column",
    rows: Iterable<readonly (string | number | Uint8Array)[]>,
  ): void {
    let statement: StatementSync | undefined;
    for (const row of rows) {
      statement ??= this.#database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => "?").join(",")})`);
      statement.run(...row);
    }
  }

  finish(): void {
    this.#database.exec("COMMIT");
    this.#database.exec(INDEXES);
    this.#database.exec("ANALYZE");
    this.#database.close();
  }

  /** Closes the file as it is, for a build that failed. */
  abandon(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
