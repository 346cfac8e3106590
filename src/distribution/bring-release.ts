import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { readIfThere, syncFolder } from "../release/store/durable-files.ts";
import { parseManifest } from "../release/manifest.ts";
import { MANIFEST_FILE } from "../release/seal-folder.ts";
import { fetchBlob, hasContent } from "./blobs.ts";
import type { CataloguedRelease, ListedFile } from "./catalogue.ts";
import { listFiles } from "./describe-folder.ts";
import type { Origin } from "./origin.ts";

/** The sources of a data folder for files of releases, and the folder to prepare them in. */
export interface Supply {
  readonly dataFolder: string;
  /** The folder of releases that are not whole yet. */
  readonly staging: string;
  readonly origin: Origin;
  readonly signal: AbortSignal;
  /** A folder of releases on this machine whose files are linked where they are the same. */
  readonly nearby: string;
}

/**
 * Makes the folder of a release equal to the catalogue. A new one appears by one rename, whole and
 * with its draft mark. In one that is there, files are replaced one by one: its signature changes,
 * and its draft mark goes. Where the same data were published a second time, here and elsewhere,
 * the id is the same and the files are not: that folder is replaced, and no moment has files of
 * both.
 *
 * A doubted folder is replaced whole if any file differs from the list; returns true if one did.
 * Readers have the rest of it until then. Throws an OriginError.
 */
export async function bringRelease(release: CataloguedRelease, supply: Supply, isDoubted: boolean): Promise<boolean> {
  const { id, files } = release;
  const { dataFolder, staging } = supply;
  const releases = path.join(dataFolder, "releases");
  const target = path.join(releases, id);
  const isThere = existsSync(target);
  const isDamaged = isThere && isDoubted && !(await hasAll(target, files));
  if (isThere && isDoubted && !isDamaged) return false;
  const isNew = !isThere || isDamaged || (await isOtherBundle(target, files));
  const folder = isNew ? path.join(staging, "releases", id) : target;
  await bringFiles(folder, release, supply);
  const listed = new Set(files.map((file) => file.path));
  // Files that are not listed go, such as a draft mark.
  for (const name of existsSync(folder) ? await listFiles(folder) : [])
    if (!listed.has(name)) await rm(path.join(folder, name));
  const folders = files.map((file) => path.dirname(path.join(folder, file.path)));
  for (const each of new Set([...folders, folder])) await syncFolder(each);
  if (!isNew) return false;
  await mkdir(releases, { recursive: true });
  if (isThere) await discard(target, staging);
  await rename(folder, target);
  await syncFolder(releases);
  return isDamaged;
}

async function bringFiles(folder: string, { id, files }: CataloguedRelease, supply: Supply): Promise<void> {
  const { origin, signal, staging, nearby, dataFolder } = supply;
  const own = path.join(dataFolder, "releases");
  for (const file of files) {
    const place = path.join(folder, file.path);
    if (await hasContent(place, file)) continue;
    await mkdir(path.dirname(place), { recursive: true });
    const copies = [own, nearby].map((releases) => path.join(releases, id, file.path));
    const source = await linkCopy(file, copies, path.join(staging, `${file.sha256}.link`));
    await rename(source ?? (await fetchBlob(origin, file, path.join(staging, "blobs"), signal)), place);
  }
}

async function hasAll(folder: string, files: readonly ListedFile[]): Promise<boolean> {
  for (const file of files) if (!(await hasContent(path.join(folder, file.path), file))) return false;
  return true;
}

/** Returns true if a folder has a readable manifest that is not the one listed. */
async function isOtherBundle(folder: string, files: readonly ListedFile[]): Promise<boolean> {
  const file = path.join(folder, MANIFEST_FILE);
  const listed = files.find((each) => each.path === MANIFEST_FILE);
  if (listed === undefined || (await hasContent(file, listed))) return false;
  return parseManifest(readIfThere(file) ?? "") !== null;
}

/** Takes a folder out of sight by one rename; it goes with the staging folder. */
export async function discard(folder: string, staging: string): Promise<void> {
  const place = path.join(staging, `removed-${path.basename(folder)}`);
  await rm(place, { recursive: true, force: true });
  await rename(folder, place);
}

/** Links the first of some files that has the right content; null where none has. */
async function linkCopy(file: ListedFile, copies: readonly string[], place: string): Promise<string | null> {
  for (const copy of copies) {
    if (!(await hasContent(copy, file))) continue;
    await rm(place, { force: true });
    await linkOrCopy(copy, place);
    return place;
  }
  return null;
}

/** Links a file, or copies it where the file system has no links. */
export async function linkOrCopy(file: string, place: string): Promise<void> {
  await link(file, place).catch(() => copyFile(file, place));
}
