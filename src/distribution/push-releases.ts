import type { SecretKey } from "../release/minisign.ts";
import { postponeCurrent } from "../release/store/release-register.ts";
import { type ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { contentOf, ensureBlob, POINTER_KEY, removeBlob } from "./blobs.ts";
import { describeFolder, type FolderContent } from "./describe-folder.ts";
import type { WritableOrigin } from "./origin.ts";
import { isDue, isOver, type Pointer, timesOfNew, writePointer } from "./pointer.ts";

export interface PushOptions {
  readonly origin: WritableOrigin;
  /** Signs the pointers; null leaves them unsigned. */
  readonly key: SecretKey | null;
  /** True if a pointer is written although nothing else changed. */
  readonly renews: boolean;
  /** Lifetime of a signed pointer; null for ever. Unsigned pointers do not expire. */
  readonly lifetimeDays: number | null;
  /** RELEASES_DELAY: minimum time for nodes to get a release; at 0 it answers at once. */
  readonly delaySeconds: number;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** A data folder whose releases were changed. */
export interface ChangedFolder {
  readonly store: ReleaseStore;
  readonly content: FolderContent;
  /** Content of the folder when it was equal to the origin; null if that was empty. */
  readonly before: FolderContent | null;
  /** The pointer of the origin then; null if nothing was published. */
  readonly pointer: Pointer | null;
  /** The next pointer gets a higher sequence than this. */
  readonly sequence: number;
}

/** Rate at which every node is expected to fetch, however many there are. */
const BYTES_A_SECOND = 10_000_000;

/** The pointer that was written last, and its text for the records of a data folder. */
export interface PushResult {
  readonly pointer: Pointer;
  readonly text: string;
}

/**
 * Publishes a data folder: first blobs, then the pointer. Where another release becomes current,
 * the pointer names the time from which nodes answer with it, so that they can get it before.
 * Returns null where there is nothing to write.
 *
 * A kill leaves the old pointer or the new one; the next push of the same release finds blobs that
 * were uploaded until then.
 */
export async function pushReleases(changed: ChangedFolder, options: PushOptions): Promise<PushResult | null> {
  const { origin, now, key, signal } = options;
  const { store, before, pointer: last } = changed;
  let { content } = changed;
  if (before !== null && isSame(content, before) && !needsRenewal(last, options)) return null;
  let bytes = 0;
  for (const blob of content.blobs.values()) {
    // The catalogue says when a release answers, and comes last.
    if (blob === content.catalogue || before?.blobs.has(blob.sha256)) continue;
    await ensureBlob(origin, blob, signal);
    bytes += blob.bytes;
  }
  let answersFrom = last?.answersFrom ?? null;
  if (before !== null && before.current !== null && content.current !== before.current) {
    const seconds = options.delaySeconds && Math.max(options.delaySeconds, bytes / BYTES_A_SECOND);
    const until = new Date(now().getTime() + 1000 * seconds);
    if (isOver(before.nextAppearance, until))
      throw new ReleaseStoreError(
        `nothing was switched: a draft becomes current by its embargo at ${before.nextAppearance}, before nodes would have this release; look at it again then`,
      );
    await postponeCurrent(store.recordsFolder(), store.recordedId(), until);
    content = await describeFolder(store);
    answersFrom = until.toISOString();
  }
  await ensureBlob(origin, content.catalogue, signal);
  const pointer = {
    sequence: changed.sequence + 1,
    release: content.recorded,
    answersFrom,
    catalogue: { sha256: content.catalogue.sha256, bytes: content.catalogue.bytes },
    ...timesOfNew(now(), lifetimeOf(options)),
    key: key?.publicKey.text ?? null,
  };
  const text = writePointer(pointer, key);
  await origin.write(POINTER_KEY, contentOf(text), signal);
  // A node that is fetching these by the old pointer reads the pointer again.
  for (const blob of before?.blobs.values() ?? [])
    if (!content.blobs.has(blob.sha256)) await removeBlob(origin, blob, signal);
  return { pointer, text };
}

function isSame(a: FolderContent, b: FolderContent): boolean {
  return a.recorded === b.recorded && a.catalogue.sha256 === b.catalogue.sha256;
}

/** Returns true if a pointer is to be written again: in good time, or with another key. */
function needsRenewal(pointer: Pointer | null, options: PushOptions): boolean {
  const key = options.key?.publicKey.text ?? null;
  if (options.renews || pointer === null || pointer.key !== key) return true;
  return isDue(pointer, lifetimeOf(options), options.now());
}

/** Returns null without a key: an end that everybody can rewrite protects nobody. */
function lifetimeOf({ key, lifetimeDays }: PushOptions): number | null {
  return key === null ? null : lifetimeDays;
}
