import type { DuckDBConnection } from "@duckdb/node-api";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Provenance } from "../trust/provenance.ts";
import { recountProvenance } from "./area-provenance.ts";
import { storedProvenance } from "./bundle-database.ts";
import { expectSame } from "./expect-same.ts";
import type { Manifest } from "./manifest.ts";

/**
 * Compares what the figures of countries and sectors rest on with a recount of the downloadable
 * judgements. Throws a VerifyError that names the first country or sector that differs.
 */
export async function checkProvenance(
  connection: DuckDBConnection,
  database: DatabaseSync,
  { tables }: Manifest,
  folder: string,
): Promise<void> {
  const fileOf = (table: string): string => {
    const found = tables.find((file) => file.table === table && file.format === "parquet");
    if (found === undefined) throw new Error(`the release has no Parquet file of ${table}`);
    return path.join(folder, found.path);
  };
  const { countries, sectors } = await recountProvenance(connection, fileOf("judgements"), fileOf("companies"));
  const check = (kind: string, sql: string, recounted: ReadonlyMap<string, Provenance>): void => {
    for (const { key, provenance } of database.prepare(sql).all()) {
      expectSame(`${kind} ${String(key)}: provenance`, provenance, storedProvenance(recounted.get(String(key))));
    }
  };
  check("country", "SELECT iso2 AS key, provenance FROM country ORDER BY iso2", countries);
  check("sector", "SELECT slug AS key, provenance FROM sector ORDER BY slug", sectors);
}
