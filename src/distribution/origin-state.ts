import path from "node:path";
import { rm } from "node:fs/promises";
import { readIfThere, replaceDurably, syncFolder } from "../release/store/durable-files.ts";
import { parseJson } from "../release/store/release-history.ts";
import { isObject, isSha256 } from "./blob-name.ts";

/** What a data folder holds of its origin, whole and on the disk: its file `origin.json`. */
export interface OriginState {
  /** The sequence of the pointer that was taken over last. */
  readonly sequence: number;
  /** SHA-256 of the text of that pointer. */
  readonly pointer: string;
  /** The keys it names. */
  readonly keys: readonly string[];
  /** The TRUSTED_KEYS that it was checked with, directly or by keys that they vouched for. */
  readonly trustedKeys: readonly string[];
  /** SHA-256 of the listing of each release, by id. */
  readonly listings: Readonly<Record<string, string>>;
}

const STATE_FILE = "origin.json";
const STATE_FORMAT = 1;

/** Null where the folder has followed no origin yet. Throws where the file cannot be read. */
export function readOriginState(dataFolder: string): OriginState | null {
  const file = path.join(dataFolder, STATE_FILE);
  const text = readIfThere(file);
  if (text === null) return null;
  const state = parseState(parseJson(text));
  if (state !== null) return state;
  throw new Error(`${file} cannot be read; move it away, and all releases are compared with the origin again`);
}

function parseState(found: unknown): OriginState | null {
  if (!isObject(found) || found["format"] !== STATE_FORMAT) return null;
  const { sequence, pointer, keys, trusted_keys: trustedKeys, listings } = found;
  if (typeof sequence !== "number" || !isSha256(pointer) || !isObject(listings)) return null;
  if (!isTexts(keys) || !isTexts(trustedKeys)) return null;
  const known = Object.entries(listings).map(([id, listing]) => [id, String(listing)]);
  return { sequence, pointer, keys, trustedKeys, listings: Object.fromEntries(known) };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

export async function writeOriginState(dataFolder: string, state: OriginState): Promise<void> {
  const { sequence, pointer, keys, trustedKeys, listings } = state;
  const fields = { format: STATE_FORMAT, sequence, pointer, keys, trusted_keys: trustedKeys, listings };
  await replaceDurably(path.join(dataFolder, STATE_FILE), `${JSON.stringify(fields, null, 2)}\n`);
}

/**
 * The keys that the next pointer has to be signed with one of: those that the last one named, or
 * TRUSTED_KEYS where these were changed since, because then the owner of the node has spoken. None
 * where TRUSTED_KEYS is not set.
 */
export function keysInForce(state: OriginState | null, trustedKeys: readonly string[]): readonly string[] {
  if (state === null || state.keys.length === 0) return trustedKeys;
  const isUnchanged = state.trustedKeys.toSorted().join(",") === trustedKeys.toSorted().join(",");
  return isUnchanged && trustedKeys.length > 0 ? state.keys : trustedKeys;
}

interface KeySettings {
  readonly dataFolder: string;
  /** TRUSTED_KEYS. */
  readonly trustedKeys: readonly string[];
}

/**
 * The keys that may have signed a release of a data folder: TRUSTED_KEYS, and those that pointers
 * vouched for. None where TRUSTED_KEYS is not set: signatures are not asked for then.
 */
export function keysOfReleases({ dataFolder, trustedKeys }: KeySettings): readonly string[] {
  if (trustedKeys.length === 0) return [];
  const state = readOriginState(dataFolder);
  return [...new Set([...trustedKeys, ...keysInForce(state, trustedKeys)])];
}

/** Has a data folder be compared with its origin file by file the next time. */
export async function removeOriginState(dataFolder: string): Promise<void> {
  await rm(path.join(dataFolder, STATE_FILE), { force: true });
  await syncFolder(dataFolder);
}
