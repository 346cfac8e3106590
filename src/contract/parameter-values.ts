import type { TSchema } from "typebox";

/** What a schema of one parameter may say: a scalar, or a list of names. */
interface ValueSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: ValueSchema;
}

/**
 * Reads one parameter's text as its schema describes it; undefined when it does not fit.
 *
 * Numbers are plain decimals (`1e3`, ` 5` and `0x5` are not), lists are separated by commas.
 */
export function readValue(text: string, schema: TSchema): unknown {
  const value = convert(text, schema);
  return value !== undefined && fits(value, schema) ? value : undefined;
}

/** Says in words what a schema takes, for the end of a sentence. */
export function describeExpected(schema: TSchema): string {
  return expectationOf(schema);
}

function convert(text: string, schema: ValueSchema): unknown {
  switch (schema.type ?? "string") {
    case "integer":
      return /^-?\d{1,15}$/u.test(text) ? Number(text) : undefined;
    case "number":
      return /^-?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "array":
      return text.split(",");
    default:
      return text;
  }
}

/** The part of JSON Schema that parameters are described with; the full validators cost more memory than the rest of a parameter's way. */
function fits(value: unknown, schema: ValueSchema): boolean {
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  if (typeof value === "number") return isWithin(value, schema.minimum, schema.maximum);
  if (typeof value === "string") return hasLength(value, schema.minLength, schema.maxLength);
  if (!Array.isArray(value)) return true;
  const { items = {}, minItems, uniqueItems } = schema;
  if (uniqueItems === true && new Set(value).size < value.length) return false;
  return isWithin(value.length, minItems, undefined) && value.every((item) => fits(item, items));
}

function isWithin(value: number, minimum = -Infinity, maximum = Infinity): boolean {
  return value >= minimum && value <= maximum;
}

/** Whether a text has so many characters. It has at most as many as code units, and at least half as many; mostly that says enough. */
function hasLength(text: string, minimum = 0, maximum = Infinity): boolean {
  if (text.length <= maximum && text.length >= 2 * minimum) return true;
  return isWithin(countCharacters(text), minimum, maximum);
}

/** Counts the Unicode characters of a text: a pair of surrogates is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function expectationOf(schema: ValueSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(", ")}`;
  switch (schema.type ?? "string") {
    case "integer":
      return `an integer${rangeOf(schema.minimum, schema.maximum)}`;
    case "number":
      return `a decimal number${rangeOf(schema.minimum, schema.maximum)}`;
    case "boolean":
      return "`true` or `false`";
    case "array":
      return `different names separated by commas, each ${expectationOf(schema.items ?? {})}`;
    default:
      return `text${rangeOf(schema.minLength, schema.maxLength)} characters long`;
  }
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  if (maximum !== undefined) return ` up to ${maximum}`;
  return "";
}
