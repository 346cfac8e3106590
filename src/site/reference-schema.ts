import type { JsonSchema } from "./openapi-document.ts";
import { type Child, type Html, formatSentence, html, join } from "./html.ts";

/** Says in a few words of HTML what a schema lets through; named schemas are linked. */
export function describeType(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return join(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      " or ",
    );
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return join(distinct(choices.map(describeType)), " or ");
  if (schema.allOf !== undefined) return join(schema.allOf.map(describeType), " and ");
  if (schema.items !== undefined) return html`list of ${describeType(schema.items)}`;
  const values = valuesOf(schema);
  if (values !== undefined) return html`object of ${describeType(values)}`;
  const types = [schema.type ?? "any"].flat().join(" or ");
  return html`${types + boundsOf(schema)}`;
}

/** Pieces of markup without repetitions. */
function distinct(pieces: readonly Html[]): readonly Html[] {
  return [...new Map(pieces.map((piece) => [piece.toString(), piece])).values()];
}

/** A named schema: its members with types and explanations. */
export function renderSchema(name: string, schema: JsonSchema): Html {
  const explanation = schema.description !== undefined && html`<p>${formatSentence(schema.description)}</p>\n`;
  const rows = membersOf(schema);
  const content = rows.length === 0 ? html`<p>${describeType(schema)}</p>` : renderMembers(rows);
  return html`<details id="schema-${name}">
<summary>${name}</summary>
${explanation}${content}
</details>
`;
}

function renderMembers(rows: readonly (readonly [name: string, schema: JsonSchema])[]): Html {
  const lines = rows.map(([name, schema]) => {
    const meaning: Child = schema.description !== undefined && formatSentence(schema.description);
    return html`<tr><td><code>${name}</code></td><td>${describeType(schema)}</td><td>${meaning}</td></tr>\n`;
  });
  return html`<div class="scroll" tabindex="0">
<table>
<thead>
<tr><th scope="col">member</th><th scope="col">type</th><th scope="col">meaning</th></tr>
</thead>
<tbody>
${lines}</tbody>
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
