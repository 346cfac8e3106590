import type { TSchema } from "typebox";
import type { Logger } from "pino";
import type { Operation } from "../ask/operation.ts";
import type { Snapshot } from "../release/snapshot.ts";
import { Problem } from "../problem.ts";
import { type Example, showExample, writeValue } from "./answer-examples.ts";
import { type AnswerContext, sourcesOf } from "./operation-endpoint.ts";
import { describeApi, API_DESCRIPTION, type ApiParts, describeTags } from "./openapi.ts";
import { STATUS_CODES } from "node:http";
import { mediaTypeOf } from "./endpoint.ts";
import { BODY_TYPES } from "./receive-body.ts";
import { fillPath, withQuery } from "../ask/urls.ts";

/**
 * The descriptions of the operations that programs read, with examples from the release that
 * answers now.
 */
export interface ApiDescriptions {
  readonly openapi: object;
  readonly postman: object;
}

/** Parts of which the descriptions are made. */
interface ApiDescriptionParts {
  readonly operations: readonly Operation[];
  /** Every schema that is pointed at; each has an `$id`. */
  readonly components: readonly TSchema[];
  readonly context: AnswerContext;
  /** Version of the software. */
  readonly version: string;
  readonly logger: Logger;
}

/**
 * Returns a function that gives the descriptions of the present release, made when first asked for
 * and kept until the next one.
 */
export function keepApiDescriptions(parts: ApiDescriptionParts): () => Promise<ApiDescriptions> {
  let kept: { readonly snapshot: Snapshot; readonly made: Promise<ApiDescriptions> } | undefined;
  return () => {
    const snapshot = parts.context.releases.current();
    if (kept?.snapshot === snapshot) return kept.made;
    const made = makeDescriptions(parts, snapshot);
    kept = { snapshot, made };
    // Descriptions that could not be made are tried again for the next request.
    made.catch(() => void (kept = undefined));
    return made;
  };
}

async function makeDescriptions(parts: ApiDescriptionParts, snapshot: Snapshot): Promise<ApiDescriptions> {
  const { operations, components, context, version, logger } = parts;
  const sources = sourcesOf(context, snapshot, null);
  const examples = new Map<string, Example>();
  for (const operation of operations) {
    try {
      examples.set(operation.id, await showExample(operation, sources));
    } catch (error) {
      // A caller of the operation meets the error again; the rest of the description is of use
      // without this example. A refusal, such as of a workbook with too many rows, is no fault.
      if (!(error instanceof Problem))
        logger.error({ err: error, operation: operation.id }, "an example could not be made");
    }
  }
  const described = { operations, components, site: context.site, version, snapshot, examples };
  return { openapi: describeApi(described), postman: buildPostmanCollection(described) };
}

/** The URL of the collection's own schema, which also names its version. */
const COLLECTION_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** Sends the key only when there is one: an empty credential would be refused. */
const BEFORE_EVERY_REQUEST = [
  'const key = pm.variables.get("api_key");',
  'if (key) pm.request.headers.upsert({ key: "X-SVC-API-Key", value: key });',
];

/**
 * Builds a Postman collection (format 2.1): a folder per group of operations, a request with a test
 * of its status and an example per operation.
 *
 * The variable `base_url` leads here; while `api_key` is empty the calls are anonymous.
 */
function buildPostmanCollection(parts: ApiParts): object {
  const { operations, site, snapshot, version } = parts;
  const { id } = snapshot.manifest;
  const byTag = Map.groupBy(
    operations.filter(({ endsKey, needsPreparation }) => endsKey !== true && needsPreparation !== true),
    ({ tag }) => tag,
  );
  return {
    info: {
      name: "Country Trust",
      description: `${API_DESCRIPTION}\n\nVersion ${version}. The examples are from release \`${id}\`; their lists are shortened. Put an API key into the variable \`api_key\` to call with it; while that is empty every call is anonymous.`,
      schema: COLLECTION_SCHEMA,
    },
    variable: [
      { key: "base_url", value: site.baseUrl, type: "string", description: "Where the service answers." },
      { key: "api_key", value: "", type: "string", description: "An API key; empty for anonymous calls." },
    ],
    event: [{ listen: "prerequest", script: { type: "text/javascript", exec: BEFORE_EVERY_REQUEST } }],
    item: describeTags(operations).map(({ name, description }) => ({
      name,
      description,
      item: byTag.get(name)!.map((operation) => describeItem(operation, parts.examples.get(operation.id))),
    })),
  };
}

function describeItem(operation: Operation, example: Example | undefined): object {
  const { id, summary, status = 200 } = operation;
  const test = `pm.test("the status is ${status}", () => pm.response.to.have.status(${status}));`;
  const request = describeRequest(operation, example);
  return {
    name: summary,
    id,
    request,
    event: [{ listen: "test", script: { type: "text/javascript", exec: [test] } }],
    response: example?.answer === undefined ? [] : [describeAnswer(operation, request, example.answer)],
  };
}

function describeRequest(operation: Operation, example: Example | undefined): object {
  const { method, path, description, parameters, body } = operation;
  const valueOf = (name: string): string => {
    const value = example?.parameters[name];
    return value === undefined ? "" : writeValue(value);
  };
  const needed = new Set<string>(parameters.query.required);
  const query = Object.entries(parameters.query.properties).map(([key, schema]) => ({
    key,
    value: valueOf(key),
    description: descriptionOf(schema),
    // Filled in, to be switched on; what must be sent is on.
    disabled: !needed.has(key),
  }));
  // A variable is a whole segment; in a part of one, as in `{slug}.atom`, its value stands.
  const values = Object.fromEntries(Object.keys(parameters.path.properties).map((name) => [name, valueOf(name)]));
  const segments = path
    .slice(1)
    .split("/")
    .map((segment) => fillPath(segment.replace(/^\{(\w+)\}$/u, ":$1"), values));
  const variable = Object.entries(parameters.path.properties)
    .filter(([key]) => segments.includes(`:${key}`))
    .map(([key, schema]) => ({ key, value: valueOf(key), description: descriptionOf(schema) }));
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
  const url = `{{base_url}}/${segments.join("/")}`;
  return {
    method,
    description,
    header: [
      { key: "Accept", value: mediaTypeOf(operation).split(";", 1)[0] },
      ...(body === undefined ? [] : [{ key: "Content-Type", value: BODY_TYPES[body.encoding ?? "json"] }]),
    ],
    ...(body === undefined ? {} : { body: describeBody(body) }),
    url: {
      raw: withQuery(url, Object.fromEntries(asked)),
      host: ["{{base_url}}"],
      path: segments,
      ...(query.length === 0 ? {} : { query }),
      ...(variable.length === 0 ? {} : { variable }),
    },
  };
}

function describeBody({ encoding = "json", example }: NonNullable<Operation["body"]>): object {
  if (encoding === "json") return { mode: "raw", raw: JSON.stringify(example, null, 2) };
  const fields = Object.entries(example).map(([key, value]) => ({ key, value: String(value), type: "text" }));
  return { mode: "urlencoded", urlencoded: fields };
}

function describeAnswer(operation: Operation, originalRequest: object, answer: unknown): object {
  const mediaType = mediaTypeOf(operation);
  const { status = 200 } = operation;
  const isText = typeof answer === "string";
  return {
    name: `${status}, lists cut short`,
    originalRequest,
    status: STATUS_CODES[status],
    code: status,
    _postman_previewlanguage: isText ? "text" : "json",
    header: [{ key: "Content-Type", value: mediaType }],
    body: isText ? answer : JSON.stringify(answer, null, 2),
  };
}

function descriptionOf(schema: TSchema): string {
  return (schema as { readonly description?: string }).description ?? "";
}
