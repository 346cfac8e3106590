import { follow, type JsonSchema, type OpenApiDocument } from "./openapi-document.ts";
import { referenceTexts as texts } from "./texts.ts";

/** Objects of so many answers that the reference describes them once, on the page of all groups. */
export const SHARED_SCHEMAS = ["Meta", "Scale", "Problem"] as const;

/** A member of an answer or a body. */
export interface Field {
  /** Its name within the object it is shown under: `rank`, `links.self`, `pillars[].id`. */
  readonly name: string;
  /** The names on the way to it, without the signs for lists. Unique in its answer. */
  readonly path: readonly string[];
  /** In Markdown; see `describeType`. */
  readonly type: string;
  /** Kilometres, seconds and the like; null where its description says what is counted. */
  readonly unit: string | null;
  readonly description: string;
  /** Codes that say why it is null, where it can be. */
  readonly reasons: readonly string[];
  /** Its kind of content: one object, a list of objects, or objects by names that are not fixed. */
  readonly holds: "object" | "list" | "map";
  /** The members of its objects, and of the objects within them. */
  readonly within: readonly Field[];
}

/** Returns the members of a schema, each once, without those of the shared schemas. */
export function fieldsOf(document: OpenApiDocument, schema: JsonSchema): readonly Field[] {
  return expand({ document, seen: [], path: [] }, schema);
}

interface Place {
  readonly document: OpenApiDocument;
  /** Named schemas on the way, so that one that contains itself ends. */
  readonly seen: readonly string[];
  readonly path: readonly string[];
}

function expand(place: Place, schema: JsonSchema): Field[] {
  const { document, seen } = place;
  const name = nameOf(schema);
  if (name !== null) {
    const named = document.components?.schemas?.[name];
    if (named === undefined || seen.includes(name) || isShared(name)) return [];
    return expand({ ...place, seen: [...seen, name] }, named);
  }
  if (schema.items !== undefined) return expand(place, schema.items);
  const values = valuesOf(schema);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const reasons = reasonsIn(document, schema);
  const fields = [
    ...Object.entries(schema.properties ?? {}).map(([member, own]) =>
      fieldOf(place, member, own, reasons.get(member) ?? []),
    ),
    // A list of chosen fields has the members of the whole one.
    ...choices
      .filter((choice) => nameOf(choice)?.endsWith("Fields") !== true)
      .flatMap((choice) => expand(place, choice)),
    ...(values === undefined ? [] : expand(place, values)),
  ];
  return [...new Map(fields.map((field) => [field.path.join("."), field])).values()];
}

function fieldOf(place: Place, name: string, schema: JsonSchema, reasons: readonly string[]): Field {
  const path = [...place.path, name];
  const named = componentOf(place.document, schema);
  // A shared number or text is shown by its own type instead of by its name.
  const meant = named === undefined || named.type === "object" ? schema : named;
  // The codes are listed at the members that they are about.
  const members = name === "reasons" ? [] : expand({ ...place, path }, schema);
  return {
    name,
    path,
    type: describeType(meant),
    unit: unitOf(name, meant),
    description: name === "reasons" ? texts.ofReasons : descriptionOf(place.document, schema),
    reasons,
    holds: schema.items !== undefined ? "list" : valuesOf(schema) === undefined ? "object" : "map",
    within: members.flatMap(flatten),
  };
}

function componentOf({ components }: OpenApiDocument, schema: JsonSchema): JsonSchema | undefined {
  const name = nameOf(schema);
  return name === null ? undefined : components?.schemas?.[name];
}

/** Returns the description of a schema, of its component, or of the variant beside null. */
function descriptionOf(document: OpenApiDocument, schema: JsonSchema): string {
  if (schema.description !== undefined) return schema.description;
  const named = componentOf(document, schema);
  if (named !== undefined) return descriptionOf(document, named);
  return schema.anyOf?.map((choice) => descriptionOf(document, choice)).find((text) => text !== "") ?? "";
}

/** Returns a field and, after it, the fields within it with its name before theirs. */
function flatten(field: Field): Field[] {
  const prefix = field.name + { object: ".", list: "[].", map: ".*." }[field.holds];
  return [{ ...field, within: [] }, ...field.within.map((inner) => ({ ...inner, name: prefix + inner.name }))];
}

function reasonsIn(document: OpenApiDocument, { properties }: JsonSchema): ReadonlyMap<string, readonly string[]> {
  const reasons = follow<JsonSchema>(document, properties?.["reasons"] ?? {});
  const codes = Object.entries(reasons.properties ?? {});
  return new Map(codes.map(([name, { enum: own, const: only }]) => [name, (own ?? [only]).map(String)]));
}

function nameOf({ $ref }: JsonSchema): string | null {
  return $ref?.split("/").at(-1) ?? null;
}

function isShared(name: string): boolean {
  return SHARED_SCHEMAS.some((shared) => shared === name);
}

const UNITS: readonly (readonly [name: RegExp, unit: string])[] = [
  [/_km$/u, "kilometres"],
  [/(?:^|_)seconds$|^retry_after$/u, "seconds"],
  [/^days_|_days$/u, "days"],
  [/^bytes$/u, "bytes"],
  [/^(?:lat|lng)$/u, "degrees"],
  [/^(?:width|height)$/u, "pixels"],
  [/^share(?:_|$)/u, "share of 1"],
];

function unitOf(name: string, { type }: JsonSchema): string | null {
  const isNumber = [type].flat().some((one) => one === "number" || one === "integer");
  return isNumber ? (UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? null) : null;
}

/** Describes in a few words of Markdown the values that a schema allows; a shared one is linked. */
export function describeType(schema: JsonSchema): string {
  const name = nameOf(schema);
  if (name !== null) return isShared(name) ? `[${name}](/docs/reference#${name.toLowerCase()})` : name;
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(" or ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(describeType))].join(" or ");
  if (schema.items !== undefined) return `list of ${describeType(schema.items)}`;
  const values = valuesOf(schema);
  if (values !== undefined) return `object of ${describeType(values)}`;
  return [schema.type ?? "any"].flat().join(" or ") + boundsOf(schema);
}

function valuesOf({ additionalProperties, patternProperties }: JsonSchema): JsonSchema | undefined {
  if (typeof additionalProperties === "object") return additionalProperties;
  return patternProperties === undefined ? undefined : Object.values(patternProperties)[0];
}

function boundsOf({ minimum, maximum, minLength = 0, maxLength, pattern, format = "" }: JsonSchema): string {
  const bounds = [
    ...(/^(?:int\d+|double|float|)$/u.test(format) ? [] : [format]),
    ...rangeOf(minimum, maximum, ""),
    ...(minLength <= 1 && maxLength === undefined ? [] : rangeOf(minLength, maxLength, " characters")),
    ...(pattern === undefined ? [] : [`like ${fenced(pattern)}`]),
  ];
  return bounds.length === 0 ? "" : ` (${bounds.join(", ")})`;
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}

/** Writes a pattern as code, which may hold a backtick itself. */
function fenced(pattern: string): string {
  const fence = pattern.includes("`") ? "``" : "`";
  return fence + pattern + fence;
}

/** Returns the anchor of a field of an operation, made of the names on the way to it. */
export function anchorOf(id: string, ...path: readonly string[]): string {
  return [id, ...path.map((name) => name.replaceAll(/[^\w-]/gu, "_"))].join("--");
}
