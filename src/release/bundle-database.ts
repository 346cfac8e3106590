import path from "node:path";
import { type DetailColumn, splitValues } from "../tables/details.ts";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { COMPANY_DETAILS } from "../tables/companies.ts";
import { PRODUCT_DETAILS } from "../tables/products.ts";
import { REPLY_STATUSES } from "../trust/replies.ts";
import type { CompanyStatistics } from "../trust/tally.ts";
import type { OwnedReply } from "../tables/replies.ts";
import type { CompanyFacts, ProductFacts } from "./clean-dataset.ts";
import { BUNDLE_FORMAT } from "./manifest.ts";
import { bytesOf, type ColumnTable, type NumberColumn } from "./number-columns.ts";
import { pathToFileURL } from "node:url";

/** The serving database of a release, inside its folder. */
export const DATABASE_FILE = "release.sqlite";

/** "CTRB" in ASCII: the application id in SQLite's header, which `file` prints. */
const APPLICATION_ID = 0x43545242;

const SETTINGS = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${BUNDLE_FORMAT};
`;

const textColumns = (columns: readonly DetailColumn[]): string => columns.map(({ name }) => `${name} TEXT`).join(", ");

const TABLES = `
  -- Statistics are JSON: {listed, judged, distribution, median, pillars: [{judged, distribution, median}], without: [the same], once: the same
  -- (not an array)}, worst band first. "without" has for each pillar what the area would be without it; "once" counts each pillar of a company
  -- once. Provenance is JSON, too: see trust/provenance.ts.
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
    ${textColumns(COMPANY_DETAILS)}, pillars TEXT NOT NULL, urls TEXT NOT NULL, judgements BLOB NOT NULL) STRICT;
  -- The sectors that a company names besides.
  CREATE TABLE other_sector (company INTEGER NOT NULL, sector TEXT NOT NULL, PRIMARY KEY (company, sector)) WITHOUT ROWID, STRICT;
  CREATE TABLE product (product INTEGER PRIMARY KEY, company INTEGER NOT NULL, id TEXT, slug TEXT NOT NULL, name TEXT NOT NULL, ${textColumns(PRODUCT_DETAILS)}) STRICT;
  -- pillar counts from 0 in the publisher's order; status is the index of one of REPLY_STATUSES in trust/replies.ts.
  CREATE TABLE reply (
    reply INTEGER PRIMARY KEY, company INTEGER NOT NULL, pillar INTEGER, judged_on TEXT, status INTEGER NOT NULL, replied_on TEXT, text TEXT, url TEXT) STRICT;
  -- The labels that judgements name, criteria and judges.
  CREATE TABLE term (term INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  -- One number per company and column, for filters that never touch a row: see number-columns.ts.
  CREATE TABLE company_column (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID, STRICT;
  -- The same per judgement.
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

/**
 * Writes the serving database of a release; the file is complete, but not yet fsynced, after
 * `finish`.
 */
export class BundleDatabase {
  readonly #database: DatabaseSync;
  readonly #inserts = new Map<string, StatementSync>();
  #products = 0;
  #replies = 0;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(SETTINGS + TABLES);
    this.#database.exec("BEGIN");
  }

  addCompany(facts: CompanyFacts, statistics: CompanyStatistics, judgements: CompanyJudgements): void {
    this.#insert(
      "company",
      facts.company,
      facts.id,
      facts.slug,
      facts.name,
      facts.country,
      facts.sector,
      judgements.count,
      statistics.median,
      JSON.stringify(statistics.judgements),
      ...COMPANY_DETAILS.map(({ name }) => facts[name]),
      JSON.stringify(statistics.pillars),
      JSON.stringify(judgements.urls),
      judgements.encoded,
    );
    for (const sector of splitValues(facts.other_sectors)) this.#insert("other_sector", facts.company, sector);
  }

  /** Products are numbered from 0 in the order in which they come. */
  addProduct(facts: ProductFacts): void {
    const { company, id, slug, name } = facts;
    const details = PRODUCT_DETAILS.map((detail) => facts[detail.name]);
    this.#insert("product", this.#products++, company, id, slug, name, ...details);
  }

  /** Replies are numbered like products. */
  addReply({ company, pillar, judged_on: judgedOn, status, replied_on: repliedOn, text, url }: OwnedReply): void {
    const index = REPLY_STATUSES.indexOf(status);
    this.#insert("reply", this.#replies++, company, pillar, judgedOn, index, repliedOn, text, url);
  }

  /** Inserts whole rows into one of the small tables. */
  addRows(table: "country" | "sector" | "cell" | "term", rows: Iterable<readonly (string | number)[]>): void {
    for (const row of rows) this.#insert(table, ...row);
  }

  addColumns(table: ColumnTable, columns: readonly NumberColumn[]): void {
    for (const column of columns) this.#insert(table, column[0], bytesOf(column));
  }

  #insert(table: string, ...row: readonly SQLInputValue[]): void {
    let statement = this.#inserts.get(table);
    if (statement === undefined) {
      statement = this.#database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => "?").join(",")})`);
      this.#inserts.set(table, statement);
    }
    statement.run(...row);
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

/**
 * Opens the database of a release, which is never written to: without this promise to SQLite,
 * locking it costs every read five microseconds.
 *
 * It is not mapped into memory. A file that something else cuts short would end the process by a
 * signal then; read through calls, it is an error of one statement. A row takes 6 microseconds
 * instead of 4.5 by that.
 */
export function openDatabase(folder: string): DatabaseSync {
  const url = pathToFileURL(path.join(folder, DATABASE_FILE));
  url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec("PRAGMA mmap_size = 0");
  return database;
}
