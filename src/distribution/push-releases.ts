import type { SecretKey } from "../release/minisign.ts";
import { type Catalogue, type UnusedBlob, writeCatalogue } from "./catalogue.ts";
import { type Content, type FolderContent, textContent } from "./describe-folder.ts";
import type { WritableOrigin } from "./origin.ts";
import { isDue, type Pointer, timesOfNew, writePointer } from "./pointer.ts";

/** What an origin has, as the publisher read it before the change. */
export interface Published {
  /** Null where nothing was published yet. */
  readonly pointer: Pointer | null;
  readonly unused: readonly UnusedBlob[];
  /** The highest sequence that is known of: a pointer that was lost is not used again. */
  readonly sequence: number;
}

export interface PushOptions {
  readonly origin: WritableOrigin;
  /** Signs the pointers; null leaves them unsigned. */
  readonly key: SecretKey | null;
  /** Lines of public key files that the pointers name apart from that of `key`. */
  readonly furtherKeys: readonly string[];
  /** Whether a pointer is written although nothing else changed. */
  readonly renews: boolean;
  /** How long a signed pointer is taken over; null for ever, as one is that is not signed. */
  readonly lifetimeDays: number | null;
  readonly now: () => Date;
  /**
   * Returns when the nodes hold all releases of a sequence, and can serve the one that becomes
   * current; throws where they do not: nothing is switched then.
   */
  readonly waitForNodes: (sequence: number, release: string | null) => Promise<void>;
  readonly signal: AbortSignal;
}

/** What a change of releases left in a data folder. */
export interface ChangedFolder {
  readonly content: FolderContent;
  /** Records that its current release becomes current only now, and describes the folder again. */
  readonly postpone: () => Promise<FolderContent>;
}

/** Releases that were not switched to, as a sentence. */
export class NotSwitched extends Error {
  override name = "NotSwitched";
}

/** Blobs that nothing names any more stay so long: a node may just fetch them. */
const UNUSED_DAYS = 1;

const DAY_MILLISECONDS = 86_400_000;

/** What was written last: its text for the state of a data folder. */
export interface Pushed {
  readonly pointer: Pointer;
  readonly text: string;
}

/**
 * Publishes what a data folder has; `before` is what it had when it was equal to the origin, null
 * where the origin was empty. Where another release becomes current, the nodes get the releases
 * first, and are told to switch when all hold them, which is the time that the history says.
 * Returns null where there is nothing to write.
 *
 * A kill leaves the pointer of before, or one that every node may follow; what was uploaded until
 * then is found by the next push, or removed after a day.
 */
export async function pushReleases(
  changed: ChangedFolder,
  before: FolderContent | null,
  published: Published,
  options: PushOptions,
): Promise<Pushed | null> {
  const { origin, now, signal } = options;
  let after = changed.content;
  const keys = keysOfPointer(published.pointer, options);
  if (before !== null && isSame(after, before) && !needsRenewal(published.pointer, keys, options)) return null;
  const uploaded = new Set(before?.blobs.keys());
  for (const content of after.blobs.values()) if (!uploaded.has(content.sha256)) await upload(content, options);

  let { sequence } = published;
  const point = async (content: FolderContent): Promise<Pushed> => {
    const unused = findUnused(content, before, published, now());
    const { releases, history, register, recorded } = content;
    const catalogue = textContent(
      writeCatalogue({ releases, history: nameOf(history), register: nameOf(register), unused }),
    );
    await upload(catalogue, options);
    sequence += 1;
    const times = timesOfNew(now(), lifetimeOf(options));
    const pointer = { sequence, release: recorded, catalogue: nameOf(catalogue), ...times, keys };
    const text = writePointer(pointer, options.key);
    await origin.writePointer(text, signal);
    return { pointer, text };
  };

  if (before !== null && before.current !== null && after.current !== before.current) {
    const prepared = addReleases(before, after);
    if (prepared !== before) await point(prepared);
    await options.waitForNodes(sequence, after.current);
    if (before.nextAppearance !== null && before.nextAppearance <= now().toISOString())
      throw new NotSwitched(
        "a draft became current by its embargo meanwhile, so nothing was switched; look at it again",
      );
    after = await changed.postpone();
    await upload(after.history, options);
  }
  const pushed = await point(after);
  const { catalogue } = pushed.pointer;
  const spared = findUnused(after, before, published, now()).map(({ sha256 }) => sha256);
  const inUse = new Set([...after.blobs.keys(), catalogue.sha256, ...spared]);
  await origin.removeUnused(inUse, new Date(now().getTime() - UNUSED_DAYS * DAY_MILLISECONDS), signal);
  return pushed;
}

/** The folder before, with the releases that are new: the same is current and hidden in both. */
function addReleases(before: FolderContent, after: FolderContent): FolderContent {
  const known = new Set(before.releases.map(({ id }) => id));
  const added = after.releases.filter(({ id }) => !known.has(id));
  if (added.length === 0) return before;
  const releases = [...before.releases, ...added].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { ...before, releases, blobs: new Map([...after.blobs, ...before.blobs]) };
}

async function upload({ sha256, bytes, read }: Content, { origin, signal }: PushOptions): Promise<void> {
  if (!(await origin.hasBlob(sha256, signal))) await origin.writeBlob(sha256, bytes, read, signal);
}

function isSame(a: FolderContent, b: FolderContent): boolean {
  return JSON.stringify(namesOf(a)) === JSON.stringify(namesOf(b));
}

function namesOf({ recorded, releases, history, register }: FolderContent): unknown {
  return [recorded, releases, history.sha256, register.sha256];
}

/** A pointer is written again in good time, or when its keys have to change. */
function needsRenewal(pointer: Pointer | null, keys: readonly string[], options: PushOptions): boolean {
  if (options.renews || pointer === null || pointer.keys.join(",") !== keys.join(",")) return true;
  return isDue(pointer, lifetimeOf(options), options.now());
}

/** An end of a pointer that everybody can write would keep nobody from anything. */
function lifetimeOf({ key, lifetimeDays }: PushOptions): number | null {
  return key === null ? null : lifetimeDays;
}

/**
 * The keys of the next pointer. Those that the one before named stay as long as the same key signs:
 * once another one of them does, the old ones are out of force.
 */
function keysOfPointer(before: Pointer | null, { key, furtherKeys }: PushOptions): readonly string[] {
  if (key === null) return [];
  const own = key.publicKey.text;
  const kept = before?.keys[0] === own ? before.keys : [];
  return [...new Set([own, ...kept, ...furtherKeys])];
}

function findUnused(
  content: FolderContent,
  before: FolderContent | null,
  { pointer, unused }: Published,
  now: Date,
): readonly UnusedBlob[] {
  const since = now.toISOString();
  const oldest = new Date(now.getTime() - UNUSED_DAYS * DAY_MILLISECONDS).toISOString();
  const names = [...(before?.blobs.keys() ?? []), ...(pointer === null ? [] : [pointer.catalogue.sha256])];
  const bySha256 = new Map(names.map((sha256) => [sha256, since]));
  for (const known of unused) bySha256.set(known.sha256, known.since);
  return [...bySha256]
    .filter(([sha256, at]) => !content.blobs.has(sha256) && at > oldest)
    .map(([sha256, at]) => ({ sha256, since: at }));
}

function nameOf({ sha256, bytes }: Content): Catalogue["history"] {
  return { sha256, bytes };
}
