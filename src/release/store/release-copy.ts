import { statSync } from "node:fs";
import path from "node:path";
import type { ReleaseStore } from "./release-store.ts";
import { MANIFEST_FILE } from "../seal-folder.ts";

/**
 * Names the files of a release that are there now; null where none are. The same data published
 * again elsewhere have the same id and other bytes; a node that gets these has another copy.
 */
export function copyOf(store: Pick<ReleaseStore, "folderOf">, id: string): string | null {
  const manifest = statSync(path.join(store.folderOf(id), MANIFEST_FILE), { throwIfNoEntry: false });
  return manifest === undefined ? null : `${id}+${manifest.ino}`;
}
