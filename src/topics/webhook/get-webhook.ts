import { Type } from "typebox";
import { accessOf, keyOf } from "../account/account.ts";
import { defineOperation } from "../../ask/operation.ts";
import {
  DELIVERY_COMPONENTS,
  LoggedWebhook,
  SHOWN_LOGGED,
  WEBHOOKS_TAG,
  WebhookId,
  describeLogged,
  webhookNotFound,
} from "./webhooks.ts";

export const getWebhook = defineOperation({
  id: "get_webhook",
  method: "GET",
  path: "/api/webhooks/{id}",
  tag: WEBHOOKS_TAG,
  summary: "A webhook and its deliveries",
  description:
    "A webhook of the key with the log of its deliveries: how often each was tried, how the last attempt ended and when the next one is. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  parameters: { path: Type.Object({ id: WebhookId }), query: Type.Object({}) },
  form: { kind: "json", schema: LoggedWebhook, components: DELIVERY_COMPONENTS },
  problems: ["conflicting_credentials", "unknown_api_key", "insecure_transport", "webhook_not_found", "rate_limited"],
  dependsOn: "service",
  admission: "webhooks",
  needsPreparation: true,
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
