import { readFileSync } from "node:fs";
import path from "node:path";
import { OLDEST_FORMAT } from "../manifest.ts";
import type { ReleaseStore } from "./release-store.ts";
import { MANIFEST_FILE } from "../seal-folder.ts";

/** What can still be read of a release of a format that is read no more. */
export interface OutdatedRelease {
  readonly format: number;
  /** What its publisher said about the dataset, as far as it is there. */
  readonly dataset: Readonly<Record<string, unknown>>;
}

/** Looks whether the format of a release is too old; null for all others, also for damaged ones. */
export function findOutdated(store: ReleaseStore, id: string): OutdatedRelease | null {
  if (!store.has(id)) return null;
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(path.join(store.folderOf(id), MANIFEST_FILE), "utf8"));
  } catch {
    return null;
  }
  if (!isObject(found)) return null;
  const { format, dataset } = found;
  return typeof format === "number" && format < OLDEST_FORMAT && isObject(dataset) ? { format, dataset } : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
