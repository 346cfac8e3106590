import type { ErrorObject, ValidateFunction } from "ajv";
import { Problem, type ProblemError, quote } from "../problem.ts";
import type { Operation } from "./operation.ts";

/** Parses a JSON text; throws `invalid_json`. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const why = error instanceof SyntaxError ? ` ${withoutSource(error.message)}.` : "";
    throw new Problem("invalid_json", `The body is not well-formed JSON.${why}`);
  }
}

/** The parser's message without the piece of text it quotes: that may identify a person. */
function withoutSource(message: string): string {
  return message.split(/(?:, )?(?:\.\.\.)?"/u, 1)[0] || "It is no JSON value";
}

/**
 * Finds every error of a body against the schema of the operation, each with a JSON Pointer (RFC
 * 6901) to its member.
 *
 * Nothing is converted or filled in: a text is no number, and an unknown member is an error.
 */
export async function findBodyErrors(operation: Operation, body: unknown): Promise<ProblemError[]> {
  const validate = await validatorOf(operation);
  if (validate(body)) return [];
  const isPersonal = operation.body?.isPersonal === true;
  return (validate.errors ?? []).map((error) => describeError(error, body, isPersonal));
}

const validators = new WeakMap<Operation, ValidateFunction>();

/** Ajv is loaded and a schema compiled when the first body arrives. */
async function validatorOf(operation: Operation): Promise<ValidateFunction> {
  const known = validators.get(operation);
  if (known !== undefined) return known;
  if (operation.body === undefined) throw new Error(`${operation.id} takes no body`);
  const { Ajv } = await import("ajv");
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    allowUnionTypes: true,
    verbose: true,
    addUsedSchema: false,
  });
  for (const component of operation.body.components ?? []) ajv.addSchema(component);
  const made = ajv.compile(operation.body.checked ?? operation.body.schema);
  validators.set(operation, made);
  return made;
}

function describeError(error: ErrorObject, body: unknown, isPersonal: boolean): ProblemError {
  const { keyword, instancePath, params, message = "is not as described", data } = error;
  const where = instancePath === "" ? "The body" : `\`${instancePath}\``;
  if (keyword === "required") {
    const pointer = `${instancePath}/${escapePointer(String(params["missingProperty"]))}`;
    return { pointer, detail: `\`${pointer}\` is missing; it has no default.` };
  }
  if (keyword === "additionalProperties") {
    const name = String(params["additionalProperty"]);
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const allowed = known.map((each) => `\`${each}\``).join(", ");
    return {
      pointer: `${instancePath}/${escapePointer(name)}`,
      detail: `${quote(name)} is not an allowed member; allowed are ${allowed}.`,
    };
  }
  const found = body === undefined ? "" : ` is ${isPersonal ? "not as expected" : quoteValue(data)};`;
  const { description } = error.parentSchema as { readonly description?: string };
  const expected = keyword === "pattern" && description !== undefined ? `expected: ${description}` : `it ${message}.`;
  return { pointer: instancePath, detail: `${where}${found} ${expected}` };
}

function quoteValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? quote(value) : String(value);
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
