import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DATABASE_FILE } from "../release/bundle-database.ts";
import { readColumns } from "../release/company-columns.ts";
import type { Manifest } from "../release/manifest.ts";
import type { CompanyStanding } from "./release-changes.ts";

/**
 * Opens the database of a release, which is never written to: without this promise to SQLite,
 * locking it costs every read five microseconds.
 */
export function openDatabase(folder: string): DatabaseSync {
  const url = pathToFileURL(path.join(folder, DATABASE_FILE));
  url.searchParams.set("immutable", "1");
  const database = new DatabaseSync(url, { readOnly: true });
  database.exec("PRAGMA mmap_size = 1073741824");
  return database;
}

/** Reads the columns of a table by name. */
export function columnReader(
  database: DatabaseSync,
  table: "company_column" | "judgement_column",
): (name: string) => Uint8Array | undefined {
  const statement = database.prepare(`SELECT bytes FROM ${table} WHERE name = ?`);
  return (name) => statement.get(name)?.["bytes"] as Uint8Array | undefined;
}

/**
 * Every company's id, area and median, in the order of the positions.
 *
 * Read from the columns and from the index of ids: the rows of the companies are long.
 */
export function readStandings(database: DatabaseSync, { counts, dataset }: Manifest): CompanyStanding[] {
  const codes = database.prepare("SELECT iso2 FROM country ORDER BY iso2").all();
  const slugs = database.prepare("SELECT slug FROM sector ORDER BY slug").all();
  const countries = codes.map((row) => String(row["iso2"]));
  const sectors = slugs.map((row) => String(row["slug"]));
  const columns = readColumns(columnReader(database, "company_column"), counts.companies, dataset.pillars.length);
  const standings: CompanyStanding[] = [];
  standings.length = counts.companies;
  const ids = database.prepare("SELECT company, id FROM company");
  // Arrays cost half as much as objects.
  ids.setReturnArrays(true);
  for (const row of ids.all()) {
    const [company, id] = [Number(row["0"]), String(row["1"])];
    const country = countries[columns.country[company] ?? -1] ?? null;
    const sector = sectors[columns.sector[company] ?? -1];
    const median = columns.median[company];
    if (sector === undefined || median === undefined) {
      throw new Error(`there are no figures of the company at position ${company}`);
    }
    standings[company] = { id, country, sector, median: median === 0 ? null : median };
  }
  return standings;
}
