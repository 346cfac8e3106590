import { readFileSync } from "node:fs";
import path from "node:path";
import { isObject } from "../../is-object.ts";
import { OLDEST_FORMAT, parseManifest } from "../manifest.ts";
import { MANIFEST_FILE } from "../seal-folder.ts";
import type { ReleaseStore } from "./release-store.ts";

/**
 * Looks whether the format of a release is too old, and reads what its publisher said about the
 * dataset, as far as it is there; null for all others, also for damaged ones.
 */
export function findOutdated(store: ReleaseStore, id: string) {
  if (!store.has(id)) return null;
  try {
    const found = parseManifest(readFileSync(path.join(store.folderOf(id), MANIFEST_FILE), "utf8"));
    if (found === null || found.format >= OLDEST_FORMAT || !isObject(found.dataset)) return null;
    return { format: found.format, dataset: { ...found.dataset } };
  } catch {
    return null;
  }
}
