import type { Manifest } from "../release/manifest.ts";
import { readCountries, readSectors } from "./area-rows.ts";
import { SUMMARY, summaryOf } from "./company-rows.ts";
import { openDatabase } from "./read-standings.ts";
import type { AreaDetails, CompanySummary, ReleaseFigures } from "./snapshot.ts";

/**
 * Opens a release for its figures alone: those of countries and sectors are read into memory, those
 * of companies one by one.
 */
export function openFigures(manifest: Manifest, folder: string): ReleaseFigures {
  const database = openDatabase(folder);
  try {
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
  } catch (error) {
    // It may be tried again and again.
    database.close();
    throw error;
  }
}

function withoutDetails<T extends AreaDetails>({ pillars: _, withoutPillars: __, provenance: ___, ...area }: T) {
  return area;
}
