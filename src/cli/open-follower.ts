import { pino } from "pino";
import { followOnce, readHeld } from "../distribution/follow-origin.ts";
import { type FollowedState, Follower } from "../distribution/follower.ts";
import { openOriginOf } from "../publishing/change-releases.ts";
import type { Console } from "./command.ts";

/**
 * Opens the follower that keeps the data folder of a node up to date; null where releases come from
 * no origin. `onState` is called whenever it knows something new.
 */
export async function openFollower(
  console: Console,
  onState: (state: FollowedState) => void,
): Promise<Follower | null> {
  const { settings, now } = console;
  const { dataFolder, trustedKeys, logLevel } = settings;
  const origin = await openOriginOf(console);
  if (origin === null) return null;
  const logger = pino({ level: logLevel });
  const common = { origin, dataFolder, trustedKeys, now, onWait: () => {} };
  return new Follower({
    follow: (signal, doubted, onPointer) => followOnce({ ...common, signal, doubted, onPointer }),
    holds: readHeld(dataFolder)?.sequence ?? 0,
    origin,
    pollMilliseconds: settings.releasesPollSeconds * 1000,
    now,
    onState,
    onDoubted: (release) =>
      logger.warn({ release }, "files of a release may be damaged; they are compared with the origin"),
    onReplaced: (release) => logger.warn({ release }, "a release was damaged and was fetched again"),
    onTrouble(trouble, error) {
      if (trouble === null) logger.warn("this node is up to date again");
      else logger.warn({ err: error, kind: trouble.kind }, `this node cannot follow its origin: ${trouble.sentence}`);
    },
  });
}
