import { Type } from "../../ask/type.ts";
import { accessOf, keyOf, moment } from "../account/account.ts";
import { defineOperation } from "../../ask/operation.ts";
import {
  DELIVERY_COMPONENTS,
  describeLogged,
  describeWebhook,
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
} from "./webhooks.ts";
import { WEBHOOKS_PER_KEY } from "../../access/webhooks.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";

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
