import { createReadStream, existsSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { readIfThere } from "../release/store/durable-files.ts";
import { isReadable, parseManifest } from "../release/manifest.ts";
import { HISTORY_FILE } from "../release/store/release-history.ts";
import { REGISTER_FILE } from "../release/store/release-register.ts";
import { nextAppearance } from "../release/store/release-states.ts";
import { DRAFT_MARK, type ReleaseStore } from "../release/store/release-store.ts";
import { fileHash, MANIFEST_FILE } from "../release/seal-folder.ts";
import { signatureFiles } from "../release/sign-release.ts";
import { type BlobName, nameBlob } from "./blob-name.ts";
import { type CataloguedRelease, type ListedFile, type Listing, writeListing } from "./catalogue.ts";

/** A blob that can be written to an origin. */
export interface Content extends BlobName {
  /** Its bytes from the start, each time it is called. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** What a data folder has to be published, as of one moment. */
export interface FolderContent {
  /** What the file `current` holds. */
  readonly recorded: string | null;
  /** The release that is current by the clock. */
  readonly current: string | null;
  /** When the next draft becomes current by its embargo; null where none is to come. */
  readonly nextAppearance: string | null;
  readonly releases: readonly CataloguedRelease[];
  readonly history: Content;
  readonly register: Content;
  /** Every blob that this is made of, by its hash. */
  readonly blobs: ReadonlyMap<string, Content>;
}

/** Describes a data folder. Throws a ReleaseStoreError for a release that is damaged. */
export async function describeFolder(store: ReleaseStore): Promise<FolderContent> {
  const records = store.recordsFolder();
  const history = textContent(readIfThere(path.join(records, HISTORY_FILE)) ?? "");
  const register = textContent(readIfThere(path.join(records, REGISTER_FILE)) ?? "");
  const blobs = new Map([history, register].map((content) => [content.sha256, content]));
  const releases: CataloguedRelease[] = [];
  for (const id of store.ids()) {
    const files = await listRelease(store, id);
    const listing = textContent(writeListing(files));
    releases.push({ id, listing: { sha256: listing.sha256, bytes: listing.bytes } });
    blobs.set(listing.sha256, listing);
    for (const file of files) blobs.set(file.sha256, fileContent(store.folderOf(id), file));
  }
  const states = store.states();
  const current = states.history.at(-1)?.release ?? null;
  const recorded = store.recordedId();
  return { recorded, current, nextAppearance: nextAppearance(states), releases, history, register, blobs };
}

/** The files of a release as they are to be found at a node: no leftovers of anything. */
async function listRelease(store: ReleaseStore, id: string): Promise<Listing> {
  const folder = store.folderOf(id);
  const found = parseManifest(readIfThere(path.join(folder, MANIFEST_FILE)) ?? "");
  if (found !== null && !isReadable(found.format)) return await listFiles(folder);
  const manifest = store.manifest(id);
  const others = [MANIFEST_FILE, DRAFT_MARK, ...signatureFiles(manifest)];
  const files: ListedFile[] = manifest.files.map(({ path: file, bytes, sha256 }) => ({ path: file, bytes, sha256 }));
  for (const other of others.filter((file) => existsSync(path.join(folder, file)))) {
    const file = path.join(folder, other);
    files.push({ path: other, bytes: statSync(file).size, sha256: await fileHash(file) });
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** All files of a release of which nothing is known: another version of this program made it. */
async function listFiles(folder: string): Promise<Listing> {
  const files: ListedFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, file).split(path.sep).join("/");
    files.push({ path: name, bytes: statSync(file).size, sha256: await fileHash(file) });
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** A small blob that is made, not read from a file. */
export function textContent(text: string): Content {
  return {
    ...nameBlob(text),
    // oxlint-disable-next-line require-await -- it is the one part of a stream
    async *read() {
      yield Buffer.from(text);
    },
  };
}

function fileContent(folder: string, { path: file, sha256, bytes }: ListedFile): Content {
  return { sha256, bytes, read: () => createReadStream(path.join(folder, file)) };
}
