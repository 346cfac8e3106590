import type { ErrorObject } from "ajv";

interface SchemaProblem {
  /** A JSON pointer. */
  readonly place: string;
  readonly found: string;
  readonly expected: string;
}

/** What a value breaks of its schema: where, what was found and what was expected, each once. */
export function schemaProblems(errors: readonly ErrorObject[]): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>();
  for (const { instancePath, keyword, message, params, data, schema } of errors) {
    // The branches of "text or null" repeat what the text's own rule says.
    if (keyword === "anyOf" || (keyword === "type" && schema === "null")) continue;
    const { additionalProperty, missingProperty } = params as { additionalProperty?: string; missingProperty?: string };
    const member = additionalProperty ?? missingProperty;
    const place =
      member === undefined ? instancePath : `${instancePath}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const found =
      missingProperty !== undefined
        ? "nothing"
        : additionalProperty !== undefined
          ? "an unknown member"
          : shorten(JSON.stringify(data));
    const expected =
      missingProperty !== undefined
        ? `the member ${missingProperty}`
        : additionalProperty !== undefined
          ? "no such member"
          : instancePath === "/licence" && keyword === "pattern"
            ? "an SPDX identifier of https://spdx.org/licenses/, such as CC-BY-4.0, CC0-1.0 or ODbL-1.0"
            : keyword === "enum" && Array.isArray(schema)
              ? `one of ${schema.join(", ")}`
              : describeRule(message ?? "must be another");
    const id = JSON.stringify([place, expected]);
    if (!problems.has(id)) problems.set(id, { place: place || "/", found, expected });
  }
  return [...problems.values()];
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
