import { type TSchema, Type } from "typebox";
import { Tier } from "../topics/account/account.ts";
import { ERRORS_MAX } from "./problem-document.ts";
import { PROBLEM_CODES, type ProblemCode } from "../problem.ts";

/** The schema of every refusal. */
export const ProblemSchema: TSchema = Type.Object(
  {
    type: Type.String({
      format: "uri",
      description:
        "URL of a page that explains the code; for `rate_limited`, the registered problem type of an exceeded quota.",
    }),
    title: Type.String({ description: "What the code means, in a few words." }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: "The status of the response." }),
    detail: Type.String({ description: "What was found, what was expected, what to do." }),
    instance: Type.String({ description: "`urn:uuid:` of the request; the same id as in `X-Request-Id`." }),
    code: Type.Unsafe<ProblemCode>({
      type: "string",
      enum: [...PROBLEM_CODES],
      description: "What is wrong, for programs. Codes are never renamed.",
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          detail: Type.String({ description: "What was found and what was expected." }),
          parameter: Type.Optional(Type.String({ description: "The invalid path or query parameter." })),
          pointer: Type.Optional(
            Type.String({ description: "JSON Pointer to the invalid field, as a URI fragment (RFC 6901 §6)." }),
          ),
        }),
        { maxItems: ERRORS_MAX, description: "What is wrong with the request: the first errors." },
      ),
    ),
    errors_total: Type.Optional(
      Type.Integer({ minimum: 1, description: "How many errors the request has; `errors` has at most 50 of them." }),
    ),
    "violated-policies": Type.Optional(
      Type.Array(Type.String(), { description: "For `rate_limited`: the windows that are used up, `hour` or `day`." }),
    ),
    retry_after: Type.Optional(Type.Integer({ description: "For `rate_limited`: seconds until a retry can succeed." })),
    tier: Type.Optional(Tier),
    bulk_url: Type.Optional(
      Type.String({
        format: "uri",
        description:
          "For `rate_limited`, if there is one: the URL that returns the data of the caller's recent requests in one response.",
      }),
    ),
  },
  { $id: "Problem", description: "An error response (RFC 9457)." },
);

/** The schema of every answer that is text. */
export const TextSchema: TSchema = Type.String({
  $id: "Text",
  description: "Text in UTF-8, of the stated media type.",
});

/**
 * A schema as the document holds it: without its `$id`, pointing into the document, integers with
 * their width.
 */
export function publishSchema(schema: TSchema): Record<string, unknown> {
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

export function pointer(name: string): string {
  return `#/components/schemas/${name}`;
}

export function idOf(schema: TSchema & { readonly $id?: string }): string {
  if (schema.$id === undefined) throw new Error("the schema of an answer has no $id");
  return schema.$id;
}
