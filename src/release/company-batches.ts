import type { DuckDBConnection } from "@duckdb/node-api";
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
export async function* companyBatches({ connection, counts }: CleanDataset): AsyncGenerator<CompanyBatch> {
  for (let first = 0; first < counts.companies; first += COMPANIES_PER_BATCH) {
    const lastCompany = Math.min(first + COMPANIES_PER_BATCH, counts.companies) - 1;
    const inBatch = `company BETWEEN ${first} AND ${lastCompany}`;
    yield {
      lastCompany,
      companies: await readCompanies(connection, inBatch),
      products: await readRows<ProductFacts>(
        connection,
        `SELECT company, id, slug, name, brand FROM clean.product WHERE ${inBatch} ORDER BY company, name, id`,
      ),
    };
  }
}

type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

/** The rows come as one JSON object of columns, all in the same order, whichever it is: to ask for them cell by cell takes twice as long. */
async function readCompanies(connection: DuckDBConnection, condition: string): Promise<CompanyFacts[]> {
  const names = ["company", "id", "slug", "name", "country", "sector", "website", "lei", "aliases"];
  const lists = names.map((name) => `${name}: coalesce(list(${name}), [])`);
  const sql = `SELECT to_json({${lists.join(", ")}})::VARCHAR AS columns FROM clean.company WHERE ${condition}`;
  const [row] = await readRows<{ columns: string }>(connection, sql);
  const columns = JSON.parse(row!.columns) as Columns<CompanyFacts>;
  const companies = columns.company.map((company, place) => ({
    company,
    id: columns.id[place]!,
    slug: columns.slug[place]!,
    name: columns.name[place]!,
    country: columns.country[place]!,
    sector: columns.sector[place]!,
    website: columns.website[place]!,
    lei: columns.lei[place]!,
    aliases: columns.aliases[place]!,
  }));
  return companies.toSorted((a, b) => a.company - b.company);
}
