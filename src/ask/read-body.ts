import type { ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";
import { decodeText } from "../csv/csv-scanner.ts";
import { Problem, type ProblemCode, type ProblemError } from "../problem.ts";
import { describeBodyError } from "./body-errors.ts";
import { findExcess } from "./json-bounds.ts";
import type { BodyEncoding, BodyForm, Operation } from "./operation.ts";
import { refuseParameters } from "./read-parameters.ts";

/** A body as it arrived. */
export interface GivenBody {
  readonly text: string;
  readonly encoding: BodyEncoding;
}

/**
 * Decodes the bytes of a body: UTF-8, or of a CSV file also UTF-16 with a byte order mark. Throws
 * `invalid_json`, or `invalid_request` for a file, where they are neither.
 */
export function decodeBody(bytes: Uint8Array, encoding: BodyEncoding): GivenBody {
  if (encoding === "csv") {
    const text = decodeText(bytes);
    if (text !== null) return { text, encoding };
    throw new Problem("invalid_request", "The file is not in UTF-8. Save it as “CSV UTF-8” and send it again.");
  }
  try {
    return { text: UTF8.decode(bytes), encoding };
  } catch {
    throw new Problem("invalid_json", "The body is not well-formed UTF-8.");
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** The encodings of a body, the usual one first. */
export function encodingsOf({ encoding = "json", csv }: Pick<BodyForm<TSchema>, "encoding" | "csv">): BodyEncoding[] {
  return csv === undefined ? [encoding] : [encoding, "csv"];
}

/**
 * Parses a body. Throws `invalid_json`, or `invalid_request` for what a form or a file has wrong.
 */
export function parseBody({ body }: Operation, { text, encoding }: GivenBody): unknown {
  if (encoding === "csv" && body?.csv !== undefined) return body.csv.read(text);
  return encoding === "form" ? parseForm(text) : parseJson(text, "The body");
}

/**
 * Parses a JSON text; throws `invalid_json`, which repeats none of it: it may identify a person.
 * `where` is the beginning of the sentence about it. A text with more of something than any body
 * has is not parsed: `excess` is the code of its problem.
 */
export function parseJson(text: string, where: string, excess: ProblemCode = "invalid_request"): unknown {
  const found = findExcess(text);
  if (found !== null) throw new Problem(excess, `${where} ${found}. Send less at once.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Problem("invalid_json", `${where} is ${findFault(text, String(error))}.`);
  }
}

/** The fields of a form (`application/x-www-form-urlencoded` of the URL standard, §5.1). */
function parseForm(text: string): Readonly<Record<string, string>> {
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map(pairs);
  if (fields.size === pairs.length) return Object.fromEntries(fields);
  throw new Problem("invalid_request", "The body has a field more than once; send each once.");
}

/** Says what is wrong with a text that is no JSON, by the message of the parser. */
function findFault(text: string, message: string): string {
  if (text.trim() === "") return "empty; expected JSON";
  if (/end of JSON|Unterminated/u.test(message)) return "not well-formed JSON: it ends too early";
  const [, position] = /at position (\d+)/u.exec(message) ?? [];
  if (position === undefined) return "not well-formed JSON: it has a character where JSON allows none";
  const before = text.slice(0, Number(position)).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `not well-formed JSON: what stands at line ${before.length}, column ${column} is not expected there`;
}

/**
 * Finds every error of a body against the schema of the operation, each with a pointer to its
 * member.
 *
 * Nothing is converted or filled in: a text is no number, and an unknown member is an error.
 */
export async function findBodyErrors({ id, body: form }: Operation, body: unknown): Promise<ProblemError[]> {
  if (form === undefined) throw new Error(`${id} takes no body`);
  const known = checks.get(form);
  const check = known ?? buildCheck(form.checked ?? form.schema, form.components);
  if (known === undefined) checks.set(form, check);
  return await check(body, form.isPersonal === true);
}

type Check = (value: unknown, isPersonal: boolean) => Promise<ProblemError[]>;

const checks = new WeakMap<object, Check>();

function buildCheck(schema: TSchema, components: readonly TSchema[] | undefined): Check {
  let validate: ValidateFunction | undefined;
  return async (value, isPersonal) => {
    validate ??= await compile(schema, components);
    return validate(value) ? [] : describeErrors(validate, isPersonal);
  };
}

/**
 * Builds a function that returns values that fit a schema, which refers to `components`, and throws
 * a problem with every error of others. It repeats no value: they belong to the caller.
 */
export function buildReader<T extends TSchema>(
  schema: T,
  components: readonly TSchema[],
): (value: unknown) => Promise<Static<T>> {
  let validate: ValidateFunction<Static<T>> | undefined;
  return async (value) => {
    validate ??= await compile<Static<T>>(schema, components);
    if (validate(value)) return value;
    throw refuseParameters(describeErrors(validate, true), false);
  };
}

function describeErrors({ errors }: ValidateFunction, isPersonal: boolean): ProblemError[] {
  return (errors ?? []).map((error) => describeBodyError(error, isPersonal));
}

/** Ajv is loaded, and a schema compiled, when the first value comes. */
async function compile<T>(schema: TSchema, components: readonly TSchema[] = []): Promise<ValidateFunction<T>> {
  const { Ajv } = await import("ajv");
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    // A schema may describe members of an object and leave other types alone.
    strictTypes: false,
    verbose: true,
    addUsedSchema: false,
  });
  for (const component of components) ajv.addSchema(component);
  return ajv.compile<T>(schema);
}
