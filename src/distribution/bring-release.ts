import { existsSync, readFileSync, statSync } from "node:fs";
import { link, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "../release/store/durable-files.ts";
import { isReadable, parseManifest } from "../release/manifest.ts";
import { DRAFT_MARK } from "../release/store/release-store.ts";
import { fileHash, MANIFEST_FILE } from "../release/seal-folder.ts";
import { signatureFiles } from "../release/sign-release.ts";
import type { BlobName } from "./blob-name.ts";
import { CatalogueError, type CataloguedRelease, type ListedFile, type Listing, readListing } from "./catalogue.ts";
import type { BlobFetcher } from "./fetch-blob.ts";

/** Where a data folder gets the files of releases from, and where it makes them ready. */
export interface Supply {
  readonly dataFolder: string;
  /** For releases that are not whole yet. */
  readonly staging: string;
  readonly fetcher: BlobFetcher;
  /** Files of this machine that may have the content of a blob, by its hash. */
  readonly nearby: ReadonlyMap<string, string>;
}

/**
 * Makes the folder of a release what its listing says. A new one appears by one rename, whole and
 * with its draft mark. In one that is there, files are replaced one by one: its signatures change,
 * and its draft mark goes. Where the same data were published a second time, here and elsewhere,
 * the id is the same and the files are not: that folder goes to `aside`, and no moment has files of
 * both.
 *
 * A doubted one is replaced whole where any file is not what is listed; returns whether one was.
 * Readers have what is left of it until then. Throws an OriginError or a CatalogueError.
 */
export async function bringRelease(
  { id, listing: name }: CataloguedRelease,
  supply: Supply,
  aside: (id: string) => Promise<void>,
  isDoubted: boolean,
): Promise<boolean> {
  const listing = readListing(id, await supply.fetcher.text(name));
  await expectBundle(id, listing, supply);
  const releases = path.join(supply.dataFolder, "releases");
  const target = path.join(releases, id);
  const isThere = existsSync(target);
  const isDamaged = isThere && isDoubted && !(await hasAll(target, listing));
  if (isThere && isDoubted && !isDamaged) return false;
  const isNew = !isThere || isDamaged || (await isOtherBundle(target, listing));
  const folder = isNew ? path.join(supply.staging, "releases", id) : target;
  await bringFiles(folder, listing, supply);
  await removeOthers(folder, listing);
  const folders = listing.map((file) => path.dirname(path.join(folder, file.path)));
  for (const each of new Set([...folders, folder])) await syncFolder(each);
  if (!isNew) return false;
  await mkdir(releases, { recursive: true });
  if (isThere) await aside(id);
  await rename(folder, target);
  await syncFolder(releases);
  return isDamaged;
}

/**
 * Compares a listing with the manifest in it. Of a release that another version of this program
 * published, only the paths are known to be harmless; this version will not open it.
 */
async function expectBundle(id: string, listing: Listing, { fetcher }: Supply): Promise<void> {
  const byPath = new Map(listing.map((file) => [file.path, file]));
  const listed = byPath.get(MANIFEST_FILE);
  const manifest = listed === undefined ? null : parseManifest(await fetcher.text(listed));
  if (manifest === null) throw new CatalogueError(`the manifest of ${id} cannot be read`);
  if (!isReadable(manifest.format)) return;
  if (manifest.id !== id) throw new CatalogueError(`the manifest of ${id} is of ${manifest.id}`);
  const missing = manifest.files.find(({ path: file, sha256 }) => byPath.get(file)?.sha256 !== sha256);
  if (missing !== undefined)
    throw new CatalogueError(`the listing of ${id} has another ${missing.path} than its manifest`);
  const known = new Set([
    ...manifest.files.map((file) => file.path),
    MANIFEST_FILE,
    DRAFT_MARK,
    ...signatureFiles(manifest),
  ]);
  const strange = listing.find((file) => !known.has(file.path));
  if (strange !== undefined)
    throw new CatalogueError(`the listing of ${id} has a file that no release has: ${strange.path}`);
}

async function bringFiles(folder: string, listing: Listing, supply: Supply): Promise<void> {
  for (const file of listing) {
    const place = path.join(folder, file.path);
    if (await hasContent(place, file)) continue;
    await mkdir(path.dirname(place), { recursive: true });
    const source = await takeNearby(file, supply);
    await rename(source ?? (await supply.fetcher.fetch(file)), place);
  }
}

async function hasAll(folder: string, listing: Listing): Promise<boolean> {
  for (const file of listing) if (!(await hasContent(path.join(folder, file.path), file))) return false;
  return true;
}

/** Whether a folder has a manifest that can be read, and another one than is listed. */
async function isOtherBundle(folder: string, listing: Listing): Promise<boolean> {
  const file = path.join(folder, MANIFEST_FILE);
  const listed = listing.find((each) => each.path === MANIFEST_FILE);
  if (listed === undefined || (await hasContent(file, listed)) || !existsSync(file)) return false;
  return parseManifest(readFileSync(file, "utf8")) !== null;
}

/** A link in the staging folder to a file of this machine; null where none has the content. */
async function takeNearby(blob: BlobName, { nearby, staging }: Supply): Promise<string | null> {
  const found = nearby.get(blob.sha256);
  if (found === undefined || !(await hasContent(found, blob))) return null;
  const place = path.join(staging, `${blob.sha256}.link`);
  await rm(place, { force: true });
  try {
    await link(found, place);
    return place;
  } catch {
    // Some file systems have no links.
    return null;
  }
}

async function hasContent(file: string, { sha256, bytes }: BlobName): Promise<boolean> {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === bytes && (await fileHash(file)) === sha256;
}

/** Removes what is no longer listed, such as a draft mark. */
async function removeOthers(folder: string, listing: readonly ListedFile[]): Promise<void> {
  const listed = new Set(listing.map((file) => path.join(folder, file.path)));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !listed.has(place)) await rm(place);
  }
}

/** The files that the manifests in folders of releases name, by their hash. */
export async function findNearby(...folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const nearby = new Map<string, string>();
  for (const folder of folders) {
    for (const name of existsSync(folder) ? await readdir(folder) : []) {
      const release = path.join(folder, name);
      for (const file of filesOf(release)) nearby.set(file.sha256, path.join(release, file.path));
    }
  }
  return nearby;
}

function filesOf(release: string): Listing {
  const file = path.join(release, MANIFEST_FILE);
  if (!existsSync(file)) return [];
  const manifest = parseManifest(readFileSync(file, "utf8"));
  return manifest !== null && isReadable(manifest.format) ? manifest.files : [];
}
