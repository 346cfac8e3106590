import type { Manifest } from "./manifest.ts";
import { readSignatures } from "./sign-release.ts";

/** What a publisher signed of a release. */
export interface TableSignatures {
  /** The line of a public key file of minisign. */
  readonly publicKey: string;
  /** The signature of the file of a table; undefined where there is none. */
  of(table: string, format: "csv" | "parquet"): string | undefined;
}

/** Reads the signatures of a release; null where it is not signed. */
export function openSignatures(manifest: Manifest, folder: string): TableSignatures | null {
  const signatures = readSignatures(manifest, folder);
  if (signatures === null) return null;
  const paths = new Map(manifest.tables.map(({ table, format, path: file }) => [`${table}.${format}`, file]));
  return {
    publicKey: signatures.key.text,
    of: (table, format) => signatures.byFile.get(paths.get(`${table}.${format}`) ?? ""),
  };
}
