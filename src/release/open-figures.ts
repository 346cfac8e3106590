import type { DatabaseSync } from "node:sqlite";
import type { Manifest } from "./manifest.ts";
import { readCountries, readSectors } from "./area-rows.ts";
import { SUMMARY, summaryOf } from "./company-rows.ts";
import { openDatabase } from "./open-database.ts";
import { readContents } from "./changes/read-contents.ts";
import type { ComparedRelease } from "./changes/release-changes.ts";
import type { AreaDetails, CompanySummary, ReleaseFigures } from "./snapshot.ts";

/**
 * Opens a release for its figures alone: those of countries and sectors are read into memory, those
 * of companies one by one.
 */
export function openFigures(manifest: Manifest, folder: string): ReleaseFigures {
  const database = openDatabase(folder);
  try {
    return figuresIn(database, manifest);
  } catch (error) {
    // It may be tried again and again.
    database.close();
    throw error;
  }
}

/** The figures of a release with all that it is compared by. */
export interface ComparedFigures extends ReleaseFigures, ComparedRelease {
  readonly manifest: Manifest;
}

/**
 * Reads the figures of a release and closes its files: a folder with open files cannot be moved
 * everywhere.
 */
export function readFigures<Result>(
  manifest: Manifest,
  folder: string,
  read: (release: ComparedFigures) => Result,
): Result {
  const database = openDatabase(folder);
  try {
    const contents = readContents(database, manifest);
    return read({ ...figuresIn(database, manifest), contents: () => contents });
  } finally {
    database.close();
  }
}

function figuresIn(database: DatabaseSync, manifest: Manifest): ReleaseFigures {
  const companyBy = (column: "slug" | "id") => {
    const statement = database.prepare(`SELECT ${SUMMARY} FROM company WHERE ${column} = ?`);
    statement.setReturnArrays(true);
    return (key: string): CompanySummary | undefined => {
      const row = statement.get(key);
      return row === undefined ? undefined : summaryOf(row);
    };
  };
  return {
    manifest,
    countries: readCountries(database).map(withoutDetails),
    sectors: readSectors(database).map(withoutDetails),
    companyBySlug: companyBy("slug"),
    companyById: companyBy("id"),
  };
}

function withoutDetails<T extends AreaDetails>({ pillars: _, withoutPillars: __, provenance: ___, ...area }: T) {
  return area;
}
