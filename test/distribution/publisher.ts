import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { type ChangeOptions, changeThroughOrigin } from "../../src/distribution/change-through-origin.ts";
import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { followOnce, type FollowOptions } from "../../src/distribution/follow-origin.ts";
import type { WritableOrigin } from "../../src/distribution/origin.ts";
import { type KeyFiles, readPublicKey, readSecretKey } from "../../src/release/minisign.ts";
import type { PushResult } from "../../src/distribution/push-releases.ts";
import type { Repair } from "../../src/distribution/repair-origin.ts";
import { buildRelease } from "../../src/release/build-release.ts";
import type { Manifest } from "../../src/release/manifest.ts";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { makeCleanDataset } from "../release/clean-fixture.ts";

interface Built {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** What following says where nothing was damaged. */
export const NOTHING_ELSE = { replaced: [], lacking: [] };

/** Releases that were built, by their seeds. */
const built = new Map<number, Promise<Built>>();

async function build(seed: number): Promise<Built> {
  const folder = newTemporaryFolder();
  const dataset = await makeCleanDataset({ companies: 20, judgementsPerCompany: 6, seed });
  try {
    const manifest = await buildRelease({ dataset, folder, publishedAt: new Date("2026-11-20T12:00:00Z") });
    return { folder, manifest };
  } finally {
    dataset.close();
  }
}

/** Builds a small release, once in a test file; another seed gives another one. */
export const builder =
  (seed: number) =>
  async (folder: string): Promise<Manifest> => {
    const building = built.get(seed) ?? build(seed);
    built.set(seed, building);
    const release = await building;
    cpSync(release.folder, folder, { recursive: true });
    return release.manifest;
  };

export const neverWaits = (): void => {
  throw new Error("there is nothing to wait for");
};

/** An origin in a folder, with a publisher. The clock is put forward by hand. */
export class TestPublisher {
  readonly originFolder: string;
  readonly origin: WritableOrigin;
  readonly dataFolder = newTemporaryFolder();
  time = new Date("2026-11-20T12:00:00Z");
  readonly now = (): Date => this.time;
  readonly options: Partial<ChangeOptions>;
  /** What the last change found of the origin; null before the second one. */
  repair: Repair | null = null;

  constructor(options: Partial<ChangeOptions> = {}) {
    this.originFolder = path.join(newTemporaryFolder(), "origin");
    mkdirSync(this.originFolder);
    const readClock = async () => ({ from: this.time, until: this.time });
    this.origin = options.origin ?? Object.assign(new FolderOrigin(this.originFolder), { readClock });
    this.options = options;
  }

  async change(
    work: (store: ReleaseStore) => Promise<unknown>,
    options: Partial<ChangeOptions> = {},
  ): Promise<PushResult | null> {
    const { pushed } = await changeThroughOrigin(
      {
        origin: this.origin,
        dataFolder: this.dataFolder,
        trustedKeys: [],
        key: null,
        renews: false,
        lifetimeDays: null,
        delaySeconds: 0,
        now: this.now,
        onWait: neverWaits,
        onEarly: neverWaits,
        onCompared: (repair) => void (this.repair = repair),
        signal: new AbortController().signal,
        ...this.options,
        ...options,
      },
      (folder) => work(new ReleaseStore(folder, this.now)),
    );
    return pushed;
  }

  /** Publishes a release; returns its id. */
  async publish(seed: number): Promise<string> {
    let id = "";
    await this.change(async (store) => {
      const { manifest } = await publishBundle(store, builder(seed), neverWaits);
      id = manifest.id;
    });
    return id;
  }
}

/** A data folder that follows the origin of a publisher. */
export class TestNode {
  readonly dataFolder = newTemporaryFolder();
  readonly store: ReleaseStore;
  readonly #publisher: TestPublisher;
  readonly #options: Partial<FollowOptions>;

  constructor(publisher: TestPublisher, options: Partial<FollowOptions> = {}) {
    this.#publisher = publisher;
    this.#options = options;
    this.store = new ReleaseStore(this.dataFolder, publisher.now);
  }

  async follow(options: Partial<FollowOptions> = {}) {
    const { origin, now } = this.#publisher;
    const followed = await followOnce({
      origin,
      dataFolder: this.dataFolder,
      trustedKeys: [],
      now,
      onWait: neverWaits,
      signal: new AbortController().signal,
      ...this.#options,
      ...options,
    });
    if (followed === null) return null;
    const { pointer, ...taken } = followed;
    return { sequence: pointer.sequence, release: pointer.release, ...taken };
  }
}

/** The options of a publisher that signs with a pair of keys, and the line of the public one. */
export function keyOf({ publicKey, secretKey }: KeyFiles): {
  readonly key: ReturnType<typeof readSecretKey>;
  readonly line: string;
} {
  return { key: readSecretKey(secretKey), line: readPublicKey(publicKey).text };
}
