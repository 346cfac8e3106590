import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { IndexBuilder } from "../search/build-index.ts";
import { DATABASE_FILE } from "./bundle-database.ts";

/** The search index of a release, inside its folder. */
export const SEARCH_FILE = "search.idx";

/** From this many names on the index is made in a thread of its own, beside the tables. */
const NAMES_INLINE_MAX = 20_000;

/** Writes the search index of a bundle whose database is complete. The same database gives the same bytes. */
export async function writeSearchIndex(folder: string, names: number): Promise<void> {
  if (names <= NAMES_INLINE_MAX) return writeFileSync(path.join(folder, SEARCH_FILE), buildSearchIndex(folder));
  const worker = new Worker(new URL("search-index-worker.ts", import.meta.url), { workerData: folder });
  // Rejects where the thread throws.
  const [status] = (await once(worker, "exit")) as [number];
  if (status !== 0) throw new Error(`the thread that writes the search index ended with ${status}`);
}

/** Makes the search index of the names in a bundle's database: companies and their aliases, products and their brands. */
export function buildSearchIndex(folder: string): Uint8Array {
  const database = new DatabaseSync(path.join(folder, DATABASE_FILE), { readOnly: true });
  try {
    const builder = new IndexBuilder();
    addProducts(database, builder, addCompanies(database, builder));
    return builder.finish();
  } finally {
    database.close();
  }
}

/** What a product has from its company. */
interface Owner {
  readonly country: string;
  readonly sector: string;
  readonly popularity: number;
}

function addCompanies(database: DatabaseSync, builder: IndexBuilder): readonly Owner[] {
  const products = new Map<number, number>();
  for (const row of database.prepare("SELECT company, count(*) AS products FROM product GROUP BY company").iterate()) {
    products.set(row["company"] as number, row["products"] as number);
  }
  const owners: Owner[] = [];
  const rows = database.prepare(
    "SELECT company, name, aliases, country, sector, judgement_count FROM company ORDER BY company",
  );
  for (const row of rows.iterate()) {
    const place = row["company"] as number;
    const aliases = row["aliases"] as string | null;
    const owner = {
      country: row["country"] as string,
      sector: row["sector"] as string,
      popularity: popularityOf((row["judgement_count"] as number) + (products.get(place) ?? 0)),
    };
    owners.push(owner);
    builder.add({
      ...owner,
      kind: "company",
      place,
      name: row["name"] as string,
      aliases: aliases === null ? [] : aliases.split("|"),
    });
  }
  return owners;
}

function addProducts(database: DatabaseSync, builder: IndexBuilder, owners: readonly Owner[]): void {
  const rows = database.prepare("SELECT product, company, name, brand FROM product ORDER BY product");
  for (const row of rows.iterate()) {
    const brand = row["brand"] as string | null;
    builder.add({
      ...owners[row["company"] as number]!,
      kind: "product",
      place: row["product"] as number,
      name: row["name"] as string,
      aliases: brand === null ? [] : [brand],
    });
  }
}

/** Judgements and products of a company from which on it counts as fully known. */
const WELL_KNOWN = 10_000;

/** How well known a company is, from 0 to 1: by the logarithm of how much the dataset says of it. */
function popularityOf(rows: number): number {
  return Math.min(1, Math.log1p(rows) / Math.log1p(WELL_KNOWN));
}
