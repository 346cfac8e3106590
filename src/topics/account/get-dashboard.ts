import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import { type QuotaState, TIER_LIMITS, type WindowName } from "../../access/quota.ts";
import type { Subject } from "../../access/subject.ts";
import type { Usage } from "../../access/usage.ts";
import {
  accessOf,
  ACCOUNT_TAG,
  countMember,
  describeLimits,
  describeOperations,
  EmailConfirmation,
  KEY_PROBLEMS,
  keyErased,
  KeyPrefix,
  moment,
  OperationUsage,
  QuotaLimits,
  Tier,
} from "./account.ts";
import { joinMembers, nullable, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { defineOperation, describeParameters } from "../../ask/operation.ts";
import type { Site, Sources } from "../../ask/sources.ts";
import { DELIVERY_COMPONENTS, describeLogged, LoggedWebhook, SHOWN_LOGGED } from "../webhook/webhooks.ts";
import { DEPRECATED } from "../v1/deprecated.ts";
import type { StoredAccount } from "../../access/self-service.ts";

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
      },
      { description: "Counts of requests; client addresses are not stored with them." },
    ),
  },
  { $id: "StoredKey", description: "Everything stored about one key. Of the key itself only a SHA-256 is stored." },
);

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

const DeprecatedUsage = Type.Object(
  {
    operation: Type.String({ maxLength: 100, description: "Its `operationId`." }),
    path: Type.String({ maxLength: 200, description: "Its path, with placeholders." }),
    requests: countMember("How many requests it had."),
    last_at: moment("When it was last requested, to the minute."),
    successor: Type.String({ maxLength: 1000, description: "The path of its successor, with placeholders." }),
    sunset: moment("When it ends."),
    days_left: Type.Integer({ minimum: 0, maximum: 100_000, description: "Days until then, rounded up." }),
  },
  { $id: "DeprecatedUsage", description: "A deprecated endpoint that is still used." },
);

const Dashboard = objectOf(
  {
    subject: oneOf(["key", "address"], { description: "Whether the usage is that of a key or of a client address." }),
    tier: Tier,
    key_prefix: nullable(KeyPrefix, "no_key"),
    created_at: nullable(moment("When the key was issued."), "no_key"),
    email_confirmation: EmailConfirmation,
    usage: objectOf(
      {
        last_hour: countMember("The last 60 minutes, to the minute."),
        last_day: countMember("The last 24 hours, to five minutes."),
        total: nullable(countMember("Since the key was issued."), "addresses_are_not_kept"),
      },
      { description: "Counted requests." },
    ),
    limits: ref(QuotaLimits),
    remaining: objectOf(
      {
        hour: nullable(countMember("In the clock hour."), "unlimited"),
        day: nullable(countMember("In the UTC day."), "unlimited"),
      },
      { description: "What is left in the current clock hour and UTC day." },
    ),
    resets_at: Type.Object(
      { hour: moment("When the next hour begins."), day: moment("When the next day begins.") },
      { description: "When the next window begins." },
    ),
    operations: Type.Array(ref(OperationUsage), {
      description: "Most used first; `requests` are those of the history.",
    }),
    deprecated: Type.Array(ref(DeprecatedUsage), {
      description: "Deprecated endpoints that are still used, by `operation`.",
    }),
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
    webhooks: Type.Array(ref(LoggedWebhook), {
      description: "The webhooks of these keys and their deliveries, without the secrets; none without a key.",
    }),
    read_at: moment("When the usage was read."),
  },
  { $id: "Dashboard", description: "The usage of one caller, and what is left." },
);

const FILENAME = "account.json";
const FORMAT = oneOf(["json"], { description: `Sends the answer as a file to save, \`${FILENAME}\`.` });

const SHOWN_AT = "2026-11-21T08:20:00.000Z";

export const getDashboard = defineOperation({
  id: "get_dashboard",
  path: "/api/dashboard",
  tag: ACCOUNT_TAG,
  summary: "Your usage",
  description:
    "Usage, limits and what is left, of the key or, without one, of the client address; and everything that is stored about the account of the key. `usage` covers the last 60 minutes and the last 24 hours. `limits` and `remaining` are for the current clock hour and UTC day, which end at `resets_at`, so `last_hour` can be more than the current hour has used. Not counted: it has a limit of its own, 120 requests per clock hour.",
  parameters: { path: Type.Object({}), query: describeParameters({ format: Type.Optional(FORMAT) }) },
  form: {
    kind: "json",
    schema: Dashboard,
    components: [QuotaLimits, OperationUsage, DeprecatedUsage, StoredKey, ...DELIVERY_COMPONENTS, LoggedWebhook],
  },
  problems: KEY_PROBLEMS,
  filename: FILENAME,
  dependsOn: "service",
  admission: "dashboard",
  shownAnswer: {
    subject: "key",
    tier: "free",
    key_prefix: "ctds_live_000000",
    created_at: "2026-11-20T09:00:00.000Z",
    email_confirmation: "confirmed",
    usage: { last_hour: 31, last_day: 412, total: 2950, reasons: {} },
    limits: { per_hour: 1000, per_day: 10_000, reasons: {} },
    remaining: { hour: 982, day: 9788, reasons: {} },
    resets_at: { hour: "2026-11-21T09:00:00.000Z", day: "2026-11-22T00:00:00.000Z" },
    operations: [{ operation: "get_country", requests: 2400, last_at: "2026-11-21T08:19:00.000Z" }],
    deprecated: [],
    email: "reader@example.org",
    scope: "key",
    keys: [
      {
        id: "3Kq8ZmW1xVbT",
        counted_as: "3Kq8ZmW1xVbT",
        key_prefix: "ctds_live_000000",
        tier: "free",
        email_confirmation: "confirmed",
        limits: { per_hour: 1000, per_day: 10_000, reasons: {} },
        use_case: "A yearly report on mining countries",
        created_at: "2026-11-20T09:00:00.000Z",
        ends_at: null,
        usage: {
          last_hour: 31,
          last_day: 412,
          total: 2950,
          operations: [{ operation: "get_country", requests: 2400, last_at: "2026-11-21T08:19:00.000Z" }],
        },
        reasons: { ends_at: "no_end_known" },
      },
    ],
    webhooks: [SHOWN_LOGGED],
    read_at: SHOWN_AT,
    reasons: {},
  },
  async answer(sources, { format }) {
    const access = accessOf(sources);
    const { caller, at, site, atlas } = sources;
    if (caller === null) throw new Error("a dashboard needs a caller");
    const [usage, state, account] = await Promise.all([
      access.usageOf(caller),
      access.peek(caller),
      caller.kind === "key" ? access.selfService.readAccount(caller) : null,
    ]);
    if (caller.kind === "key" && account === null) throw keyErased();
    const webhooks =
      account?.webhooks.map(({ webhook, deliveries }) => describeLogged(webhook, deliveries, atlas)) ?? [];
    const stored = withReasons(
      { email: account?.email ?? null, scope: account?.scope ?? null, keys: account?.keys.map(describeKey) ?? [] },
      { email: "no_key", scope: "no_key" },
    );
    const body = joinMembers(describeDashboard(caller, usage, state, { at, site }), stored, { webhooks });
    return { kind: "json", body, ...(format === undefined ? {} : { filename: FILENAME }) };
  },
});

function describeDashboard(
  caller: Subject,
  usage: Usage,
  state: QuotaState,
  { at, site }: Pick<Sources, "at" | "site">,
): Omit<Static<typeof Dashboard>, "webhooks" | "email" | "scope" | "keys"> {
  const isKey = caller.kind === "key";
  const key = {
    subject: caller.kind,
    tier: caller.tier,
    key_prefix: isKey ? caller.keyPrefix : null,
    created_at: isKey ? caller.createdAt.toISOString() : null,
    email_confirmation: isKey ? caller.emailConfirmation : "not_required",
  };
  const used = { last_hour: usage.lastHour, last_day: usage.lastDay, total: isKey ? usage.total : null };
  const remaining = { hour: remainingOf(state, "hour"), day: remainingOf(state, "day") };
  return joinMembers(withReasons(key, { key_prefix: "no_key", created_at: "no_key" }), {
    usage: withReasons(used, { total: "addresses_are_not_kept" }),
    limits: describeLimits(caller.limits),
    remaining: withReasons(remaining, { hour: "unlimited", day: "unlimited" }),
    resets_at: { hour: endOf(at, HOUR_MILLISECONDS), day: endOf(at, DAY_MILLISECONDS) },
    operations: describeOperations(usage),
    deprecated: describeDeprecated(usage.operations, at, site),
    read_at: at.toISOString(),
  });
}

/** Describes the deprecated endpoints a caller uses, with their successors and remaining days. */
function describeDeprecated(used: Usage["operations"], at: Date, site: Site): Static<typeof DeprecatedUsage>[] {
  const { baseUrl } = site;
  const { v1SunsetAt } = site.settings;
  const days = Math.ceil((v1SunsetAt.getTime() - at.getTime()) / DAY_MILLISECONDS);
  return DEPRECATED.flatMap(({ id, path, deprecation }) => {
    const usage = used.find(({ operation }) => operation === id);
    if (usage === undefined || deprecation === undefined) return [];
    return {
      operation: id,
      path,
      requests: usage.total,
      last_at: usage.lastAt.toISOString(),
      successor: baseUrl + deprecation.successorPath,
      sunset: v1SunsetAt.toISOString(),
      days_left: Math.max(0, days),
    };
  });
}

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** Returns the end of the window around a moment: windows are aligned to UTC. */
function endOf(at: Date, windowMilliseconds: number): string {
  return new Date((Math.floor(at.getTime() / windowMilliseconds) + 1) * windowMilliseconds).toISOString();
}

function remainingOf({ windows }: QuotaState, name: WindowName): number | null {
  return windows.find((window) => window.name === name)?.remaining ?? null;
}
