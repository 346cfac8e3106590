import type { DatasetFacts, IntakeCounts } from "../trust/dataset.ts";
import type { StoredBranding } from "./branding-files.ts";
import { isObject } from "../is-object.ts";

/**
 * The number of the stored form of a release, which readers refuse when it is another one. It grows
 * with every change of the database's tables, of stored judgements or of this manifest, which
 * test/release/stored-form.test.ts notices, and with the columns of downloads.
 */
export const BUNDLE_FORMAT = 17;

/**
 * The oldest stored form that is read. It stays behind when `BUNDLE_FORMAT` grows: while nodes are
 * upgraded one by one, those of both versions answer from the same release.
 */
export const OLDEST_FORMAT = 17;

/**
 * The arithmetic of `trust/`. It is part of the fingerprint: other arithmetic over the same rows is
 * another release.
 */
export const METHOD = "lower-median-1";

/** One downloadable table, as CSV (RFC 4180, CRLF, UTF-8 without BOM) or Parquet. */
export interface TableFile {
  /**
   * `countries`, `countries_v1`, `sectors`, `matrix`, `companies`, `products`, `judgements` or
   * `replies`.
   */
  readonly table: string;
  readonly format: "csv" | "parquet";
  /** Path inside the bundle, `/`-separated: `tables/<table>.<format>`. */
  readonly path: string;
  readonly rows: number;
  /** Number of the described columns that it has: the first ones, as new ones are appended. */
  readonly columns: number;
}

/** The description of a release: `manifest.json` in its folder. */
export interface Manifest {
  readonly format: number;
  /**
   * Date of publication and the first 12 hex digits of the fingerprint: `2026-11-20-0f3a9c51d2b7`.
   */
  readonly id: string;
  /** SHA-256 over the canonical content, hexadecimal. The same input gives the same fingerprint. */
  readonly fingerprint: string;
  readonly method: string;
  /** RFC 3339, UTC. */
  readonly publishedAt: string;
  readonly dataset: DatasetFacts;
  /** The branding of the site by its publisher. */
  readonly branding: StoredBranding;
  /**
   * The newest `judged_on` of all current judgements up to the day of publication, as it was given
   * (`YYYY-MM-DD`, `YYYY-MM` or `YYYY`), or null when none is dated.
   */
  readonly asOf: string | null;
  readonly counts: IntakeCounts & {
    readonly countries: number;
    readonly sectors: number;
    readonly judgedCompanies: number;
    /** Of `replies`, those that the release before had and the dataset does not replace. */
    readonly carriedReplies: number;
    /** Companies with a reply of any status: all of them were asked. */
    readonly askedCompanies: number;
    readonly answeredCompanies: number;
  };
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
  readonly tables: readonly TableFile[];
}

/**
 * Reads the text of a `manifest.json`; null where it is no manifest of a release. Only `format` can
 * be relied on, unless that is readable and the text is the one that was sealed.
 */
export function parseManifest(text: string): Manifest | null {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  return isObject(found) && Number.isInteger(found["format"]) ? (found as unknown as Manifest) : null;
}

/** Returns true if this program reads releases of a format. */
export function isReadable(format: number): boolean {
  return format >= OLDEST_FORMAT && format <= BUNDLE_FORMAT;
}

/** Says why releases of a format cannot be read, and what to do: the end of a sentence. */
export function explainFormat(format: number): string {
  const what = `bundle format ${format}, this program reads ${rangeOfFormats(OLDEST_FORMAT, BUNDLE_FORMAT)}`;
  return format > BUNDLE_FORMAT
    ? `${what}: a newer version published it; run that one, or \`rollback\` to a release from before`
    : `${what}: publish its dataset again with this version`;
}

/** `12`, or `12 to 14`. */
function rangeOfFormats(oldest: number, newest: number): string {
  return oldest === newest ? `${newest}` : `${oldest} to ${newest}`;
}
