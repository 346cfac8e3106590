import { UNDATED } from "../trust/judgement-columns.ts";
import { type CompanyStatistics, openTally, type Tally } from "../trust/tally.ts";
import type { BatchWorker } from "./batch-thread.ts";
import type { BundleDatabase } from "./bundle-database.ts";
import type { CleanDataset } from "./clean-dataset.ts";
import { type CompanyBatch, companyBatches, type CompanyFacts, type ProductFacts } from "./company-batches.ts";
import { type CompanyColumns, emptyCompanyColumns, storedColumns } from "./company-columns.ts";
import { ListingBuilder } from "./company-listing.ts";
import type { ContentHash } from "./content-hash.ts";
import type { FigureTables } from "./figure-tables.ts";
import type { JudgementBatch } from "./judgement-batch.ts";
import type { JudgementCursor } from "./judgement-cursor.ts";
import { addLoaded, type JudgementFilesWritten } from "./judgement-files.ts";
import type { NameBatch } from "./search-index.ts";

/** The countries and sectors of a release, in the order of their places. */
export interface Areas {
  /** Ordered by ISO2. */
  readonly countries: readonly { iso2: string; iso3: string; slug: string; name: string }[];
  /** Ordered by slug. */
  readonly sectors: readonly { slug: string; label: string }[];
}

export interface JudgeCompanies {
  readonly dataset: CleanDataset;
  readonly areas: Areas;
  readonly cursor: JudgementCursor;
  readonly database: BundleDatabase;
  readonly hash: ContentHash;
  readonly figures: FigureTables;
  readonly files: BatchWorker<JudgementBatch, JudgementFilesWritten>;
  readonly searchIndex: BatchWorker<NameBatch, null>;
  /** Hears how many companies are done. */
  readonly onProgress: (done: number) => void;
}

export interface JudgedCompanies {
  readonly tally: Tally;
  /** How many companies have a current judgement. */
  readonly companies: number;
  readonly newestDay: number;
}

/** Computes the figures of every company and writes what stands of it in a release, with its products and its judgements. */
export async function judgeCompanies(work: JudgeCompanies): Promise<JudgedCompanies> {
  const { dataset, cursor, files, searchIndex, database } = work;
  const companies = new CompanyWriter(work);
  const products = new ProductWriter(work);
  for await (const batch of companyBatches(dataset)) {
    await cursor.load(batch.lastCompany);
    await addLoaded(files, batch.companies, cursor);
    const productsOf = openProducts(batch.products);
    for (const company of batch.companies) companies.add(company, productsOf(company.company));
    await searchIndex.add({ companies: companies.named(batch), products: products.add(batch.products) });
    work.onProgress(batch.lastCompany + 1);
  }
  await cursor.expectEnd();
  for (const columns of companies.columns()) database.addRows("company_column", columns);
  return companies.judged();
}

/** Hands out the products of one company after another, which come in the order of the companies. */
function openProducts(products: readonly ProductFacts[]): (company: number) => readonly ProductFacts[] {
  let next = 0;
  return (company) => {
    const first = next;
    while (products[next]?.company === company) next += 1;
    return products.slice(first, next);
  };
}

/** Writes one company after another, with the judgements that the cursor has of it. */
class CompanyWriter {
  readonly #work: JudgeCompanies;
  readonly #tally: Tally;
  readonly #columns: CompanyColumns;
  readonly #listing: ListingBuilder;
  readonly #countries: ReadonlyMap<string, number>;
  readonly #sectors: ReadonlyMap<string, number>;
  #judged = 0;
  #newestDay = UNDATED;

  constructor(work: JudgeCompanies) {
    const { facts, counts } = work.dataset;
    this.#work = work;
    this.#tally = openTally({ bandCount: facts.scale.bands.length, pillarCount: facts.pillars.length });
    this.#columns = emptyCompanyColumns(counts.companies, facts.pillars.length);
    this.#listing = new ListingBuilder(counts.companies);
    this.#countries = new Map(work.areas.countries.map(({ iso2 }, place) => [iso2, place]));
    this.#sectors = new Map(work.areas.sectors.map(({ slug }, place) => [slug, place]));
  }

  add(company: CompanyFacts, products: readonly ProductFacts[]): void {
    const { cursor, database, figures, hash } = this.#work;
    const taken = cursor.take(company);
    const companyFigures = this.#tally.add(company.country, company.sector, taken.pillars);
    database.addCompany(company, companyFigures, taken, products);
    hash.addCompany(company, taken.packed, taken.sources);
    figures.addCompany(company.company, companyFigures);
    this.#fill(company, companyFigures, taken.count);
    this.#listing.add(company, companyFigures.judgements, companyFigures.median);
    if (taken.count > 0) this.#judged += 1;
    if (taken.newestDay > this.#newestDay) this.#newestDay = taken.newestDay;
  }

  #fill(company: CompanyFacts, figures: CompanyStatistics, count: number): void {
    const columns = this.#columns;
    const at = company.company;
    const country = this.#countries.get(company.country);
    const sector = this.#sectors.get(company.sector);
    if (country === undefined || sector === undefined) {
      throw new Error(
        `company ${company.id} stands in ${company.country}, ${company.sector}, which the clean tables lack`,
      );
    }
    columns.country[at] = country;
    columns.sector[at] = sector;
    columns.median[at] = figures.median ?? 0;
    columns.judgements[at] = count;
    for (const [pillar, { median }] of figures.pillars.entries()) columns.pillarMedians[pillar]![at] = median ?? 0;
  }

  /** What a search knows of the companies of a batch, all of which were added. */
  named({ companies }: CompanyBatch): NameBatch["companies"] {
    return companies.map(({ company, name, aliases, country, sector }) => {
      return { company, name, aliases, country, sector, judgements: this.#columns.judgements[company]! };
    });
  }

  /** As rows of the bundle's `company_column` table. */
  columns(): Iterable<readonly [string, Uint8Array]>[] {
    return [storedColumns(this.#columns), this.#listing.stored()];
  }

  judged(): JudgedCompanies {
    return { tally: this.#tally, companies: this.#judged, newestDay: this.#newestDay };
  }
}

/** Writes products in the published order, in which they are counted. */
class ProductWriter {
  readonly #work: JudgeCompanies;
  #count = 0;

  constructor(work: JudgeCompanies) {
    this.#work = work;
  }

  /** Returns what a search knows of them. */
  add(rows: readonly ProductFacts[]): NameBatch["products"] {
    const { database, hash } = this.#work;
    return rows.map((row) => {
      const product = this.#count++;
      database.addProduct(product, row);
      hash.addProduct(row);
      return { product, company: row.company, name: row.name, brand: row.brand };
    });
  }
}
