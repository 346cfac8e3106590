import packageFacts from "../../package.json" with { type: "json" };
import { changeThroughOrigin } from "../distribution/change-through-origin.ts";
import { findDamaged, followOnce } from "../distribution/follow-origin.ts";
import { isWritable, openOrigin } from "../distribution/open-origin.ts";
import type { Origin } from "../distribution/origin.ts";
import type { FolderContent } from "../distribution/describe-folder.ts";
import type { PushResult } from "../distribution/push-releases.ts";
import { isOver } from "../distribution/pointer.ts";
import { releasesWith, type Repair } from "../distribution/repair-origin.ts";
import { messageOf } from "../intake/read-description.ts";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import type { Settings } from "../settings.ts";
import { type PublishingContext, readSigningKey, WAITING } from "./context.ts";

type Place = Pick<PublishingContext, "settings" | "now" | "onNotice">;

/** The result of a change, and its effect on the origin. */
export interface ChangeResult<Result> {
  readonly result: Result;
  /** True if the origin has all files of its releases. */
  readonly isWhole: boolean;
  readonly pushed: PushResult | null;
}

/**
 * Changes releases. Where they come from an origin, `change` works in a data folder that is equal
 * to it, and what changed is pushed there. Nodes follow then, and the data folder of this machine
 * as well. With `renews`, a pointer is written in any case.
 */
export async function changeReleases<Result>(
  place: Place,
  change: (settings: Settings) => Promise<Result>,
  renews = false,
): Promise<ChangeResult<Result>> {
  const { settings, now, onNotice } = place;
  const origin = await openOriginOf(place);
  if (origin === null) return { result: await change(settings), isWhole: true, pushed: null };
  if (!isWritable(origin))
    throw new ReleaseStoreError(`${origin.name} can only be read; releases are published where it is written`);
  const { dataFolder, trustedKeys, pointerDays: lifetimeDays, releasesDelay: delaySeconds } = settings;
  let isWhole = true;
  const { result, pushed } = await changeThroughOrigin(
    {
      origin,
      dataFolder,
      trustedKeys,
      key: readSigningKey(settings),
      renews,
      lifetimeDays,
      delaySeconds,
      now,
      onWait: () => onNotice(WAITING),
      onEarly: (time) => onNotice(`Nodes answer with what was published last from ${time} on; waiting until then …`),
      onCompared: (repair, before) => {
        isWhole = repair.lost.size === 0;
        for (const line of sayRepair(repair, before, origin.name)) onNotice(line);
      },
      signal: new AbortController().signal,
    },
    (folder) => change({ ...settings, dataFolder: folder }),
  );
  await follow(place, origin).catch((error: unknown) =>
    onNotice(`DATA_DIR of this machine could not be brought up to date with ${origin.name}: ${messageOf(error)}`),
  );
  const { release, answersFrom = null } = pushed?.pointer ?? {};
  if (answersFrom !== null && !isOver(answersFrom, now()))
    onNotice(`Nodes answer with ${release} from ${answersFrom} on.`);
  return { result, isWhole, pushed };
}

/** Says what was repaired in an origin, and what could not be, in a sentence each. */
function sayRepair({ compared, repaired, lost }: Repair, before: FolderContent, name: string): string[] {
  const releases = releasesWith(before, lost).join(", ") || "what it says of releases";
  const mended = `Repaired ${name}: ${repaired} of ${compared} files had been missing or damaged.`;
  const left =
    `Not repaired: ${lost.size} of ${compared} files of ${name} are missing or damaged, and so are the copies ` +
    `of this machine (${releases}). Run \`country-trust renew\` on a machine that has them.`;
  return [...(repaired === 0 ? [] : [mended]), ...(lost.size === 0 ? [] : [left])];
}

/** The origin that the settings name; null for none. */
export async function openOriginOf({ settings, now }: Pick<Place, "settings" | "now">): Promise<Origin | null> {
  const { originUrl } = settings;
  if (originUrl === null) return null;
  return await openOrigin(originUrl, `country-trust/${packageFacts.version}`, { ...settings, now });
}

/** Brings the data folder of this machine up to date. */
export async function follow({ settings, now, onNotice }: Place, origin: Origin): ReturnType<typeof followOnce> {
  const { dataFolder, trustedKeys } = settings;
  return await followOnce({
    origin,
    dataFolder,
    trustedKeys,
    now,
    doubted: findDamaged(new ReleaseStore(dataFolder, now)),
    onWait: () => onNotice(WAITING),
    signal: new AbortController().signal,
  });
}
