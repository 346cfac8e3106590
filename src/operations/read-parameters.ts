import type { TObject, TSchema } from "typebox";
import { Problem, type ProblemError } from "../problem.ts";
import type { GivenParameters } from "./given-parameters.ts";
import type { Operation } from "./operation.ts";
import { describeExpected, readValue } from "./parameter-values.ts";

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
 * A parameter nobody takes is a fault, and so is one that is given twice.
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
  const value = readValue(text, schema);
  if (value !== undefined) values[name] = value;
  else errors.push({ parameter: name, detail: `\`${name}\` is ${quote(text)}; expected ${describeExpected(schema)}.` });
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
