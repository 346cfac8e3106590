import type { Borders } from "../atlas/borders/open-borders.ts";

/** A file of locations and what to add to it. */
export interface LocationFile {
  readonly path: string;
  /** Written whole or not at all; must not exist. */
  readonly out: string;
  /** Names of the columns with degrees. */
  readonly lat: string;
  readonly lng: string;
  /** Name of the new column. */
  readonly column: string;
  /** Name the nearest territory where nobody claims the location. */
  readonly nearest: boolean;
}

/** What became of the rows. */
export interface RowCounts {
  rows: number;
  /** Given a code. */
  located: number;
  /** In nobody's waters or land. */
  unclaimed: number;
  /** Without two numbers in range: empty or invalid values. */
  invalid: number;
}

/** A file of locations that cannot be read; the message says what was found and what to do. */
export class LocationFileError extends Error {
  override readonly name = "LocationFileError";
}

/** Builds the look-up of one row, which counts what it finds. Null: no code. */
export function buildRowLocator(
  borders: Borders,
  nearest: boolean,
): { readonly counts: RowCounts; readonly codeAt: (lat: number | null, lng: number | null) => string | null } {
  const counts: RowCounts = { rows: 0, located: 0, unclaimed: 0, invalid: 0 };
  return {
    counts,
    codeAt(lat, lng) {
      counts.rows += 1;
      if (lat === null || lng === null || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) {
        counts.invalid += 1;
        return null;
      }
      const code = borders.claimsAt(lat, lng).iso2 ?? codeOutside(borders.locate(lat, lng), nearest);
      if (code === null) counts.unclaimed += 1;
      else counts.located += 1;
      return code;
    },
  };
}

/** The code of a point that no outline holds: in a gap between two, or of the nearest one. */
function codeOutside({ iso2, nearest }: ReturnType<Borders["locate"]>, isNearest: boolean): string | null {
  return iso2 ?? (isNearest ? (nearest?.iso2 ?? null) : null);
}

/**
 * Finds a column by its name: as it is written, or, if there is only one, in other case. Throws a
 * LocationFileError.
 */
export function findColumn(columns: readonly string[], wanted: string, option: string): number {
  const exact = columns.indexOf(wanted);
  if (exact >= 0) return exact;
  const alike = columns.filter((column) => column.trim().toLowerCase() === wanted.toLowerCase());
  if (alike.length === 1) return columns.indexOf(alike[0]!);
  const known = columns.map((column) => JSON.stringify(column)).join(", ");
  throw new LocationFileError(`there is no column ${JSON.stringify(wanted)} (${option}); the file has ${known}`);
}

/** Throws a LocationFileError where a file has the new column already. */
export function expectNewColumn(columns: readonly string[], column: string): void {
  if (columns.some((each) => each.toLowerCase() === column.toLowerCase()))
    throw new LocationFileError(
      `the file has a column ${JSON.stringify(column)} already; name another one with --column`,
    );
}
