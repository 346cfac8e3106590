import type { ValidateFunction } from "ajv";
import { Problem, type ProblemError } from "../problem.ts";
import { describeBodyError } from "./body-errors.ts";
import type { Operation } from "./operation.ts";

/**
 * Parses a JSON text; throws `invalid_json`, which repeats none of it: it may identify a person.
 */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Problem("invalid_json", `The body is ${findFault(text, String(error))}.`);
  }
}

/** What is wrong with a text that is no JSON, by the message of the parser. */
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
export async function findBodyErrors(operation: Operation, body: unknown): Promise<ProblemError[]> {
  const validate = await validatorOf(operation);
  if (validate(body)) return [];
  const isPersonal = operation.body?.isPersonal === true;
  return (validate.errors ?? []).map((error) => describeBodyError(error, isPersonal));
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
    // A schema may describe members of an object and leave other types alone.
    strictTypes: false,
    verbose: true,
    addUsedSchema: false,
  });
  for (const component of operation.body.components ?? []) ajv.addSchema(component);
  const made = ajv.compile(operation.body.checked ?? operation.body.schema);
  validators.set(operation, made);
  return made;
}
