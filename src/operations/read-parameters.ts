import type { TObject, TSchema } from "typebox";
import { Check } from "typebox/value";
import { Problem, type ProblemError } from "../problem.ts";
import type { Operation } from "./operation.ts";

/** A request's parameters as they arrive: decoded strings, path and query apart, the query in the order given. */
export interface GivenParameters {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** What could be read; faulty parameters are missing from `values` and named in `errors`. */
export interface ReadParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly ProblemError[];
  /** Whether every error is a parameter nobody takes. */
  readonly onlyUnknown: boolean;
}

/**
 * Sorts `name=value` pairs into path and query parameters of an operation.
 *
 * For doors without a URL (`ask`, tools). A path parameter given twice goes to the query, where it is refused.
 */
export function sortParameters(
  operation: Operation,
  pairs: readonly (readonly [name: string, value: string])[],
): GivenParameters {
  const path: Record<string, string> = {};
  const query: (readonly [string, string])[] = [];
  for (const [name, value] of pairs) {
    if (Object.hasOwn(operation.parameters.path.properties, name) && !Object.hasOwn(path, name)) path[name] = value;
    else query.push([name, value]);
  }
  return { path, query };
}

/**
 * Reads strings into the types an operation describes, fills in defaults and collects every fault.
 *
 * Numbers are plain decimals (`1e3`, ` 5` and `0x5` are not), lists are separated by commas, a repeated parameter is a fault.
 */
export function readParameters(operation: Operation, given: GivenParameters): ReadParameters {
  const { path, query } = operation.parameters;
  const values: Record<string, unknown> = {};
  const errors: ProblemError[] = [];
  for (const name of Object.keys(path.properties)) {
    const text = given.path[name];
    if (text === undefined) errors.push({ parameter: name, detail: `\`${name}\` is missing; it has no default.` });
    else readOne(name, text, path.properties[name]!, values, errors);
  }
  const first = new Map<string, string>();
  let unknown = 0;
  for (const [name, text] of given.query) {
    if (!Object.hasOwn(query.properties, name)) {
      unknown++;
      errors.push({ parameter: name, detail: unknownDetail(name, query) });
    } else if (first.has(name))
      errors.push({ parameter: name, detail: `\`${name}\` is given more than once; give it once.` });
    else first.set(name, text);
  }
  for (const [name, schema] of Object.entries(query.properties)) {
    const text = first.get(name);
    if (text !== undefined) readOne(name, text, schema, values, errors);
    else if (hasDefault(schema)) values[name] = schema.default;
    else if (query.required?.includes(name))
      errors.push({ parameter: name, detail: `\`${name}\` is missing; it has no default.` });
  }
  return { values, errors, onlyUnknown: unknown > 0 && unknown === errors.length };
}

/** The refusal of faulty parameters, all of them at once. */
export function refuseParameters(errors: readonly ProblemError[], onlyUnknown: boolean): Problem {
  return new Problem(
    onlyUnknown ? "unknown_parameter" : "invalid_request",
    errors.map((error) => error.detail).join(" "),
    errors,
  );
}

function hasDefault(schema: TSchema): schema is TSchema & { default: unknown } {
  return "default" in schema && schema.default !== undefined;
}

function readOne(
  name: string,
  text: string,
  schema: TSchema,
  values: Record<string, unknown>,
  errors: ProblemError[],
): void {
  const value = convert(text, schema);
  if (value !== undefined && Check(schema, value)) {
    values[name] = value;
    return;
  }
  errors.push({
    parameter: name,
    detail: `\`${name}\` is ${quote(text)}; expected ${expectationOf(schema)}.`,
  });
}

interface ScalarSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: ScalarSchema;
}

function convert(text: string, schema: ScalarSchema): unknown {
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

/** Says in words what a schema takes, for the end of a sentence. */
function expectationOf(schema: ScalarSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(", ")}`;
  switch (schema.type ?? "string") {
    case "integer":
    case "number":
      return `${schema.type === "integer" ? "an integer" : "a decimal number"}${rangeOf(schema.minimum, schema.maximum)}`;
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

/** How much of a faulty value is repeated to the caller. */
const QUOTED_CHARACTERS = 60;

/** Quotes a value the caller sent, cut to a readable length. */
export function quote(text: string): string {
  const shown = text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text;
  return JSON.stringify(shown);
}

function unknownDetail(name: string, query: TObject): string {
  const allowed = Object.keys(query.properties).map((known) => `\`${known}\``);
  const expected = allowed.length === 0 ? "no parameter is taken here" : `allowed are ${allowed.join(", ")}`;
  return `${quote(name)} is not a parameter of this address; ${expected}.`;
}
