import type { ErrorObject } from "ajv";
import { Problem, type ProblemError, quote } from "../problem.ts";
import { KINDS } from "./filter-names.ts";
import { countCharacters } from "./read-parameters.ts";
import type { Sources } from "./sources.ts";

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** Texts that say what was expected, by the keyword of the schema that did not hold. */
const EXPECTATIONS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>, schema: Schema) => string>> = {
  type: ({ type }) => [type].flat().map(nameType).join(" or "),
  enum: ({ allowedValues }) => `one of ${[allowedValues].flat().map(writeValue).join(", ")}`,
  const: ({ allowedValue }) => writeValue(allowedValue),
  minimum: ({ limit }) => `${String(limit)} or more`,
  maximum: ({ limit }) => `${String(limit)} or less`,
  exclusiveMinimum: ({ limit }) => `more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => `${count(limit, "character")} or more`,
  maxLength: ({ limit }) => `${count(limit, "character")} or fewer`,
  minItems: ({ limit }) => `${count(limit, "item")} or more`,
  maxItems: ({ limit }) => `${count(limit, "item")} or fewer`,
  uniqueItems: () => "every item once",
  minProperties: ({ limit }) => `${count(limit, "member")} or more`,
  maxProperties: ({ limit }) => `${count(limit, "member")} or fewer`,
  format: ({ format }) => `text of the format \`${String(format)}\``,
  pattern: ({ pattern }, schema) => descriptionOf(schema) ?? `text that matches \`${String(pattern)}\``,
};

/** Explains an error that Ajv found in a body; if `isPersonal`, without repeating any of it. */
export function describeBodyError(error: ErrorObject, isPersonal: boolean): ProblemError {
  const { keyword, instancePath, params, data } = error;
  const schema: Schema = error.parentSchema ?? {};
  if (keyword === "required") {
    const pointer = pointAt(instancePath, String(params["missingProperty"]));
    return { pointer, detail: `\`${pointer}\` is missing; it is required.` };
  }
  if (keyword === "additionalProperties") {
    const name = String(params["additionalProperty"]);
    const allowed = Object.keys(schema["properties"] ?? {}).map((each) => `\`${each}\``);
    const expected = allowed.length === 0 ? "none is" : `allowed are ${allowed.join(", ")}`;
    return { pointer: pointAt(instancePath, name), detail: `${quote(name)} is not an allowed member; ${expected}.` };
  }
  const pointer = pointAt(instancePath);
  const where = instancePath === "" ? "The body" : `\`${pointer}\``;
  const found = isPersonal || MEASURED.has(keyword) ? measure(data) : nameValue(data);
  const expected =
    EXPECTATIONS[keyword]?.(params, schema) ?? descriptionOf(schema) ?? "a value as the schema describes it";
  return { pointer, detail: `${where} is ${found}; expected ${expected.replace(/\.$/u, "")}.` };
}

/** Builds the problem of a body that fits its schema and is wrong all the same. */
export function refuseBody(errors: readonly ProblemError[]): Problem {
  return new Problem("invalid_request", errors.map(({ detail }) => detail).join(" "), errors);
}

/** Builds the error of a member of a body that should name a country and names none. */
export function namesNoCountry(sources: Sources, pointer: string, name: string): ProblemError {
  const { expected } = KINDS.country.suggest(sources, name);
  return { pointer, detail: `\`${pointer}\` is ${quote(name)}; expected ${expected}.` };
}

function descriptionOf({ description }: Schema): string | undefined {
  return typeof description === "string" ? description : undefined;
}

/** Keywords about the size of a value; their errors say which size was found. */
const MEASURED = new Set(["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"]);

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "`true` or `false`",
  integer: "an integer",
  null: "`null`",
  number: "a number",
  object: "an object",
  string: "text",
};

function nameType(type: unknown): string {
  return TYPE_NAMES[String(type)] ?? String(type);
}

/** Names the type and the size of a value, without its content. */
function measure(value: unknown): string {
  if (typeof value === "string") return `text of ${count(countCharacters(value), "character")}`;
  if (typeof value === "object" && value !== null) return nameValue(value);
  return typeof value === "boolean" ? "a boolean" : typeof value === "number" ? "a number" : "`null`";
}

function nameValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${count(value.length, "item")}`;
  if (typeof value === "object" && value !== null) return `an object of ${count(Object.keys(value).length, "member")}`;
  return typeof value === "string" ? quote(value) : `\`${String(value)}\``;
}

function writeValue(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function count(number: unknown, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}

/** Longer names of members are not repeated: the pointer is that of the object. */
const NAME_CHARACTERS_MAX = 200;

/**
 * A JSON Pointer as a URI fragment (RFC 6901 §6): `#/points/0/lat`. `path` is a pointer as Ajv
 * writes it, `name` a member of what it points at.
 */
export function pointAt(path: string, name?: string): string {
  const segments = path.split("/").slice(1);
  if (name !== undefined && name.length <= NAME_CHARACTERS_MAX)
    segments.push(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#${segments.map((segment) => `/${encodeURIComponent(segment.toWellFormed())}`).join("")}`;
}
