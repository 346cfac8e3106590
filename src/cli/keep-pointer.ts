import { pino } from "pino";
import { isWritable } from "../distribution/open-origin.ts";
import { renewPointer } from "../distribution/renew-pointer.ts";
import { openOriginOf } from "./change-releases.ts";
import type { Console } from "./command.ts";
import { readSigningKey } from "./read-signing-key.ts";

/** A pointer lives for a day at least, and is due when a third of that is over. */
const EVERY_MILLISECONDS = 3_600_000;

/**
 * Renews the pointer of the origin while the service of a publisher runs, where SIGNING_KEY_FILE
 * signs it. Returns what ends that.
 */
export function keepPointer(console: Console): () => Promise<void> {
  const { settings } = console;
  if (settings.signingKeyFile === null) return async () => {};
  const logger = pino({ level: settings.logLevel });
  const stop = new AbortController();
  const attempt = async (): Promise<void> => {
    try {
      const sequence = await renew(console, stop.signal);
      if (sequence !== null) logger.warn({ sequence }, "the pointer of the origin was signed again, for POINTER_DAYS");
    } catch (error) {
      if (!stop.signal.aborted) logger.warn({ err: error }, "the pointer of the origin could not be signed again");
    }
  };
  let running = attempt();
  const again = (): void => void (running = attempt());
  const timer = setInterval(again, EVERY_MILLISECONDS).unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}

/** Returns the sequence of a new pointer; null where none was due. */
async function renew(console: Console, signal: AbortSignal): Promise<number | null> {
  const { settings, now } = console;
  const { dataFolder, trustedKeys, pointerDays: lifetimeDays } = settings;
  const key = readSigningKey(settings);
  const origin = await openOriginOf(console);
  if (origin === null || key === null) return null;
  try {
    if (!isWritable(origin)) return null;
    const renewed = await renewPointer({ origin, dataFolder, trustedKeys, key, lifetimeDays, now, signal });
    return renewed?.sequence ?? null;
  } finally {
    await origin.close();
  }
}
