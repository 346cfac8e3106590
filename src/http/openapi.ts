import type { FastifySchema } from "fastify";
import { STATUS_CODES } from "node:http";
import { type TSchema, Type } from "typebox";
import type { Operation } from "../operations/operation.ts";
import { PROBLEMS, PROBLEM_CODES, type ProblemCode } from "../problem.ts";
import { mediaTypeOf } from "./make-answer.ts";
import { PROBLEM_TYPE } from "./replies.ts";

/** The version of OpenAPI the description is written in: later ones are still cut down by client generators. */
export const OPENAPI_VERSION = "3.1.2";

/** The schema of every refusal. */
export const ProblemSchema: TSchema = Type.Object(
  {
    type: Type.String({ format: "uri", description: "Address of a page that explains the code." }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: "What was found, what was expected, what to do." }),
    instance: Type.String({ description: "`urn:uuid:` of the request; the same id as in `X-Request-Id`." }),
    code: Type.Unsafe<ProblemCode>({ type: "string", enum: [...PROBLEM_CODES] }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          detail: Type.String(),
          parameter: Type.Optional(Type.String({ description: "Path or query parameter at fault." })),
          pointer: Type.Optional(Type.String({ description: "JSON Pointer (RFC 6901) to the member at fault." })),
        }),
        { description: "Every fault of the request at once." },
      ),
    ),
  },
  { $id: "Problem", description: "A refusal as RFC 9457 lays it out." },
);

/** Problems every data operation can meet besides its own. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  "invalid_request",
  "unknown_parameter",
  "release_not_found",
  "method_not_allowed",
  "not_acceptable",
  "uri_too_long",
  "internal_error",
  "unavailable",
];

interface HeaderDescription {
  readonly type: string;
  readonly description: string;
}

const text = (description: string): HeaderDescription => ({ type: "string", description });

const REQUEST_ID = { "X-Request-Id": text("Id of the request, for questions about it.") };

const VALIDATORS = {
  ...REQUEST_ID,
  "Cache-Control": text("How long the answer may be kept; `immutable` when the address names a release."),
  ETag: text("Strong entity tag, different per content coding; send it as `If-None-Match`."),
  "Last-Modified": text("When the release was published."),
  Vary: text("Request headers the answer depends on."),
};

/** What the OpenAPI document says about an operation, in the form the router's plugin reads. */
export function describeRoute(operation: Operation): FastifySchema {
  const { id, summary, description, tag, parameters, deprecation } = operation;
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    ...(deprecation === undefined ? {} : { deprecated: true }),
    ...(isEmpty(parameters.path) ? {} : { params: parameters.path }),
    ...(isEmpty(parameters.query) ? {} : { querystring: { ...parameters.query, explode: false } }),
    response: { ...describeSuccess(operation), ...describeProblems([...operation.problems, ...COMMON_PROBLEMS]) },
  };
}

function describeSuccess(operation: Operation): Record<number, object> {
  const { form } = operation;
  const redirect = {
    type: "null",
    description: "Permanently at the canonical address, with the same query.",
    headers: { ...REQUEST_ID, Location: text("The canonical address.") },
  };
  const description = form.kind === "json" ? "The answer." : form.description;
  const schema = form.kind === "json" ? { $ref: `${idOf(form.schema)}#` } : { type: "string" };
  const ownHeaders =
    form.kind === "file"
      ? { "Content-Disposition": text("File name."), Link: text("The licence (`rel=license`).") }
      : {};
  return {
    200: {
      description,
      headers: { ...VALIDATORS, ...ownHeaders },
      content: { [mediaTypeOf(operation).split(";", 1)[0]!]: { schema } },
    },
    304: {
      type: "null",
      description: "The answer has not changed since the one the caller holds.",
      headers: VALIDATORS,
    },
    ...(operation.redirects === true ? { 308: redirect } : {}),
  };
}

/** One response per status; several codes can share one. */
function describeProblems(codes: readonly ProblemCode[]): Record<number, object> {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, group]) => [
        status,
        {
          description: `${STATUS_CODES[status] ?? "Refused"}: ${group.map((code) => `\`${code}\``).join(", ")}.`,
          headers: REQUEST_ID,
          content: { [PROBLEM_TYPE]: { schema: { $ref: "Problem#" } } },
        },
      ]),
  );
}

function isEmpty(schema: { readonly properties: Readonly<Record<string, unknown>> }): boolean {
  return Object.keys(schema.properties).length === 0;
}

function idOf(schema: TSchema & { readonly $id?: string }): string {
  if (schema.$id === undefined) throw new Error("the schema of an answer has no $id");
  return schema.$id;
}
