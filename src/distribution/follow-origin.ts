import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { replaceDurably, syncFolder } from "../release/store/durable-files.ts";
import { keepPrivate } from "../release/store/keep-private.ts";
import { lockForPublication } from "../release/store/publication-lock.ts";
import {
  DamagedRelease,
  RECORDS_FOLDER,
  recordsFolderOf,
  ReleaseStore,
  switchRecords,
} from "../release/store/release-store.ts";
import { HISTORY_FILE, readHistory } from "../release/store/release-history.ts";
import { REGISTER_FILE, readRegister } from "../release/store/release-register.ts";
import { bringRelease, findNearby } from "./bring-release.ts";
import { type Catalogue, CatalogueError, readCatalogue } from "./catalogue.ts";
import { BlobFetcher } from "./fetch-blob.ts";
import { type Origin, OriginError } from "./origin.ts";
import { keysInForce, type OriginState, readOriginState, writeOriginState } from "./origin-state.ts";
import { endOf, hashPointer, isOver, type Pointer, type PointerEnd, PointerError, readPointer } from "./pointer.ts";

/** Where releases are made ready; what a kill leaves there is continued. */
const STAGING_FOLDER = "following";

/** Where releases go that the origin does not know: they are somebody's data. */
const SET_ASIDE_FOLDER = "set-aside";

export interface FollowOptions {
  readonly origin: Origin;
  readonly dataFolder: string;
  /** TRUSTED_KEYS. */
  readonly trustedKeys: readonly string[];
  readonly now: () => Date;
  /** Folders of releases on this machine whose files are linked where they are the same. */
  readonly nearby: readonly string[];
  /** POINTER_DAYS, for signed pointers that name no end; null takes them over for ever. */
  readonly signedDays?: number | null;
  /** Whether an expired pointer is taken over, too: its publisher has to renew it. */
  readonly acceptsExpired?: boolean;
  /** Releases whose files may be damaged: they are compared with the origin, byte by byte. */
  readonly doubted?: ReadonlySet<string>;
  /** Called when another process changes the releases of the folder; this one waits then. */
  readonly onWait: () => void;
  readonly signal: AbortSignal;
}

/** What a data folder holds now, all and whole. */
export interface Followed extends PointerEnd {
  readonly sequence: number;
  readonly release: string | null;
  /** Whether it held something else before. */
  readonly isChanged: boolean;
  /** The releases that were damaged, and are whole again. */
  readonly replaced: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Brings a data folder up to date with its origin. Returns null where nothing was published there
 * yet. It may be killed at every moment, and called again: readers see what was there before, or
 * all of the new.
 *
 * Throws an OriginError, a PointerError or a CatalogueError; the folder then is as before, or has
 * further whole releases.
 */
export async function followOnce(options: FollowOptions): Promise<Followed | null> {
  const { origin, dataFolder, signal, onWait } = options;
  const text = await origin.readPointer(signal);
  const held = readOriginState(dataFolder);
  if (text === null) {
    if (held === null) return null;
    throw new OriginError("missing", `${origin.name} has no pointer; this folder holds sequence ${held.sequence}`);
  }
  const { sequence, release, end } = acceptPointer(text, held, options);
  if (isHeld(text, held, options)) return { sequence, release, ...end, isChanged: false, replaced: [] };
  await mkdir(path.join(dataFolder, "releases"), { recursive: true });
  await keepPrivate(dataFolder);
  const unlock = await lockForPublication(path.join(dataFolder, "publication.lock"), onWait);
  try {
    // Another process may have taken over this pointer meanwhile, or a later one.
    const heldNow = readOriginState(dataFolder);
    const accepted = acceptPointer(text, heldNow, options);
    const isChanged = !isHeld(text, heldNow, options);
    const replaced = isChanged ? await takeOver(accepted, hashPointer(text), heldNow, options) : [];
    return { sequence, release, ...end, isChanged, replaced };
  } finally {
    unlock();
  }
}

interface AcceptedPointer extends Pointer {
  readonly end: PointerEnd;
}

/** Reads a pointer that may be taken over after another one. Throws a PointerError. */
function acceptPointer(text: string, held: OriginState | null, options: FollowOptions): AcceptedPointer {
  try {
    return checkPointer(text, held, options);
  } catch (error) {
    options.origin.forgetPointer();
    throw error;
  }
}

function checkPointer(text: string, held: OriginState | null, options: FollowOptions): AcceptedPointer {
  const { trustedKeys, now, acceptsExpired = false, signedDays = null } = options;
  const keys = keysInForce(held, trustedKeys);
  const pointer = readPointer(text, keys);
  const end = endOf(pointer, keys.length === 0 ? null : signedDays);
  const { sequence } = pointer;
  if (held !== null && sequence < held.sequence)
    throw new PointerError(`the pointer has the sequence ${sequence}; this folder holds ${held.sequence} already`);
  if (held !== null && sequence === held.sequence && hashPointer(text) !== held.pointer)
    throw new PointerError(`there is a second pointer with the sequence ${sequence}; the next publication mends that`);
  // What was believed before is not forgotten: a node heals with the pointer that it holds.
  const isMending = held?.pointer === hashPointer(text) && !isHeld(text, held, options);
  if (!acceptsExpired && !isMending && isOver(end.expires, now()))
    throw new PointerError(`the pointer expired at ${end.expires ?? ""}; its publisher has to renew it`, "expired");
  return { ...pointer, end };
}

/** Whether a folder has all that a pointer names, and nobody doubts it. */
function isHeld(text: string, held: OriginState | null, { dataFolder, doubted = NONE }: FollowOptions): boolean {
  if (held?.pointer !== hashPointer(text)) return false;
  const isThere = (id: string): boolean => existsSync(path.join(dataFolder, "releases", id));
  return Object.keys(held.listings).every((id) => isThere(id) && !doubted.has(id));
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
 * First all releases, then by one rename which of them is what, then what is not needed goes.
 * Returns the releases that were damaged.
 */
async function takeOver(
  pointer: Pointer,
  pointerHash: string,
  held: OriginState | null,
  { origin, dataFolder, trustedKeys, signal, now, nearby: folders, doubted = NONE }: FollowOptions,
): Promise<readonly string[]> {
  const staging = path.join(dataFolder, STAGING_FOLDER);
  await mkdir(staging, { recursive: true });
  const fetcher = new BlobFetcher(origin, path.join(staging, "blobs"), signal);
  const catalogue = readCatalogue(await fetcher.text(pointer.catalogue));
  if (pointer.release !== null && !catalogue.releases.some(({ id }) => id === pointer.release))
    throw new CatalogueError(`the pointer names ${pointer.release}, which the catalogue does not have`);
  const releases = path.join(dataFolder, "releases");
  const nearby = await findNearby(...folders, path.join(dataFolder, SET_ASIDE_FOLDER), releases);
  const setAside = (id: string): Promise<void> => moveAside(dataFolder, id, pointer.sequence);
  const replaced: string[] = [];
  for (const release of catalogue.releases) {
    const isListed = held?.listings[release.id] === release.listing.sha256;
    const isDoubted = doubted.has(release.id);
    if (isListed && !isDoubted && existsSync(path.join(releases, release.id))) continue;
    const supply = { dataFolder, staging, fetcher, nearby };
    const isReplaced = await bringRelease(release, supply, setAside, isListed && isDoubted);
    if (isReplaced) replaced.push(release.id);
  }
  const records = `${pointer.sequence}-${pointerHash.slice(0, 12)}`;
  const before = path.basename(recordsFolderOf(dataFolder));
  await writeRecords(path.join(dataFolder, RECORDS_FOLDER, records), pointer, catalogue, fetcher);
  await switchRecords(dataFolder, records);
  await retireOthers(new ReleaseStore(dataFolder, now), catalogue, staging, pointer.sequence);
  const listings = Object.fromEntries(catalogue.releases.map(({ id, listing }) => [id, listing.sha256]));
  const { sequence, keys } = pointer;
  await writeOriginState(dataFolder, { sequence, pointer: pointerHash, keys, trustedKeys, listings });
  await rm(staging, { recursive: true, force: true });
  await removeRecords(dataFolder, new Set([records, before]));
  return replaced;
}

/** Writes records beside those in use. Throws a CatalogueError for unusable ones. */
async function writeRecords(
  folder: string,
  { release }: Pointer,
  { history, register }: Catalogue,
  fetcher: BlobFetcher,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await replaceDurably(path.join(folder, HISTORY_FILE), await fetcher.text(history));
  await replaceDurably(path.join(folder, REGISTER_FILE), await fetcher.text(register));
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
 * Releases that are not in the catalogue: those that were pruned or discarded are deleted, any
 * other is set aside.
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
      await rename(store.folderOf(id), path.join(staging, `removed-${id}`));
      continue;
    }
    await moveAside(store.dataFolder, id, sequence);
  }
}

/**
 * Takes a release out of a data folder. The sequence keeps it apart from others of its id; of
 * damaged ones of the same sequence, the last is kept.
 */
async function moveAside(dataFolder: string, id: string, sequence: number): Promise<void> {
  const aside = path.join(dataFolder, SET_ASIDE_FOLDER);
  const place = path.join(aside, `${id}-${sequence}`);
  await mkdir(aside, { recursive: true });
  await rm(place, { recursive: true, force: true });
  await rename(path.join(dataFolder, "releases", id), place);
}

/** Readers may just be in the records before, never in older ones. */
async function removeRecords(dataFolder: string, kept: ReadonlySet<string>): Promise<void> {
  const folder = path.join(dataFolder, RECORDS_FOLDER);
  for (const name of await readdir(folder))
    if (!kept.has(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}
