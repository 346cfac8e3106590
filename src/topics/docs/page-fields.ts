import { REASONS, type ReasonCode } from "../../ask/reasons.ts";
import type { JsonSchema, OpenApiDocument } from "./openapi-document.ts";
import { inlineCode } from "../../html/code-block.ts";
import { type Html, formatSentence, html, join } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import { type Field, SHARED_SCHEMAS, fieldsOf, renderType } from "./page-schema.ts";
import { referenceTexts as texts } from "./texts-reference.ts";

/** Renders the fields of an answer or a body. `id` begins the anchors of its fields. */
export function renderFields(document: OpenApiDocument, schema: JsonSchema, id: string): Html | null {
  const fields = fieldsOf(document, schema);
  if (fields.length === 0) return null;
  const codes = [
    ...new Set(fields.flatMap(({ reasons, within }) => [reasons, ...within.map((one) => one.reasons)].flat())),
  ];
  return html`${renderList(fields, id)}${codes.length > 0 && renderReasons(codes, id)}`;
}

function renderList(fields: readonly Field[], id: string): Html {
  return html`<dl class="fields">
${fields.map((field) => renderField(field, id))}</dl>
`;
}

function renderField({ name, path, type, unit, description, reasons, holds, within }: Field, id: string): Html {
  const codes = reasons.map((code) => html`<a href="#${anchorOf(id, "null", code)}"><code>${code}</code></a>`);
  const isNull = codes.length > 0 && html` <span class="null soft">${texts.nullWhere} ${join(codes, ", ")}</span>`;
  const members =
    within.length > 0 &&
    html`
<details${name === "items" && html` open`}>
<summary>${texts.within(within.length, holds)}</summary>
${renderList(within, id)}</details>`;
  return html`<div id="${anchorOf(id, ...path)}">
<dt>${inlineCode(name)} <small>${renderType(type)}${unit !== null && html`, ${unit}`}</small></dt>
<dd>${formatSentence(description)}${isNull}${members}</dd>
</div>
`;
}

/** Renders the reasons why fields of an answer can be null, each code once. */
function renderReasons(codes: readonly string[], id: string): Html {
  const rows = codes.map(
    (code) => html`<div id="${anchorOf(id, "null", code)}">
<dt><code>${code}</code></dt>
<dd>${formatSentence(isReason(code) ? REASONS[code] : "")}</dd>
</div>
`,
  );
  return html`<h4>${texts.reasons}</h4>
<dl class="terms">
${rows}</dl>
`;
}

/** Returns the anchor of a field of an operation, made of the names on the way to it. */
export function anchorOf(id: string, ...path: readonly string[]): string {
  return [id, ...path.map((name) => name.replaceAll(/[^\w-]/gu, "_"))].join("--");
}

function isReason(code: string): code is ReasonCode {
  return code in REASONS;
}

/** Renders the objects that most answers share, at the end of a page; types link to them. */
export function renderSharedSchemas(document: OpenApiDocument): Html {
  const schemas = SHARED_SCHEMAS.map((name) => {
    const schema = document.components?.schemas?.[name];
    if (schema === undefined) return null;
    return html`<h3 id="schema-${name}">${name}</h3>
<p>${formatSentence(schema.description ?? "")}</p>
${renderFields(document, schema, `schema-${name}`)}`;
  });
  return section({ id: "shared", heading: texts.shared }, schemas);
}
