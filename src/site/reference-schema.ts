import type { JsonSchema } from "./openapi-document.ts";
import { escapeHtml, formatSentence } from "./page.ts";

/** Says in a few words of HTML what a schema lets through; named schemas are linked. */
export function describeType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = escapeHtml(schema.$ref.split("/").at(-1)!);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(" or ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(describeType))].join(" or ");
  if (schema.allOf !== undefined) return schema.allOf.map(describeType).join(" and ");
  if (schema.items !== undefined) return `list of ${describeType(schema.items)}`;
  const values = valuesOf(schema);
  if (values !== undefined) return `object of ${describeType(values)}`;
  const types = [schema.type ?? "any"].flat().join(" or ");
  return escapeHtml(types + boundsOf(schema));
}

/** A named schema: its members with types and explanations. */
export function renderSchema(name: string, schema: JsonSchema): string {
  const explanation = schema.description === undefined ? "" : `<p>${formatSentence(schema.description)}</p>\n`;
  const rows = membersOf(schema);
  const content = rows.length === 0 ? `<p>${describeType(schema)}</p>` : renderMembers(rows);
  return `<details id="schema-${escapeHtml(name)}">
<summary>${escapeHtml(name)}</summary>
${explanation}${content}
</details>`;
}

function renderMembers(rows: readonly (readonly [name: string, schema: JsonSchema])[]): string {
  const lines = rows.map(([name, schema]) => {
    const meaning = schema.description === undefined ? "" : formatSentence(schema.description);
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${describeType(schema)}</td><td>${meaning}</td></tr>`;
  });
  return `<div class="scroll" tabindex="0">
<table>
<thead>
<tr><th scope="col">member</th><th scope="col">type</th><th scope="col">meaning</th></tr>
</thead>
<tbody>
${lines.join("\n")}
</tbody>
</table>
</div>`;
}

/** The members of a schema, those of unnamed objects within it under a path: `items[].rank`. */
function membersOf(schema: JsonSchema, path = ""): (readonly [name: string, schema: JsonSchema])[] {
  const own = [schema, ...(schema.allOf ?? [])].flatMap(({ properties }) => Object.entries(properties ?? {}));
  return own.flatMap(([name, member]) => {
    const isList = member.items !== undefined;
    const within = member.items ?? valuesOf(member) ?? member;
    const prefix = `${path}${name}${isList ? "[]" : within === member ? "" : ".*"}`;
    return [[`${path}${name}`, member] as const, ...membersOf(within, `${prefix}.`)];
  });
}

function valuesOf({ additionalProperties, patternProperties }: JsonSchema): JsonSchema | undefined {
  if (typeof additionalProperties === "object") return additionalProperties;
  return patternProperties === undefined ? undefined : Object.values(patternProperties)[0];
}

function boundsOf({ minimum, maximum, minLength = 0, maxLength, pattern, format = "" }: JsonSchema): string {
  const bounds = [
    ...(/^(?:int\d+|double|float|)$/u.test(format) ? [] : [format]),
    ...rangeOf(minimum, maximum, ""),
    ...(minLength <= 1 && maxLength === undefined ? [] : rangeOf(minLength, maxLength, " characters")),
    ...(pattern === undefined ? [] : [`like ${pattern}`]),
  ];
  return bounds.length === 0 ? "" : ` (${bounds.join(", ")})`;
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}
