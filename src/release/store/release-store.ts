import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { codeOf, readIfThere, replaceDurably } from "./durable-files.ts";
import { explainFormat, isReadable, type Manifest, OLDEST_FORMAT, parseManifest } from "../manifest.ts";
import { readPublicKey, SignatureError } from "../minisign.ts";
import {
  type BecameCurrent,
  HISTORY_FILE,
  isReleaseId,
  readHistory,
  readRegister,
  REGISTER_FILE,
  type ReleaseEvent,
} from "./release-register.ts";
import { readStates, type ReleaseState, type ReleaseStates } from "./release-states.ts";
import { CHECKSUMS_FILE, MANIFEST_FILE } from "../seal-folder.ts";
import { expectSigned } from "../sign-release.ts";
import { UserError } from "../../user-error.ts";
import { isObject } from "../../is-object.ts";

/** The name of the file in the bundle of a draft that marks it as one. */
export const DRAFT_MARK = "draft";

/** A release that cannot be read, with what to do about it. */
export class ReleaseStoreError extends UserError {}

/** A release whose files are not those that were published. */
export class DamagedRelease extends ReleaseStoreError {
  readonly release: string;

  constructor(release: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.release = release;
  }
}

/**
 * The releases of one data folder and which of them is current:
 *
 * - `releases/<id>/` complete, sealed bundles; nothing in them changes but their signature;
 * - `current` a file with the id of the current release, `history.ndjson` what it held when;
 * - `register.ndjson` drafts, embargoes, withdrawals and notes; `records` names another folder of
 *   these three where a node follows an origin;
 * - `staging/` bundles under construction, `publication.lock` held while one is.
 *
 * This class reads; `locked-store.ts` writes. A kill leaves the old state or the new one.
 */
export class ReleaseStore {
  readonly dataFolder: string;
  readonly now: () => Date;
  readonly #trustedKeys: readonly string[];

  /**
   * The clock decides which release is current by now. With trusted keys, lines of public key files
   * of minisign, releases that none of them signed are refused.
   */
  constructor(dataFolder: string, now: () => Date, trustedKeys: readonly string[] = []) {
    this.dataFolder = path.resolve(dataFolder);
    this.now = now;
    this.#trustedKeys = trustedKeys;
  }

  /** The folder of `current`, history and register. */
  recordsFolder(): string {
    return recordsFolderOf(this.dataFolder);
  }

  /**
   * Manifests of all releases that are public, newest first. One that is damaged or of another
   * format is left out, and `onDamaged` told why.
   */
  list(onDamaged: (error: ReleaseStoreError, id: string) => void): Manifest[] {
    const states = this.states();
    return this.ids()
      .filter((id) => this.isPublic(id, states))
      .flatMap((id) => this.manifestIfWhole(id, (error) => onDamaged(error, id)) ?? [])
      .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  }

  /** Ids of all releases and drafts, in text order. */
  ids(): string[] {
    const folder = path.join(this.dataFolder, "releases");
    return existsSync(folder) ? readdirSync(folder).filter(isReleaseId).toSorted() : [];
  }

  /**
   * The id of the current release, or null when nothing is published yet. Nobody writes down that
   * an embargo is over, or that the time of a release from an origin has come.
   */
  currentId(): string | null {
    const isFollowed = this.recordsFolder() !== this.dataFolder;
    if (!isFollowed && !this.events().some(({ event }) => event === "embargoed")) return this.recordedId();
    return this.states().history.at(-1)?.release ?? null;
  }

  /** The id that the file `current` holds; null where there is none. */
  recordedId(records: string = this.recordsFolder()): string | null {
    try {
      return readIfThere(path.join(records, "current"))?.trim() ?? null;
    } catch (error) {
      // The data folder itself is no folder.
      if (codeOf(error) === "ENOTDIR") throw error;
      throw this.#unusable("current", `cannot be read (${codeOf(error)})`, error);
    }
  }

  /**
   * The releases in the order in which they became current; the last one is current. Throws a
   * ReleaseStoreError where the history cannot be read.
   */
  history(): readonly BecameCurrent[] {
    return this.states().history;
  }

  /** The state of all releases as of now. */
  states(): ReleaseStates {
    const records = this.recordsFolder();
    return readStates(this.#recordedHistory(records), this.events(records), this.now());
  }

  /** The register. Throws a ReleaseStoreError where it cannot be read. */
  events(records: string = this.recordsFolder()): ReleaseEvent[] {
    const advice = `Bring back a copy of ${REGISTER_FILE}: it says which releases are drafts or withdrawn`;
    return readRecord(path.join(records, REGISTER_FILE), () => readRegister(records), advice);
  }

  /** Returns true if everybody may read a release: it is neither a draft nor withdrawn. */
  isPublic(id: string, states: ReleaseStates = this.states()): boolean {
    return states.byId.get(id)?.withdrawn == null && !this.isDraft(id, states);
  }

  /** Returns true if a release waits to become current. */
  isDraft(id: string, states: ReleaseStates = this.states()): boolean {
    if (states.byId.get(id)?.draft != null) return true;
    return existsSync(this.markOf(id)) && !states.history.some(({ release }) => release === id);
  }

  /** The state of a release; undefined where nothing was decided about it. */
  stateOf(id: string): ReleaseState | undefined {
    return this.states().byId.get(id);
  }

  /** The file that marks a draft, so that a lost register makes none public. */
  markOf(id: string): string {
    return path.join(this.folderOf(id), DRAFT_MARK);
  }

  #recordedHistory(records: string): BecameCurrent[] {
    const recorded = this.recordedId(records);
    const advice = `Bring back a copy of ${HISTORY_FILE}, or move it away: releases then count from the date in their id`;
    return readRecord(path.join(records, HISTORY_FILE), () => readHistory(records, recorded), advice);
  }

  has(id: string): boolean {
    return this.ids().includes(id);
  }

  folderOf(id: string): string {
    return path.join(this.dataFolder, "releases", id);
  }

  /**
   * Names the files of a release that are there now; null where none are. The same data published
   * again elsewhere have the same id and other bytes; a node that gets these has another copy.
   */
  copyOf(id: string): string | null {
    if (!existsSync(path.join(this.folderOf(id), MANIFEST_FILE))) return null;
    const folder = statSync(this.folderOf(id), { throwIfNoEntry: false });
    return folder === undefined ? null : `${id}+${folder.ino}.${folder.ctimeMs}`;
  }

  /**
   * Reads the manifest of a release and checks that its files are there in full length (their
   * content is checked by `verify`). A release that was a draft is published since it became
   * current for the first time. Throws a ReleaseStoreError that names what is wrong.
   */
  manifest(id: string): Manifest {
    const manifest = this.sealedManifest(id);
    this.expectSizes(id, manifest);
    if (!this.events().some(({ event, release }) => event === "drafted" && release === id)) return manifest;
    const publishedAt = this.history().find(({ release }) => release === id)?.since;
    return publishedAt === undefined ? manifest : { ...manifest, publishedAt };
  }

  /** Reads the manifest of a release as it was written, and looks at no other file. */
  sealedManifest(id: string): Manifest {
    if (!isReleaseId(id)) throw this.#unusable("current", `names no release (it holds ${shown(id)})`);
    const file = path.join(this.folderOf(id), MANIFEST_FILE);
    let content: Buffer;
    let checksums: string | null;
    try {
      content = readFileSync(file);
      checksums = readIfThere(path.join(this.folderOf(id), CHECKSUMS_FILE));
    } catch (error) {
      const what = `release ${id} is damaged: ${file} cannot be read (${codeOf(error)})`;
      throw new DamagedRelease(id, `${what}. ${this.howToReplace(id)}`, { cause: error });
    }
    const manifest = parseManifest(content.toString("utf8"));
    if (manifest !== null && !isReadable(manifest.format))
      throw new ReleaseStoreError(`release ${id} has ${explainFormat(manifest.format)}`);
    // The manifest's hash stands first. A release without checksums is read; `verify` misses them.
    const isSealed = checksums === null || checksums.startsWith(hash("sha256", content));
    if (manifest === null || !isSealed) throw this.explainAltered(id, file);
    this.#expectTrusted(id, manifest, content);
    return manifest;
  }

  /** Throws a DamagedRelease where the files of a release are not as long as its manifest says. */
  expectSizes(id: string, { files }: Pick<Manifest, "files">): void {
    for (const { path: name, bytes } of files) {
      const file = path.join(this.folderOf(id), name);
      const found = statSync(file, { throwIfNoEntry: false })?.size ?? null;
      if (found === bytes) continue;
      const what = found === null ? `${file} is missing` : `${file} has ${found} bytes, expected ${bytes}`;
      throw new DamagedRelease(id, `release ${id} is damaged: ${what}. ${this.howToReplace(id)}`);
    }
  }

  /** The error of a file whose content is not what was published. */
  explainAltered(id: string, name: string): DamagedRelease {
    const what = `release ${id} is damaged: the content of ${name} is not what was published`;
    return new DamagedRelease(id, `${what}. ${this.howToReplace(id)}`);
  }

  /** Advises on a release that cannot be used, in a sentence. */
  howToReplace(id: string): string {
    const others = this.ids().filter((other) => other !== id);
    const rollback = others.length === 0 ? "" : `, or \`rollback\` to one of ${others.join(", ")}`;
    return `Bring back a copy of its folder or publish its dataset again${rollback}`;
  }

  /** The error of a file of the data folder that says which release is current. */
  #unusable(name: string, what: string, cause?: unknown): ReleaseStoreError {
    return new ReleaseStoreError(
      `${path.join(this.dataFolder, name)} ${what}: move it away, and \`rollback\` to one of ${this.idsAsText()}`,
      { cause },
    );
  }

  #expectTrusted(id: string, manifest: Manifest, content: Uint8Array): void {
    if (this.#trustedKeys.length === 0) return;
    try {
      expectSigned(this.folderOf(id), manifest, content, this.#trustedKeys.map(readPublicKey));
    } catch (cause) {
      if (!(cause instanceof SignatureError)) throw cause;
      throw new ReleaseStoreError(`release ${id} is not trusted: ${cause.message} (TRUSTED_KEYS)`, { cause });
    }
  }

  /** Ids of all releases and drafts for a message. */
  idsAsText(): string {
    return this.ids().join(", ") || "none";
  }

  /** The manifest of a release; null for a damaged one, with what is wrong. */
  manifestIfWhole(id: string, onDamaged: (error: ReleaseStoreError) => void): Manifest | null {
    try {
      return this.manifest(id);
    } catch (error) {
      if (!(error instanceof ReleaseStoreError)) throw error;
      onDamaged(error);
      return null;
    }
  }
}

/** Reads a record. Throws a ReleaseStoreError with the advice where it cannot be read. */
function readRecord<Result>(file: string, read: () => Result, advice: string): Result {
  try {
    return read();
  } catch (error) {
    // The data folder itself is no folder.
    if (codeOf(error) === "ENOTDIR") throw error;
    throw new ReleaseStoreError(`${file} cannot be read (${codeOf(error)}). ${advice}`, { cause: error });
  }
}

/** Quotes a text of a file for a message, unless it is long or a terminal might obey it. */
function shown(text: string): string {
  if (text === "") return "nothing";
  return /^[\x20-\x7e]{1,60}$/u.test(text) ? JSON.stringify(text) : "what is no id";
}

/**
 * The file of a data folder that names the folder of its records: `current`, history and register.
 * Without it, they are in the data folder itself. A node that follows an origin writes new copies
 * of all three, and then replaces this one file, so that nobody reads the history of one moment
 * with the register of another.
 */
const RECORDS_FILE = "records";

/** The folder that holds the folders of records. */
export const RECORDS_FOLDER = "records.d";

/** The folder that holds the records of a data folder. Throws where the file cannot be read. */
export function recordsFolderOf(dataFolder: string): string {
  const name = readIfThere(path.join(dataFolder, RECORDS_FILE))?.trim();
  if (name === undefined) return dataFolder;
  if (!/^[0-9a-f-]{1,80}$/u.test(name)) throw new Error(`${path.join(dataFolder, RECORDS_FILE)} names no folder`);
  return path.join(dataFolder, RECORDS_FOLDER, name);
}

/** Makes a folder inside RECORDS_FOLDER the one that holds the records, by one rename. */
export async function switchRecords(dataFolder: string, name: string): Promise<void> {
  await replaceDurably(path.join(dataFolder, RECORDS_FILE), `${name}\n`);
}

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
