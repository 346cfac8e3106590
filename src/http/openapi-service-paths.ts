import type { TSchema } from "typebox";
import { Type } from "../ask/type.ts";
import { type Operation, describeParameters } from "../ask/operation.ts";

/** What the description says of a path: an operation without the way it answers. */
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

const OpenApiDocument = Type.Object(
  { openapi: Type.String({ description: "The version of OpenAPI." }) },
  { ...anyObject, $id: "OpenApiDocument", description: "An OpenAPI document." },
);

const PostmanCollection = Type.Object(
  {
    info: Type.Object({}, { ...anyObject, description: "What the collection is." }),
    item: Type.Array(Type.Object({}, anyObject), { description: "Folders of requests." }),
  },
  { ...anyObject, $id: "PostmanCollection", description: "A Postman collection 2.1." },
);

const Health = Type.Object(
  { status: Type.String({ description: "`ok` if all is well." }) },
  { ...anyObject, $id: "Health", description: "The state of the service." },
);

/** The schemas of these paths. */
export const SERVICE_COMPONENTS: readonly TSchema[] = [ServiceDocument, OpenApiDocument, PostmanCollection, Health];

interface ServicePath {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: TSchema;
  readonly shownAnswer: object;
  readonly isPageToo?: true;
}

const DOCUMENTS: readonly ServicePath[] = [
  {
    id: "describe_service",
    path: "/api",
    summary: "Everything there is, as links",
    description:
      "A short list of documents and operations, for people and programs that start from nothing. Browsers, which prefer `text/html`, get the documentation.",
    schema: ServiceDocument,
    shownAnswer: { title: "Country Trust", description: "…", version: "1.0.0", links: {}, operations: [] },
    isPageToo: true,
  },
  {
    id: "get_openapi",
    path: "/api/openapi.json",
    summary: "This document",
    description: "The OpenAPI description of the service, with examples from the current release.",
    schema: OpenApiDocument,
    shownAnswer: { openapi: "3.1.1" },
  },
  {
    id: "get_postman_collection",
    path: "/api/postman-collection.json",
    summary: "The same operations for Postman",
    description: "A Postman collection with a request for each operation, and tests of its responses.",
    schema: PostmanCollection,
    shownAnswer: { info: { name: "Country Trust" }, item: [] },
  },
];

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

/** The paths beside the operations: documents about the service, and its health. They are free. */
export const SERVICE_PATHS: readonly DescribedOperation[] = [
  ...DOCUMENTS.map((document) => describeServicePath(document)),
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
