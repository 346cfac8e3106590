import { inlineCode } from "../../html/code-block.ts";
import { type DocsContent, defineDocsPage } from "./page.ts";
import { rootOf } from "../../html/frame.ts";
import { type Html, formatSentence, html } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import {
  type ListedOperation,
  REFERENCE_GROUPS,
  type ReferenceGroup,
  listOperations,
  referenceOf,
} from "./listed-operations.ts";
import { type OpenApiDocument, openApiOf } from "./openapi-document.ts";
import { renderFields, renderSharedSchemas } from "./page-fields.ts";
import { type ReferencePlace, renderOperation } from "./page-operation.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { referenceTexts as texts } from "./texts-reference.ts";

/**
 * The API reference, made from the OpenAPI document: a list of all operations, and a page for each
 * group with their parameters, fields and examples.
 *
 * It is complete without JavaScript; a script of ours adds that requests can be sent from it.
 */
export const REFERENCE_PAGES: readonly SiteDocument[] = [
  defineDocsPage(
    "/docs/reference",
    (facts) => ({
      title: texts.title,
      description: texts.description,
      main: renderIndex(openApiOf(facts), rootOf(facts)),
      contents: REFERENCE_GROUPS.map(({ tag }) => ({ id: idOf(tag), depth: 2, title: tag })),
    }),
    { linkedAs: "reference" },
  ),
  ...REFERENCE_GROUPS.map((group) =>
    defineDocsPage(group.path, (facts) => describeGroup(group, facts), { entry: "/docs/reference" }),
  ),
];

function idOf(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(" ", "-")}`;
}

function renderIndex(document: OpenApiDocument, root: string): Html {
  const byTag = Map.groupBy(listOperations(document), ({ tag }) => tag);
  const groups = REFERENCE_GROUPS.filter(({ tag }) => byTag.has(tag)).map(({ tag, about, path }) =>
    section(
      { id: idOf(tag), heading: html`<a href="${root}${path}">${tag}</a>` },
      html`<p>${formatSentence(about)}</p>
<ul class="operations">
${(byTag.get(tag) ?? []).map((operation) => renderItem(operation, root))}</ul>`,
    ),
  );
  return html`<h1>${texts.title}</h1>
<p>Generated from the OpenAPI document at <a href="${root}/api/openapi.json">/api/openapi.json</a>, which other tools can read; there is a <a href="${root}/api/postman-collection.json">Postman collection</a>, too.</p>
${groups}`;
}

function renderItem(operation: ListedOperation, root: string): Html {
  const { operationId, summary = operationId, method, path, deprecated } = operation;
  const mark = deprecated === true && html` <span class="mark">${texts.deprecated}</span>`;
  return html`<li id="${operationId}"><a href="${root}${referenceOf(operation)}">${summary}</a>${mark}<span class="soft"><b>${method}</b> ${inlineCode(path)}</span></li>
`;
}

/** A page of more operations shows each in short, with the rest folded. */
const UNFOLDED_MAX = 7;

function describeGroup(group: ReferenceGroup, facts: PageFacts): DocsContent {
  const document = openApiOf(facts);
  const place: ReferencePlace = { document, baseUrl: facts.baseUrl, root: rootOf(facts) };
  const operations = listOperations(document).filter(({ tag }) => tag === group.tag);
  const isFolded = operations.length > UNFOLDED_MAX;
  const events = group.tag === "Webhooks" ? listOperations({ paths: document.webhooks ?? {} }) : [];
  const contents = [
    ...operations.map(({ operationId, summary = operationId }) => ({ id: operationId, depth: 2, title: summary })),
    ...(events.length > 0 ? [{ id: "events", depth: 2, title: texts.events }] : []),
    { id: "shared", depth: 2, title: texts.shared },
  ];
  const main = html`<p class="crumb"><a href="${place.root}/docs/reference">${texts.title}</a></p>
<h1>${group.tag}</h1>
<p>${formatSentence(group.about)}</p>
<noscript data-live><p class="notice">You need JavaScript to send requests from this page. The lines for curl work without it.</p></noscript>
${renderKeyField(place.root)}
${operations.map((operation) => renderOperation(place, operation, isFolded))}${events.length > 0 && renderEvents(document, events)}${renderSharedSchemas(document)}`;
  return {
    title: texts.titleOf(group.tag),
    description: group.about,
    main,
    contents,
    scripts: ["reference.js"],
  };
}

/** Renders the requests that the service sends by itself. */
function renderEvents(document: OpenApiDocument, events: readonly ListedOperation[]): Html {
  const parts = events.map(({ operationId, path, summary = path, description = "", requestBody }) => {
    const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
    return html`<h3 id="${operationId}">${summary}</h3>
<p><code>${path}</code> ${formatSentence(description)}</p>
${schema !== undefined && renderFields(document, schema, operationId)}`;
  });
  return section({ id: "events", heading: texts.events }, parts);
}

/** The field for a key; hidden until the script that sends it runs. */
function renderKeyField(root: string): Html {
  return html`<div class="key" data-live hidden>
<div class="field">
<label for="api-key">API key <small>(optional)</small></label>
<input id="api-key" type="password" autocomplete="new-password" spellcheck="false" aria-describedby="api-key-hint">
<p class="hint" id="api-key-hint">Sent as <code>X-SVC-API-Key</code> with requests from this page, and forgotten when you close the tab. A <a href="${root}/docs/errors-and-limits#keys">key</a> raises the <a href="${root}/docs/errors-and-limits#rate-limits">rate limit</a>.</p>
</div>
</div>`;
}
