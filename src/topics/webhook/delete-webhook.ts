import { Type } from "typebox";
import { accessOf, keyOf, moment } from "../account/account.ts";
import { defineOperation } from "../../ask/operation.ts";
import { EXAMPLE_WEBHOOK, WEBHOOKS_TAG, WebhookId, webhookNotFound } from "./webhooks.ts";

const DeletedWebhook = Type.Object(
  { id: WebhookId, deleted_at: moment("When it was deleted.") },
  { $id: "DeletedWebhook", description: "A webhook that is not there any more." },
);

export const deleteWebhook = defineOperation({
  id: "delete_webhook",
  method: "DELETE",
  path: "/api/webhooks/{id}",
  tag: WEBHOOKS_TAG,
  summary: "Delete a webhook",
  description:
    "Deletes a webhook of the key with its secret and its deliveries, at once and for good; a delivery that is under way may still arrive. Not counted; the limit is that of all requests about webhooks, 60 per clock hour.",
  parameters: { path: Type.Object({ id: WebhookId }), query: Type.Object({}) },
  form: { kind: "json", schema: DeletedWebhook },
  problems: ["conflicting_credentials", "unknown_api_key", "insecure_transport", "webhook_not_found", "rate_limited"],
  dependsOn: "service",
  admission: "webhooks",
  needsPreparation: true,
  shownAnswer: { id: EXAMPLE_WEBHOOK, deleted_at: "2026-11-21T08:20:00.000Z" },
  async answer(sources, { id }) {
    if (!(await accessOf(sources).webhooks.remove(keyOf(sources), id))) throw webhookNotFound();
    return { kind: "json", body: { id, deleted_at: sources.at.toISOString() } };
  },
});
