import type { Static, TObject, TSchema } from "typebox";
import { said, Type } from "../../ask/type.ts";
import { moment } from "../account/account.ts";
import { Trend } from "../change/area-changes.ts";
import { medianMembers } from "../../ask/components.ts";
import { nullable, nullableRef, objectOf, ref } from "../../ask/json-shape.ts";
import { countryMembers } from "../../ask/named-members.ts";

/** The events of webhooks, as their receivers see them. */

/** The events that a webhook can subscribe to. */
export const WEBHOOK_EVENTS = ["release.published", "release.withdrawn", "country.moved"] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** The event that is sent on request alone. */
export const TEST_EVENT = "webhook.test" as const;

const release = (description: string) => Type.String({ maxLength: 100, description });
const href = (description: string) => Type.String({ format: "uri", description });

const ReleasePublished = Type.Object(
  {
    release: release("Id of the release that became current."),
    published_at: moment("When it was published."),
    previous_release: release("The release that was current before."),
    title: Type.String({ description: "The publisher's title of the dataset." }),
    href: href("URL of its preview of countries."),
    changes_href: href("URL of everything that changed since the previous release."),
  },
  { $id: "ReleasePublishedData", description: "A release that became current." },
);

const ReleaseWithdrawn = Type.Object(
  {
    release: release("Id of the release that is not current any more."),
    current_release: release("The older release that took its place: the publisher went back to it."),
    href: href("URL of the preview of countries in the current release."),
  },
  { $id: "ReleaseWithdrawnData", description: "A release that the publisher took back." },
);

const MovedSide = objectOf(
  {
    ...medianMembers,
    median_label: nullable(
      Type.String({ description: "That band in words, on the scale of its release." }),
      "not_judged",
    ),
    judged_companies: Type.Integer({ minimum: 0, description: "Judged companies of the country." }),
  },
  { $id: "MovedSide", description: "A country in one of two releases." },
);

const CountryMoved = objectOf(
  {
    release: release("Id of the release that became current."),
    previous_release: release("The release that was current before."),
    slug: countryMembers.slug,
    name: countryMembers.name,
    before: ref(MovedSide),
    after: ref(MovedSide),
    trend: nullableRef(Trend, "method_change", "not_judged", "too_few_companies", "composition", "taken_back"),
    summary: said(Type.String({ description: "Why the median band is another one, in words." })),
    notice: nullable(Type.String({ description: "A note by the publisher." }), "not_given"),
    href: href("URL of the country in the current release, or in the previous one where it is not listed any more."),
  },
  { $id: "CountryMovedData", description: "A country whose median band is not that of the release before." },
);

const WebhookTested = Type.Object(
  { webhook: Type.String({ maxLength: 40, description: "Id of the webhook." }) },
  { $id: "WebhookTestData", description: "A test of a webhook, on request." },
);

export type ReleasePublishedData = Static<typeof ReleasePublished>;
export type ReleaseWithdrawnData = Static<typeof ReleaseWithdrawn>;
export type CountryMovedData = Static<typeof CountryMoved>;
export type MovedSideData = Static<typeof MovedSide>;

/** The documentation of an event: its name, its occasion and its payload. */
interface DescribedEvent {
  readonly type: WebhookEventName | typeof TEST_EVENT;
  readonly summary: string;
  readonly description: string;
  /** The schema of the whole payload, which has an `$id`. */
  readonly schema: TObject;
  readonly components: readonly TSchema[];
  readonly example: object;
}

function payloadOf(name: string, type: DescribedEvent["type"], data: TSchema & { readonly $id?: string }): TObject {
  return Type.Object(
    {
      type: Type.String({ const: type, description: "The name of the event." }),
      timestamp: moment("When it happened."),
      data: ref(data),
    },
    { $id: name, description: `The payload of \`${type}\`.` },
  );
}

const AT = "2026-11-21T08:00:00.000Z";
const RELEASE = "2026-11-21-4b1c0ffee123";
const BEFORE = "2026-10-20-0123456789ab";
const PREVIEW = "https://trust.example.org/api/v2/countries/preview?release=";

/** Every event, in the order documents list them. */
export const DESCRIBED_EVENTS: readonly DescribedEvent[] = [
  {
    type: "release.published",
    summary: "A release was published",
    description: "Sent when another release became current, unless the publisher went back to an older one.",
    schema: payloadOf("ReleasePublishedEvent", "release.published", ReleasePublished),
    components: [ReleasePublished],
    example: {
      type: "release.published",
      timestamp: AT,
      data: {
        release: RELEASE,
        published_at: AT,
        previous_release: BEFORE,
        title: "Country Trust Bands Dataset",
        href: PREVIEW + RELEASE,
        changes_href: `https://trust.example.org/api/v2/changes?from=${BEFORE}&to=${RELEASE}`,
      } satisfies ReleasePublishedData,
    },
  },
  {
    type: "release.withdrawn",
    summary: "A release was taken back",
    description: "Sent when the publisher went back from the current release to an older one.",
    schema: payloadOf("ReleaseWithdrawnEvent", "release.withdrawn", ReleaseWithdrawn),
    components: [ReleaseWithdrawn],
    example: {
      type: "release.withdrawn",
      timestamp: AT,
      data: {
        release: RELEASE,
        current_release: BEFORE,
        href: PREVIEW + BEFORE,
      } satisfies ReleaseWithdrawnData,
    },
  },
  {
    type: "country.moved",
    summary: "A country's median band moved",
    description:
      "Sent for each of the webhook's countries whose median band in the release that became current is not the one it had before, also when the publisher went back to an older release. `trend` is null where neither rise nor fall can be said: another method, a side without a band or with too few companies, a band that companies or judgements that came or went moved, or a release that was taken back.",
    schema: payloadOf("CountryMovedEvent", "country.moved", CountryMoved),
    components: [Trend, MovedSide, CountryMoved],
    example: {
      type: "country.moved",
      timestamp: AT,
      data: {
        release: RELEASE,
        previous_release: BEFORE,
        slug: "france",
        name: "France",
        before: {
          median_band: "moderate",
          median_level: 3,
          median_label: "Moderate",
          judged_companies: 91,
          reasons: {},
        },
        after: { median_band: "low", median_level: 2, median_label: "Low", judged_companies: 91, reasons: {} },
        trend: "lower",
        summary: "France moved from Moderate to Low: 6 of 91 companies judged in both releases were re-rated.",
        notice: null,
        href: `https://trust.example.org/api/v2/countries/france?release=${RELEASE}`,
        reasons: { notice: "not_given" },
      } satisfies CountryMovedData,
    },
  },
  {
    type: TEST_EVENT,
    summary: "A test",
    description: "Sent when the owner of a webhook asks for it.",
    schema: payloadOf("WebhookTestEvent", TEST_EVENT, WebhookTested),
    components: [WebhookTested],
    example: {
      type: TEST_EVENT,
      timestamp: AT,
      data: { webhook: "wh_3Kq8ZmW1xVbT3Kq8ZmW1xVbT" } satisfies Static<typeof WebhookTested>,
    },
  },
];

/** Writes the body of a delivery. */
export function writePayload(type: DescribedEvent["type"], at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/** Returns the topic of an event: its name, with the alpha-2 code of its country if it has one. */
export function topicOf(event: WebhookEventName, iso2?: string): string {
  return iso2 === undefined ? event : `${event}:${iso2}`;
}

/** Reads the event and the country of a topic; returns null for an unknown event. */
export function readTopic(topic: string): { readonly event: WebhookEventName; readonly iso2: string | null } | null {
  const [name, iso2 = null] = topic.split(":");
  const event = WEBHOOK_EVENTS.find((each) => each === name);
  return event === undefined ? null : { event, iso2 };
}
