import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import packageFacts from "../../package.json" with { type: "json" };
import { followOnce } from "../distribution/follow-origin.ts";
import { type FollowedState, Follower } from "../distribution/follower.ts";
import { expectFreeName } from "../distribution/node-registry.ts";
import { publishingFolderOf } from "../distribution/publishing-folder.ts";
import { readOriginState } from "../distribution/origin-state.ts";
import { BUNDLE_FORMAT, OLDEST_FORMAT } from "../release/manifest.ts";
import { openOriginOf } from "./change-releases.ts";
import type { Console } from "./command.ts";

/**
 * Opens what brings the data folder of a node up to date; null where releases come from no origin.
 * `onState` is called whenever it knows something new. Throws a NodeNameTaken.
 */
export async function openFollower(
  console: Console,
  onState: (state: FollowedState) => void,
): Promise<Follower | null> {
  const { settings, now } = console;
  const { dataFolder, trustedKeys, pointerDays: signedDays, databaseUrl, logLevel } = settings;
  const origin = await openOriginOf(console);
  if (origin === null) return null;
  const logger = pino({ level: logLevel });
  const onWait = (): void => {};
  const registry =
    databaseUrl === null
      ? null
      : (await import("../distribution/postgres-registry.ts")).openPostgresRegistry(databaseUrl);
  // Any free port is not known yet, and several nodes may ask for one.
  const name = settings.nodeName ?? `${hostname()}:${settings.port || process.pid}`;
  try {
    if (registry !== null) await expectFreeName(registry, name, wait);
  } catch (error) {
    await Promise.all([registry?.close(), origin.close()]);
    throw error;
  }
  const nearby = [path.join(publishingFolderOf(dataFolder), "releases")];
  return new Follower({
    follow: (signal, doubted) =>
      followOnce({ origin, dataFolder, trustedKeys, signedDays, nearby, now, onWait, signal, doubted }),
    holds: readOriginState(dataFolder)?.sequence ?? 0,
    origin,
    registry,
    node: {
      node: name,
      version: packageFacts.version,
      bundleFormat: BUNDLE_FORMAT,
      oldestFormat: OLDEST_FORMAT,
    },
    pollMilliseconds: settings.releasesPollSeconds * 1000,
    now,
    onState,
    onDoubted: (release) =>
      logger.warn({ release }, "files of a release may be damaged; they are compared with the origin"),
    onReplaced: (release) =>
      logger.warn({ release }, "a release was damaged and was fetched again; the damaged one is in set-aside/"),
    onTrouble(trouble, error) {
      if (trouble === null) logger.warn("this node is up to date again");
      else
        logger.warn(
          { err: error, kind: trouble.kind },
          `this node cannot follow its origin and serves what it has: ${trouble.sentence}`,
        );
    },
  });
}
