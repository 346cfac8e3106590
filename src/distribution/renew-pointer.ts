import type { SecretKey } from "../release/minisign.ts";
import type { WritableOrigin } from "./origin.ts";
import { keysInForce, readOriginState } from "./origin-state.ts";
import { hashPointer, isDue, type Pointer, readPointer, timesOfNew, writePointer } from "./pointer.ts";

export interface RenewOptions {
  readonly origin: WritableOrigin;
  /** The data folder of this machine, which follows the origin. */
  readonly dataFolder: string;
  /** TRUSTED_KEYS. */
  readonly trustedKeys: readonly string[];
  readonly key: SecretKey;
  readonly lifetimeDays: number;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Signs the pointer of an origin again when a third of its time is over: the same releases, with
 * the next sequence. Returns the new one; null where none was due. Only a pointer that this machine
 * took over is renewed, and that the same key signed: what somebody else put into the origin gets
 * no new time from this. Throws an OriginError or a PointerError.
 */
export async function renewPointer(options: RenewOptions): Promise<Pointer | null> {
  const { origin, dataFolder, trustedKeys, key, lifetimeDays, now, signal } = options;
  const findDue = async (): Promise<Pointer | null> => {
    const text = await origin.readPointer(signal);
    const held = readOriginState(dataFolder);
    if (text === null || held?.pointer !== hashPointer(text)) return null;
    const pointer = readPointer(text, keysInForce(held, trustedKeys));
    return pointer.keys[0] === key.publicKey.text && isDue(pointer, lifetimeDays, now()) ? pointer : null;
  };
  // Publishers are not kept waiting for nothing.
  if ((await findDue()) === null) return null;
  return await origin.alone(
    () => {},
    async () => {
      const due = await findDue();
      if (due === null) return null;
      const renewed = { ...due, sequence: due.sequence + 1, ...timesOfNew(now(), lifetimeDays) };
      await origin.writePointer(writePointer(renewed, key), signal);
      return renewed;
    },
  );
}
