import { defineDocsPage } from "./docs-page.ts";
import { rootOf } from "./frame.ts";
import { type Child, type Html, breakable, formatSentence, html, join } from "./html.ts";
import {
  type OpenApiDocument,
  type OpenApiMedia,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  follow,
} from "./openapi-document.ts";

import { describeType, renderSchema } from "./reference-schema.ts";
import type { SiteDocument } from "./site-document.ts";

/**
 * The API reference, made from the OpenAPI document: every operation with its parameters, answers
 * and an example, and every schema.
 *
 * It is complete without JavaScript; a script of ours adds that requests can be sent from it.
 */
export const REFERENCE_PAGE: SiteDocument = defineDocsPage(
  "/docs/reference",
  (facts) => ({
    title: "API reference",
    description:
      "Every endpoint of the API with its parameters, responses and examples. You can send requests from this page.",
    main: renderReference(facts.openapi as OpenApiDocument, rootOf(facts)),
    scripts: ["reference.js"],
  }),
  "reference",
);

interface Listed extends OpenApiOperation {
  readonly path: string;
  readonly method: string;
}

function renderReference(document: OpenApiDocument, root: string): Html {
  const operations: Listed[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
  const byTag = [...Map.groupBy(operations, ({ tags }) => tags?.[0] ?? "Other")];
  const contents = byTag.map(([tag, group]) => {
    const items = group.map(({ operationId, summary, deprecated }) => {
      const mark = deprecated === true && html` <span class="mark">deprecated</span>`;
      return html`<li><a href="#${operationId}">${summary ?? operationId}</a>${mark}</li>\n`;
    });
    return html`<li>${tag}\n<ul>\n${items}</ul>\n</li>\n`;
  });
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) =>
    renderSchema(name, schema),
  );
  return html`<h1>API reference</h1>
<p>Generated from the OpenAPI document at <a href="${root}/api/openapi.json">/api/openapi.json</a>. Requests go to the service that serves this page.</p>
<noscript><p class="notice">You need JavaScript to send requests from this page. Without it, you can open the <a href="${root}/api/openapi.json">OpenAPI document</a> in another tool.</p></noscript>
${renderKeyField(root)}
<nav aria-label="Operations" class="contents">
<ul>
${contents}<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
${byTag.map(([tag, group]) => renderTag(document, tag, group, root))}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas}
</section>`;
}

/** The field for a key; hidden until the script that sends it runs. */
function renderKeyField(root: string): Html {
  return html`<div class="key" hidden>
<div class="field">
<label for="api-key">API key <small>(optional)</small></label>
<input id="api-key" type="password" autocomplete="new-password" spellcheck="false" aria-describedby="api-key-hint">
<p class="hint" id="api-key-hint">Sent as <code>X-SVC-API-Key</code> with requests from this page, and forgotten when you close the tab. A <a href="${root}/docs/authentication">key</a> raises the <a href="${root}/docs/rate-limits">rate limit</a>.</p>
</div>
</div>`;
}

function renderTag(document: OpenApiDocument, tag: string, group: readonly Listed[], root: string): Html {
  const id = `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-")}`;
  const about = document.tags?.find(({ name }) => name === tag)?.description;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${tag}</h2>
${about !== undefined && html`<p>${formatSentence(about)}</p>\n`}${group.map((operation) => renderOperation(document, operation, root))}</section>
`;
}

function renderOperation(document: OpenApiDocument, operation: Listed, root: string): Html {
  const { operationId, summary, description, method, path, deprecated } = operation;
  const mark = deprecated === true && html` <span class="mark">deprecated</span>`;
  return html`<article class="operation" aria-labelledby="${operationId}">
<h3 id="${operationId}">${summary ?? operationId}${mark}</h3>
<p class="route"><code><b>${method}</b> ${breakable(path)}</code></p>
${description !== undefined && html`<p>${formatSentence(description)}</p>\n`}${renderForm(document, operation, root)}
${renderResponses(document, operation)}
</article>
`;
}

function renderForm(document: OpenApiDocument, operation: Listed, root: string): Html {
  const { operationId, method, path, summary, requestBody, security = [] } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => follow<OpenApiParameter>(document, parameter));
  const asked = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query");
  const fields = asked.map((parameter) => renderField(operationId, parameter));
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (body !== undefined && bodyType !== undefined) fields.push(renderBodyField(operationId, bodyType, body));
  const takesKey = security.some((scheme) => Object.keys(scheme).length > 0) && html` data-takes-key`;
  return html`<form class="try" data-method="${method}" data-path="${root + path}"${takesKey}>
${fields}
<p><button type="submit" hidden aria-label="Send: ${summary ?? operationId}">Send</button></p>
<div class="answer" role="status"></div>
</form>`;
}

function renderField(
  operationId: string,
  { name, in: location, required, description, schema = {}, example }: OpenApiParameter,
): Html {
  const id = `${operationId}-${name}`;
  const shown = example ?? schema.example ?? schema.examples?.[0];
  const value = required === true && shown !== undefined ? valueText(shown) : "";
  const fallback = schema.default !== undefined && html`Default: <code>${valueText(schema.default)}</code>.`;
  const hintExample =
    shown !== undefined && shown !== schema.default && html`Example: <code>${valueText(shown)}</code>.`;
  const about = description ?? schema.description;
  // The choices of a list are in its items.
  const type = schema.enum === undefined && html`Type: ${describeType(schema)}.`;
  const hint = [about !== undefined && formatSentence(about), type, fallback, hintExample].filter(
    (part) => part !== false,
  );
  const common = html`id="${id}" name="${name}" data-in="${location}" aria-describedby="${id}-hint"`;
  const must = required === true && html` required`;
  const input =
    schema.enum === undefined
      ? html`<input ${common} type="text" autocomplete="off" spellcheck="false" value="${value}"${must}>`
      : renderChoice(common, schema.enum, required === true ? value : null, must);
  return html`<div class="field">
<label for="${id}">${name}${required === true && html` <small>(required)</small>`}</label>
${input}
<p class="hint" id="${id}-hint">${join(hint, " ")}</p>
</div>
`;
}

function renderChoice(common: Html, choices: readonly unknown[], chosen: string | null, must: Child): Html {
  const options = choices.map((choice) => {
    const text = String(choice);
    return html`<option value="${text}"${text === chosen && html` selected`}>${text}</option>`;
  });
  const none = chosen === null && html`<option value="">(not sent)</option>`;
  return html`<select ${common}${must}>${none}${options}</select>`;
}

function renderBodyField(operationId: string, mediaType: string, { example }: OpenApiMedia): Html {
  const id = `${operationId}-body`;
  const text = example === undefined ? "" : JSON.stringify(example, null, 2);
  return html`<div class="field">
<label for="${id}">Body <small>(${mediaType})</small></label>
<textarea id="${id}" data-in="body" data-type="${mediaType}" rows="6" spellcheck="false">${text}</textarea>
</div>
`;
}

function renderResponses(document: OpenApiDocument, { responses }: Listed): Html {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description = "", content = {} } = follow<OpenApiResponse>(document, response);
    const types = Object.entries(content).map(([type, { schema }]) => {
      // The type of an answer where it has a name; a file is just text.
      const name = schema?.$ref !== undefined && html` ${describeType(schema)}`;
      return html`<code>${type}</code>${name}`;
    });
    return html`<tr><td>${status}</td><td>${formatSentence(description)}</td><td>${join(types, html`<br>`)}</td></tr>\n`;
  });
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [media] = success === undefined ? [] : Object.values(follow<OpenApiResponse>(document, success).content ?? {});
  return html`<details>
<summary>Answers</summary>
<div class="scroll" tabindex="0">
<table>
<thead>
<tr><th scope="col">status</th><th scope="col">meaning</th><th scope="col">content</th></tr>
</thead>
<tbody>
${rows}</tbody>
</table>
</div>
</details>
${renderExample(media)}`;
}

/** Longer examples are cut, which they end with. */
const EXAMPLE_CHARACTERS_MAX = 6000;

function renderExample(media: OpenApiMedia | undefined): Child {
  if (media?.example === undefined) return null;
  const whole = typeof media.example === "string" ? media.example : JSON.stringify(media.example, null, 2);
  const shown = whole.slice(0, EXAMPLE_CHARACTERS_MAX);
  const rest = whole.length - shown.length;
  const note = rest > 0 && html`\n<p>${rest} more characters are in the OpenAPI description.</p>`;
  return html`<details>
<summary>Example</summary>
<pre tabindex="0"><code>${shown}
</code></pre>${note}
</details>`;
}

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value);
}
