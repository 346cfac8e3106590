import { hash } from "node:crypto";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DATABASE_FILE } from "../release/bundle-database.ts";
import { readColumns } from "../release/company-columns.ts";
import type { Manifest } from "../release/manifest.ts";
import { joinSlugs } from "../release/other-sectors.ts";
import { storedReplies } from "../release/stored-replies.ts";
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
 * Every company's id, area and median, in the order of the positions, with its other sectors and a
 * hash of its replies.
 *
 * Read from the columns and from the index of ids: the rows of the companies are long.
 */
export function readStandings(database: DatabaseSync, { counts, dataset }: Manifest): CompanyStanding[] {
  const codes = database.prepare("SELECT iso2 FROM country ORDER BY iso2").all();
  const slugs = database.prepare("SELECT slug FROM sector ORDER BY slug").all();
  const countries = codes.map((row) => String(row["iso2"]));
  const sectors = slugs.map((row) => String(row["slug"]));
  const columns = readColumns(columnReader(database, "company_column"), counts.companies, dataset.pillars.length);
  const otherSectors = readOtherSectors(database);
  const replies = hashReplies(database, dataset);
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
    standings[company] = {
      id,
      country,
      sector,
      median: median === 0 ? null : median,
      otherSectors: joinSlugs(otherSectors.get(company) ?? []),
      replies: replies.get(company) ?? null,
    };
  }
  return standings;
}

/** The ids of the pillars in which each company is judged, in the order of the positions. */
export function readJudgedPillars(database: DatabaseSync, { counts, dataset }: Manifest): string[][] {
  const read = columnReader(database, "company_column");
  const { pillarMedians } = readColumns(read, counts.companies, dataset.pillars.length);
  return Array.from({ length: counts.companies }, (_, company) =>
    dataset.pillars.flatMap(({ id }, index) => ((pillarMedians[index]?.[company] ?? 0) === 0 ? [] : [id])),
  );
}

/** The other sectors of the companies that have any, by position. */
function readOtherSectors(database: DatabaseSync): Map<number, string[]> {
  const byCompany = new Map<number, string[]>();
  for (const row of database.prepare("SELECT company, sector FROM other_sector ORDER BY company, sector").iterate()) {
    addTo(byCompany, Number(row["company"]), String(row["sector"]));
  }
  return byCompany;
}

/** A hash of the replies of each company that has any: they are long, and only compared. */
function hashReplies(database: DatabaseSync, { pillars }: Manifest["dataset"]): Map<number, string> {
  const byCompany = new Map<number, string[]>();
  for (const { company, pillar, ...reply } of storedReplies(database)) {
    // Another release may have its pillars in another order.
    const pillarId = pillar === null ? null : (pillars[pillar]?.id ?? null);
    addTo(byCompany, company, JSON.stringify([pillarId, reply]));
  }
  return new Map([...byCompany].map(([company, all]) => [company, hash("sha256", all.toSorted().join("\n"))]));
}

function addTo(lists: Map<number, string[]>, company: number, text: string): void {
  const list = lists.get(company);
  if (list === undefined) lists.set(company, [text]);
  else list.push(text);
}
