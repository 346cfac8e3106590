import type { CleanDataset } from "./clean-dataset.ts";
import { readRows } from "./duck-rows.ts";

/** The facts of a company as the clean tables hold them. */
export interface CompanyFacts {
  readonly company: number;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly country: string;
  readonly sector: string;
  readonly website: string | null;
  readonly lei: string | null;
  readonly aliases: string | null;
}

export interface ProductFacts {
  readonly company: number;
  readonly id: string | null;
  readonly slug: string;
  readonly name: string;
  readonly brand: string | null;
}

export interface CompanyBatch {
  readonly lastCompany: number;
  readonly companies: readonly CompanyFacts[];
  readonly products: readonly ProductFacts[];
}

/** How many companies are in memory at a time: what is made of so few goes before the collector would move it. Bounds the memory of a publication. */
const COMPANIES_PER_BATCH = 5000;

/** All companies of the dataset in the published order, with their products. */
export async function* companyBatches(dataset: CleanDataset): AsyncGenerator<CompanyBatch> {
  const { connection, counts } = dataset;
  for (let first = 0; first < counts.companies; first += COMPANIES_PER_BATCH) {
    const inBatch = `company >= ${first} AND company < ${first + COMPANIES_PER_BATCH}`;
    yield {
      lastCompany: Math.min(first + COMPANIES_PER_BATCH, counts.companies) - 1,
      companies: await readRows<CompanyFacts>(
        connection,
        `SELECT * FROM clean.company WHERE ${inBatch} ORDER BY company`,
      ),
      products: await readRows<ProductFacts>(
        connection,
        `SELECT company, id, slug, name, brand FROM clean.product WHERE ${inBatch} ORDER BY company, name, id`,
      ),
    };
  }
}
