import type { EmailConfirmation } from "./accounts.ts";
import type { Limits, OwnWindow, Tier } from "./quota.ts";

/** A caller whose requests are counted: a key or an address. */
export type Subject = KeySubject | AddressSubject;

/** A caller who sent a key that is known. */
export interface KeySubject {
  readonly kind: "key";
  /**
   * The id under which its requests are counted: `k_` and the id of a key, that of the first of the
   * keys that replaced one another.
   */
  readonly id: string;
  readonly tier: Exclude<Tier, "anonymous">;
  readonly limits: Limits;
  /** The id of the key itself. */
  readonly keyId: string;
  /** The part of the key that may be shown: `ctds_live_` and the next six characters. */
  readonly keyPrefix: string;
  readonly createdAt: Date;
  readonly emailConfirmation: EmailConfirmation;
  /** The time when the key gives way to the one that replaced it; null if no end is known. */
  readonly endsAt: Date | null;
}

/** A caller without a key, known by the address for the rest of the UTC day. */
export interface AddressSubject {
  readonly kind: "address";
  /**
   * `a_` and a keyed hash of the address (IPv6: of its /64) under a secret that is erased with the
   * day's counts.
   */
  readonly id: string;
  readonly tier: "anonymous";
  readonly limits: Limits;
}

/** Returns the id under which requests of a subject in a window of its own are counted. */
export function ownSubjectId(window: OwnWindow, { id }: Pick<Subject, "id">): string {
  return `${window} ${id}`;
}

/** Lists all ids under which requests of a key are counted. */
export function subjectsOf(keyId: string): readonly string[] {
  const id = `k_${keyId}`;
  const windows = ["dashboard", "account", "webhooks", "suggest", "messages"] as const;
  return [id, ...windows.map((window) => ownSubjectId(window, { id }))];
}
