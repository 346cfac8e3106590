import { writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { IndexBuilder } from "../search/build-index.ts";
import { BatchThread, type BatchWork, type BatchWorker, workHere } from "./batch-thread.ts";
import { DATABASE_FILE } from "./bundle-database.ts";

/** The search index of a release, inside its folder. */
export const SEARCH_FILE = "search.idx";

/** From this many names on the index is made in a thread of its own, beside everything else. */
const NAMES_INLINE_MAX = 20_000;

/** What a search knows of some companies, and of all their products. */
export interface NameBatch {
  readonly companies: readonly NamedCompany[];
  readonly products: readonly NamedProduct[];
}

interface NamedCompany {
  readonly company: number;
  readonly name: string;
  readonly aliases: string | null;
  readonly country: string;
  readonly sector: string;
  readonly judgements: number;
}

interface NamedProduct {
  readonly product: number;
  readonly company: number;
  readonly name: string;
  readonly brand: string | null;
}

/** Makes the search index of a bundle while its companies are written. The same names give the same bytes, in whatever batches they come. */
export function openSearchIndexWriter(folder: string, names: number): BatchWorker<NameBatch, null> {
  if (names <= NAMES_INLINE_MAX) return workHere(new SearchIndexFile(folder));
  return new BatchThread<NameBatch, null>(new URL("search-index-worker.ts", import.meta.url), folder);
}

/** The search index of a bundle; it is not yet fsynced after `finish`. */
export class SearchIndexFile implements BatchWork<NameBatch, null> {
  readonly #path: string;
  readonly #builder = new IndexBuilder();

  constructor(folder: string) {
    this.#path = path.join(folder, SEARCH_FILE);
  }

  add(batch: NameBatch): void {
    addNames(this.#builder, batch);
  }

  finish(): null {
    writeFileSync(this.#path, this.#builder.finish());
    return null;
  }

  abandon(): void {}
}

const COMPANIES_PER_BATCH = 20_000;

/** Makes the search index of the names in a bundle's database: companies and their aliases, products and their brands. */
export function buildSearchIndex(folder: string): Uint8Array {
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  try {
    const builder = new IndexBuilder();
    const companies = database.prepare(`SELECT company, name, aliases, country, sector, judgement_count AS judgements
      FROM company WHERE company >= ? AND company < ? ORDER BY company`);
    const products = database.prepare(
      "SELECT product, company, name, brand FROM product WHERE company >= ? AND company < ? ORDER BY product",
    );
    for (let first = 0; ; first += COMPANIES_PER_BATCH) {
      const range = [first, first + COMPANIES_PER_BATCH];
      const batch = { companies: companies.all(...range), products: products.all(...range) } as unknown as NameBatch;
      if (batch.companies.length === 0) return builder.finish();
      addNames(builder, batch);
    }
  } finally {
    database.close();
  }
}

function addNames(builder: IndexBuilder, { companies, products }: NameBatch): void {
  const productCounts = new Map<number, number>();
  for (const { company } of products) productCounts.set(company, (productCounts.get(company) ?? 0) + 1);
  const owners = new Map<number, Owner>();
  for (const { company, name, aliases, country, sector, judgements } of companies) {
    const owner = { country, sector, popularity: popularityOf(judgements + (productCounts.get(company) ?? 0)) };
    owners.set(company, owner);
    builder.add({ ...owner, kind: "company", place: company, name, aliases: aliases?.split("|") ?? [] });
  }
  for (const { product, company, name, brand } of products) {
    const owner = owners.get(company);
    if (owner === undefined) throw new Error(`the product ${product} belongs to company ${company}, which is missing`);
    builder.add({ ...owner, kind: "product", place: product, name, aliases: brand === null ? [] : [brand] });
  }
}

/** What a product has from its company. */
interface Owner {
  readonly country: string;
  readonly sector: string;
  readonly popularity: number;
}

/** Judgements and products of a company from which on it counts as fully known. */
const WELL_KNOWN = 10_000;

/** How well known a company is, from 0 to 1: by the logarithm of how much the dataset says of it. */
function popularityOf(rows: number): number {
  return Math.min(1, Math.log1p(rows) / Math.log1p(WELL_KNOWN));
}
