import type { QuotaState, WindowName } from "../access/quota.ts";

/** Lengths of the windows. */
const WINDOW_SECONDS: Readonly<Record<WindowName, number>> = { hour: 3600, day: 86_400 };

/** By the limits of the hour and of the day. As many as there are keys with limits of their own, at most. */
const policies = new Map<number, Map<number, string>>();

const NO_LIMIT = -1;

/**
 * `RateLimit-Policy` and `RateLimit` of an answer, as draft-ietf-httpapi-ratelimit-headers-11 lays them out: lists of structured fields
 * (RFC 9651). Empty for a subject without limits.
 */
export function quotaHead({ windows }: QuotaState): readonly string[] {
  if (windows.length === 0) return [];
  let hourLimit = NO_LIMIT;
  let dayLimit = NO_LIMIT;
  let left = "";
  for (const { name, limit, remaining, resetSeconds } of windows) {
    if (name === "hour") hourLimit = limit;
    else dayLimit = limit;
    left += `${left === "" ? "" : ", "}"${name}";r=${remaining};t=${resetSeconds}`;
  }
  const policy = policies.get(hourLimit)?.get(dayLimit) ?? describePolicy(windows, hourLimit, dayLimit);
  return ["RateLimit-Policy", policy, "RateLimit", left];
}

function describePolicy(windows: QuotaState["windows"], hourLimit: number, dayLimit: number): string {
  const policy = windows.map(({ name, limit }) => `"${name}";q=${limit};w=${WINDOW_SECONDS[name]}`).join(", ");
  const ofHour = policies.get(hourLimit) ?? new Map<number, string>();
  policies.set(hourLimit, ofHour.set(dayLimit, policy));
  return policy;
}
