import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import type { Follow } from "../../access/follows.ts";
import type { StoredAccount } from "../../access/self-service.ts";
import { TIER_LIMITS } from "../../access/quota.ts";
import {
  ACCOUNT_TAG,
  KEY_PROBLEMS,
  AccountScope,
  EmailConfirmation,
  HourUsage,
  KeyPrefix,
  OperationUsage,
  QuotaLimits,
  Tier,
  accessOf,
  describeHours,
  describeLimits,
  describeOperations,
  keyErased,
  keyOf,
  moment,
  countMember,
} from "./account.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import { DELIVERY_COMPONENTS, LoggedWebhook, SHOWN_LOGGED, describeLogged } from "../webhook/webhooks.ts";

const KeyId = (description: string) => Type.String({ maxLength: 20, description });

const StoredKey = objectOf(
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
        history: Type.Array(ref(HourUsage), { description: "Hours with requests, oldest first." }),
      },
      { description: "Counts of requests; client addresses are not stored with them." },
    ),
  },
  { $id: "StoredKey", description: "Everything stored about one key. Of the key itself only a SHA-256 is stored." },
);

const StoredFollow = objectOf(
  {
    country: nullable(Type.String({ maxLength: 2, description: "ISO 3166-1 alpha-2." }), "every_release"),
    asked_at: moment("When somebody asked for it."),
    confirmed_at: nullable(moment("When the link in the mail was used."), "not_confirmed"),
  },
  { $id: "StoredFollow", description: "Something that an e-mail address follows." },
);

const AccountExport = Type.Object(
  {
    email: Type.String({ maxLength: 254, description: "The e-mail address, as it was given at sign-up." }),
    scope: AccountScope,
    keys: Type.Array(ref(StoredKey), { description: "In order of creation, those that ended included." }),
    webhooks: Type.Array(ref(LoggedWebhook), {
      description: "The webhooks of these keys and their deliveries, without the secrets.",
    }),
    follows: Type.Array(ref(StoredFollow), {
      description: "What the e-mail address follows by e-mail. Empty where the scope is `key`.",
    }),
    exported_at: moment("When the export was made."),
  },
  { $id: "AccountExport", description: "Everything stored about an account." },
);

const AT = "2026-11-21T08:20:00.000Z";

export const exportAccount = defineOperation({
  id: "export_account",
  method: "GET",
  path: "/api/account/export",
  tag: ACCOUNT_TAG,
  summary: "Everything stored about your account",
  description:
    "E-mail address, use cases, keys, usage, webhooks and what the address follows by e-mail. With a key whose e-mail address is confirmed, of all keys of that address; with any other, of the key and those it replaced, because anybody can sign up with the address of another person. Not counted; the limit is that of all requests about a key, 20 per clock hour.",
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  form: {
    kind: "json",
    schema: AccountExport,
    components: [
      QuotaLimits,
      StoredKey,
      OperationUsage,
      HourUsage,
      ...DELIVERY_COMPONENTS,
      LoggedWebhook,
      StoredFollow,
    ],
  },
  problems: KEY_PROBLEMS,
  dependsOn: "service",
  admission: "account",
  shownAnswer: {
    email: "reader@example.org",
    scope: "key",
    keys: [
      {
        id: "3Kq8ZmW1xVbT",
        counted_as: "3Kq8ZmW1xVbT",
        key_prefix: "ctds_live_000000",
        tier: "free",
        email_confirmation: "pending",
        limits: describeLimits(TIER_LIMITS.free),
        use_case: "A yearly report on mining countries",
        created_at: "2026-11-20T09:00:00.000Z",
        ends_at: null,
        usage: {
          last_hour: 1,
          last_day: 1,
          total: 1,
          operations: [{ operation: "get_country", requests: 1, last_at: "2026-11-21T08:19:00.000Z" }],
          history: [{ from: "2026-11-21T08:00:00.000Z", requests: 1 }],
        },
        reasons: { ends_at: "no_end_known" },
      },
    ],
    webhooks: [SHOWN_LOGGED],
    follows: [],
    exported_at: AT,
  },
  async answer(sources) {
    const account = await accessOf(sources).selfService.exportAccount(keyOf(sources));
    if (account === null) throw keyErased();
    const { email, scope, keys } = account;
    const webhooks = account.webhooks.map(({ webhook, deliveries }) =>
      describeLogged(webhook, deliveries, sources.atlas),
    );
    const exportedAt = sources.at.toISOString();
    const follows = account.follows.map(describeFollow);
    const body = { email, scope, keys: keys.map(describeKey), webhooks, follows, exported_at: exportedAt };
    return { kind: "json", body };
  },
});

/** What an e-mail address follows, without the code of its links. */
export function describeFollow({ country, askedAt, confirmedAt }: Follow): Static<typeof StoredFollow> {
  return withReasons(
    { country, asked_at: askedAt.toISOString(), confirmed_at: confirmedAt?.toISOString() ?? null },
    { country: "every_release", confirmed_at: "not_confirmed" },
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
      history: describeHours(usage),
    },
  };
  return withReasons(members, { ends_at: "no_end_known" });
}
