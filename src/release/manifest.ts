import type { DatasetFacts, IntakeCounts } from "../trust/dataset.ts";
import type { StoredBranding } from "./branding-files.ts";

/**
 * The number of the stored form of a release, which readers refuse when it is another one. It grows
 * with every change of the database's tables, of stored judgements or of this manifest;
 * test/release/stored-form.test.ts notices them.
 */
export const BUNDLE_FORMAT = 13;

/**
 * The oldest stored form that is read. It stays behind when `BUNDLE_FORMAT` grows: while nodes are
 * upgraded one by one, those of both versions answer from the same release.
 */
export const OLDEST_FORMAT = 12;

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
  /**
   * How many of the described columns it has: the first ones, since columns are only ever appended.
   */
  readonly columns: number;
}

/** What a release says about itself: `manifest.json` in its folder. */
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
  /** What its publisher makes of the site. */
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
