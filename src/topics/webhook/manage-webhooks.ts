import { Type } from "../../ask/type.ts";
import { accessOf, keyOf, moment, keyErased } from "../account/account.ts";
import { defineOperation } from "../../ask/operation.ts";
import {
  DELIVERY_COMPONENTS,
  describeLogged,
  describeWebhook,
  EXAMPLE_SECRET,
  EXAMPLE_WEBHOOK,
  LoggedWebhook,
  OF_ONE_WEBHOOK,
  OF_WEBHOOKS,
  RegisteredWebhook,
  SHOWN_LOGGED,
  SHOWN_REASONS,
  SHOWN_WEBHOOK,
  WEBHOOK_COMPONENTS,
  WebhookId,
  webhookNotFound,
  WebhookSecret,
  COUNTRIES_MAX,
  webhookMembers,
} from "./webhooks.ts";
import { WEBHOOKS_PER_KEY } from "../../access/webhooks.ts";
import { Problem } from "../../problem.ts";
import { fillPath } from "../../ask/urls.ts";
import { TEST_EVENT, writePayload, WEBHOOK_EVENTS, type WebhookEventName, topicOf } from "./webhook-events.ts";
import { nullable, objectOf, ref, withReasons, joinMembers, oneOf } from "../../ask/json-shape.ts";
import type { RefusedWebhook } from "../../access/webhook-registrations.ts";
import { namesNoCountry, refuseBody } from "../../ask/body-errors.ts";
import type { Sources } from "../../ask/sources.ts";

export const getWebhook = defineOperation({
  ...OF_ONE_WEBHOOK,
  id: "get_webhook",
  path: "/api/webhooks/{id}",
  summary: "A webhook and its deliveries",
  description:
    "A webhook of the key with the log of its deliveries: how often each was tried, how the last attempt ended and when the next one is. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  form: { kind: "json", schema: LoggedWebhook, components: DELIVERY_COMPONENTS },
  shownAnswer: SHOWN_LOGGED,
  async answer(sources, { id }) {
    const caller = keyOf(sources);
    const { webhooks } = accessOf(sources);
    const [all, deliveries] = await Promise.all([webhooks.list(caller), webhooks.deliveries(caller)]);
    const webhook = all.find((each) => each.id === id);
    if (webhook === undefined) throw webhookNotFound();
    return { kind: "json", body: describeLogged(webhook, deliveries, sources.atlas) };
  },
});

const WebhookList = objectOf(
  {
    items: Type.Array(ref(RegisteredWebhook), { description: "In order of registration." }),
    total: Type.Integer({ minimum: 0, maximum: WEBHOOKS_PER_KEY, description: "How many there are." }),
    next: nullable(Type.String({ format: "uri", description: "URL of the next page." }), "last_page"),
  },
  { $id: "WebhookList", description: "The webhooks of the key of the caller." },
);

export const listWebhooks = defineOperation({
  ...OF_WEBHOOKS,
  id: "list_webhooks",
  path: "/api/webhooks",
  summary: "Your webhooks",
  description:
    "The webhooks of the key, and of the keys it replaced; always one page. Their secrets are not shown again. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  form: { kind: "json", schema: WebhookList, components: [...WEBHOOK_COMPONENTS, RegisteredWebhook] },
  shownAnswer: {
    items: [{ ...SHOWN_WEBHOOK, reasons: SHOWN_REASONS }],
    total: 1,
    next: null,
    reasons: { next: "last_page" },
  },
  async answer(sources) {
    const webhooks = await accessOf(sources).webhooks.list(keyOf(sources));
    const items = webhooks.map((webhook) => describeWebhook(webhook, sources.atlas));
    return { kind: "json", body: withReasons({ items, total: items.length, next: null }, { next: "last_page" }) };
  },
});

const DeletedWebhook = Type.Object(
  { id: WebhookId, deleted_at: moment("When it was deleted.") },
  { $id: "DeletedWebhook", description: "A webhook that is not there any more." },
);

export const deleteWebhook = defineOperation({
  ...OF_ONE_WEBHOOK,
  id: "delete_webhook",
  method: "DELETE",
  path: "/api/webhooks/{id}",
  summary: "Delete a webhook",
  description:
    "Deletes a webhook of the key with its secret and its deliveries, at once and for good; a delivery that is under way may still arrive. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  form: { kind: "json", schema: DeletedWebhook },
  shownAnswer: { id: EXAMPLE_WEBHOOK, deleted_at: "2026-11-21T08:20:00.000Z" },
  async answer(sources, { id }) {
    if (!(await accessOf(sources).webhooks.remove(keyOf(sources), id))) throw webhookNotFound();
    return { kind: "json", body: { id, deleted_at: sources.at.toISOString() } };
  },
});

/** Maximum time of overlap: a week is enough for a receiver that is deployed rarely. */
const OVERLAP_SECONDS_MAX = 604_800;
/** Default time of overlap: the receiver learns the new secret only after it was made. */
const OVERLAP_SECONDS = 86_400;

const RotateSecretRequest = Type.Object(
  {
    keep_old_for_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_SECONDS_MAX,
        default: OVERLAP_SECONDS,
        description: `How long deliveries are signed with the old secret as well: 0 to ${OVERLAP_SECONDS_MAX} seconds.`,
      }),
    ),
  },
  { $id: "RotateSecretRequest", additionalProperties: false, description: "How to replace the secret." },
);

const RotatedSecret = Type.Object(
  {
    id: WebhookId,
    secret: WebhookSecret,
    created_at: moment("When it was made."),
    old_secret_ends_at: moment("When deliveries are no longer signed with the old one."),
  },
  { $id: "RotatedSecret", description: "The new secret of a webhook." },
);

export const rotateWebhookSecret = defineOperation({
  ...OF_ONE_WEBHOOK,
  id: "rotate_webhook_secret",
  method: "POST",
  path: "/api/webhooks/{id}/rotate",
  summary: "Replace the secret of a webhook",
  description:
    "Makes a new secret. For a while `webhook-signature` has two signatures, the one under the new secret first, so that no delivery is refused before the receiver knows it. Of secrets that were replaced only the last is still used. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  body: { schema: RotateSecretRequest, isOptional: true, bytesMax: 1024, example: { keep_old_for_seconds: 3600 } },
  form: { kind: "json", schema: RotatedSecret },
  status: 201,
  shownAnswer: {
    id: EXAMPLE_WEBHOOK,
    secret: EXAMPLE_SECRET,
    created_at: "2026-11-21T08:20:00.000Z",
    old_secret_ends_at: "2026-11-21T09:20:00.000Z",
  },
  async answer(sources, { id }, { keep_old_for_seconds: keepOldSeconds = OVERLAP_SECONDS }) {
    const replaced = await accessOf(sources).webhooks.replaceSecret(keyOf(sources), id, keepOldSeconds);
    if (replaced === null) throw webhookNotFound();
    const { secret, createdAt, oldEndsAt } = replaced;
    return {
      kind: "json",
      body: { id, secret, created_at: createdAt.toISOString(), old_secret_ends_at: oldEndsAt.toISOString() },
    };
  },
});

const WebhookTest = Type.Object(
  {
    id: Type.String({ maxLength: 64, description: "Sent as `webhook-id`." }),
    type: Type.String({ const: TEST_EVENT, description: "The event." }),
    webhook: WebhookId,
    href: Type.String({ format: "uri", description: "URL of the webhook with its deliveries." }),
  },
  { $id: "WebhookTest", description: "A test that is about to be sent." },
);

export const testWebhook = defineOperation({
  ...OF_ONE_WEBHOOK,
  id: "test_webhook",
  method: "POST",
  path: "/api/webhooks/{id}/test",
  summary: "Test a webhook",
  description:
    "Sends the event `webhook.test` to a webhook of the key, within seconds and signed like any other; takes no body. The log of its deliveries says what became of it. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  form: { kind: "json", schema: WebhookTest },
  status: 202,
  problems: [...OF_ONE_WEBHOOK.problems, "webhook_disabled"],
  shownAnswer: {
    id: "evt_3Kq8ZmW1xVbT3Kq8ZmW1xVbT",
    type: TEST_EVENT,
    webhook: EXAMPLE_WEBHOOK,
    href: `https://trust.example.org${fillPath(getWebhook.path, { id: EXAMPLE_WEBHOOK })}`,
  },
  async answer(sources, { id: webhook }) {
    const caller = keyOf(sources);
    const { webhooks } = accessOf(sources);
    const payload = writePayload(TEST_EVENT, sources.at, { webhook });
    const id = await webhooks.tell(caller, webhook, { type: TEST_EVENT, payload });
    if (id === null) {
      const isThere = (await webhooks.list(caller)).some((each) => each.id === webhook);
      if (!isThere) throw webhookNotFound();
      throw new Problem("webhook_disabled", "The webhook is disabled. Delete it and register it again.");
    }
    const href = sources.site.baseUrl + fillPath(getWebhook.path, { id: webhook });
    return { kind: "json", body: { id, type: TEST_EVENT, webhook, href } };
  },
});

const WebhookRequest = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        "Where events are sent: an `https` URL of at most 2,048 characters on port 443 or 8443, without user name, password and fragment, whose host is on the public internet.",
    }),
    events: Type.Array(oneOf(WEBHOOK_EVENTS), {
      minItems: 1,
      maxItems: WEBHOOK_EVENTS.length,
      uniqueItems: true,
      description: "The events to receive.",
    }),
    countries: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: COUNTRIES_MAX,
        description: `With \`country.moved\`: the countries to follow, by slug, code or name, 1 to ${COUNTRIES_MAX}.`,
      }),
    ),
  },
  {
    $id: "WebhookRequest",
    additionalProperties: false,
    description: "Where to send what. Other fields are errors.",
  },
);

const NewWebhook = objectOf(
  { ...webhookMembers, secret: WebhookSecret },
  { $id: "NewWebhook", description: "A webhook that was registered, and its secret." },
);

export const registerWebhook = defineOperation({
  ...OF_WEBHOOKS,
  id: "register_webhook",
  method: "POST",
  path: "/api/webhooks",
  summary: "Register a webhook",
  description: `Has events sent to a URL from now on, signed by Standard Webhooks 1.0 with the secret in the response. A key may have ${WEBHOOKS_PER_KEY} webhooks; one that replaces another takes them over, and they end with the last one. To change a webhook, register another one and delete it. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.`,
  body: {
    schema: WebhookRequest,
    isPersonal: true,
    bytesMax: 16 * 1024,
    example: {
      url: "https://reader.example.org/hooks/country-trust",
      events: ["release.published", "country.moved"],
      countries: ["france", "kenya"],
    },
  },
  form: { kind: "json", schema: NewWebhook, components: WEBHOOK_COMPONENTS },
  status: 201,
  needsPreparation: true,
  shownAnswer: { ...SHOWN_WEBHOOK, secret: EXAMPLE_SECRET, reasons: SHOWN_REASONS },
  async answer(sources, _parameters, { url, events, countries }) {
    const caller = keyOf(sources);
    const topics = readTopics(sources, events, countries);
    const registered = await accessOf(sources).webhooks.register(caller, { url, topics });
    if ("kind" in registered) throw describeRefusal(registered);
    const { webhook, secret } = registered;
    return { kind: "json", body: joinMembers(describeWebhook(webhook, sources.atlas), { secret }) };
  },
});

/** Reads the topics of a request; throws one problem for all errors of its countries. */
function readTopics(
  sources: Sources,
  events: readonly WebhookEventName[],
  countries: readonly string[] | undefined,
): readonly string[] {
  const isMoved = events.includes("country.moved");
  const pointer = "#/countries";
  if (isMoved && countries === undefined)
    throw refuseBody([{ pointer, detail: "`#/countries` is missing; `country.moved` needs the countries to follow." }]);
  if (!isMoved && countries !== undefined)
    throw refuseBody([{ pointer, detail: "`#/countries` is given; it is for the event `country.moved` only." }]);
  const found = (countries ?? []).map((name) => sources.atlas.findBySegment(name)?.territory);
  const errors = (countries ?? []).flatMap((name, index) =>
    found[index] === undefined ? [namesNoCountry(sources, `${pointer}/${index}`, name)] : [],
  );
  if (errors.length > 0) throw refuseBody(errors);
  const codes = [...new Set(found.flatMap((territory) => territory?.iso2 ?? []))];
  return events.flatMap((event) =>
    event === "country.moved" ? codes.map((iso2) => topicOf(event, iso2)) : [topicOf(event)],
  );
}

function describeRefusal(refused: RefusedWebhook): Problem {
  if (refused.kind === "no_key") return keyErased();
  if (refused.kind === "too_many")
    return new Problem(
      "invalid_request",
      `Your key has ${WEBHOOKS_PER_KEY} webhooks, and may not have more. Delete one first.`,
    );
  const { fault } = refused;
  return refuseBody([
    {
      pointer: "#/url",
      detail: `\`#/url\` ${fault}; expected an https URL of a host on the public internet, on port 443 or 8443.`,
    },
  ]);
}
