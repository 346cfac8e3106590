import { type Static, Type } from "typebox";
import type { Access } from "../access/access.ts";
import { type Limits, TIER_LIMITS } from "../access/quota.ts";
import { Problem } from "../problem.ts";
import { nullable, objectOf, oneOf, withReasons } from "./json-shape.ts";
import type { Sources } from "./sources.ts";

/** What the operations about callers share. */

export const ACCOUNT_TAG = "Account";

/** The header a key is sent in. */
export const KEY_HEADER = "X-SVC-API-Key";

const TIERS = Object.keys(TIER_LIMITS) as (keyof typeof TIER_LIMITS)[];

export const Tier = oneOf(TIERS, { description: "The tier of the key, or `anonymous`." });

/** What may be shown of a key. */
export const KeyPrefix = Type.String({
  pattern: "^ctds_live_[0-9A-Za-z]{6}$",
  maxLength: 16,
  description: "The first characters of the key.",
});

/** More than any limit or count. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER;

export const Count = Type.Integer({ minimum: 0, maximum: COUNT_MAX });

export const QuotaLimits = objectOf(
  { per_hour: nullable(Count, "unlimited"), per_day: nullable(Count, "unlimited") },
  { $id: "QuotaLimits", description: "Requests per clock hour and per UTC day." },
);

export function describeLimits({ perHour, perDay }: Limits): Static<typeof QuotaLimits> {
  return withReasons({ per_hour: perHour, per_day: perDay }, { per_hour: "unlimited", per_day: "unlimited" });
}

/** The accounts and usage of callers; throws `unavailable` where there are none. */
export function accessOf({ access }: Sources): Access {
  if (access !== null) return access;
  throw new Problem(
    "unavailable",
    "Keys and usage are kept by a running service, and this is none. Send the request to the service, at /api/sign-up or /api/dashboard.",
  );
}
