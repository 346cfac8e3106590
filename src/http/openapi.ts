import { BOUNDS_DESCRIPTION } from "../ask/bounds.ts";
import type { TSchema } from "typebox";
import { type AnswerForm, type Operation, formOf, formsOf } from "../ask/operation.ts";
import { TAGS } from "../ask/tags.ts";
import type { Site } from "../ask/sources.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { Example } from "./answer-examples.ts";
import { isAboutKey } from "./authorize.ts";
import { admissionOf, mediaTypeOf } from "./endpoint.ts";
import { HEADERS, takesKey, describeOtherStatuses, describeSuccess, sharedResponses } from "./openapi-responses.ts";
import {
  type DescribedOperation,
  SERVICE_COMPONENTS,
  SERVICE_PATHS,
  EVENT_COMPONENTS,
  describeEvents,
} from "./openapi-service-paths.ts";
import {
  type Names,
  type ParameterObject,
  describeParameters,
  namesOf,
  BytesSchema,
  ProblemSchema,
  TextSchema,
  idOf,
  pointer,
  publishSchemas,
} from "./openapi-schemas.ts";
import { BODY_TYPES } from "./receive-body.ts";

/**
 * The version of OpenAPI the description is written in: tools built on swagger-parser refuse 3.1.2,
 * and client generators drop parts of 3.2.
 */
const OPENAPI_VERSION = "3.1.1";

/** Parts of which the description is made. */
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

/** Places in which a key may be sent. Keys are optional everywhere. */
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

/** Describes the whole service as an OpenAPI document, with examples from one release. */
export function describeApi({ operations, components, site, version, snapshot, examples }: ApiParts): object {
  const { dataset, id } = snapshot.manifest;
  const responses = sharedResponses(site.baseUrl);
  const described: Record<string, Record<string, DescribedPart>> = {};
  const named = namesOf(snapshot);
  const schemas = new Set<unknown>();
  for (const operation of [...operations, ...SERVICE_PATHS]) {
    const shown = { example: examples.get(operation.id), named, isRepeated: schemas.has(schemaIn(operation)) };
    schemas.add(schemaIn(operation));
    const method = operation.method.toLowerCase();
    described[operation.path] = { ...described[operation.path], [method]: describeOperation(operation, shown) };
  }
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: "Country Trust",
      version,
      summary: "Countries, sectors and judged companies as bands on an ordinal scale.",
      description: `${API_DESCRIPTION} ${BOUNDS_DESCRIPTION}\n\nThe examples are from release \`${id}\`; their lists are shortened.`,
      contact: { name: dataset.publisher, url: dataset.homepage ?? `${site.baseUrl}/api` },
      license: { name: `Data: ${dataset.licence}`, identifier: dataset.licence },
    },
    externalDocs: { description: "Reference and guides", url: `${site.baseUrl}/docs` },
    servers: [{ url: site.baseUrl, description: "This service", "x-internal": false }],
    security: OPTIONAL_KEY,
    tags: describeTags([...operations, ...SERVICE_PATHS]),
    paths: described,
    webhooks: describeEvents(),
    components: {
      schemas: publishSchemas([
        ...components,
        ...EVENT_COMPONENTS,
        ...SERVICE_COMPONENTS,
        ProblemSchema,
        TextSchema,
        BytesSchema,
      ]),
      headers: HEADERS,
      responses,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** A summary of the service, for the start of a description. */
export const API_DESCRIPTION =
  "Country-level trust data as bands on an ordinal scale. Every response names its release; send the id as `release` to get the same data again. Only the order of bands has meaning. Where a member is null, the member `reasons` of its object says why. Error responses are problem documents (RFC 9457).";

/** The groups of operations in the order of the list, each with what it is about. */
export function describeTags(
  operations: readonly Pick<Operation, "tag">[],
): { name: Operation["tag"]; description: string }[] {
  const used = new Set(operations.map(({ tag }) => tag));
  return [...used].map((name) => ({ name, description: TAGS[name] }));
}

/** An operation as the document has it. */
interface DescribedPart {
  readonly operationId: string;
  readonly parameters: readonly ParameterObject[];
  readonly [member: string]: unknown;
}

/** Parts of an operation that the document shows apart from its contract. */
interface ExampleParts {
  readonly example: Example | undefined;
  readonly named: Names;
  /** An operation before it answers, and shows, the same. */
  readonly isRepeated: boolean;
}

/** Returns the schema of the JSON answers of an operation. */
function schemaIn({ form, id }: DescribedOperation): unknown {
  return form.kind === "json" ? idOf(form.schema) : id;
}

function describeOperation(operation: DescribedOperation, { example, named, isRepeated }: ExampleParts): DescribedPart {
  const { id, summary, description, tag, parameters, deprecation } = operation;
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    ...(deprecation === undefined ? {} : { deprecated: true }),
    parameters: [
      ...describeParameters("path", parameters.path, example, named),
      ...describeParameters("query", parameters.query, example, named),
    ],
    ...(operation.body === undefined ? {} : { requestBody: describeBody(operation.body) }),
    responses: {
      [operation.status ?? 200]: describeSuccess(operation, describeContent(operation, example, isRepeated)),
      ...describeOtherStatuses(operation),
    },
    ...securityOf(operation),
  };
}

/** Returns nothing where a key is optional, as nearly everywhere: the document says so once. */
function securityOf(operation: DescribedOperation): { readonly security?: readonly object[] } {
  if (!takesKey(operation)) return { security: [] };
  return isAboutKey(admissionOf(operation)) ? { security: NEEDED_KEY } : {};
}

function describeBody({
  schema,
  example,
  bytesMax,
  isOptional = false,
  encoding = "json",
  csv,
}: NonNullable<Operation["body"]>): object {
  // No text has more characters than bytes.
  const file = csv && {
    schema: { type: "string", maxLength: bytesMax, description: csv.description },
    example: csv.example,
  };
  const form = `${encoding === "json" ? "JSON" : "A form"}${file === undefined ? "" : " or CSV"}`;
  return {
    description: `${form} in UTF-8, at most ${bytesMax} bytes.`,
    required: !isOptional,
    content: {
      [BODY_TYPES[encoding]]: { schema: { $ref: pointer(idOf(schema)) }, example },
      ...(file === undefined ? {} : { [BODY_TYPES.csv]: file }),
    },
  };
}

function describeContent(
  operation: DescribedOperation,
  example: Example | undefined,
  isRepeated: boolean,
): Record<string, object> {
  const shown = formOf(operation, example?.question ?? {});
  const contents = formsOf(operation).map((form) => {
    const isShown = form.mediaType === shown.mediaType;
    const answer = isShown ? (example?.answer ?? operation.shownAnswer) : example?.others.get(mediaTypeOf({ form }));
    return describeForm(operation, form, isRepeated ? undefined : answer);
  });
  return Object.fromEntries(contents.flatMap((content) => Object.entries(content)));
}

function describeForm(operation: DescribedOperation, form: AnswerForm, answer: unknown): Record<string, object> {
  const mediaType = mediaTypeOf({ form }).split(";", 1)[0]!;
  // The successor of a deprecated operation shows the same.
  const isShown = operation.deprecation === undefined && isShort(answer);
  const shown = isShown ? { example: answer } : {};
  if (form.kind === "json") {
    const page = operation.isPageToo === true ? { "text/html": PAGE } : {};
    return { [mediaType]: { schema: schemaOf(operation, idOf(form.schema)), ...shown }, ...page };
  }
  if (form.schema !== undefined) return { [mediaType]: { schema: { $ref: pointer(idOf(form.schema)) } } };
  if (form.kind === "text" || mediaType.startsWith("text/"))
    return { [mediaType]: { schema: { $ref: pointer(idOf(TextSchema)) }, ...shown } };
  // Without a schema, generated clients take the answer for unknown, and the JSON beside it, too.
  return { [mediaType]: { schema: { $ref: pointer(idOf(BytesSchema)) } } };
}

/** A longer example would bury the others; the guides show the answers that need one. */
const EXAMPLE_CHARACTERS_MAX = 3600;

function isShort(answer: unknown): boolean {
  return answer !== undefined && JSON.stringify(answer).length <= EXAMPLE_CHARACTERS_MAX;
}

const PAGE = { schema: { $ref: pointer(idOf(TextSchema)) }, example: "<!doctype html>" };

/** The schema of an answer: with `fields`, a list has one of its own. */
function schemaOf({ parameters }: DescribedOperation, id: string): object {
  const whole = { $ref: pointer(id) };
  return "fields" in parameters.query.properties ? { anyOf: [whole, { $ref: pointer(`${id}Fields`) }] } : whole;
}
