import type { QuotaState, WindowName } from "../access/quota.ts";

/** Lengths of the windows. */
const WINDOW_SECONDS: Readonly<Record<WindowName, number>> = { hour: 3600, day: 86_400 };

const policies = new Map<string, string>();

/**
 * `RateLimit-Policy` and `RateLimit` of an answer, as draft-ietf-httpapi-ratelimit-headers-11 lays them out: lists of structured fields
 * (RFC 9651). Empty for a subject without limits.
 */
export function quotaHead({ windows }: QuotaState): readonly string[] {
  if (windows.length === 0) return [];
  let limits = "";
  let left = "";
  for (const { name, limit, remaining, resetSeconds } of windows) {
    limits += `${name}${limit} `;
    left += `${left === "" ? "" : ", "}"${name}";r=${remaining};t=${resetSeconds}`;
  }
  let policy = policies.get(limits);
  if (policy === undefined) {
    policy = windows.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS[name]}`).join(", ");
    // As many as there are keys with limits of their own, at most.
    policies.set(limits, policy);
  }
  return ["RateLimit-Policy", policy, "RateLimit", left];
}
