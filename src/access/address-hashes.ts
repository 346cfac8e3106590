import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { groupAddress } from "./address-group.ts";
import { TIER_LIMITS, dayOf, hourOf } from "./quota.ts";
import type { AddressSubject } from "./subject.ts";

const DAY_MILLISECONDS = 86_400_000;
const AHEAD_MILLISECONDS = 3_600_000;

/** Bytes kept of 32. With 96 bits, two addresses of a day do not get the same hash by chance. */
const HASH_BYTES = 12;
const KNOWN_MAX = 20_000;

interface DaySecret {
  readonly day: number;
  readonly bytes: Buffer;
  /** False for one made here because the store could not be asked. */
  readonly isShared: boolean;
}

/**
 * Opens what turns client addresses into subjects: keyed hashes that hold for one UTC day, under
 * the secrets of the store. Moments are in milliseconds. Calls `onChange` when subjects found
 * before are not valid any more.
 *
 * If the store does not give the secret of a day that has begun, this process makes one up until it
 * does: an address then starts with a full quota.
 */
export function openAddressHashes(secretOf: (day: string) => Promise<Uint8Array>, onChange: () => void) {
  const known = new LRUCache<string, AddressSubject>({ max: KNOWN_MAX });
  let present: DaySecret | null = null;
  let next: DaySecret | null = null;

  const changeTo = (secret: DaySecret): DaySecret => {
    present?.bytes.fill(0);
    known.clear();
    present = secret;
    if (next?.day === secret.day) next = null;
    onChange();
    return secret;
  };

  /** Returns the secret of the day, made here if need be. */
  const secretAt = (at: number): DaySecret => {
    const day = dayOf(hourOf(at));
    if (present?.day === day) return present;
    if (next?.day === day) return changeTo(next);
    return changeTo({ day, bytes: randomBytes(32), isShared: false });
  };

  const fetchSecret = async (day: number): Promise<DaySecret> => {
    const name = new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10);
    const shared = await secretOf(name);
    const bytes = Buffer.from(shared);
    shared.fill(0);
    return { day, bytes, isShared: true };
  };

  const hashBy = (secret: DaySecret, text: string): string =>
    createHmac("sha256", secret.bytes).update(text).digest().subarray(0, HASH_BYTES).toString("base64url");

  return {
    /** A keyed hash of a text by the secret of the day, as text. */
    hash: (text: string, at: number) => hashBy(secretAt(at), text),
    find(address: string, at: number): AddressSubject {
      const secret = secretAt(at);
      const found = known.get(address);
      if (found !== undefined) return found;
      const id = `a_${hashBy(secret, groupAddress(address))}`;
      const subject: AddressSubject = { kind: "address", id, tier: "anonymous", limits: TIER_LIMITS.anonymous };
      known.set(address, subject);
      return subject;
    },
    /**
     * Fetches the secret of the day where it is missing, and that of the next day in its last hour;
     * erases that of the day before.
     */
    async refresh(at: number): Promise<void> {
      const day = dayOf(hourOf(at));
      // The secret may have been fetched in the hour before.
      if (next?.day === day) secretAt(at);
      if (present?.day !== day || !present.isShared) changeTo(await fetchSecret(day));
      if (at >= (day + 1) * DAY_MILLISECONDS - AHEAD_MILLISECONDS && next?.day !== day + 1)
        next = await fetchSecret(day + 1);
    },
  };
}
