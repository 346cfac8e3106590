import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { readIfThere, replaceDurably, syncFolder } from "../release/store/durable-files.ts";
import { keepPrivate } from "../release/store/keep-private.ts";
import { lockForPublication } from "../release/store/publication-lock.ts";
import {
  DamagedRelease,
  RECORDS_FOLDER,
  recordsFolderOf,
  ReleaseStore,
  switchRecords,
} from "../release/store/release-store.ts";
import { HISTORY_FILE, readHistory, readRegister, REGISTER_FILE } from "../release/store/release-register.ts";
import { bringRelease, discard } from "./bring-release.ts";
import { contentOf, readPointerText, readText } from "./blobs.ts";
import { type Catalogue, CatalogueError, readCatalogue } from "./catalogue.ts";
import { isLoss, type Origin, OriginError } from "./origin.ts";
import { isOver, type Pointer, PointerError, readPointer } from "./pointer.ts";

/** Folder where releases are prepared; files that a kill leaves there are used again. */
const STAGING_FOLDER = "following";

/** Folder of releases that the origin does not know: they are kept, as somebody's data. */
const SET_ASIDE_FOLDER = "set-aside";

/** Returns the data folder inside a data folder in which publishing commands work. */
export function publishingFolderOf(dataFolder: string): string {
  return path.join(dataFolder, "publishing");
}

export interface FollowOptions {
  readonly origin: Origin;
  readonly dataFolder: string;
  /** TRUSTED_KEYS. */
  readonly trustedKeys: readonly string[];
  readonly now: () => Date;
  /** True if an expired pointer is taken over, too: its publisher has to renew it. */
  readonly acceptsExpired?: boolean;
  /** Releases whose files may be damaged: they are compared with the origin, byte by byte. */
  readonly doubted?: ReadonlySet<string>;
  /** Called when another process changes the releases of the folder; this one waits then. */
  readonly onWait: () => void;
  /** Called with a pointer that may be taken over, before what it names is fetched. */
  readonly onPointer?: (pointer: Pointer) => void;
  readonly signal: AbortSignal;
}

/** The state of a data folder that was brought up to date. */
export interface FollowResult {
  readonly pointer: Pointer;
  /** True if it held something else before. */
  readonly isChanged: boolean;
  /** The releases that were damaged, and are whole again. */
  readonly replaced: readonly string[];
  /** The releases that the origin has lost, and how, as a sentence; the folder has all others. */
  readonly lacking: readonly { readonly id: string; readonly why: string }[];
}

/** The pointer and the catalogue that a data folder took over last. */
export interface HeldState {
  readonly sequence: number;
  /** SHA-256 of the text of the pointer. */
  readonly pointer: string;
  /** Null if it is gone, or another version wrote it: every file is compared then. */
  readonly catalogue: Catalogue | null;
}

const CATALOGUE_FILE = "catalogue.json";

/** Reads these from the records, which are named after the pointer; null if there are none. */
export function readHeld(dataFolder: string): HeldState | null {
  const records = recordsFolderOf(dataFolder);
  if (records === dataFolder) return null;
  const [sequence, pointer = ""] = path.basename(records).split("-");
  const held = { sequence: Number(sequence), pointer };
  try {
    return { ...held, catalogue: readCatalogue(readIfThere(path.join(records, CATALOGUE_FILE)) ?? "") };
  } catch (error) {
    if (error instanceof CatalogueError) return { ...held, catalogue: null };
    throw error;
  }
}

const NONE: ReadonlySet<string> = new Set();

type TakeoverResult = Pick<FollowResult, "replaced" | "lacking">;

const NOTHING_TAKEN: TakeoverResult = { replaced: [], lacking: [] };

/**
 * Brings a data folder up to date with its origin. Returns null where nothing was published there
 * yet. It may be killed at every moment, and called again: readers see all of the old state, or all
 * of the new.
 *
 * Throws an OriginError, a PointerError or a CatalogueError; the folder then is as before, or has
 * further whole releases.
 */
export async function followOnce(options: FollowOptions): Promise<FollowResult | null> {
  const { origin, dataFolder, signal, onWait, onPointer = () => {} } = options;
  const text = await readPointerText(origin, signal);
  const held = readHeld(dataFolder);
  if (text === null) {
    if (held === null) return null;
    throw new OriginError("missing", `${origin.name} has no pointer; this folder holds sequence ${held.sequence}`);
  }
  const pointer = acceptPointer(text, held, options);
  onPointer(pointer);
  if (isHeld(text, held, options)) return { pointer, isChanged: false, ...NOTHING_TAKEN };
  await mkdir(path.join(dataFolder, "releases"), { recursive: true });
  await keepPrivate(dataFolder);
  const unlock = await lockForPublication(path.join(dataFolder, "publication.lock"), onWait);
  try {
    // Another process may have taken over this pointer meanwhile, or a later one.
    const heldNow = readHeld(dataFolder);
    acceptPointer(text, heldNow, options);
    const isChanged = !isHeld(text, heldNow, options);
    const taken = isChanged ? await takeOver(pointer, contentOf(text).sha256, heldNow, options) : NOTHING_TAKEN;
    return { pointer, isChanged, ...taken };
  } catch (error) {
    // A publisher removes what its new pointer no longer names.
    const isOutdated = isLoss(error) && (await readPointerText(origin, signal)) !== text;
    if (!isOutdated) throw error;
  } finally {
    unlock();
  }
  return await followOnce(options);
}

/** Reads a pointer that may be taken over after another one. Throws a PointerError. */
function acceptPointer(text: string, held: HeldState | null, options: FollowOptions): Pointer {
  const { trustedKeys, now, acceptsExpired = false } = options;
  const pointer = readPointer(text, trustedKeys);
  const { sequence, expires } = pointer;
  if (held !== null && sequence < held.sequence)
    throw new PointerError(`the pointer has the sequence ${sequence}; this folder holds ${held.sequence} already`);
  if (held?.catalogue != null && sequence === held.sequence && contentOf(text).sha256 !== held.pointer)
    throw new PointerError(`there is a second pointer with the sequence ${sequence}; the next publication mends that`);
  // A node may heal with the pointer that it holds, even if that has expired.
  const isMending = held?.pointer === contentOf(text).sha256 && !isHeld(text, held, options);
  if (!acceptsExpired && !isMending && isOver(expires, now()))
    throw new PointerError(`the pointer expired at ${expires ?? ""}; its publisher has to renew it`);
  return pointer;
}

/** Returns true if a folder has all that a pointer names, undoubted, and nothing is half done. */
function isHeld(text: string, held: HeldState | null, { dataFolder, doubted = NONE }: FollowOptions): boolean {
  if (held?.pointer !== contentOf(text).sha256 || held.catalogue === null) return false;
  if (existsSync(path.join(dataFolder, STAGING_FOLDER))) return false;
  const isThere = (id: string): boolean => existsSync(path.join(dataFolder, "releases", id));
  return held.catalogue.releases.every(({ id }) => isThere(id) && !doubted.has(id));
}

/** The releases of a folder whose files have other sizes than their manifests say. */
export function findDamaged(store: ReleaseStore): ReadonlySet<string> {
  const damaged = new Set<string>();
  for (const id of store.ids())
    store.manifestIfWhole(id, (error) => {
      if (error instanceof DamagedRelease) damaged.add(id);
    });
  return damaged;
}

/**
 * Fetches all releases, then switches records by one rename, then removes what is not needed. A
 * release that the origin has lost does not keep the others away, unless it is the current one.
 */
async function takeOver(
  pointer: Pointer,
  pointerHash: string,
  held: HeldState | null,
  { origin, dataFolder, signal, now, doubted = NONE }: FollowOptions,
): Promise<TakeoverResult> {
  const staging = path.join(dataFolder, STAGING_FOLDER);
  await mkdir(staging, { recursive: true });
  const text = await readText(origin, pointer.catalogue, signal);
  const catalogue = readCatalogue(text);
  if (pointer.release !== null && !catalogue.releases.some(({ id }) => id === pointer.release))
    throw new CatalogueError(`the pointer names ${pointer.release}, which the catalogue does not have`);
  const heldFiles = new Map(held?.catalogue?.releases.map(({ id, files }) => [id, JSON.stringify(files)]));
  const replaced: string[] = [];
  const lacking: FollowResult["lacking"][number][] = [];
  for (const release of catalogue.releases) {
    const { id, files } = release;
    const isThere = existsSync(path.join(dataFolder, "releases", id));
    const isAsHeld = heldFiles.get(id) === JSON.stringify(files);
    if (isAsHeld && isThere && !doubted.has(id)) continue;
    try {
      const nearby = path.join(publishingFolderOf(dataFolder), "releases");
      const supply = { dataFolder, staging, origin, signal, nearby };
      if (await bringRelease(release, supply, isAsHeld && doubted.has(id))) replaced.push(id);
    } catch (error) {
      if (id === pointer.release || !isLoss(error)) throw error;
      lacking.push({ id, why: error.message });
    }
  }
  const records = `${pointer.sequence}-${pointerHash}`;
  const before = path.basename(recordsFolderOf(dataFolder));
  await writeRecords(path.join(dataFolder, RECORDS_FOLDER, records), pointer, catalogue, text);
  await switchRecords(dataFolder, records);
  await retireOthers(new ReleaseStore(dataFolder, now), catalogue, staging, pointer.sequence);
  await removeRecords(dataFolder, new Set([records, before]));
  await rm(staging, { recursive: true, force: true });
  return { replaced, lacking };
}

/** Writes records beside those in use. Throws a CatalogueError for unusable ones. */
async function writeRecords(folder: string, { release }: Pointer, catalogue: Catalogue, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await replaceDurably(path.join(folder, HISTORY_FILE), catalogue.history);
  await replaceDurably(path.join(folder, REGISTER_FILE), catalogue.register);
  await replaceDurably(path.join(folder, CATALOGUE_FILE), text);
  if (release !== null) await replaceDurably(path.join(folder, "current"), `${release}\n`);
  await syncFolder(path.dirname(folder));
  try {
    readHistory(folder, release);
    readRegister(folder);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new CatalogueError(`what the origin says of releases cannot be used: ${cause.message}`, { cause });
  }
}

/**
 * Retires releases that are not in the catalogue: deletes those that were pruned or discarded, and
 * sets any other aside.
 */
async function retireOthers(
  store: ReleaseStore,
  catalogue: Catalogue,
  staging: string,
  sequence: number,
): Promise<void> {
  const known = new Set(catalogue.releases.map(({ id }) => id));
  const events = store.events();
  for (const id of store.ids().filter((each) => !known.has(each))) {
    const last = events.findLast(({ release }) => release === id)?.event;
    if (last === "pruned" || last === "discarded") {
      await discard(store.folderOf(id), staging);
      continue;
    }
    const aside = path.join(store.dataFolder, SET_ASIDE_FOLDER);
    await mkdir(aside, { recursive: true });
    // The sequence keeps it apart from others of its id.
    await rename(store.folderOf(id), path.join(aside, `${id}-${sequence}`));
  }
}

/** Removes all records but these: readers may use the last ones before, never older ones. */
async function removeRecords(dataFolder: string, kept: ReadonlySet<string>): Promise<void> {
  const folder = path.join(dataFolder, RECORDS_FOLDER);
  for (const name of await readdir(folder))
    if (!kept.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}
