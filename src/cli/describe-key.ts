import type { KeyRecord } from "../access/accounts.ts";
import { type Limits, TIER_LIMITS } from "../access/quota.ts";

/** The limits that hold for a key: its own, or those of its tier. */
export function limitsOf({ limits, tier }: Pick<KeyRecord, "limits" | "tier">): Limits {
  return limits ?? TIER_LIMITS[tier];
}

/** A key as scripts read it, without what could be used as one. */
export function describeKey(key: Omit<KeyRecord, "hash">): Record<string, unknown> {
  const { perHour, perDay } = limitsOf(key);
  return {
    id: key.id,
    key_prefix: key.prefix,
    tier: key.tier,
    limits: { per_hour: perHour, per_day: perDay },
    has_own_limits: key.limits !== null,
    counted_as: key.countedAs,
    email: key.email,
    use_case: key.useCase,
    created_at: key.createdAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** A key in one line of a list. */
export function keyLine(key: KeyRecord): string {
  const state = key.revokedAt === null ? "" : `  revoked ${shortTime(key.revokedAt)}`;
  const limits = formatLimits(limitsOf(key)).padEnd(19);
  return `${key.id}  ${key.prefix}…  ${key.tier.padEnd(10)}  ${limits}  ${shortTime(key.createdAt)}  ${key.email}${state}`;
}

/** A key in lines of name and value. */
export function keyLines(key: KeyRecord): string[] {
  const own = key.limits === null ? ", those of the tier" : ", its own";
  return [
    `id          ${key.id}`,
    `key         ${key.prefix}…`,
    `tier        ${key.tier}`,
    `limits      ${formatLimits(limitsOf(key))}${own}`,
    `counted as  ${key.countedAs}${key.countedAs === key.id ? "" : ", together with other keys of the e-mail address"}`,
    `e-mail      ${key.email}`,
    `use case    ${key.useCase}`,
    `created     ${shortTime(key.createdAt)}`,
    `revoked     ${key.revokedAt === null ? "no" : shortTime(key.revokedAt)}`,
  ];
}

/** `1,000/h 10,000/d`. */
export function formatLimits({ perHour, perDay }: Limits): string {
  const text = (limit: number | null): string => (limit === null ? "unlimited" : limit.toLocaleString("en"));
  return `${text(perHour)}/h ${text(perDay)}/d`;
}

/** A moment to the minute. */
export function shortTime(moment: Date): string {
  return `${moment.toISOString().slice(0, 16)}Z`;
}
