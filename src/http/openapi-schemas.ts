import { type TSchema, Type } from "typebox";
import { Tier } from "../contract/account.ts";
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
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: "What was found, what was expected, what to do." }),
    instance: Type.String({ description: "`urn:uuid:` of the request; the same id as in `X-Request-Id`." }),
    code: Type.Unsafe<ProblemCode>({ type: "string", enum: [...PROBLEM_CODES] }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          detail: Type.String(),
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
