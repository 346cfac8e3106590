import type { EmailConfirmation, KeyRecord } from "./accounts.ts";
import { type Limits, TIER_LIMITS } from "./quota.ts";

/** A key just given out; the only time it is seen. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly keyPrefix: string;
  readonly tier: KeyRecord["tier"];
  readonly limits: Limits;
  readonly createdAt: Date;
  readonly emailConfirmation: EmailConfirmation;
}

/** A key as it is given out. */
export function describeIssuedKey(apiKey: string, key: KeyRecord): IssuedKey {
  const { prefix: keyPrefix, tier, limits, createdAt, emailConfirmation } = key;
  return { apiKey, keyPrefix, tier, limits: limits ?? TIER_LIMITS[tier], createdAt, emailConfirmation };
}
