import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { splitValues } from "../tables/details.ts";
import { IndexBuilder } from "../search/build-index.ts";
import { DATABASE_FILE } from "./bundle-database.ts";

/** The search index of a release, inside its folder. */
export const SEARCH_FILE = "search.idx";

/**
 * Builds the search index of the names in a bundle's database: companies and their aliases,
 * products with their brands and aliases.
 */
export function buildSearchIndex(folder: string): Uint8Array {
  using database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  const builder = new IndexBuilder();
  for (const kind of ["company", "product"] as const) {
    for (const row of database.prepare(NAMED[kind]).iterate() as Iterable<unknown> as Iterable<NamedRow>) {
      const { position, name, aliases, brand, country, sector, rows } = row;
      builder.add({
        kind,
        position,
        name,
        aliases: [...(brand === null ? [] : [brand]), ...splitValues(aliases)],
        country,
        sector,
        popularity: popularityOf(rows),
      });
    }
  }
  return builder.finish();
}

/** A company or a product; a product has its country and sector from its company. */
interface NamedRow {
  readonly position: number;
  readonly name: string;
  readonly aliases: string | null;
  readonly brand: string | null;
  /** Empty where it is filed in none. */
  readonly country: string;
  readonly sector: string;
  /** Number of judgements and products of the company. */
  readonly rows: number;
}

const OWNER = `coalesce(country, '') AS country, sector, judgement_count + (SELECT count(*) FROM product p WHERE p.company = c.company) AS "rows"`;

/** SQL: the rows in the order of their positions. */
const NAMED = {
  company: `SELECT company AS position, name, aliases, NULL AS brand, ${OWNER} FROM company c ORDER BY company`,
  product: `SELECT product AS position, p.name AS name, p.aliases AS aliases, brand, ${OWNER}
    FROM product p JOIN company c USING (company) ORDER BY product`,
};

/** A company with so many judgements and products counts as fully known. */
const WELL_KNOWN = 10_000;

/** The popularity of a company, from 0 to 1: by the logarithm of the number of its rows. */
function popularityOf(rows: number): number {
  return Math.min(1, Math.log1p(rows) / Math.log1p(WELL_KNOWN));
}
