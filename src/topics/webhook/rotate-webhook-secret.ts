import { Type } from "../../ask/type.ts";
import { accessOf, keyOf, moment } from "../account/account.ts";
import { defineOperation } from "../../ask/operation.ts";
import {
  EXAMPLE_SECRET,
  EXAMPLE_WEBHOOK,
  OF_ONE_WEBHOOK,
  WebhookId,
  webhookNotFound,
  WebhookSecret,
} from "./webhooks.ts";

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
