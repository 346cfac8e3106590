import type { Borders } from "../atlas/borders/open-borders.ts";

/** A file of places and what to add to it. */
export interface PlacesFile {
  readonly path: string;
  /** Written whole or not at all; must not exist. */
  readonly out: string;
  /** Names of the columns with degrees. */
  readonly lat: string;
  readonly lng: string;
  /** Name of the new column. */
  readonly column: string;
  /** Name the nearest territory where nobody claims the place. */
  readonly nearest: boolean;
}

/** What became of the rows. */
export interface RowCounts {
  rows: number;
  /** Given a code. */
  located: number;
  /** In nobody's waters or land. */
  nobodys: number;
  /** Without two numbers in range: empty or faulty cells. */
  faulty: number;
}

/** A file of places that cannot be worked on; the message says what was found and what to do. */
export class PlacesFileError extends Error {
  override readonly name = "PlacesFileError";
}

/** Builds the look-up of one row, which counts what it finds. Null: no code. */
export function buildRowLocator(
  borders: Borders,
  nearest: boolean,
): { readonly counts: RowCounts; readonly codeAt: (lat: number | null, lng: number | null) => string | null } {
  const counts: RowCounts = { rows: 0, located: 0, nobodys: 0, faulty: 0 };
  return {
    counts,
    codeAt(lat, lng) {
      counts.rows += 1;
      if (lat === null || lng === null || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) {
        counts.faulty += 1;
        return null;
      }
      const { iso2 } = borders.claimsAt(lat, lng);
      const code = iso2 ?? (nearest ? (borders.locate(lat, lng).nearest?.iso2 ?? null) : null);
      if (code === null) counts.nobodys += 1;
      else counts.located += 1;
      return code;
    },
  };
}

/** Finds a column by its name: as it is written, or, if there is only one, in other case. Throws a PlacesFileError. */
export function findColumn(columns: readonly string[], wanted: string, option: string): number {
  const exact = columns.indexOf(wanted);
  if (exact >= 0) return exact;
  const alike = columns.filter((column) => column.trim().toLowerCase() === wanted.toLowerCase());
  if (alike.length === 1) return columns.indexOf(alike[0]!);
  const known = columns.map((column) => JSON.stringify(column)).join(", ");
  throw new PlacesFileError(`there is no column ${JSON.stringify(wanted)} (${option}); the file has ${known}`);
}

/** Throws a PlacesFileError where a file has the new column already. */
export function expectNewColumn(columns: readonly string[], column: string): void {
  if (columns.some((each) => each.toLowerCase() === column.toLowerCase()))
    throw new PlacesFileError(
      `the file has a column ${JSON.stringify(column)} already; name another one with --column`,
    );
}
