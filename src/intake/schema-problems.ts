import type { ErrorObject } from "ajv";
import { ID, MARK } from "./dataset-schema.ts";
import { nearestColumn } from "./similar-names.ts";

interface SchemaProblem {
  /** A JSON pointer. */
  readonly place: string;
  readonly found: string;
  readonly expected: string;
  /** The member that an unknown one probably means. */
  readonly meant: string | null;
}

/** Lists the faults of a value by its schema: the place, what was found and expected, each once. */
export function schemaProblems(errors: readonly ErrorObject[]): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>();
  for (const error of errors) {
    // The branches of "text or null" repeat what the text's own rule says.
    if (error.keyword === "anyOf" || (error.keyword === "type" && error.schema === "null")) continue;
    const problem = problemOf(error);
    const id = JSON.stringify([problem.place, problem.expected]);
    if (!problems.has(id)) problems.set(id, problem);
  }
  return [...problems.values()];
}

function problemOf(error: ErrorObject): SchemaProblem {
  const { instancePath, params, data, parentSchema } = error;
  const { additionalProperty, missingProperty } = params as { additionalProperty?: string; missingProperty?: string };
  const placeOf = (member: string): string => `${instancePath}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (missingProperty !== undefined) {
    const place = placeOf(missingProperty);
    return { place, found: "nothing", expected: `the member ${missingProperty}`, meant: null };
  }
  if (additionalProperty !== undefined) {
    const members = Object.keys((parentSchema?.["properties"] as object | undefined) ?? {});
    const meant = nearestColumn(additionalProperty, members);
    return { place: placeOf(additionalProperty), found: "an unknown member", expected: "no such member", meant };
  }
  const found = shorten(JSON.stringify(data));
  return { place: instancePath || "/", found, expected: expectedOf(error), meant: null };
}

function expectedOf({ instancePath, keyword, message, schema }: ErrorObject): string {
  if (instancePath === "/licence" && keyword === "pattern")
    return "an SPDX identifier of https://spdx.org/licenses/, such as CC-BY-4.0, CC0-1.0 or ODbL-1.0";
  if (keyword === "pattern" && schema === ID) return "lower-case letters and digits, in parts joined by - or _";
  if (keyword === "pattern" && schema === MARK)
    return "a word or two without a colon or a full stop, such as Fictional";
  if (keyword === "enum" && Array.isArray(schema)) return `one of ${schema.join(", ")}`;
  if (keyword === "const") return JSON.stringify(schema);
  return describeRule(message ?? "must be another");
}

/**
 * Turns what a schema's rule says ("must NOT have fewer than 2 items", "must be integer") into what
 * is expected.
 */
function describeRule(rule: string): string {
  return rule
    .replace("must NOT have fewer than 1 characters", "a text that is not empty")
    .replace("must NOT have fewer than", "at least")
    .replace("must NOT have more than", "at most")
    .replace(/\b1 items$/u, "1 item")
    .replace(/^must NOT have (duplicate items).*/u, "no $1")
    .replace(/^must be ([a-z])/u, "a value of the type $1")
    .replace(/^must be ([<>])/u, "a number $1")
    .replace(/^must match pattern "\\S"$/u, "a text that is not empty")
    .replace(/^must match pattern/u, "a text of the pattern");
}

function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
