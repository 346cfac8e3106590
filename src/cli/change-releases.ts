import path from "node:path";
import packageFacts from "../../package.json" with { type: "json" };
import { changeThroughOrigin } from "../distribution/change-through-origin.ts";
import { findDamaged, followOnce } from "../distribution/follow-origin.ts";
import { isWritable, openOrigin } from "../distribution/open-origin.ts";
import type { Origin } from "../distribution/origin.ts";
import { publishingFolderOf } from "../distribution/publishing-folder.ts";
import { NotSwitched, type Pushed } from "../distribution/push-releases.ts";
import { ReleaseStore, ReleaseStoreError } from "../release/store/release-store.ts";
import { type Console, printJson } from "./command.ts";
import { WAITING } from "./output.ts";
import { readSigningKey } from "./read-signing-key.ts";
import { waitForAllNodes } from "./wait-for-nodes.ts";
import { NOT_SWITCHED, type Wait, readWait } from "./wait-options.ts";

interface PushChoice {
  /** Public keys that the pointer names apart from that of the publisher. */
  readonly furtherKeys?: readonly string[];
  /** Whether a pointer is written in any case. */
  readonly renews?: boolean;
  readonly onPushed?: (pushed: Pushed | null) => void;
  readonly wait?: Wait;
  /** Whether scripts read the result. */
  readonly isJson?: boolean;
}

/**
 * Runs a command that changes releases. Where they come from an origin, the command works in a data
 * folder that is equal to it, and what changed is pushed there; its results are printed when the
 * origin has them. Nodes follow then, and the data folder of this machine as well.
 */
export async function changeReleases(
  console: Console,
  run: (console: Console) => Promise<number>,
  choice: PushChoice = {},
): Promise<number> {
  const { settings, now } = console;
  const origin = await openOriginOf(console);
  if (origin === null) return await run(console);
  try {
    if (!isWritable(origin))
      throw new ReleaseStoreError(`${origin.name} can only be read; releases are published where it is written`);
    const { dataFolder, trustedKeys, pointerDays: lifetimeDays } = settings;
    const publishing = new ReleaseStore(publishingFolderOf(dataFolder), now);
    const printed: string[] = [];
    const print = (line: string): void => void printed.push(line);
    const { result: status, pushed } = await changeThroughOrigin(
      {
        origin,
        dataFolder,
        trustedKeys,
        key: readSigningKey(settings),
        furtherKeys: choice.furtherKeys ?? [],
        renews: choice.renews ?? false,
        lifetimeDays,
        waitForNodes: (sequence, release) => {
          const format = release === null ? null : publishing.manifest(release).format;
          return waitForAllNodes(console, choice.wait ?? readWait({}), sequence, format);
        },
        now,
        onWait: () => console.say(WAITING),
        signal: new AbortController().signal,
      },
      (folder) => run({ ...console, print, settings: { ...settings, dataFolder: folder } }),
    );
    for (const line of printed) console.print(line);
    await follow(console, origin).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      console.say(`DATA_DIR of this machine could not be brought up to date with ${origin.name}: ${why}`);
    });
    choice.onPushed?.(pushed);
    return status;
  } catch (error) {
    if (!(error instanceof NotSwitched)) throw error;
    console.say(`Nothing was switched: ${error.message}`);
    if (choice.isJson === true) printJson(console, { switched: false, because: error.message });
    return NOT_SWITCHED;
  } finally {
    await origin.close();
  }
}

/** The origin that the settings name; null for none. */
export async function openOriginOf({ settings, now }: Console): Promise<Origin | null> {
  const { originUrl } = settings;
  if (originUrl === null) return null;
  return await openOrigin(originUrl, `country-trust/${packageFacts.version}`, { ...settings, now });
}

/** Brings the data folder of this machine up to date. */
export async function follow(console: Console, origin: Origin): ReturnType<typeof followOnce> {
  const { dataFolder, trustedKeys, pointerDays: signedDays } = console.settings;
  return await followOnce({
    origin,
    dataFolder,
    trustedKeys,
    signedDays,
    nearby: [path.join(publishingFolderOf(dataFolder), "releases")],
    now: console.now,
    doubted: findDamaged(new ReleaseStore(dataFolder, console.now)),
    onWait: () => console.say(WAITING),
    signal: new AbortController().signal,
  });
}
