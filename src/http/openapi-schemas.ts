import type { TSchema } from "typebox";
import { Type } from "../ask/type.ts";
import { AreaFigures, CountryIdentity, SectorIdentity } from "../ask/components.ts";
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

/** The schema of every other file. */
export const BytesSchema: TSchema = Type.String({
  $id: "Bytes",
  contentMediaType: "application/octet-stream",
  description: "The bytes of a file.",
});

/** A schema of the document. */
interface Published {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly [keyword: string]: unknown;
}

/**
 * The schemas of a document by name, each part said once. Schemas that have all members of another
 * are made of it and their own; members that many schemas have in the same words, and equal
 * `reasons`, are components.
 */
export function publishSchemas(components: readonly TSchema[]): Readonly<Record<string, object>> {
  const published = new Map<string, Published>(components.map((schema) => [idOf(schema), publishSchema(schema)]));
  const composed = [...published].map(([name, schema]) => [name, compose(name, schema, published)] as const);
  return shareReasons(shareMembers(Object.fromEntries(composed)));
}

/**
 * What a schema may be made of: the first of these that it has all members of, or else parts of it.
 * Generators of types follow one step, so the fields of an item are made of figures alone.
 */
function basesOf(name: string, has: (base: string) => boolean): readonly string[] {
  if (name in PARTS || name === "CountryFigures") return [];
  const isOfFields = /Entry.*Fields$/u.test(name);
  const first = (isOfFields ? ["CountryFigures"] : ["CountryFigures", `${name}Fields`]).find(has);
  if (first !== undefined) return [first];
  return isOfFields ? [] : Object.keys(PARTS).filter(has);
}

/** Parts of many schemas that have no member in common. */
const PARTS = { CountryIdentity, SectorIdentity, AreaFigures };

function compose(name: string, schema: Published, published: ReadonlyMap<string, Published>): Published {
  const { properties = {}, ...rest } = schema;
  const bases = basesOf(name, (base) => base !== name && contains(schema, published.get(base)));
  if (bases.length === 0) return schema;
  const known = bases.flatMap((base) => Object.keys(published.get(base)?.properties ?? {}));
  const own = Object.entries(properties).filter(([member]) => !known.includes(member));
  const allOf = bases.map((base) => ({ $ref: pointer(base) }));
  return { ...rest, allOf, ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }) };
}

function contains({ properties = {} }: Published, base: Published | undefined): boolean {
  const members = Object.entries(base?.properties ?? {});
  return (
    members.length > 0 && members.every(([name, schema]) => JSON.stringify(properties[name]) === JSON.stringify(schema))
  );
}

/** Makes components of the `reasons` that several schemas have, named after the first of them. */
function shareReasons(schemas: Readonly<Record<string, Published>>): Readonly<Record<string, Published>> {
  const owners = new Map<string, string[]>();
  for (const [name, { properties = {} }] of Object.entries(schemas)) {
    if (properties["reasons"] === undefined) continue;
    const text = JSON.stringify(properties["reasons"]);
    owners.set(text, [...(owners.get(text) ?? []), name]);
  }
  const names = new Map<string, string>();
  for (const [text, [first = "", ...others]] of owners) if (others.length > 0) names.set(text, `${first}Reasons`);
  const pointing = Object.entries(schemas).map(([name, { properties, ...schema }]): [string, Published] => {
    const shared = names.get(JSON.stringify(properties?.["reasons"]));
    if (properties === undefined) return [name, schema];
    const own = shared === undefined ? properties : { ...properties, reasons: { $ref: pointer(shared) } };
    return [name, { ...schema, properties: own }];
  });
  const shared = [...names].map(([text, name]): [string, Published] => [name, JSON.parse(text) as Published]);
  return Object.fromEntries([...pointing, ...shared]);
}

/** Members of many schemas, which are components of their own. */
const SHARED_MEMBERS: ReadonlySet<string> = new Set([
  "also_named_by",
  "break",
  "causes",
  "code_status",
  "company",
  "countries",
  "country",
  "disabled_because",
  "email_confirmation",
  "events",
  "fields",
  "flips_to_higher",
  "flips_to_lower",
  "iso2",
  "iso3",
  "judged_companies",
  "judgement_count",
  "key_prefix",
  "links",
  "listed_companies",
  "median_band",
  "median_level",
  "minimum_companies",
  "nearest_to_higher",
  "nearest_to_lower",
  "next",
  "other_sectors",
  "pillar",
  "published_at",
  "rank",
  "rank_best",
  "rank_worst",
  "ranked_countries",
  "reply_status",
  "share_above",
  "share_below",
  "summary",
  "tie_first",
  "tie_last",
  "tie_order",
  "tied_with",
  "tier",
  "total",
  "trust_score",
  "without_pillar",
  "zone",
]);

/** Makes a component of each of these members, in the words that most schemas have for it. */
function shareMembers(schemas: Readonly<Record<string, Published>>): Readonly<Record<string, Published>> {
  const uses = new Map<string, Map<string, number>>();
  walkMembers(schemas, (name, text) => {
    const own = uses.get(name) ?? new Map<string, number>();
    uses.set(name, own.set(text, (own.get(text) ?? 0) + 1));
    return null;
  });
  const shared: Record<string, Published> = {};
  const names = new Map<string, string>();
  for (const [member, own] of uses) {
    const [text, count] = [...own].toSorted(([, a], [, b]) => b - a)[0]!;
    const name = inPascalCase(member);
    if (count === 1 || name in schemas) continue;
    shared[name] = JSON.parse(text) as Published;
    names.set(`${member} ${text}`, name);
  }
  const pointing = walkMembers(schemas, (member, text) => names.get(`${member} ${text}`) ?? null);
  return { ...(pointing as Record<string, Published>), ...shared };
}

/**
 * A copy of a part of schemas. `nameOf` gives the component that stands for a member of an object,
 * or null.
 */
function walkMembers(part: unknown, nameOf: (member: string, text: string) => string | null): unknown {
  if (Array.isArray(part)) return part.map((each) => walkMembers(each, nameOf));
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([keyword, value]: [string, unknown]) => {
    if (keyword !== "properties" || typeof value !== "object" || value === null)
      return [keyword, walkMembers(value, nameOf)];
    const members = Object.entries(value).map(([member, schema]: [string, unknown]) => {
      const name = SHARED_MEMBERS.has(member) ? nameOf(member, JSON.stringify(schema)) : null;
      if (name !== null) return [member, { $ref: pointer(name) }];
      // The members of `reasons` have the names of others.
      return [member, member === "reasons" ? schema : walkMembers(schema, nameOf)];
    });
    return [keyword, Object.fromEntries(members)];
  });
  return Object.fromEntries(entries);
}

function inPascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

/** A schema as the document holds it: without its `$id`, pointing into the document. */
export function publishSchema(schema: TSchema): Record<string, unknown> {
  const text = JSON.stringify(schema, (name, value: unknown) => {
    if (name === "$id" || name === "examples") return undefined;
    // An object that is made of others cannot close a part of them.
    if (name === "reasons" && typeof value === "object") return { ...value, additionalProperties: undefined };
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
