import type { EmailConfirmation } from "./accounts.ts";
import type { Limits, OwnWindow, Tier } from "./quota.ts";

/** What is counted: a key or an address. */
export type Subject = KeySubject | AddressSubject;

/** A caller who sent a key that is known. */
export interface KeySubject {
  readonly kind: "key";
  /**
   * Under what its requests are counted: `k_` and the id of a key, that of the first of the keys
   * that replaced one another.
   */
  readonly id: string;
  readonly tier: Exclude<Tier, "anonymous">;
  readonly limits: Limits;
  /** The id of the key itself. */
  readonly keyId: string;
  /** What of the key may be shown: `ctds_live_` and the next six characters. */
  readonly keyPrefix: string;
  readonly createdAt: Date;
  readonly emailConfirmation: EmailConfirmation;
  /** When the key stops working because another one takes its place; null where no end is known. */
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

/** What begins the name under which a window of its own is counted, before the id of a subject. */
const OWN_PREFIXES: Readonly<Record<OwnWindow, string>> = {
  sign_up: "s_",
  dashboard: "d_",
  account: "c_",
  confirmation: "m_",
  follow: "f_",
  webhooks: "w_",
  suggest: "g_",
};

/** Under what the requests of a subject in a window of its own are counted. */
export function ownSubjectId(window: OwnWindow, { id }: Pick<Subject, "id">): string {
  return OWN_PREFIXES[window] + id;
}

/** Everything under which requests of a key are counted. */
export function subjectsOf(keyId: string): readonly string[] {
  const id = `k_${keyId}`;
  return [
    id,
    ...(["dashboard", "account", "webhooks", "suggest"] as const).map((window) => ownSubjectId(window, { id })),
  ];
}
