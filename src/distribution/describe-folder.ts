import { createReadStream, existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { readIfThere } from "../release/store/durable-files.ts";
import { isReadable, parseManifest } from "../release/manifest.ts";
import { HISTORY_FILE, REGISTER_FILE } from "../release/store/release-register.ts";
import { nextAppearance } from "../release/store/release-states.ts";
import { DRAFT_MARK, type ReleaseStore } from "../release/store/release-store.ts";
import { fileHash, MANIFEST_FILE } from "../release/seal-folder.ts";
import { UNLISTED_FILES } from "../release/sign-release.ts";
import { contentOf } from "./blobs.ts";
import { type CataloguedRelease, type ListedFile, writeCatalogue } from "./catalogue.ts";
import type { Content } from "./origin.ts";

/** The content of a data folder that is to be published, as of one moment. */
export interface FolderContent {
  /** Text of the file `current`. */
  readonly recorded: string | null;
  /** The release that is current by the clock. */
  readonly current: string | null;
  /** The time when the next draft becomes current by its embargo; null if none is to come. */
  readonly nextAppearance: string | null;
  readonly releases: readonly CataloguedRelease[];
  readonly catalogue: Content;
  /** Every blob that this is made of, by its hash. */
  readonly blobs: ReadonlyMap<string, Content>;
}

/** Describes a data folder. Throws a ReleaseStoreError for a release that is damaged. */
export async function describeFolder(store: ReleaseStore): Promise<FolderContent> {
  const records = store.recordsFolder();
  const history = readIfThere(path.join(records, HISTORY_FILE)) ?? "";
  const register = readIfThere(path.join(records, REGISTER_FILE)) ?? "";
  const blobs = new Map<string, Content>();
  const releases: CataloguedRelease[] = [];
  for (const id of store.ids()) {
    const files = await listRelease(store, id);
    releases.push({ id, files });
    for (const { path: name, sha256, bytes } of files)
      blobs.set(sha256, { sha256, bytes, read: () => createReadStream(path.join(store.folderOf(id), name)) });
  }
  const catalogue = contentOf(writeCatalogue({ releases, history, register }));
  blobs.set(catalogue.sha256, catalogue);
  const states = store.states();
  const current = states.history.at(-1)?.release ?? null;
  return { recorded: store.recordedId(), current, nextAppearance: nextAppearance(states), releases, catalogue, blobs };
}

/**
 * Lists the files of a release that nodes are to have: no leftovers, or every file of a release
 * that cannot be read because another version of this program made it.
 */
async function listRelease(store: ReleaseStore, id: string): Promise<ListedFile[]> {
  const folder = store.folderOf(id);
  const found = parseManifest(readIfThere(path.join(folder, MANIFEST_FILE)) ?? "");
  const isForeign = found !== null && !isReadable(found.format);
  const files = isForeign
    ? []
    : store.manifest(id).files.map(({ path: name, bytes, sha256 }) => ({ path: name, bytes, sha256 }));
  for (const name of isForeign ? await listFiles(folder) : [DRAFT_MARK, ...UNLISTED_FILES]) {
    const file = path.join(folder, name);
    if (existsSync(file)) files.push({ path: name, bytes: statSync(file).size, sha256: await fileHash(file) });
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The paths of all files in a folder and those below it, with `/`. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}
