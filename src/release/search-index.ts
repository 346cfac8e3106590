import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { IndexBuilder } from "../search/build-index.ts";
import { DATABASE_FILE } from "./bundle-database.ts";

/** The search index of a release, inside its folder. */
export const SEARCH_FILE = "search.idx";

/**
 * Builds the search index of the names in a bundle's database: companies and their aliases,
 * products with their brands and aliases.
 */
export function buildSearchIndex(folder: string): Uint8Array {
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  try {
    const builder = new IndexBuilder();
    addCompanies(builder, database);
    addProducts(builder, database);
    return builder.finish();
  } finally {
    database.close();
  }
}

/** What a product has from its company. */
interface Owner {
  /** Empty where it is filed in none. */
  readonly country: string;
  readonly sector: string;
  /** How many judgements and products the dataset has of the company. */
  readonly rows: number;
}

const OWNER = `coalesce(country, '') AS country, sector, judgement_count + (SELECT count(*) FROM product p WHERE p.company = c.company) AS "rows"`;

function addCompanies(builder: IndexBuilder, database: DatabaseSync): void {
  const companies = database.prepare(`SELECT company, name, aliases, ${OWNER} FROM company c ORDER BY company`);
  for (const row of companies.iterate()) {
    const { company, name, aliases, country, sector, rows } = row as unknown as Owner & {
      readonly company: number;
      readonly name: string;
      readonly aliases: string | null;
    };
    const popularity = popularityOf(rows);
    builder.add({
      kind: "company",
      position: company,
      name,
      aliases: aliases?.split("|") ?? [],
      country,
      sector,
      popularity,
    });
  }
}

function addProducts(builder: IndexBuilder, database: DatabaseSync): void {
  const products = database.prepare(`SELECT product, p.name AS name, brand, p.aliases AS aliases, ${OWNER}
    FROM product p JOIN company c USING (company) ORDER BY product`);
  for (const row of products.iterate()) {
    const {
      product,
      name,
      brand,
      aliases: others,
      country,
      sector,
      rows,
    } = row as unknown as Owner & {
      readonly product: number;
      readonly name: string;
      readonly brand: string | null;
      readonly aliases: string | null;
    };
    const aliases = [...(brand === null ? [] : [brand]), ...(others?.split("|") ?? [])];
    builder.add({ kind: "product", position: product, name, aliases, country, sector, popularity: popularityOf(rows) });
  }
}

/** Judgements and products of a company from which on it counts as fully known. */
const WELL_KNOWN = 10_000;

/**
 * How well known a company is, from 0 to 1: by the logarithm of how much the dataset says of it.
 */
function popularityOf(rows: number): number {
  return Math.min(1, Math.log1p(rows) / Math.log1p(WELL_KNOWN));
}
