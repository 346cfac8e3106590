import type { TObject, TSchema } from "typebox";
import { Problem, type ProblemError, quote } from "../problem.ts";
import { findReleaseErrors } from "./choose-release.ts";
import { findCursorError } from "./lists.ts";
import type { GivenParameters, Operation } from "./operation.ts";
import type { Sources } from "./sources.ts";

/** Parameters of an operation after reading and checking. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads and checks parameters against an operation and the data; throws one `Problem` with every
 * error. If a release was chosen, `release` is its name in links.
 */
export function checkParameters(operation: Operation, sources: Sources, given: GivenParameters): Parameters {
  const { values, errors, onlyUnknown } = readParameters(operation, given);
  const takesDate = Object.hasOwn(operation.parameters.query.properties, "as_of");
  const unfit = takesDate ? findReleaseErrors(given, sources.at) : [];
  unfit.push(...(operation.check?.(sources, values, given) ?? []));
  if (errors.length + unfit.length === 0) return takesDate ? nameRelease(values, sources) : values;
  // A cursor's error on its own is found by the list itself.
  unfit.push(...findCursorError(operation, sources, values, [...errors, ...unfit]));
  throw refuseParameters([...errors, ...unfit], onlyUnknown && unfit.length === 0);
}

function nameRelease({ as_of: asOf, ...values }: Parameters, { snapshot }: Sources): Parameters {
  const isChosen = asOf !== undefined || values["release"] !== undefined;
  return isChosen ? { ...values, release: snapshot.name } : values;
}

/** The parameters that could be read. Those with an error are missing from `values`. */
export interface ReadParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly ProblemError[];
  /** True if every error is an unknown parameter. */
  readonly onlyUnknown: boolean;
}

/**
 * Sorts `name=value` pairs into path and query parameters of an operation, where there is no URL
 * to tell them apart. A path parameter given twice goes to the query, where it is refused.
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
 * Reads strings into the types an operation describes, fills in defaults and collects every error.
 */
export function readParameters(operation: Operation, given: GivenParameters): ReadParameters {
  const { path, query } = operation.parameters;
  const values: Record<string, unknown> = {};
  const errors: ProblemError[] = [];
  for (const [name, schema] of Object.entries(path.properties)) readOne(name, given.path[name], schema, values, errors);
  const unknown = refuseNames(given.query, query, errors);
  const sent = new Map(given.query.toReversed());
  const required = new Set<string>(query.required);
  for (const [name, schema] of Object.entries(query.properties)) {
    const text = sent.get(name);
    const { default: fallback } = schema as { readonly default?: unknown };
    if (text !== undefined || required.has(name)) readOne(name, text, schema, values, errors);
    else if (fallback !== undefined) values[name] = fallback;
  }
  return { values, errors, onlyUnknown: unknown > 0 && unknown === errors.length };
}

/** Collects the errors of unknown names and of names given twice. Returns how many are unknown. */
function refuseNames(given: GivenParameters["query"], query: TObject, errors: ProblemError[]): number {
  const seen = new Set<string>();
  let unknown = 0;
  for (const [name] of given) {
    if (!Object.hasOwn(query.properties, name)) {
      unknown += 1;
      errors.push({ parameter: name, detail: describeUnknown(name, query) });
    } else if (seen.has(name))
      errors.push({ parameter: name, detail: `\`${name}\` is given more than once; give it once.` });
    else seen.add(name);
  }
  return unknown;
}

/** Builds one refusal for all errors of a request. */
export function refuseParameters(errors: readonly ProblemError[], onlyUnknown: boolean): Problem {
  return new Problem(onlyUnknown ? "unknown_parameter" : "invalid_request", summarize(errors), errors);
}

/** Maximum number of errors that the sentence about all of them repeats. */
const ERRORS_SUMMARIZED = 10;

function summarize(errors: readonly ProblemError[]): string {
  const first = errors.slice(0, ERRORS_SUMMARIZED).map(({ detail }) => detail);
  const others = errors.length - first.length;
  return [...first, ...(others > 0 ? [`${others} more.`] : [])].join(" ");
}

function readOne(
  name: string,
  text: string | undefined,
  schema: TSchema,
  values: Record<string, unknown>,
  errors: ProblemError[],
): void {
  const value = text === undefined ? undefined : readValue(text, schema);
  if (value !== undefined) values[name] = value;
  else if (text === undefined) errors.push({ parameter: name, detail: `\`${name}\` is missing; it is required.` });
  else errors.push({ parameter: name, detail: `\`${name}\` is ${quote(text)}; expected ${describeExpected(schema)}.` });
}

function describeUnknown(name: string, query: TObject): string {
  const allowed = Object.keys(query.properties).map((known) => `\`${known}\``);
  const expected = allowed.length === 0 ? "no parameter is taken here" : `allowed are ${allowed.join(", ")}`;
  const hint = name === "lei" && allowed.includes("`company`") ? " `company` takes LEIs." : "";
  return `${quote(name)} is not a parameter of this endpoint; ${expected}.${hint}`;
}

/** The part of JSON Schema that describes one parameter: a scalar, or a list of names. */
interface ValueSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: ValueSchema;
}

/**
 * Reads one parameter's text as its schema describes it; undefined when it does not fit.
 *
 * Numbers are decimals, with or without an exponent as JavaScript writes it (` 5` and `0x5` are
 * none); lists are separated by commas.
 */
export function readValue(text: string, schema: TSchema): unknown {
  const value = convert(text, schema);
  return value !== undefined && fits(value, schema) ? value : undefined;
}

function convert(text: string, { type = "string" }: ValueSchema): unknown {
  if (type === "integer" || type === "number") return readNumber(text, type === "integer");
  if (type === "boolean") return BOOLEANS.get(text.toLowerCase());
  return type === "array" ? text.split(",") : text;
}

/** Booleans as programs write them: Python has `True`, forms and spreadsheets have `1`. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function readNumber(text: string, isInteger: boolean): number | undefined {
  const value = NUMBER.test(text) ? Number(text.replace(" ", "+")) : Number.NaN;
  return (isInteger ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : undefined;
}

/** In a query that is not escaped, the `+` of an exponent arrives as a space. */
const NUMBER = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+ -]?\d{1,3})?$/iu;

/**
 * Checks a value without Ajv, which would add megabytes and a compilation to a handful of keywords.
 */
function fits(value: unknown, schema: ValueSchema): boolean {
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  if (typeof value === "number") return isWithin(value, schema.minimum, schema.maximum);
  if (typeof value === "string") return isWithin(countCharacters(value), schema.minLength, schema.maxLength);
  if (!Array.isArray(value)) return true;
  const { items = {}, minItems, maxItems, uniqueItems } = schema;
  if (uniqueItems === true && new Set(value).size < value.length) return false;
  return isWithin(value.length, minItems, maxItems) && value.every((item) => fits(item, items));
}

function isWithin(value: number, minimum = -Infinity, maximum = Infinity): boolean {
  return value >= minimum && value <= maximum;
}

/** Counts the Unicode characters of a text: a pair of surrogates is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Describes what a schema takes, as the end of a sentence. */
function describeExpected(schema: ValueSchema): string {
  const values = schema.enum?.map((value) => `\`${String(value)}\``);
  if (values !== undefined) return `${values.length > 1 ? "one of " : ""}${values.join(", ")}`;
  const range = describeRange(schema.minimum, schema.maximum);
  switch (schema.type ?? "string") {
    case "integer":
      return `an integer${range}`;
    case "number":
      return `a decimal number${range}`;
    case "boolean":
      return "`true` or `false`";
    case "array":
      return describeNames(schema);
    default:
      return `text${describeRange(schema.minLength, schema.maxLength)} characters`;
  }
}

function describeNames({ items = {}, minItems = 1, maxItems, uniqueItems }: ValueSchema): string {
  if (uniqueItems === true)
    return `${describeExpected(items).replace("one of", "one or more of")}, each once, separated by commas`;
  const number = minItems > 1 ? `${minItems} to ${maxItems}` : `up to ${maxItems}`;
  return `${number} names separated by commas, each${describeRange(items.minLength, items.maxLength)} characters`;
}

function describeRange(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  if (maximum !== undefined) return ` up to ${maximum}`;
  return "";
}
