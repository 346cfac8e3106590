import { type Static, Type } from "typebox";
import type { QuotaState, WindowName } from "../access/quota.ts";
import type { Subject } from "../access/subject.ts";
import { HISTORY_DAYS, type Usage } from "../access/usage-history.ts";
import {
  ACCOUNT_TAG,
  Count,
  KeyPrefix,
  QuotaLimits,
  Tier,
  Unlimited,
  accessOf,
  describeLimits,
  explainUnlimited,
} from "../contract/account.ts";
import { nullable, oneOf, reason, ref } from "../contract/json-shape.ts";
import { defineOperation } from "../contract/operation.ts";
import type { Site, Sources } from "../contract/sources.ts";
import { DEPRECATED } from "./v1/deprecated.ts";

const moment = (description: string) => Type.String({ format: "date-time", maxLength: 30, description });

const OperationUsage = Type.Object(
  {
    operation: Type.String({
      maxLength: 100,
      description: "Its `operationId`; `unknown` for addresses where nothing answers.",
    }),
    requests: Count,
    last_at: moment("When it was asked last, to the minute."),
  },
  { $id: "OperationUsage", description: "How often one operation was asked." },
);

const DeprecatedUsage = Type.Object(
  {
    operation: Type.String({ maxLength: 100, description: "Its `operationId`." }),
    path: Type.String({ maxLength: 200, description: "Its address, with placeholders." }),
    requests: Count,
    last_at: moment("When it was asked last, to the minute."),
    successor: Type.String({ maxLength: 1000, description: "The address that takes its place, with placeholders." }),
    sunset: moment("When it ends."),
    days_left: Type.Integer({ minimum: 0, maximum: 100_000, description: "Whole or begun days until then." }),
  },
  { $id: "DeprecatedUsage", description: "A deprecated address that is still asked." },
);

const HourUsage = Type.Object(
  { from: moment("Where the hour begins."), requests: Count },
  { $id: "HourUsage", description: "The requests of one hour by the clock in UTC." },
);

const windowEnds = (description: string) => Type.Object({ hour: moment(description), day: moment(description) });

const Dashboard = Type.Object(
  {
    subject: oneOf(["key", "address"], { description: "Whether the figures are those of a key or of an address." }),
    tier: Tier,
    key_prefix: nullable(KeyPrefix),
    key_prefix_reason: reason("no_key"),
    created_at: nullable(moment("When the key was given out.")),
    created_at_reason: reason("no_key"),
    usage: Type.Object({
      last_hour: Type.Integer({ ...Count, description: "The last 60 minutes up to now, by minutes." }),
      last_day: Type.Integer({ ...Count, description: "The last 24 hours up to now, by five minutes." }),
      total: nullable(Type.Integer({ ...Count, description: "Since the key was given out." })),
      total_reason: reason("addresses_are_not_kept"),
    }),
    limits: ref(QuotaLimits),
    remaining: Type.Object(
      { hour: nullable(Count), hour_reason: Unlimited, day: nullable(Count), day_reason: Unlimited },
      { description: "What is left of the present hour and day by the clock in UTC." },
    ),
    resets_at: windowEnds("When the next one begins."),
    operations: Type.Array(ref(OperationUsage), {
      description: "Most asked first; `requests` are those of the history.",
    }),
    deprecated: Type.Array(ref(DeprecatedUsage), { description: "What will end and is still asked, by `operation`." }),
    history: Type.Array(ref(HourUsage), {
      description: `Hours with requests, oldest first, of the last ${HISTORY_DAYS} days; of an address, of the day.`,
    }),
    as_of: moment("When the figures were read."),
  },
  { $id: "Dashboard", description: "What one caller used, and what is left." },
);

const SHOWN_AT = "2026-11-21T08:20:00.000Z";

export const getDashboard = defineOperation({
  id: "get_dashboard",
  method: "GET",
  path: "/api/dashboard",
  tag: ACCOUNT_TAG,
  summary: "Your own usage",
  description:
    "Usage, limits and what is left: with a key that key's, without one the calling address's own. `usage` rolls: the last 60 minutes and the last 24 hours up to now. `limits` and `remaining` go by the clock: the hour and the day in UTC, both of which begin anew at `resets_at`; so `last_hour` can be more than what the present hour has used. Active keys beyond the fifth of an e-mail address share one count. Addresses are known for the day only, under a hash whose secret is erased with it. Costs nothing of any quota.",
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  form: {
    kind: "json",
    schema: Dashboard,
    components: [QuotaLimits, OperationUsage, DeprecatedUsage, HourUsage],
  },
  problems: ["conflicting_credentials", "unknown_api_key", "insecure_transport", "rate_limited"],
  dependsOn: "shelf",
  admission: "identified",
  shownAnswer: {
    subject: "key",
    tier: "free",
    key_prefix: "ctds_live_000000",
    key_prefix_reason: null,
    created_at: "2026-11-20T09:00:00.000Z",
    created_at_reason: null,
    usage: { last_hour: 31, last_day: 412, total: 2950, total_reason: null },
    limits: { per_hour: 1000, per_hour_reason: null, per_day: 10_000, per_day_reason: null },
    remaining: { hour: 982, hour_reason: null, day: 9788, day_reason: null },
    resets_at: { hour: "2026-11-21T09:00:00.000Z", day: "2026-11-22T00:00:00.000Z" },
    operations: [{ operation: "get_country", requests: 2400, last_at: "2026-11-21T08:19:00.000Z" }],
    deprecated: [],
    history: [{ from: "2026-11-21T08:00:00.000Z", requests: 18 }],
    as_of: SHOWN_AT,
  },
  async answer(sources) {
    const access = accessOf(sources);
    const { caller, at, site } = sources;
    if (caller === null) throw new Error("a dashboard is asked for nobody");
    const [usage, state] = await Promise.all([access.usageOf(caller), access.peek(caller)]);
    return { kind: "json", body: describeDashboard(caller, usage, state, { at, site }) };
  },
});

/** Lays a dashboard out. */
function describeDashboard(
  caller: Subject,
  { lastHour, lastDay, total, operations, hours }: Usage,
  state: QuotaState,
  { at, site }: Pick<Sources, "at" | "site">,
): Static<typeof Dashboard> {
  const isKey = caller.kind === "key";
  const [hour, day] = [remainingOf(state, "hour"), remainingOf(state, "day")];
  return {
    subject: caller.kind,
    tier: caller.tier,
    key_prefix: isKey ? caller.keyPrefix : null,
    key_prefix_reason: isKey ? null : "no_key",
    created_at: isKey ? caller.createdAt.toISOString() : null,
    created_at_reason: isKey ? null : "no_key",
    usage: {
      last_hour: lastHour,
      last_day: lastDay,
      total: isKey ? total : null,
      total_reason: isKey ? null : "addresses_are_not_kept",
    },
    limits: describeLimits(caller.limits),
    remaining: { hour, hour_reason: explainUnlimited(hour), day, day_reason: explainUnlimited(day) },
    resets_at: { hour: endOf(at, HOUR_MILLISECONDS), day: endOf(at, DAY_MILLISECONDS) },
    operations: operations.map((each) => ({
      operation: each.operation,
      requests: each.total,
      last_at: each.lastAt.toISOString(),
    })),
    deprecated: describeDeprecated(operations, at, site),
    history: hours.map(({ from, requests }) => ({ from: from.toISOString(), requests })),
    as_of: at.toISOString(),
  };
}

/** The deprecated addresses a caller still asks, with what takes their place and how long they last. */
function describeDeprecated(used: Usage["operations"], at: Date, site: Site): Static<typeof DeprecatedUsage>[] {
  const { baseUrl, versionOneEndsAt } = site;
  const days = Math.ceil((versionOneEndsAt.getTime() - at.getTime()) / DAY_MILLISECONDS);
  return DEPRECATED.flatMap(({ id, path, deprecation }) => {
    const usage = used.find(({ operation }) => operation === id);
    if (usage === undefined || deprecation === undefined) return [];
    return {
      operation: id,
      path,
      requests: usage.total,
      last_at: usage.lastAt.toISOString(),
      successor: baseUrl + deprecation.successorPath,
      sunset: versionOneEndsAt.toISOString(),
      days_left: Math.max(0, days),
    };
  });
}

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

/** Where the window of a moment ends: windows are aligned to UTC. */
function endOf(at: Date, windowMilliseconds: number): string {
  return new Date((Math.floor(at.getTime() / windowMilliseconds) + 1) * windowMilliseconds).toISOString();
}

function remainingOf({ windows }: QuotaState, name: WindowName): number | null {
  return windows.find((window) => window.name === name)?.remaining ?? null;
}
