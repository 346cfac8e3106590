import { pino } from "pino";
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
  const pollMilliseconds = settings.releasesPollSeconds * 1000;
  const warn = (about: object, sentence: string): void => logger.warn(about, sentence);
  return new Follower({ origin, dataFolder, trustedKeys, now, pollMilliseconds, onState, warn });
}
