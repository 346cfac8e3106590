import { Type } from "typebox";
import { WEBHOOKS_PER_KEY } from "../../access/webhooks.ts";
import { KEY_PROBLEMS, accessOf, keyOf } from "../account/account.ts";
import { nullable, objectOf, ref, withReasons } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import {
  RegisteredWebhook,
  SHOWN_REASONS,
  SHOWN_WEBHOOK,
  WEBHOOKS_TAG,
  WEBHOOK_COMPONENTS,
  describeWebhook,
} from "./webhooks.ts";

const WebhookList = objectOf(
  {
    items: Type.Array(ref(RegisteredWebhook), { description: "In order of registration." }),
    total: Type.Integer({ minimum: 0, maximum: WEBHOOKS_PER_KEY, description: "How many there are." }),
    next: nullable(Type.String({ format: "uri", description: "URL of the next page." }), "last_page"),
  },
  { $id: "WebhookList", description: "The webhooks of the key of the caller." },
);

export const listWebhooks = defineOperation({
  id: "list_webhooks",
  method: "GET",
  path: "/api/webhooks",
  tag: WEBHOOKS_TAG,
  summary: "Your webhooks",
  description:
    "The webhooks of the key, and of the keys it replaced; always one page. Their secrets are not shown again. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  parameters: { path: Type.Object({}), query: Type.Object({}) },
  form: { kind: "json", schema: WebhookList, components: [...WEBHOOK_COMPONENTS, RegisteredWebhook] },
  problems: KEY_PROBLEMS,
  dependsOn: "service",
  admission: "webhooks",
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
