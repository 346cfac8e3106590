import {
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiMedia,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  follow,
} from "./openapi-document.ts";
import { definePage, escapeHtml, formatSentence, rootOf } from "./page.ts";
import { describeType, renderSchema } from "./reference-schema.ts";
import type { SiteDocument } from "./site-document.ts";

/**
 * The API reference, made from the OpenAPI document: every operation with its parameters, answers
 * and an example, and every schema.
 *
 * It is complete without JavaScript; a script of ours adds that requests can be sent from it.
 */
export const REFERENCE_PAGE: SiteDocument = definePage(
  "/docs/reference",
  (facts) => ({
    title: "API reference",
    description:
      "Every endpoint of the API with its parameters, responses and examples. You can send requests from this page.",
    main: renderReference(facts.openapi as OpenApiDocument, rootOf(facts)),
    script: "/docs/assets/reference.js",
  }),
  "reference",
);

interface Listed extends OpenApiOperation {
  readonly path: string;
  readonly method: string;
}

function renderReference(document: OpenApiDocument, root: string): string {
  const operations: Listed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const byTag = [...Map.groupBy(operations, ({ tags }) => tags?.[0] ?? "Other")];
  const contents = byTag.map(([tag, group]) => {
    const items = group.map(({ operationId, summary, deprecated }) => {
      const mark = deprecated === true ? ' <span class="mark">deprecated</span>' : "";
      return `<li><a href="#${operationId}">${escapeHtml(summary ?? operationId)}</a>${mark}</li>`;
    });
    return `<li>${escapeHtml(tag)}\n<ul>\n${items.join("\n")}\n</ul>\n</li>`;
  });
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) =>
    renderSchema(name, schema),
  );
  return `<h1>API reference</h1>
<p>Generated from the OpenAPI document at <a href="${root}/api/openapi.json">/api/openapi.json</a>. Requests go to the service that serves this page.</p>
<noscript><p class="notice">You need JavaScript to send requests from this page. Without it, you can open the <a href="${root}/api/openapi.json">OpenAPI document</a> in another tool.</p></noscript>
${renderKeyField(root)}
<nav aria-label="Operations" class="contents">
<ul>
${contents.join("\n")}
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
${byTag.map(([tag, group]) => renderTag(document, tag, group, root)).join("\n")}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas.join("\n")}
</section>`;
}

/** The field for a key; hidden until the script that sends it runs. */
function renderKeyField(root: string): string {
  return `<div class="key" hidden>
<div class="field">
<label for="api-key">API key <small>(optional)</small></label>
<input id="api-key" type="password" autocomplete="new-password" spellcheck="false" aria-describedby="api-key-hint">
<p class="hint" id="api-key-hint">Sent as <code>X-SVC-API-Key</code> with requests from this page, and forgotten when you close the tab. A <a href="${root}/docs/authentication">key</a> raises the <a href="${root}/docs/quotas">rate limit</a> and does nothing else.</p>
</div>
</div>`;
}

function renderTag(document: OpenApiDocument, tag: string, group: readonly Listed[], root: string): string {
  const id = `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-")}`;
  const about = document.tags?.find(({ name }) => name === tag)?.description;
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${escapeHtml(tag)}</h2>
${about === undefined ? "" : `<p>${formatSentence(about)}</p>\n`}${group.map((operation) => renderOperation(document, operation, root)).join("\n")}
</section>`;
}

function renderOperation(document: OpenApiDocument, operation: Listed, root: string): string {
  const { operationId, summary, description, method, path, deprecated } = operation;
  const mark = deprecated === true ? ' <span class="mark">deprecated</span>' : "";
  return `<article class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}">${escapeHtml(summary ?? operationId)}${mark}</h3>
<p class="route"><code><b>${method}</b> ${escapeHtml(path).replaceAll("/", "/<wbr>")}</code></p>
${description === undefined ? "" : `<p>${formatSentence(description)}</p>\n`}${renderForm(document, operation, root)}
${renderResponses(document, operation)}
</article>`;
}

function renderForm(document: OpenApiDocument, operation: Listed, root: string): string {
  const { operationId, method, path, summary, requestBody, security = [] } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => follow<OpenApiParameter>(document, parameter));
  const asked = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query");
  const fields = asked.map((parameter) => renderField(operationId, parameter));
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (body !== undefined && bodyType !== undefined) fields.push(renderBodyField(operationId, bodyType, body));
  const takesKey = security.some((scheme) => Object.keys(scheme).length > 0) ? " data-takes-key" : "";
  const data = `data-method="${method}" data-path="${escapeHtml(root + path)}"${takesKey}`;
  return `<form class="try" ${data}>
${fields.join("\n")}
<p><button type="submit" hidden aria-label="Send: ${escapeHtml(summary ?? operationId)}">Send</button></p>
<div class="answer" role="status"></div>
</form>`;
}

function renderField(
  operationId: string,
  { name, in: location, required, description, schema = {}, example }: OpenApiParameter,
) {
  const id = `${operationId}-${name}`;
  const shown = example ?? schema.example ?? schema.examples?.[0];
  const value = required === true && shown !== undefined ? valueText(shown) : "";
  const fallback =
    schema.default === undefined ? "" : ` Default: <code>${escapeHtml(valueText(schema.default))}</code>.`;
  const hintExample =
    shown === undefined || shown === schema.default ? "" : ` Example: <code>${escapeHtml(valueText(shown))}</code>.`;
  const about = description ?? schema.description;
  // The choices of a list are in its items.
  const type = schema.enum === undefined ? ` Type: ${describeType(schema)}.` : "";
  const hint = `${about === undefined ? "" : formatSentence(about)}${type}${fallback}${hintExample}`.trim();
  const common = `id="${id}" name="${escapeHtml(name)}" data-in="${location}" aria-describedby="${id}-hint"`;
  const must = required === true ? " required" : "";
  const input =
    schema.enum === undefined
      ? `<input ${common} type="text" autocomplete="off" spellcheck="false" value="${escapeHtml(value)}"${must}>`
      : renderChoice(common, schema.enum, required === true ? value : null, must);
  return `<div class="field">
<label for="${id}">${escapeHtml(name)}${required === true ? " <small>(required)</small>" : ""}</label>
${input}
<p class="hint" id="${id}-hint">${hint}</p>
</div>`;
}

function renderChoice(common: string, choices: readonly unknown[], chosen: string | null, must: string): string {
  const options = choices.map((choice) => {
    const text = escapeHtml(String(choice));
    return `<option value="${text}"${text === chosen ? " selected" : ""}>${text}</option>`;
  });
  const none = chosen === null ? '<option value="">(not sent)</option>' : "";
  return `<select ${common}${must}>${none}${options.join("")}</select>`;
}

function renderBodyField(operationId: string, mediaType: string, { example }: OpenApiMedia): string {
  const id = `${operationId}-body`;
  const text = example === undefined ? "" : JSON.stringify(example, null, 2);
  return `<div class="field">
<label for="${id}">Body <small>(${escapeHtml(mediaType)})</small></label>
<textarea id="${id}" data-in="body" data-type="${escapeHtml(mediaType)}" rows="6" spellcheck="false">${escapeHtml(text)}</textarea>
</div>`;
}

function renderResponses(document: OpenApiDocument, { responses }: Listed): string {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description = "", content = {} } = follow<OpenApiResponse>(document, response);
    const types = Object.entries(content).map(([type, { schema }]) => {
      const name = schema === undefined ? "" : ` ${describeAnswer(schema)}`;
      return `<code>${escapeHtml(type)}</code>${name}`;
    });
    return `<tr><td>${escapeHtml(status)}</td><td>${formatSentence(description)}</td><td>${types.join("<br>")}</td></tr>`;
  });
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [media] = success === undefined ? [] : Object.values(follow<OpenApiResponse>(document, success).content ?? {});
  return `<details>
<summary>Answers</summary>
<div class="scroll" tabindex="0">
<table>
<thead>
<tr><th scope="col">status</th><th scope="col">meaning</th><th scope="col">content</th></tr>
</thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</div>
</details>
${renderExample(media)}`;
}

/** The type of an answer where it has a name; a file is just text. */
function describeAnswer(schema: JsonSchema): string {
  return schema.$ref === undefined ? "" : describeType(schema);
}

/** Longer examples are cut, which they end with. */
const EXAMPLE_CHARACTERS_MAX = 6000;

function renderExample(media: OpenApiMedia | undefined): string {
  if (media?.example === undefined) return "";
  const whole = typeof media.example === "string" ? media.example : JSON.stringify(media.example, null, 2);
  const shown = whole.slice(0, EXAMPLE_CHARACTERS_MAX);
  const rest = whole.length - shown.length;
  const note = rest === 0 ? "" : `\n<p>${rest} more characters are in the OpenAPI description.</p>`;
  return `<details>
<summary>Example</summary>
<pre tabindex="0"><code>${escapeHtml(shown)}
</code></pre>${note}
</details>`;
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value);
}
