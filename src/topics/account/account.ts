import type { Static, TSchema } from "typebox";
import { Type } from "../../ask/type.ts";
import type { Access } from "../../access/access.ts";
import { type Limits, TIER_LIMITS } from "../../access/quota.ts";
import type { AccountScope as Scope } from "../../access/self-service.ts";
import type { KeySubject } from "../../access/subject.ts";
import type { Usage } from "../../access/usage.ts";
import { Problem, type ProblemCode } from "../../problem.ts";
import { nullable, objectOf, oneOf, withReasons } from "../../ask/json-shape.ts";
import type { Sources } from "../../ask/sources.ts";
import { EMAIL_CONFIRMATIONS, type IssuedKey } from "../../access/accounts.ts";

/** Schemas, limits and errors that the operations about callers share. */

export const ACCOUNT_TAG = "Account";

/** The problems of a request about the key that it is sent with. */
export const KEY_PROBLEMS = [
  "conflicting_credentials",
  "unknown_api_key",
  "insecure_transport",
  "rate_limited",
] as const satisfies readonly ProblemCode[];

/** The header a key is sent in. */
export const KEY_HEADER = "X-SVC-API-Key";

const TIERS = Object.keys(TIER_LIMITS) as (keyof typeof TIER_LIMITS)[];

export const Tier = oneOf(TIERS, { description: "The tier of the key, or `anonymous`." });

const SCOPES: readonly Scope[] = ["key", "email_address"];

export const AccountScope = oneOf(SCOPES, {
  description:
    "`email_address`: everything stored about the e-mail address, which is confirmed. `key`: this key and those it replaced.",
});

/** The part of a key that may be shown. */
export const KeyPrefix = Type.String({
  pattern: "^ctds_live_[0-9A-Za-z]{6}$",
  maxLength: 16,
  description: "The first characters of the key.",
});

export const EmailConfirmation = oneOf(EMAIL_CONFIRMATIONS, {
  description:
    "Whether the e-mail address of the key is confirmed. A `pending` key works like any other. `not_required`: the service sent no mails when it issued the key, or there is no key.",
});

export const ApiKey = Type.String({
  pattern: "^ctds_live_[0-9A-Za-z]{38}$",
  maxLength: 48,
  description: "The API key. It is shown only once.",
});

/** Returns the members of a key that was just issued; `limits` is the schema of its limits. */
export function issuedKeyMembers<Schema extends TSchema>(limits: Schema) {
  return {
    api_key: ApiKey,
    key_prefix: KeyPrefix,
    tier: Tier,
    email_confirmation: EmailConfirmation,
    limits,
    created_at: moment("When the key was issued."),
    header: Type.String({ const: KEY_HEADER, description: "The header to send it in." }),
  };
}

/** Returns the values of these members. */
export function nameIssuedKey<Given extends object>(key: Omit<IssuedKey, "limits">, limits: Given) {
  return {
    api_key: key.apiKey,
    key_prefix: key.keyPrefix,
    tier: key.tier,
    email_confirmation: key.emailConfirmation,
    limits,
    created_at: key.createdAt.toISOString(),
    header: KEY_HEADER,
  };
}

/** A key for documents to show. */
export const EXAMPLE_KEY = {
  apiKey: `ctds_live_${"0".repeat(38)}`,
  keyPrefix: "ctds_live_000000",
  tier: "free",
  emailConfirmation: "not_required",
  createdAt: new Date("2026-11-21T08:00:00.000Z"),
} as const;

/** A time in UTC. */
export const moment = (description: string) => Type.String({ format: "date-time", maxLength: 30, description });

/** More than any limit or count. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER;

/** A count, of requests or of keys. */
export const countMember = (description: string) => Type.Integer({ minimum: 0, maximum: COUNT_MAX, description });

const hourlyLimit = countMember("Requests per clock hour.");
const dailyLimit = countMember("Requests per UTC day.");

/** Limits of a tier that has both. */
export const TierLimits = Type.Object(
  { per_hour: hourlyLimit, per_day: dailyLimit },
  { description: "The rate limits of the key." },
);

export const QuotaLimits = objectOf(
  { per_hour: nullable(hourlyLimit, "unlimited"), per_day: nullable(dailyLimit, "unlimited") },
  { $id: "QuotaLimits", description: "Requests per clock hour and per UTC day." },
);

/** New keys are of the free tier, which has limits. */
export const FREE_LIMITS = { per_hour: TIER_LIMITS.free.perHour!, per_day: TIER_LIMITS.free.perDay! };

export function describeLimits({ perHour, perDay }: Limits): Static<typeof QuotaLimits> {
  return withReasons({ per_hour: perHour, per_day: perDay }, { per_hour: "unlimited", per_day: "unlimited" });
}

export const OperationUsage = Type.Object(
  {
    operation: Type.String({
      maxLength: 100,
      description: "Its `operationId`; `unknown` for paths without an endpoint.",
    }),
    requests: countMember("How many there were."),
    last_at: moment("When it was last requested, to the minute."),
  },
  { $id: "OperationUsage", description: "Requests of one operation." },
);

export function describeOperations({ operations }: Usage): Static<typeof OperationUsage>[] {
  return operations.map(({ operation, total, lastAt }) => ({
    operation,
    requests: total,
    last_at: lastAt.toISOString(),
  }));
}

/** Returns the key of the caller of an operation that needs one. */
export function keyOf({ caller }: Sources): KeySubject {
  if (caller?.kind === "key") return caller;
  throw new Problem("unknown_api_key", "This endpoint is about the key of the caller, and the request has none.");
}

/** Returns the problem of a key that was erased during the request. */
export function keyErased(): Problem {
  return new Problem("unknown_api_key", "The key was erased a moment ago.");
}

/** Returns the accounts and usage of callers; throws `unavailable` if there are none. */
export function accessOf({ access }: Sources): Access {
  if (access !== null) return access;
  throw new Problem(
    "unavailable",
    "Keys and usage are kept by a running service, and this is none. Send the request to the service, at /api/sign-up or /api/dashboard.",
  );
}
