import { setTimeout as wait } from "node:timers/promises";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { readPointerText } from "./blobs.ts";
import { describeFolder, type FolderContent } from "./describe-folder.ts";
import { publishingFolderOf } from "./follow-origin.ts";
import { OriginError } from "./origin.ts";
import { isOver, type Pointer, PointerError, readPointer } from "./pointer.ts";
import { preparePublishing } from "./publishing-folder.ts";
import { type PushResult, type PushOptions, pushReleases } from "./push-releases.ts";
import { releasesWith, type Repair, repairOrigin } from "./repair-origin.ts";

export interface ChangeOptions extends PushOptions {
  readonly dataFolder: string;
  /** TRUSTED_KEYS. */
  readonly trustedKeys: readonly string[];
  /** Called when another publisher is at work; this one waits then. */
  readonly onWait: () => void;
  /** Called with the time from which nodes answer with the last publication, if it is to come. */
  readonly onEarly: (answersFrom: string) => void;
  /** Called with the comparison made before the change, unless the origin is empty. */
  readonly onCompared: (repair: Repair, before: FolderContent) => void;
}

/**
 * Changes the releases of an origin: `change` works on an ordinary data folder that is equal to the
 * origin, and its changes are pushed; `pushed` is null if there are none. Blobs that the origin has
 * lost are written again first. When `change` throws, the origin is as before. Throws a
 * PointerError where nodes would refuse what is pushed, and an OriginError where they could not get
 * the current release.
 */
export async function changeThroughOrigin<Result>(
  options: ChangeOptions,
  change: (folder: string) => Promise<Result>,
): Promise<{ readonly result: Result; readonly pushed: PushResult | null }> {
  const { origin, now, onWait, onCompared, signal, dataFolder, trustedKeys } = options;
  return await origin.alone(onWait, async () => {
    await expectSameClock(options);
    const text = await readPointerText(origin, signal);
    const pointer = text === null ? null : readPointer(text, trustedKeys);
    await untilAnswered(pointer, options);
    expectSameKey(pointer, options);
    const sequence = await preparePublishing(pointer, options);
    const folder = publishingFolderOf(dataFolder);
    const store = new ReleaseStore(folder, now);
    const before = pointer && (await describeFolder(store));
    const repair = before && (await repairOrigin(before, origin, signal));
    if (before !== null && repair !== null) onCompared(repair, before);
    const result = await change(folder);
    const content = await describeFolder(store);
    const lost = releasesWith(content, repair?.lost ?? new Set());
    if (content.current !== null && lost.includes(content.current))
      throw new OriginError(
        "damaged",
        `${origin.name} has lost a part of ${content.current}, and the copy of this machine is damaged: no new node could get it. Publish from a machine that has it, or publish its dataset again`,
      );
    const pushed = await pushReleases({ store, content, before, pointer, sequence }, options);
    return { result, pushed };
  });
}

/**
 * Nodes switch at a time that this machine names, by clocks of their own: where its clock is
 * behind, they would have no time to get the release. Throws an OriginError where it is off by more
 * than half of that time.
 */
async function expectSameClock({ origin, now, delaySeconds, signal }: ChangeOptions): Promise<void> {
  if (delaySeconds === 0) return;
  const asked = now().getTime();
  const told = await origin.readClock(signal);
  if (told === null) return;
  const behind = (told.from.getTime() - now().getTime()) / 1000;
  const ahead = (asked - told.until.getTime()) / 1000;
  if (Math.max(behind, ahead) <= delaySeconds / 2) return;
  const off = behind > 0 ? `${behind.toFixed(1)} s behind` : `${ahead.toFixed(1)} s ahead of`;
  throw new OriginError(
    "refused",
    `the clock of this machine is ${off} that of ${origin.name}: nodes would not switch together. Set it right, or make RELEASES_DELAY (${delaySeconds} s) more than twice as long as that`,
  );
}

/** Maximum wait of a command until nodes answer with the last publication. */
const WAIT_MINUTES_MAX = 10;

/** Waits until the last publication is current, because a change is compared with that. */
async function untilAnswered(pointer: Pointer | null, { now, onEarly, signal }: ChangeOptions): Promise<void> {
  const answersFrom = pointer?.answersFrom ?? null;
  if (answersFrom === null || isOver(answersFrom, now())) return;
  const left = Date.parse(answersFrom) - now().getTime();
  if (left > WAIT_MINUTES_MAX * 60_000)
    throw new ReleaseStoreError(
      `nothing was changed: nodes answer with what was published last from ${answersFrom} on, and a change is compared with that. Run the command again then`,
    );
  onEarly(answersFrom);
  await wait(left, undefined, { signal });
}

/** Only a pointer written for its own sake may be signed by another key, and never by none. */
function expectSameKey(before: Pointer | null, { origin, key, renews }: ChangeOptions): void {
  const own = key?.publicKey.text ?? null;
  if (before === null || before.key === null || before.key === own || (renews && own !== null)) return;
  const found = own === null ? "SIGNING_KEY_FILE is not set" : `SIGNING_KEY_FILE holds that of ${own}`;
  throw new PointerError(
    `nodes with TRUSTED_KEYS might refuse what is published now: ${origin.name} is signed with the key of ${before.key}, and ${found}. ` +
      "Sign with that key; or name the new one in TRUSTED_KEYS of all nodes, and run `country-trust renew` with it",
  );
}
