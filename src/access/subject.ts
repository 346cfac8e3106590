import type { Limits, Tier } from "./quota.ts";

/** What is counted: a key or an address. */
export type Subject = KeySubject | AddressSubject;

/** A caller who sent a key that is known. */
export interface KeySubject {
  readonly kind: "key";
  /**
   * Under what its requests are counted: `k_` and the id of a key. Not always its own: keys beyond
   * the cap of their account count together.
   */
  readonly id: string;
  readonly tier: Exclude<Tier, "anonymous">;
  readonly limits: Limits;
  /** The id of the key itself. */
  readonly keyId: string;
  /** What of the key may be shown: `ctds_live_` and the next six characters. */
  readonly keyPrefix: string;
  readonly createdAt: Date;
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
