import { Type } from "../../ask/type.ts";
import { accessOf, keyOf } from "../account/account.ts";
import { defineOperation } from "../../ask/operation.ts";
import { fillPath } from "../../ask/urls.ts";
import { TEST_EVENT, writePayload } from "./webhook-events.ts";
import { EXAMPLE_WEBHOOK, OF_ONE_WEBHOOK, WebhookId, webhookNotFound } from "./webhooks.ts";
import { Problem } from "../../problem.ts";
import { getWebhook } from "./manage-webhooks.ts";

const PATH = "/api/webhooks/{id}/test";

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
  path: PATH,
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
