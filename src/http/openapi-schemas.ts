import type { TSchema } from "typebox";
import { Type } from "../ask/type.ts";
import { Tier } from "../topics/account/account.ts";
import { ERRORS_MAX, PROBLEM_CODES, type ProblemCode } from "../problem.ts";
import type { Operation } from "../ask/operation.ts";
import type { Snapshot } from "../release/snapshot.ts";
import type { Example } from "./answer-examples.ts";

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

/** The schema of every other file. */
export const BytesSchema: TSchema = Type.String({
  $id: "Bytes",
  contentMediaType: "application/octet-stream",
  description: "The bytes of a file.",
});

/** The schemas of a document by name. */
export function publishSchemas(components: readonly TSchema[]): Readonly<Record<string, object>> {
  return Object.fromEntries(components.map((schema) => [idOf(schema), publishSchema(schema)]));
}

/** A schema as the document holds it: without its `$id`, pointing into the document. */
function publishSchema(schema: TSchema): Record<string, unknown> {
  const text = JSON.stringify(schema, (name, value: unknown) => {
    if (name === "$id" || name === "examples") return undefined;
    return name === "$ref" && typeof value === "string" ? pointer(value.replace(/#$/u, "")) : value;
  });
  return JSON.parse(text) as Record<string, unknown>;
}

export function pointer(name: string): string {
  return `#/components/schemas/${name}`;
}

export function idOf(schema: TSchema & { readonly $id?: string }): string {
  if (schema.$id === undefined) throw new Error("the schema of an answer has no $id");
  return schema.$id;
}

/** A parameter as OpenAPI describes it. */
export interface ParameterObject {
  readonly name: string;
  readonly example?: unknown;
  readonly [member: string]: unknown;
}

/** Describes the path or query parameters of an operation. */
export function describeParameters(
  location: "path" | "query",
  { properties, required }: Operation["parameters"]["path"],
  example: Example | undefined,
  named: Names,
): ParameterObject[] {
  const needed = new Set<string>(required);
  return Object.entries(properties).map(([name, stated]) => {
    const { description, ...schema } = publishSchema(stated);
    const value = isTaught(location, name, stated, needed.has(name)) ? example?.parameters[name] : undefined;
    return {
      name,
      in: location,
      required: location === "path" || needed.has(name),
      description: joined(description, location === "query" ? named[name] : undefined),
      ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
      schema,
      ...(value === undefined ? {} : { example: value }),
    };
  });
}

/**
 * Returns true if an example of a parameter teaches something: its schema does not list its values,
 * give a default or name a range of numbers, and it can be sent with the others. A cursor continues
 * one list alone, and `as_of` chooses a release as `release` does.
 */
function isTaught(location: "path" | "query", name: string, stated: TSchema, isRequired: boolean): boolean {
  if (location === "path" || isRequired) return true;
  const { type, enum: values, items, examples } = stated as SchemaKeywords;
  if (examples !== undefined) return true;
  if (name === "cursor" || name === "as_of" || type === "boolean" || type === "integer") return false;
  return values === undefined && items?.enum === undefined && !("default" in stated);
}

interface SchemaKeywords {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly items?: SchemaKeywords;
  readonly examples?: unknown;
}

/** For names of parameters, a sentence with their values in the release of the examples. */
export type Names = Readonly<Record<string, string>>;

/** More names than these would bury the description. */
const NAMES_MAX = 40;

/** The names of a release for such parameters. */
export function namesOf({ manifest, sectors }: Snapshot): Names {
  const { scale, pillars } = manifest.dataset;
  const list = (what: string, ids: readonly string[]): string => {
    const shown = ids.slice(0, NAMES_MAX).map((id) => `\`${id}\``);
    return `${what} of the release of the examples: ${shown.join(", ")}${ids.length > NAMES_MAX ? ", …" : ""}.`;
  };
  return {
    band: list(
      "Bands, worst first,",
      scale.bands.map(({ id }) => id),
    ),
    pillar: list(
      "Pillars",
      pillars.map(({ id }) => id),
    ),
    sector: list(
      "Sectors",
      sectors.map(({ slug }) => slug),
    ),
  };
}

function joined(description: unknown, more: string | undefined): string {
  const texts = [description, more].filter((text) => typeof text === "string");
  return texts.join(" ");
}
