import type { TSchema } from "typebox";
import { Type } from "../ask/type.ts";
import { type Operation, describeParameters } from "../ask/operation.ts";
import { DESCRIBED_EVENTS } from "../topics/webhook/webhook-events.ts";
import { WEBHOOKS_TAG } from "../topics/webhook/webhooks.ts";
import { JSON_TYPE } from "./endpoint.ts";
import { idOf, pointer } from "./openapi-schemas.ts";

/** A path in the description: an operation without the way it answers. */
export type DescribedOperation = Omit<Operation, "answer" | "check" | "knownPaths" | "examples"> & {
  /** A browser gets a page instead. */
  readonly isPageToo?: true;
  /** A state of the moment: never cached, and the same whatever else the request says. */
  readonly isState?: true;
};

const anyObject = { additionalProperties: true };

const ServiceDocument = Type.Object(
  {
    title: Type.String({ description: "Name of the software." }),
    description: Type.String({ description: "What the service is." }),
    version: Type.String({ description: "Version of the software." }),
    links: Type.Unsafe({
      type: "object",
      description: "URLs of documents, by name.",
      additionalProperties: { type: "string", format: "uri" },
    }),
    operations: Type.Array(Type.Object({}, anyObject), { description: "Every operation with its path." }),
  },
  { $id: "ServiceDocument", description: "The service with its links." },
);

const Health = Type.Object(
  { status: Type.String({ description: "`ok` if all is well." }) },
  { ...anyObject, $id: "Health", description: "The state of the service." },
);

/** The schemas of these paths. */
export const SERVICE_COMPONENTS: readonly TSchema[] = [ServiceDocument, Health];

interface ServicePath {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: TSchema;
  readonly shownAnswer: object;
  readonly isPageToo?: true;
}

const SERVICE: ServicePath = {
  id: "describe_service",
  path: "/api",
  summary: "Everything there is, as links",
  description:
    "A short list of documents and operations, for people and programs that start from nothing. Browsers, which prefer `text/html`, get the documentation.",
  schema: ServiceDocument,
  shownAnswer: { title: "Country Trust", description: "…", version: "1.0.0", links: {}, operations: [] },
  isPageToo: true,
};

const STATES: readonly ServicePath[] = [
  {
    id: "get_health",
    path: "/healthz",
    summary: "Whether the process answers",
    description: "For a supervisor that restarts a process which no longer answers. It looks at nothing else.",
    schema: Health,
    shownAnswer: { status: "ok" },
  },
  {
    id: "get_readiness",
    path: "/readyz",
    summary: "Whether requests should be sent here",
    description:
      "For a load balancer: 503 while the service starts or stops. What is degraded although it answers is named, too.",
    schema: Health,
    shownAnswer: { status: "ok" },
  },
];

/** The paths beside the operations: the service, and its health. They are free. */
export const SERVICE_PATHS: readonly DescribedOperation[] = [
  describeServicePath(SERVICE),
  ...STATES.map((state) => ({ ...describeServicePath(state), isState: true as const })),
];

function describeServicePath({ schema, ...path }: ServicePath): DescribedOperation {
  return {
    ...path,
    method: "GET",
    tag: "Service",
    parameters: { path: Type.Object({}), query: describeParameters({}) },
    form: { kind: "json", schema },
    problems: [],
    dependsOn: "service",
  };
}

/** The schemas of the events that webhooks are sent; each has an `$id`. */
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
