import { Type } from "../../ask/type.ts";
import { WEBHOOKS_PER_KEY } from "../../access/webhooks.ts";
import type { RefusedWebhook } from "../../access/webhook-registrations.ts";
import { accessOf, keyErased, keyOf } from "../account/account.ts";
import { namesNoCountry, refuseBody } from "../../ask/body-errors.ts";
import { joinMembers, objectOf, oneOf } from "../../ask/json-shape.ts";
import { defineOperation } from "../../ask/operation.ts";
import type { Sources } from "../../ask/sources.ts";
import { WEBHOOK_EVENTS, type WebhookEventName, topicOf } from "./webhook-events.ts";
import {
  COUNTRIES_MAX,
  describeWebhook,
  EXAMPLE_SECRET,
  OF_WEBHOOKS,
  SHOWN_REASONS,
  SHOWN_WEBHOOK,
  WEBHOOK_COMPONENTS,
  webhookMembers,
  WebhookSecret,
} from "./webhooks.ts";
import { Problem } from "../../problem.ts";

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
