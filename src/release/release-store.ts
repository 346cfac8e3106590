import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { BUNDLE_FORMAT, type Manifest } from "./manifest.ts";
import { parseManifest } from "./parse-manifest.ts";
import { lockForPublication } from "./publication-lock.ts";
import { HISTORY_FILE, type BecameCurrent, readHistory, recordCurrent } from "./release-history.ts";
import { MANIFEST_FILE, findAltered, syncFolder, writeDurably } from "./seal-folder.ts";

/** A release that cannot be read, with what to do about it. */
export class ReleaseStoreError extends Error {
  override name = "ReleaseStoreError";
}

/**
 * What `current` names now, and what it named until then: another one may have been published while
 * this one waited.
 */
export interface Switch {
  readonly manifest: Manifest;
  readonly before: string | null;
}

/**
 * The releases of one data folder and which of them is current:
 *
 * - `releases/<id>/` complete, sealed bundles; nothing in them ever changes;
 * - `current` a file with the id of the current release, `history.ndjson` what it held when;
 * - `staging/` bundles under construction, `publication.lock` held while one is.
 *
 * A bundle appears under `releases/` by one rename, and `current` is replaced by one rename, so
 * that a kill or a power cut leaves the old release or the new one.
 */
export class ReleaseStore {
  readonly dataFolder: string;

  constructor(dataFolder: string) {
    this.dataFolder = path.resolve(dataFolder);
  }

  /**
   * Manifests of all releases, newest first. One that is damaged or of another format is left out,
   * and `onDamaged` told why.
   */
  list(onDamaged: (error: ReleaseStoreError) => void): Manifest[] {
    return this.ids()
      .flatMap((id) => this.#manifestIfWhole(id, onDamaged) ?? [])
      .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  }

  /** Ids of all releases, in text order. */
  ids(): string[] {
    const folder = path.join(this.dataFolder, "releases");
    return existsSync(folder) ? readdirSync(folder).filter(isReleaseId).toSorted() : [];
  }

  /** The id of the current release, or null when nothing is published yet. */
  currentId(): string | null {
    try {
      return readFileSync(path.join(this.dataFolder, "current"), "utf8").trim();
    } catch (error) {
      if (isMissing(error)) return null;
      // The data folder itself is none.
      if (codeOf(error) === "ENOTDIR") throw error;
      throw this.#unusable("current", `cannot be read (${codeOf(error)})`, error);
    }
  }

  /**
   * Which release became current when, oldest first; the last one is current. Throws a
   * ReleaseStoreError where the history cannot be read.
   */
  history(): BecameCurrent[] {
    const current = this.currentId();
    try {
      return readHistory(this.dataFolder, current);
    } catch (error) {
      throw new ReleaseStoreError(
        `${path.join(this.dataFolder, HISTORY_FILE)} cannot be read (${codeOf(error)}). Bring back a copy of ${HISTORY_FILE}, or move it away: releases then count from the date in their id`,
        { cause: error },
      );
    }
  }

  has(id: string): boolean {
    return this.ids().includes(id);
  }

  folderOf(id: string): string {
    return path.join(this.dataFolder, "releases", id);
  }

  /**
   * Reads the manifest of a release and checks that its files are there in full length (their
   * content is checked by `verify`). Throws a ReleaseStoreError that names what is wrong.
   */
  manifest(id: string): Manifest {
    if (!isReleaseId(id)) throw this.#unusable("current", `names no release (it holds ${shown(id)})`);
    const file = path.join(this.folderOf(id), MANIFEST_FILE);
    let manifest: Manifest | null;
    try {
      manifest = parseManifest(readFileSync(file, "utf8"), BUNDLE_FORMAT);
    } catch (error) {
      const what = `release ${id} is damaged: ${file} cannot be read (${codeOf(error)})`;
      throw new ReleaseStoreError(`${what}. ${this.howToReplace(id)}`, { cause: error });
    }
    if (manifest === null)
      throw new ReleaseStoreError(`release ${id} is damaged: ${file} is no manifest. ${this.howToReplace(id)}`);
    if (manifest.format !== BUNDLE_FORMAT) {
      throw new ReleaseStoreError(
        `release ${id} has bundle format ${manifest.format}, this program reads ${BUNDLE_FORMAT}: publish its dataset again with this version`,
      );
    }
    for (const { path: name, bytes } of manifest.files) {
      const found = sizeOf(path.join(this.folderOf(id), name));
      if (found !== bytes)
        throw new ReleaseStoreError(
          `release ${id} is damaged: ${path.join(this.folderOf(id), name)} has ${found ?? "no"} bytes, expected ${bytes}. ${this.howToReplace(id)}`,
        );
    }
    return manifest;
  }

  /**
   * Builds a bundle with `build` in a staging folder and makes it the current release. Publications
   * of one data folder happen one at a time: `onWait` is called when another one is under way, and
   * this one waits for it. When `build` throws, nothing has changed. A release with the same id is
   * kept as it is and becomes current; if it is damaged, the new bundle takes its place. `now` is
   * asked when the release becomes current.
   */
  async publish(
    build: (stagingFolder: string) => Promise<Manifest>,
    onWait: () => void,
    now: () => Date,
  ): Promise<Switch> {
    return await this.#alone(onWait, async () => {
      const staging = path.join(this.dataFolder, "staging");
      await rm(staging, { recursive: true, force: true });
      const folder = path.join(staging, "bundle");
      await mkdir(folder, { recursive: true });
      try {
        const manifest = await build(folder);
        if (!(await this.#isWhole(manifest.id))) {
          if (this.has(manifest.id)) await rename(this.folderOf(manifest.id), path.join(staging, "damaged"));
          await rename(folder, this.folderOf(manifest.id));
          await syncFolder(path.join(this.dataFolder, "releases"));
        }
        return await this.#point(this.manifest(manifest.id), now());
      } finally {
        await rm(staging, { recursive: true, force: true });
      }
    });
  }

  /**
   * Makes an older (or newer) release current. Throws a ReleaseStoreError when there is no such
   * release or it is damaged.
   */
  async makeCurrent(id: string, onWait: () => void, now: () => Date): Promise<Switch> {
    return await this.#alone(onWait, async () => {
      if (!this.has(id)) throw new ReleaseStoreError(`there is no release ${id}; there are: ${this.#idsAsText()}`);
      return await this.#point(this.manifest(id), now());
    });
  }

  /** What to do about a release that cannot be used, as a sentence. */
  howToReplace(id: string): string {
    const others = this.ids().filter((other) => other !== id);
    const rollback = others.length === 0 ? "" : `, or \`rollback\` to one of ${others.join(", ")}`;
    return `Bring back a copy of its folder, publish its dataset again${rollback}`;
  }

  /** The error of a file of the data folder that says which release is current. */
  #unusable(name: string, what: string, cause?: unknown): ReleaseStoreError {
    return new ReleaseStoreError(
      `${path.join(this.dataFolder, name)} ${what}: move it away, and \`rollback\` to one of ${this.#idsAsText()}`,
      { cause },
    );
  }

  #idsAsText(): string {
    return this.ids().join(", ") || "none";
  }

  #manifestIfWhole(id: string, onDamaged: (error: ReleaseStoreError) => void): Manifest | null {
    try {
      return this.manifest(id);
    } catch (error) {
      if (!(error instanceof ReleaseStoreError)) throw error;
      onDamaged(error);
      return null;
    }
  }

  /** Whether a release has all its files as they were published. */
  async #isWhole(id: string): Promise<boolean> {
    const manifest = this.#manifestIfWhole(id, () => {});
    return manifest !== null && (await findAltered(this.folderOf(id), manifest.files)) === null;
  }

  async #alone<Result>(onWait: () => void, work: () => Promise<Result>): Promise<Result> {
    await mkdir(path.join(this.dataFolder, "releases"), { recursive: true });
    const unlock = await lockForPublication(path.join(this.dataFolder, "publication.lock"), onWait);
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  async #point(manifest: Manifest, at: Date): Promise<Switch> {
    const before = this.currentId();
    await recordCurrent(this.dataFolder, before, manifest.id, at);
    const current = path.join(this.dataFolder, "current");
    await writeDurably(`${current}.new`, `${manifest.id}\n`);
    await rename(`${current}.new`, current);
    await syncFolder(this.dataFolder);
    return { manifest, before };
  }
}

/** Whether a text has the form of a release id; nothing else is ever used as a folder name. */
function isReleaseId(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/.test(text);
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

/** A text of a file as it may stand in a message: cut, and never what a terminal would obey. */
function shown(text: string): string {
  if (text === "") return "nothing";
  return /^[\x20-\x7e]{1,60}$/u.test(text) ? JSON.stringify(text) : "what is no id";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
