import type { TObject, TSchema } from "typebox";
import { Problem, type ProblemError } from "../problem.ts";
import { describedParameters } from "./described-parameters.ts";
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
  for (const { name, schema } of describedParameters(path)) {
    const text = given.path[name];
    if (text === undefined) errors.push({ parameter: name, detail: `\`${name}\` is missing; it has no default.` });
    else readOne(name, text, schema, values, errors);
  }
  const unread: ProblemError[] = [];
  let read = 0;
  for (const { name, schema, default: unsaid, isRequired } of describedParameters(query)) {
    const text = firstOf(given.query, name);
    if (text !== undefined) {
      read += 1;
      readOne(name, text, schema, values, unread);
    } else if (unsaid !== undefined) values[name] = unsaid;
    else if (isRequired) unread.push({ parameter: name, detail: `\`${name}\` is missing; it has no default.` });
  }
  // Where all that was given has been read, no name can be wrong.
  const unknown = read === given.query.length ? 0 : refuseNames(given.query, query, errors);
  errors.push(...unread);
  return { values, errors, onlyUnknown: unknown > 0 && unknown === errors.length };
}

/** The first value given for a name. Requests have few parameters: looking through them is cheaper than a map of them. */
function firstOf(query: GivenParameters["query"], name: string): string | undefined {
  for (const [given, text] of query) if (given === name) return text;
  return undefined;
}

/** Collects the faults of names that nobody takes, and of those given twice. Returns how many of the first kind there are. */
function refuseNames(given: GivenParameters["query"], query: TObject, errors: ProblemError[]): number {
  const seen = new Set<string>();
  let unknown = 0;
  for (const [name] of given) {
    if (!Object.hasOwn(query.properties, name)) {
      unknown += 1;
      errors.push({ parameter: name, detail: unknownDetail(name, query) });
    } else if (seen.has(name))
      errors.push({ parameter: name, detail: `\`${name}\` is given more than once; give it once.` });
    else seen.add(name);
  }
  return unknown;
}

/** The refusal of faulty parameters, all of them at once. */
export function refuseParameters(errors: readonly ProblemError[], onlyUnknown: boolean): Problem {
  return new Problem(
    onlyUnknown ? "unknown_parameter" : "invalid_request",
    errors.map((error) => error.detail).join(" "),
    errors,
  );
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
