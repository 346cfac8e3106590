import type { Static } from "typebox";
import { Type } from "../../ask/type.ts";
import {
  ATTEMPT_OUTCOMES,
  DELIVERIES_KEPT,
  DELIVERY_DAYS,
  DISABLED_BECAUSE,
  type Delivery,
  type Webhook,
} from "../../access/webhooks.ts";
import type { Atlas } from "../../atlas/atlas.ts";
import { Problem } from "../../problem.ts";
import { KEY_PROBLEMS, moment } from "../account/account.ts";
import { joinMembers, nullable, nullableRef, objectOf, oneOf, ref, withReasons } from "../../ask/json-shape.ts";
import { countryMembers } from "../../ask/named-members.ts";
import { TEST_EVENT, WEBHOOK_EVENTS, readTopic } from "./webhook-events.ts";

/** Schemas and problems that the operations about webhooks share. */

export const WEBHOOKS_TAG = "Webhooks";

/** Maximum number of countries that one webhook may follow. */
export const COUNTRIES_MAX = 50;

export const EXAMPLE_WEBHOOK = "wh_3Kq8ZmW1xVbT3Kq8ZmW1xVbT";

export const WebhookId = Type.String({
  maxLength: 100,
  description: "Id of the webhook.",
  examples: [EXAMPLE_WEBHOOK],
});

/** The parts that all operations about webhooks share. */
export const OF_WEBHOOKS = {
  tag: WEBHOOKS_TAG,
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  problems: KEY_PROBLEMS,
  dependsOn: "service",
  admission: "webhooks",
} as const;

/** The parts that the operations about one webhook share. */
export const OF_ONE_WEBHOOK = {
  ...OF_WEBHOOKS,
  parameters: { path: Type.Object({ id: WebhookId }), query: Type.Object({}) },
  problems: [...KEY_PROBLEMS, "webhook_not_found"],
  needsPreparation: true,
} as const;

export const WebhookSecret = Type.String({
  pattern: "^whsec_[A-Za-z0-9+/]{43}=$",
  maxLength: 50,
  description: "What its deliveries are signed with. It is shown only once.",
});

export const EXAMPLE_SECRET = `whsec_${"A".repeat(43)}=`;

const DisabledBecause = Object.assign(oneOf(DISABLED_BECAUSE), {
  $id: "DisabledBecause",
  description:
    "`gone`: its receiver answered 410. `attempts_failed`: every attempt to deliver an event failed, over more than a day.",
});

const AttemptOutcome = Object.assign(oneOf(ATTEMPT_OUTCOMES), {
  $id: "AttemptOutcome",
  description:
    "How the last attempt ended. `delivered`: with a status from 200 to 299. `gone`: with 410. `redirected`: with a status from 300 to 399, which is not followed. `refused`: with any other. `timed_out`: there was no response within 15 seconds. `no_connection`: the host could not be connected to, or its certificate is not valid. `no_public_address`: the host has no address, or one that is not on the public internet.",
});

const WebhookDelivery = objectOf(
  {
    id: Type.String({ maxLength: 64, description: "Sent as `webhook-id`, the same with each attempt." }),
    type: oneOf([...WEBHOOK_EVENTS, TEST_EVENT], { description: "The event." }),
    state: oneOf(["pending", "delivered", "failed"], {
      description: "`failed`: given up after the last attempt, or because the webhook was disabled.",
    }),
    created_at: moment("When the event was noticed."),
    attempts: Type.Integer({ minimum: 0, maximum: 1000, description: "Attempts so far, one under way included." }),
    last_attempt_at: nullable(moment("When the last attempt ended."), "not_attempted"),
    outcome: nullableRef(AttemptOutcome, "not_attempted"),
    status: nullable(
      Type.Integer({ minimum: 0, maximum: 999, description: "Status of the last response." }),
      "not_attempted",
      "no_response",
    ),
    next_attempt_at: nullable(moment("When it is tried next."), "no_attempt_follows"),
  },
  { $id: "WebhookDelivery", description: "One event for one webhook, and what became of it." },
);

export const webhookMembers = {
  id: WebhookId,
  url: Type.String({ format: "uri", maxLength: 2048, description: "Where events are sent." }),
  events: Type.Array(oneOf(WEBHOOK_EVENTS), { description: "The events it receives." }),
  countries: Type.Array(countryMembers.slug, { description: "The countries whose `country.moved` it receives." }),
  state: oneOf(["enabled", "disabled"], { description: "A disabled webhook receives nothing." }),
  created_at: moment("When it was registered."),
  disabled_at: nullable(moment("When it was disabled."), "working"),
  disabled_because: nullableRef(DisabledBecause, "working"),
};

export const RegisteredWebhook = objectOf(webhookMembers, {
  $id: "Webhook",
  description: "A webhook of the key of the caller.",
});

export const LoggedWebhook = objectOf(
  {
    ...webhookMembers,
    deliveries: Type.Array(ref(WebhookDelivery), {
      description: `Newest first: what is pending, and the last ${DELIVERIES_KEPT} finished ones of ${DELIVERY_DAYS} days; the dashboard has five.`,
    }),
  },
  { $id: "LoggedWebhook", description: "A webhook and its deliveries." },
);

/** The components that these schemas refer to. */
export const WEBHOOK_COMPONENTS = [DisabledBecause];
export const DELIVERY_COMPONENTS = [...WEBHOOK_COMPONENTS, AttemptOutcome, WebhookDelivery];

export function describeWebhook(
  { id, url, topics, createdAt, disabled }: Webhook,
  atlas: Atlas,
): Static<typeof RegisteredWebhook> {
  const read = topics.flatMap((topic) => readTopic(topic) ?? []);
  const events = WEBHOOK_EVENTS.filter((event) => read.some((topic) => topic.event === event));
  const countries = read.flatMap(({ iso2 }) => (iso2 === null ? [] : (atlas.byIso2(iso2)?.slug ?? [])));
  const members = {
    id,
    url,
    events,
    countries,
    state: disabled === null ? ("enabled" as const) : ("disabled" as const),
    created_at: createdAt.toISOString(),
    disabled_at: disabled?.at.toISOString() ?? null,
    disabled_because: disabled?.because ?? null,
  };
  return withReasons(members, { disabled_at: "working", disabled_because: "working" });
}

/** Describes a webhook with those of the deliveries that are its own. */
export function describeLogged(
  webhook: Webhook,
  deliveries: readonly Delivery[],
  atlas: Atlas,
): Static<typeof LoggedWebhook> {
  const own = deliveries.filter(({ webhookId }) => webhookId === webhook.id);
  return joinMembers(describeWebhook(webhook, atlas), { deliveries: own.map(describeDelivery) });
}

function describeDelivery(delivery: Delivery): Static<typeof WebhookDelivery> {
  const { eventId, state, createdAt, attempts, last, nextAt } = delivery;
  const type = WEBHOOK_EVENTS.find((event) => event === delivery.type) ?? TEST_EVENT;
  const members = {
    id: eventId,
    type,
    state,
    created_at: createdAt.toISOString(),
    attempts,
    last_attempt_at: last?.at.toISOString() ?? null,
    outcome: last?.outcome ?? null,
    status: last?.status ?? null,
    next_attempt_at: nextAt?.toISOString() ?? null,
  };
  const why = {
    last_attempt_at: "not_attempted",
    outcome: "not_attempted",
    status: last === null ? "not_attempted" : "no_response",
    next_attempt_at: "no_attempt_follows",
  } as const;
  return withReasons(members, why);
}

export function webhookNotFound(): Problem {
  return new Problem("webhook_not_found", "Your key has no webhook of this id. `/api/webhooks` lists those it has.");
}

const SHOWN_AT = "2026-11-21T08:20:00.000Z";

export const SHOWN_WEBHOOK = {
  id: EXAMPLE_WEBHOOK,
  url: "https://reader.example.org/hooks/country-trust",
  events: ["release.published", "country.moved"],
  countries: ["france", "kenya"],
  state: "enabled",
  created_at: "2026-11-20T09:00:00.000Z",
  disabled_at: null,
  disabled_because: null,
} satisfies Omit<Static<typeof RegisteredWebhook>, "reasons">;

export const SHOWN_REASONS = { disabled_at: "working", disabled_because: "working" } as const;

export const SHOWN_LOGGED: Static<typeof LoggedWebhook> = {
  ...SHOWN_WEBHOOK,
  deliveries: [
    {
      id: "evt_0c9d5b2e7f3a4816b0d2c4e6f8a01234",
      type: "release.published",
      state: "delivered",
      created_at: "2026-11-21T08:19:58.000Z",
      attempts: 1,
      last_attempt_at: SHOWN_AT,
      outcome: "delivered",
      status: 204,
      next_attempt_at: null,
      reasons: { next_attempt_at: "no_attempt_follows" },
    },
  ],
  reasons: SHOWN_REASONS,
};
