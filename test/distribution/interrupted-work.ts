import assert from "node:assert/strict";
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { FolderOrigin } from "../../src/distribution/folder-origin.ts";
import { discardDraft, draftBundle, releaseDraft } from "../../src/release/store/draft-release.ts";
import { publishBundle } from "../../src/release/store/locked-store.ts";
import { noteRelease } from "../../src/release/store/remark-release.ts";
import { ReleaseStore } from "../../src/release/store/release-store.ts";
import { findAltered } from "../../src/release/seal-folder.ts";
import { DEFAULT_GATE_LIMITS } from "../../src/trust/gate-limits.ts";
import { newTemporaryFolder } from "../fixtures/temporary-folder.ts";
import { builder, neverWaits, TestNode, TestPublisher } from "./publisher.ts";

/** Work that tests interrupt, and what they look at afterwards. */

const GATE = { ...DEFAULT_GATE_LIMITS, companiesGonePercent: 5 };

export function copyOf(folder: string): string {
  const copy = path.join(newTemporaryFolder(), "copy");
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** All that a reader sees of a data folder; each release is whole. */
export async function readState(folder: string, now: () => Date): Promise<unknown> {
  const store = new ReleaseStore(folder, now);
  const states = store.states();
  for (const id of store.ids()) assert.equal(await findAltered(store.folderOf(id), store.manifest(id).files), null);
  const listed = store.list((error) => assert.fail(error)).map(({ id }) => id);
  return { current: store.currentId(), listed: listed.toSorted(), history: states.history, events: store.events() };
}

/** A data folder that is many pointers behind its publisher. */
interface FolderBehind {
  readonly publisher: TestPublisher;
  readonly folder: string;
  readonly before: unknown;
  /** What it has to become. */
  readonly after: unknown;
  /** A draft that the folder does not have yet. */
  readonly hidden: string;
}

export async function makeFolderBehind(): Promise<FolderBehind> {
  const publisher = new TestPublisher();
  const draft = async (seed: number): Promise<string> => {
    let id = "";
    await publisher.change(async (store) => {
      const build = async (folder: string) => ({ manifest: await builder(seed)(folder), gate: GATE });
      id = (await draftBundle(store, build, { secret: "ab".repeat(32), until: null }, neverWaits)).id;
    });
    return id;
  };
  const first = await publisher.publish(1);
  const released = await draft(2);
  const discarded = await draft(3);
  const node = new TestNode(publisher);
  await node.follow();
  // A draft is released, one discarded, one is new, and there is a note.
  await publisher.change((store) => releaseDraft(store, released, () => {}, neverWaits));
  await publisher.change((store) => discardDraft(store, discarded, neverWaits));
  const hidden = await draft(4);
  await publisher.change((store) => noteRelease(store, first, "Noted.", neverWaits));
  const reader = new TestNode(publisher);
  await reader.follow();
  const read = (folder: string) => readState(folder, publisher.now);
  return {
    publisher,
    folder: node.dataFolder,
    before: await read(node.dataFolder),
    after: await read(reader.dataFolder),
    hidden,
  };
}

/** The folder of a release that was built and is not published. */
export async function prebuild(seed: number): Promise<{ readonly id: string; readonly bundle: string }> {
  const store = new ReleaseStore(newTemporaryFolder(), new TestPublisher().now);
  const { manifest } = await publishBundle(store, builder(seed), neverWaits);
  return { id: manifest.id, bundle: store.folderOf(manifest.id) };
}

/** The folder of an origin to which nothing was published. */
export function newOriginFolder(): string {
  const folder = path.join(newTemporaryFolder(), "origin");
  mkdirSync(folder);
  return folder;
}

/** The release that a new node gets from an origin; null where it has none. */
export async function followAnew(originFolder: string, publisher: TestPublisher): Promise<string | null> {
  const node = new TestNode(publisher, { origin: new FolderOrigin(originFolder) });
  const followed = await node.follow();
  await readState(node.dataFolder, publisher.now);
  return followed?.release ?? null;
}
