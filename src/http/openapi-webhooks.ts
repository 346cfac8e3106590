import type { TSchema } from "typebox";
import { DESCRIBED_EVENTS } from "../topics/webhook/webhook-events.ts";
import { WEBHOOKS_TAG } from "../topics/webhook/webhooks.ts";
import { JSON_TYPE } from "./endpoint.ts";
import { idOf, pointer } from "./openapi-schemas.ts";

/** The schemas of what webhooks are sent; each has an `$id`. */
export const EVENT_COMPONENTS: readonly TSchema[] = DESCRIBED_EVENTS.flatMap(({ schema, components }) => [
  ...components,
  schema,
]);

const header = (name: string, description: string, pattern: string, maxLength: number, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", pattern, maxLength },
  example,
});

/** The headers of Standard Webhooks 1.0. */
const HEADERS = [
  header(
    "webhook-id",
    "Id of the event, the same with every attempt: drop what you have had.",
    "^evt_[0-9A-Za-z]+$",
    64,
    "evt_0c9d5b2e7f3a4816b0d2c4e6f8a01234",
  ),
  header(
    "webhook-timestamp",
    "When the attempt was made, in seconds since 1970. Refuse what is older than five minutes.",
    "^\\d+$",
    20,
    "1795248000",
  ),
  header(
    "webhook-signature",
    "`v1,` and the HMAC-SHA256, in base64, of `{webhook-id}.{webhook-timestamp}.{body}` under the bytes that follow `whsec_` in the secret, in base64.",
    "^v1,[A-Za-z0-9+/]{43}=$",
    50,
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

const RESPONSES = {
  "200": { description: "You have the event, as any 2xx says." },
  "410": { description: "You want no more. After any other status it is tried again." },
};

/** Describes the requests that the service sends, for the object `webhooks` of OpenAPI 3.1. */
export function describeEvents() {
  return Object.fromEntries(
    DESCRIBED_EVENTS.map(({ type, summary, description, schema, example }) => {
      const content = { [JSON_TYPE]: { schema: { $ref: pointer(idOf(schema)) }, example } };
      const post = {
        operationId: `on_${type.replace(".", "_")}`,
        summary,
        description,
        tags: [WEBHOOKS_TAG],
        security: [],
        parameters: HEADERS,
        requestBody: { description: "JSON in UTF-8.", required: true, content },
        responses: RESPONSES,
      };
      return [type, { post }];
    }),
  );
}
