import type { TSchema } from "typebox";
import { type Operation, TAGS } from "../contract/operation.ts";
import type { Site } from "../contract/sources.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Example } from "./answer-examples.ts";
import { JSON_TYPE, mediaTypeOf } from "./endpoint.ts";
import { HEADERS, takesKey } from "./openapi-headers.ts";
import { ProblemSchema, TextSchema } from "./openapi-schemas.ts";
import { type SharedResponses, describeOtherStatuses, describeSuccess } from "./openapi-responses.ts";
import { PREFER_CHARACTERS_MAX } from "./version-one.ts";

/**
 * The version of OpenAPI the description is written in: later ones are still cut down by client
 * generators.
 */
const OPENAPI_VERSION = "3.1.2";

/** What the description is made of. */
export interface ApiParts {
  readonly operations: readonly Operation[];
  /** Every schema that is pointed at; each has an `$id`. */
  readonly components: readonly TSchema[];
  readonly site: Site;
  /** Version of the software. */
  readonly version: string;
  /** The release the examples are from. */
  readonly snapshot: Snapshot;
  /** By the id of the operation; one that could not be shown is missing. */
  readonly examples: ReadonlyMap<string, Example>;
}

/** How a key may be sent. Keys are optional everywhere. */
const SECURITY_SCHEMES = {
  ApiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "X-SVC-API-Key",
    description: "An API key, from `POST /api/sign-up`. Optional: everything works without one.",
  },
  ApiKeyBearer: {
    type: "http",
    scheme: "bearer",
    description: "The same key as `Authorization: Bearer …`. Optional.",
  },
  ApiKeyQuery: {
    type: "apiKey",
    in: "query",
    name: "key",
    description: "The same key in the URL. Optional and discouraged: URLs end up in logs and histories.",
  },
};

/** Anonymous, or with a key in one of three places. */
const NEEDED_KEY = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }));
const OPTIONAL_KEY = [{}, ...NEEDED_KEY];

/** Lets a client of a deprecated endpoint see how it will be when it ends. */
const PREFER = {
  name: "Prefer",
  in: "header",
  required: false,
  description: "`sunset=rehearse` returns the response of the time after the sunset: 410.",
  schema: { type: "string", maxLength: PREFER_CHARACTERS_MAX },
  example: "sunset=rehearse",
};

/** Describes the whole service as an OpenAPI document, with examples from one release. */
export function describeApi({ operations, components, site, version, snapshot, examples }: ApiParts): object {
  const { dataset, id } = snapshot.manifest;
  const responses: SharedResponses = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const described = describeOperation(operation, examples.get(operation.id), responses, site);
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
  }
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: "Country Trust",
      version,
      summary: "Countries, sectors and judged companies as bands on an ordinal scale.",
      description: `${API_DESCRIPTION}\n\nThe examples are from release \`${id}\`; their lists are shortened.`,
      contact: { name: dataset.publisher, url: dataset.homepage ?? `${site.baseUrl}/api` },
      license: { name: `Data: ${dataset.licence}`, identifier: dataset.licence },
    },
    externalDocs: { description: "Reference and guides", url: `${site.baseUrl}/docs` },
    servers: [{ url: site.baseUrl, description: "This service", "x-internal": false }],
    tags: describeTags(operations),
    paths,
    components: {
      schemas: Object.fromEntries(
        [...components, ProblemSchema, TextSchema].map((schema) => [idOf(schema), publishSchema(schema)]),
      ),
      headers: headersPointedAt([paths, responses]),
      responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The described headers that a part of the document points at. */
function headersPointedAt(part: object): typeof HEADERS {
  const text = JSON.stringify(part);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}

/** What the service is, for the start of a description. */
export const API_DESCRIPTION =
  "Country-level trust data as bands on an ordinal scale. Every response names its release; send the id as `release` to get the same data again. Only the order of bands has meaning. Error responses are problem documents (RFC 9457).";

/** The groups of operations in the order of the list, each with what it is about. */
export function describeTags(operations: readonly Operation[]): { name: Operation["tag"]; description: string }[] {
  const used = new Set(operations.map(({ tag }) => tag));
  return [...used].map((name) => ({ name, description: TAGS[name] }));
}

function describeOperation(
  operation: Operation,
  example: Example | undefined,
  shared: SharedResponses,
  site: Site,
): object {
  const { id, summary, description, tag, parameters, deprecation } = operation;
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    ...(deprecation === undefined ? {} : { deprecated: true }),
    parameters: [
      ...describeParameters("path", parameters.path, example),
      ...describeParameters("query", parameters.query, example),
      ...(deprecation === undefined ? [] : [PREFER]),
    ],
    ...(operation.body === undefined ? {} : { requestBody: describeBody(operation.body) }),
    responses: {
      [operation.status ?? 200]: describeSuccess(operation, describeContent(operation, example, site)),
      ...describeOtherStatuses(operation, shared, site.baseUrl),
    },
    security: securityOf(operation),
  };
}

function securityOf(operation: Operation): readonly object[] {
  if (!takesKey(operation)) return [];
  return operation.admission === "account" ? NEEDED_KEY : OPTIONAL_KEY;
}

function describeBody({ schema, example, bytesMax }: NonNullable<Operation["body"]>): object {
  return {
    description: `JSON in UTF-8, at most ${bytesMax} bytes.`,
    required: true,
    content: { [JSON_TYPE]: { schema: { $ref: pointer(idOf(schema)) }, example } },
  };
}

function describeContent(operation: Operation, example: Example | undefined, site: Site): Record<string, object> {
  const { form } = operation;
  const mediaType = mediaTypeOf(operation).split(";", 1)[0]!;
  const shown = example?.answer === undefined ? {} : { example: example.answer };
  if (form.kind === "json") return { [mediaType]: { schema: schemaOf(operation, idOf(form.schema)), ...shown } };
  if (form.kind === "text" || mediaType.startsWith("text/"))
    return { [mediaType]: { schema: { $ref: pointer(idOf(TextSchema)) }, ...shown } };
  // Bytes fit no JSON document; the URL of the file is its example.
  const externalValue = `${site.baseUrl}${example?.url ?? operation.path}`;
  return { [mediaType]: { examples: { file: { summary: "The file itself", externalValue } } } };
}

/** The schema of an answer: with `fields`, a list has one of its own. */
function schemaOf({ parameters }: Operation, id: string): object {
  const whole = { $ref: pointer(id) };
  return "fields" in parameters.query.properties ? { anyOf: [whole, { $ref: pointer(`${id}Fields`) }] } : whole;
}

function describeParameters(
  location: "path" | "query",
  { properties, required }: Operation["parameters"]["path"],
  example: Example | undefined,
): object[] {
  const needed = new Set<string>(required);
  return Object.entries(properties).map(([name, stated]) => {
    const { description, ...schema } = publishSchema(stated);
    const value = example?.parameters[name];
    return {
      name,
      in: location,
      required: location === "path" || needed.has(name),
      ...(description === undefined ? {} : { description }),
      ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
      schema,
      ...(value === undefined ? {} : { example: value }),
    };
  });
}

/**
 * A schema as the document holds it: without its `$id`, pointing into the document, integers with
 * their width.
 */
function publishSchema(schema: TSchema): Record<string, unknown> {
  const text = JSON.stringify(schema, (name, value: unknown) => {
    if (name === "$id" || name === "examples") return undefined;
    if (name === "$ref" && typeof value === "string") return pointer(value.replace(/#$/u, ""));
    return isInteger(value) ? { ...value, format: (value.maximum ?? Infinity) < 2 ** 31 ? "int32" : "int64" } : value;
  });
  return JSON.parse(text) as Record<string, unknown>;
}

/** Whether a value is a schema of integers, null beside them or not. */
function isInteger(value: unknown): value is { readonly maximum?: number } {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return value.type === "integer" || (Array.isArray(value.type) && value.type.includes("integer"));
}

function pointer(name: string): string {
  return `#/components/schemas/${name}`;
}

function idOf(schema: TSchema & { readonly $id?: string }): string {
  if (schema.$id === undefined) throw new Error("the schema of an answer has no $id");
  return schema.$id;
}
