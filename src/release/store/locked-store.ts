import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { replaceDurably, syncFolder, writeDurably } from "./durable-files.ts";
import { keepPrivate } from "./keep-private.ts";
import type { Manifest } from "../manifest.ts";
import { lockForPublication } from "./publication-lock.ts";
import { appendEvents, recordCurrent, type ReleaseEvent } from "./release-register.ts";
import { type ReleaseStore, ReleaseStoreError } from "./release-store.ts";
import { findAltered } from "../seal-folder.ts";

/**
 * The release that became current, and the one before it: another one may have been published while
 * this change waited.
 */
export interface Switch {
  readonly manifest: Manifest;
  readonly before: string | null;
}

/**
 * Changes the releases of a store, one change at a time: `onWait` is called when another one is
 * under way, and this one waits for it. What became current by an embargo is written down before.
 */
export async function changeReleases<Result>(
  store: ReleaseStore,
  onWait: () => void,
  change: (locked: LockedStore) => Promise<Result>,
): Promise<Result> {
  await mkdir(path.join(store.dataFolder, "releases"), { recursive: true });
  await keepPrivate(store.dataFolder);
  const unlock = await lockForPublication(path.join(store.dataFolder, "publication.lock"), onWait);
  try {
    const locked = new LockedStore(store);
    await locked.settle();
    return await change(locked);
  } finally {
    unlock();
  }
}

/**
 * Builds a bundle with `build` and makes it the current release. When `build` throws, nothing has
 * changed. `onWait` is called when another publication is under way.
 */
export async function publishBundle(
  store: ReleaseStore,
  build: (stagingFolder: string) => Promise<Manifest>,
  onWait: () => void,
): Promise<Switch> {
  return await changeReleases(store, onWait, async (locked) => {
    const { id } = await locked.add(build, false);
    return await locked.makeCurrent(id);
  });
}

/**
 * Makes an older (or newer) release current. Throws a ReleaseStoreError where there is no such
 * release, or where it is a draft, withdrawn or damaged.
 */
export async function makeCurrent(store: ReleaseStore, id: string, onWait: () => void): Promise<Switch> {
  return await changeReleases(store, onWait, async (locked) => {
    if (!store.has(id)) throw new ReleaseStoreError(`there is no release ${id}; there are: ${store.idsAsText()}`);
    expectNotWithdrawn(store, id);
    if (store.isDraft(id))
      throw new ReleaseStoreError(`${id} is a draft; \`country-trust release ${id}\` publishes it`);
    const altered = await findAltered(store.folderOf(id), store.manifest(id).files);
    if (altered !== null) throw store.explainAltered(id, altered);
    return await locked.makeCurrent(id);
  });
}

/** A store while its publication lock is held. */
export class LockedStore {
  readonly store: ReleaseStore;

  constructor(store: ReleaseStore) {
    this.store = store;
  }

  /**
   * Writes down which drafts became current by their embargo, with its time, and what a kill left
   * to be written. Every step may be taken again.
   */
  async settle(): Promise<void> {
    const { store } = this;
    if (store.events().length === 0) return;
    const { history } = store.states();
    const recorded = store.recordedId();
    const from = history.findLastIndex(({ release }) => release === recorded) + 1;
    for (const { release, since } of history.slice(from)) await this.#point(release, new Date(since));
    for (const id of new Set(history.map(({ release }) => release))) await this.#endDraft(id);
  }

  /** Adds what was decided about a release to the register. */
  async append(...events: readonly ReleaseEvent[]): Promise<void> {
    await appendEvents(this.store.recordsFolder(), events);
  }

  /** Makes a release current that is there. Throws a ReleaseStoreError for a damaged one. */
  async makeCurrent(id: string): Promise<Switch> {
    const { store } = this;
    store.manifest(id);
    const before = store.currentId();
    await this.#point(id, store.now());
    await this.#endDraft(id);
    return { manifest: store.manifest(id), before };
  }

  /**
   * Builds a bundle with `build` in a staging folder and adds it to the releases. A release with
   * the same id is kept as it is; if it is damaged, the new bundle takes its place. When `build`
   * throws, nothing has changed.
   *
   * Throws a ReleaseStoreError where a draft became current meanwhile by its embargo, because what
   * was built was compared with the release before.
   */
  async add(build: (stagingFolder: string) => Promise<Manifest>, isDraft: boolean): Promise<Manifest> {
    const { store } = this;
    const before = store.currentId();
    const staging = path.join(store.dataFolder, "staging");
    await rm(staging, { recursive: true, force: true });
    const folder = path.join(staging, "bundle");
    await mkdir(folder, { recursive: true });
    try {
      const manifest = await build(folder);
      await this.settle();
      const current = store.currentId();
      if (current !== before)
        throw new ReleaseStoreError(
          `${current} became current by its embargo meanwhile, so what changes has to be looked at again. Nothing was published; publish again`,
        );
      expectNotWithdrawn(store, manifest.id);
      if (await this.#isWhole(manifest.id)) return manifest;
      // A draft gets its mark before it appears, so that it is public at no moment.
      if (isDraft) await writeDurably(path.join(folder, path.basename(store.markOf(manifest.id))), "");
      if (store.has(manifest.id)) await rename(store.folderOf(manifest.id), path.join(staging, "damaged"));
      await rename(folder, store.folderOf(manifest.id));
      await syncFolder(path.join(store.dataFolder, "releases"));
      return manifest;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }

  /**
   * Deletes the files of a release. One rename takes it away: no kill leaves a part of it.
   */
  async remove(id: string): Promise<void> {
    const { store } = this;
    const staging = path.join(store.dataFolder, "staging");
    await rm(staging, { recursive: true, force: true });
    if (!store.has(id)) return;
    await mkdir(staging, { recursive: true });
    await rename(store.folderOf(id), path.join(staging, "removed"));
    await syncFolder(path.join(store.dataFolder, "releases"));
    await rm(staging, { recursive: true, force: true });
  }

  /** The history is written before the pointer: a kill in between leaves the release before. */
  async #point(release: string, at: Date): Promise<void> {
    const records = this.store.recordsFolder();
    await recordCurrent(records, this.store.recordedId(), release, at);
    await replaceDurably(path.join(records, "current"), `${release}\n`);
  }

  /** Writes down that a release is no draft any more, now that it has been current. */
  async #endDraft(release: string): Promise<void> {
    const { store } = this;
    const own = store.events().filter((event) => event.release === release);
    const drafted = own.findLastIndex(({ event }) => event === "drafted");
    const ended = own.findLastIndex(({ event }) => event === "released");
    if (drafted > ended) {
      const at = store.history().find((entry) => entry.release === release)?.since ?? store.now().toISOString();
      await this.append({ event: "released", release, at });
    }
    await rm(store.markOf(release), { force: true });
  }

  /** Returns true if a release has all its files as they were published. */
  async #isWhole(id: string): Promise<boolean> {
    const { store } = this;
    if (!store.has(id)) return false;
    const manifest = store.manifestIfWhole(id, () => {});
    return manifest !== null && (await findAltered(store.folderOf(id), manifest.files)) === null;
  }
}

/** Throws a ReleaseStoreError for a release that is withdrawn. */
export function expectNotWithdrawn(store: ReleaseStore, id: string): void {
  if (store.stateOf(id)?.withdrawn != null)
    throw new ReleaseStoreError(`${id} is withdrawn; \`country-trust restore ${id}\` brings it back first`);
}
