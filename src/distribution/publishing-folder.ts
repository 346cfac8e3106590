import { copyFile, link, mkdir, readdir, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { HISTORY_FILE } from "../release/store/release-history.ts";
import { REGISTER_FILE } from "../release/store/release-register.ts";
import { ReleaseStore } from "../release/store/release-store.ts";
import { readCatalogue } from "./catalogue.ts";
import { describeFolder, type FolderContent } from "./describe-folder.ts";
import { BlobFetcher } from "./fetch-blob.ts";
import { findDamaged, followOnce, type FollowOptions } from "./follow-origin.ts";
import { OriginError } from "./origin.ts";
import { keysInForce, type OriginState, readOriginState, removeOriginState } from "./origin-state.ts";
import { readPointer } from "./pointer.ts";
import type { Published } from "./push-releases.ts";

/** The data folder inside a data folder that publishing commands work in. */
const PUBLISHING_FOLDER = "publishing";

/** A folder to change releases in, and what it is equal to. */
export interface PublishingFolder {
  readonly folder: string;
  readonly published: Published;
  /** What the folder had when it was made equal to the origin; null where that is empty. */
  readonly before: FolderContent | null;
  /** Says that the folder is equal to the origin; it is no longer in the folder. */
  readonly state: OriginState | null;
}

type PrepareOptions = Omit<FollowOptions, "nearby" | "acceptsExpired" | "doubted" | "signedDays">;

/**
 * Makes `publishing/` in a data folder an ordinary data folder that is equal to the origin. Where
 * nothing was published there yet, it is equal to the data folder, so that the first push brings
 * what is there. What a killed command left in it is gone.
 */
export async function preparePublishing(options: PrepareOptions): Promise<PublishingFolder> {
  const { origin, dataFolder, now, signal } = options;
  const folder = publishingFolderOf(dataFolder);
  const held = readOriginState(dataFolder);
  const trustedKeys = keysInForce(held, options.trustedKeys);
  const text = await origin.readPointer(signal);
  if (text === null) {
    await rm(folder, { recursive: true, force: true });
    await copyFolder(new ReleaseStore(dataFolder, now), folder);
    return {
      folder,
      published: { pointer: null, unused: [], sequence: held?.sequence ?? 0 },
      before: null,
      state: null,
    };
  }
  const nearby = [path.join(dataFolder, "releases")];
  const doubted = findDamaged(new ReleaseStore(folder, now));
  const followed = await followOnce({
    ...options,
    dataFolder: folder,
    trustedKeys,
    nearby,
    acceptsExpired: true,
    doubted,
  });
  const pointer = readPointer(text, trustedKeys);
  if (followed?.sequence !== pointer.sequence)
    throw new OriginError("unreachable", `${origin.name} is being changed by another publisher; try again`);
  if (held !== null && pointer.sequence < held.sequence)
    throw new OriginError("damaged", `${origin.name} went back from sequence ${held.sequence} to ${pointer.sequence}`);
  // Until the push, the folder is equal to nothing.
  const state = readOriginState(folder);
  await removeOriginState(folder);
  const fetcher = new BlobFetcher(origin, path.join(folder, "staging"), signal);
  const { unused } = readCatalogue(await fetcher.text(pointer.catalogue));
  const before = await describeFolder(new ReleaseStore(folder, now));
  return { folder, published: { pointer, unused, sequence: pointer.sequence }, before, state };
}

/** The folder of releases that publishing commands leave behind, for `nearby`. */
export function publishingFolderOf(dataFolder: string): string {
  return path.join(dataFolder, PUBLISHING_FOLDER);
}

/** A data folder with the same releases and records; files are linked, never changed in place. */
async function copyFolder(store: ReleaseStore, folder: string): Promise<void> {
  const releases = path.join(folder, "releases");
  await mkdir(releases, { recursive: true });
  for (const name of ["current", HISTORY_FILE, REGISTER_FILE]) {
    const file = path.join(store.recordsFolder(), name);
    if (existsSync(file)) await copyFile(file, path.join(folder, name));
  }
  for (const id of store.ids()) {
    for (const entry of await readdir(store.folderOf(id), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const place = path.join(releases, id, path.relative(store.folderOf(id), file));
      await mkdir(path.dirname(place), { recursive: true });
      await link(file, place).catch(() => copyFile(file, place));
    }
  }
}
