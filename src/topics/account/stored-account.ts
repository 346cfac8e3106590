import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { StoredAccount } from "../../access/self-service.ts";
import { TIER_LIMITS } from "../../access/quota.ts";
import {
  EmailConfirmation,
  KeyPrefix,
  OperationUsage,
  QuotaLimits,
  Tier,
  countMember,
  describeLimits,
  describeOperations,
  moment,
} from "./account.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";

const KeyId = (description: string) => Type.String({ maxLength: 20, description });

export const StoredKey = objectOf(
  {
    id: KeyId("What the publisher calls the key."),
    counted_as: KeyId("The first of the keys that replaced one another: they share quota and usage."),
    key_prefix: KeyPrefix,
    tier: Tier,
    email_confirmation: EmailConfirmation,
    limits: ref(QuotaLimits),
    use_case: Type.String({ maxLength: 2000, description: "What the key is for, as it was given at sign-up." }),
    created_at: moment("When it was issued."),
    ends_at: nullable(moment("When it stopped working, or will."), "no_end_known"),
    usage: Type.Object(
      {
        last_hour: countMember("The last 60 minutes, to the minute."),
        last_day: countMember("The last 24 hours, to five minutes."),
        total: countMember("Since the key was issued."),
        operations: Type.Array(ref(OperationUsage), { description: "Most used first." }),
      },
      { description: "Counts of requests; client addresses are not stored with them." },
    ),
  },
  { $id: "StoredKey", description: "Everything stored about one key. Of the key itself only a SHA-256 is stored." },
);

/** Members of everything stored about the account of a key, besides its webhooks. */
export const STORED_MEMBERS = {
  email: nullable(
    Type.String({ maxLength: 254, description: "The e-mail address, as it was given at sign-up." }),
    "no_key",
  ),
  scope: nullable(
    Type.String({
      pattern: "^(?:key|email_address)$",
      maxLength: 20,
      description:
        "Whose keys and webhooks these are. `email_address`: all of the e-mail address, which is confirmed. `key`: this key and those it replaced.",
    }),
    "no_key",
  ),
  keys: Type.Array(ref(StoredKey), {
    description:
      "In order of creation, those that ended included: all keys of the e-mail address if that is confirmed, else this one and those it replaced. None without a key.",
  }),
};

/** Returns the values of these members; null for a caller without a key. */
export function describeStored(account: StoredAccount | null) {
  return withReasons(
    { email: account?.email ?? null, scope: account?.scope ?? null, keys: account?.keys.map(describeKey) ?? [] },
    { email: "no_key", scope: "no_key" },
  );
}

function describeKey({ key, usage }: StoredAccount["keys"][number]): Static<typeof StoredKey> {
  const members = {
    id: key.id,
    counted_as: key.countedAs,
    key_prefix: key.prefix,
    tier: key.tier,
    email_confirmation: key.emailConfirmation,
    limits: describeLimits(key.limits ?? TIER_LIMITS[key.tier]),
    use_case: key.useCase,
    created_at: key.createdAt.toISOString(),
    ends_at: key.revokedAt?.toISOString() ?? null,
    usage: {
      last_hour: usage.lastHour,
      last_day: usage.lastDay,
      total: usage.total ?? 0,
      operations: describeOperations(usage),
    },
  };
  return withReasons(members, { ends_at: "no_end_known" });
}
