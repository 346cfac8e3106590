import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { AreaStatistics, CompanyStatistics } from "../trust/tally.ts";
import type { CompanyFacts, ProductFacts } from "./company-batches.ts";
import { packDetail } from "./company-detail.ts";
import type { JudgementsTaken } from "./judgement-cursor.ts";
import { BUNDLE_FORMAT } from "./manifest.ts";

/** The serving database of a release, inside its folder. */
export const DATABASE_FILE = "release.sqlite";

/** "CTRB" in ASCII: what `file` and SQLite's header say about whose database this is. */
const APPLICATION_ID = 0x43545242;

const SCHEMA = `
  PRAGMA page_size = 8192;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${BUNDLE_FORMAT};
  -- Figures are JSON: {listed, judged, distribution, median, pillars: [{judged, distribution, median}]}, worst band first.
  CREATE TABLE country (iso2 TEXT PRIMARY KEY, iso3 TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, figures TEXT NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE sector (slug TEXT PRIMARY KEY, label TEXT NOT NULL, figures TEXT NOT NULL) WITHOUT ROWID, STRICT;
  CREATE TABLE cell (country TEXT NOT NULL, sector TEXT NOT NULL, figures TEXT NOT NULL, PRIMARY KEY (country, sector)) WITHOUT ROWID, STRICT;
  -- company counts from 0 in the published order; detail is read by company-detail.ts.
  CREATE TABLE company (
    company INTEGER PRIMARY KEY, id TEXT NOT NULL, slug TEXT NOT NULL, name TEXT NOT NULL, country TEXT NOT NULL, sector TEXT NOT NULL,
    aliases TEXT, judgement_count INTEGER NOT NULL, median INTEGER, distribution TEXT NOT NULL, detail BLOB NOT NULL) STRICT;
  CREATE TABLE product (product INTEGER PRIMARY KEY, company INTEGER NOT NULL, id TEXT, slug TEXT NOT NULL, name TEXT NOT NULL, brand TEXT) STRICT;
  -- Criteria and judges.
  CREATE TABLE term (term INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  -- One number per company and column, for filters that never touch a row, and what a list shows: see company-columns.ts and company-listing.ts.
  CREATE TABLE company_column (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID, STRICT;
`;

const INDEXES = `
  CREATE UNIQUE INDEX company_by_slug ON company (slug);
  CREATE UNIQUE INDEX company_by_id ON company (id);
  CREATE INDEX product_by_company ON product (company, product);
`;

/** Figures of an area as they are stored; `pillars` is absent for a cell. */
export function storedFigures(area: AreaStatistics): string {
  return JSON.stringify({
    listed: area.listedCompanies,
    judged: area.judgedCompanies,
    distribution: area.distribution,
    median: area.median,
    pillars: area.pillars.map((pillar) => ({
      judged: pillar.judgedCompanies,
      distribution: pillar.distribution,
      median: pillar.median,
    })),
  });
}

/** Writes the serving database of a release; the file is complete, but not yet fsynced, after `finish`. */
export class BundleDatabase {
  readonly #database: DatabaseSync;
  readonly #company: StatementSync;
  readonly #product: StatementSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(SCHEMA);
    this.#database.exec("BEGIN");
    this.#company = this.#database.prepare("INSERT INTO company VALUES (?,?,?,?,?,?,?,?,?,?,?)");
    this.#product = this.#database.prepare("INSERT INTO product VALUES (?,?,?,?,?,?)");
  }

  addCompany(
    facts: CompanyFacts,
    figures: CompanyStatistics,
    taken: JudgementsTaken,
    products: readonly ProductFacts[],
  ): void {
    this.#company.run(
      facts.company,
      facts.id,
      facts.slug,
      facts.name,
      facts.country,
      facts.sector,
      facts.aliases,
      taken.count,
      figures.median,
      JSON.stringify(figures.judgements),
      packDetail({
        website: facts.website,
        lei: facts.lei,
        aliases: facts.aliases,
        pillars: figures.pillars,
        products,
        sources: taken.sources,
        judgements: taken.packed,
      }),
    );
  }

  addProduct(product: number, row: ProductFacts): void {
    this.#product.run(product, row.company, row.id, row.slug, row.name, row.brand);
  }

  /** Inserts whole rows into one of the small tables. */
  addRows(
    table: "country" | "sector" | "cell" | "term" | "company_column",
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
