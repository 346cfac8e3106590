import { inlineCode, renderCode, renderTable } from "../../html/code-block.ts";
import { defineDocsPage, type DocsContent } from "./page.ts";
import { type Child, formatSentence, type Html, html, join } from "../../html/html.ts";
import { section } from "../../html/components.ts";
import {
  curlLine,
  exampleOf,
  isBinary,
  type ListedOperation,
  listOperations,
  parametersOf,
  redirects,
  REFERENCE_GROUPS,
  type ReferenceGroup,
  referenceOf,
  successOf,
} from "./listed-operations.ts";
import {
  follow,
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiMedia,
  openApiOf,
  type OpenApiParameter,
  type OpenApiResponse,
} from "./openapi-document.ts";
import { describeType, renderFields, renderSharedSchemas, renderType } from "./page-schema.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { referenceTexts as texts } from "./texts.ts";
import { shortenExample } from "./example-text.ts";
import { type Link, linksOf, rootOf } from "../../ask/urls.ts";

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
      main: renderIndex(openApiOf(facts), linksOf(facts)),
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

function renderIndex(document: OpenApiDocument, link: Link): Html {
  const byTag = Map.groupBy(listOperations(document), ({ tag }) => tag);
  const groups = REFERENCE_GROUPS.filter(({ tag }) => byTag.has(tag)).map(({ tag, about, path }) =>
    section(
      { id: idOf(tag), heading: html`<a href="${link(path)}">${tag}</a>` },
      html`<p>${formatSentence(about)}</p>
<ul class="operations">
${(byTag.get(tag) ?? []).map((operation) => renderItem(operation, link))}</ul>`,
    ),
  );
  const postman = link("/api/postman-collection.json");
  return html`<h1>${texts.title}</h1>
<p>Generated from the OpenAPI document at <a href="${link("/api/openapi.json")}">/api/openapi.json</a>, which other tools can read${postman !== "" && html`; there is a <a href="${postman}">Postman collection</a>, too`}.</p>
${groups}`;
}

function renderItem(operation: ListedOperation, link: Link): Html {
  const { operationId, summary = operationId, method, path, deprecated } = operation;
  const mark = deprecated === true && html` <span class="mark">${texts.deprecated}</span>`;
  return html`<li id="${operationId}"><a href="${link(referenceOf(operation))}">${summary}</a>${mark}<span class="soft"><b>${method}</b> ${inlineCode(path)}</span></li>
`;
}

/** A page of more operations shows each in short, with the rest folded. */
const UNFOLDED_MAX = 7;

function describeGroup(group: ReferenceGroup, facts: PageFacts): DocsContent {
  const document = openApiOf(facts);
  const place: ReferencePlace = { document, baseUrl: facts.baseUrl, mode: facts.mode, root: rootOf(facts) };
  const link = linksOf(facts);
  const operations = listOperations(document).filter(({ tag }) => tag === group.tag);
  const isFolded = operations.length > UNFOLDED_MAX;
  const events = group.tag === "Webhooks" ? listOperations({ paths: document.webhooks ?? {} }) : [];
  const contents = [
    ...operations.map(({ operationId, summary = operationId }) => ({ id: operationId, depth: 2, title: summary })),
    ...(events.length > 0 ? [{ id: "events", depth: 2, title: texts.events }] : []),
    { id: "shared", depth: 2, title: texts.shared },
  ];
  const main = html`<p class="crumb"><a href="${link("/docs/reference")}">${texts.title}</a></p>
<h1>${group.tag}</h1>
<p>${formatSentence(group.about)}</p>
${facts.mode === "live" && renderKeyField(link)}${operations.map((operation) => renderOperation(place, operation, isFolded))}${events.length > 0 && renderEvents(document, events)}${renderSharedSchemas(document)}`;
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
function renderKeyField(link: Link): Html {
  return html`<noscript><p class="notice">You need JavaScript to send requests from this page. The lines for curl work without it.</p></noscript>
<div class="key" hidden>
<div class="field">
<label for="api-key">API key <small>(optional)</small></label>
<input id="api-key" type="password" autocomplete="new-password" spellcheck="false" aria-describedby="api-key-hint">
<p class="hint" id="api-key-hint">Sent as <code>X-SVC-API-Key</code> with requests from this page, and forgotten when you close the tab. A <a href="${link("/docs/errors-and-limits#keys")}">key</a> raises the <a href="${link("/docs/errors-and-limits#rate-limits")}">rate limit</a>.</p>
</div>
</div>
`;
}

/** The document and the URLs that operations are shown with. */
interface ReferencePlace {
  readonly document: OpenApiDocument;
  readonly baseUrl: string;
  readonly mode: PageFacts["mode"];
  /** See `rootOf`. */
  readonly root: string;
}

/**
 * Renders one operation with a request, its answer, parameters, fields and statuses. `isFolded`
 * is for pages of many: all that follows the request is folded, and a link to a field unfolds it.
 */
function renderOperation(place: ReferencePlace, operation: ListedOperation, isFolded: boolean): Html {
  const { document, baseUrl } = place;
  const { operationId, summary = operationId, description, method, path, deprecated } = operation;
  const mark = deprecated === true && html` <span class="mark">${texts.deprecated}</span>`;
  const success = successOf(document, operation);
  const request = renderCode({
    id: `${operationId}-request`,
    text: curlLine(document, operation, baseUrl),
    role: "request",
    language: "curl",
  });
  const example = success?.media.example;
  const answer =
    success !== null &&
    example !== undefined &&
    !isBinary(success.mediaType) &&
    renderCode({
      id: `${operationId}-example`,
      text: shortenExample(example, { fold: ["meta", "scale"] }),
      role: "answer",
      language: success.mediaType,
    });
  const isLive = place.mode === "live";
  const bodySchema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const rest = html`${answer}${isLive && renderForm(place, operation)}
${renderMembers(document, texts.bodyFields, bodySchema, `${operationId}--body`)}${renderMembers(document, texts.answerFields, success?.media.schema, operationId)}${isLive && renderStatuses(document, operation)}`;
  return html`<article class="operation" aria-labelledby="${operationId}">
<h2 id="${operationId}"><a class="anchor" href="#${operationId}">${summary}</a>${mark}</h2>
<p class="route"><b>${method}</b> ${inlineCode(path)}</p>
${description !== undefined && html`<p>${formatSentence(description)}</p>\n`}${request}${isFolded ? html`<details class="rest">\n<summary>${texts.rest}</summary>\n${rest}</details>\n` : rest}</article>
`;
}

function renderMembers(document: OpenApiDocument, heading: string, schema: JsonSchema | undefined, id: string): Child {
  const fields = schema === undefined ? null : renderFields(document, schema, id);
  return fields !== null && html`<h3>${heading}</h3>\n${fields}`;
}

function renderStatuses(
  document: OpenApiDocument,
  { operationId, responses, summary = operationId }: ListedOperation,
): Html {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description = "", content = {} } = follow<OpenApiResponse>(document, response);
    const types = Object.entries(content).map(([type, { schema }]) => {
      // An answer shows the name of its type if it has one; a file is just text.
      const name = schema?.$ref !== undefined && html` ${renderType(describeType(schema))}`;
      return html`<code>${type}</code>${name}`;
    });
    return html`<tr><td>${status}</td><td>${formatSentence(description)}</td><td>${join(types, html`<br>`)}</td></tr>\n`;
  });
  return html`<details>
<summary>${texts.statuses}</summary>
${renderTable(texts.statusesOf(summary), ["status", "meaning", "content"], rows)}</details>
`;
}

/** The parameters of an operation, which a script turns into a form that sends it. */
function renderForm({ root }: { readonly root: string }, operation: ListedOperation): Html {
  const { operationId, method, path, summary, requestBody, security = [] } = operation;
  const fields = parametersOf(operation).map((parameter) => renderField(operationId, parameter));
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (body !== undefined && bodyType !== undefined) fields.push(renderBodyField(operationId, bodyType, body));
  const takesKey = security.some((scheme) => Object.keys(scheme).length > 0) && html` data-takes-key`;
  const follows = redirects(operation) && html` data-redirects`;
  return html`<form class="try" data-method="${method}" data-path="${root + path}"${takesKey}${follows}>
${fields.length > 0 && html`<h3>${texts.parameters}</h3>\n`}${fields}<p><button type="submit" hidden aria-label="${texts.sendOf(summary ?? operationId)}">${texts.send}</button></p>
<div class="status" role="status"></div>
</form>`;
}

function renderField(operationId: string, parameter: OpenApiParameter): Html {
  const { name, in: location, required, description, schema = {} } = parameter;
  const id = `${operationId}-${name}`;
  const example = exampleOf(parameter);
  const value = required === true && example !== null ? example : "";
  const standard = schema.default === undefined ? null : exampleOf({ name, in: location, example: schema.default });
  const about = description ?? schema.description;
  const hint: readonly (Child | false)[] = [
    about !== undefined && formatSentence(about),
    // The choices of a list are in its items.
    schema.enum === undefined && html`Type: ${renderType(describeType(schema))}.`,
    standard !== null && html`Default: <code>${standard}</code>.`,
    example !== null && example !== standard && html`Example: <code>${example}</code>.`,
  ];
  const common = html`id="${id}" name="${name}" data-in="${location}" aria-describedby="${id}-hint"`;
  const must = required === true && html` required`;
  const input =
    schema.enum === undefined
      ? html`<input ${common} type="text" autocomplete="off" spellcheck="false" value="${value}"${must}>`
      : renderChoice(common, schema.enum, required === true ? value : null, must);
  return html`<div class="field">
<label for="${id}">${name}${required === true && html` <small>(${texts.required})</small>`}</label>
${input}
<p class="hint" id="${id}-hint">${join(
    hint.filter((part) => part !== false),
    " ",
  )}</p>
</div>
`;
}

function renderChoice(common: Html, choices: readonly unknown[], chosen: string | null, must: Child): Html {
  const options = choices.map((choice) => {
    const text = String(choice);
    return html`<option value="${text}"${text === chosen && html` selected`}>${text}</option>`;
  });
  const none = chosen === null && html`<option value="">${texts.notSent}</option>`;
  return html`<select ${common}${must}>${none}${options}</select>`;
}

function renderBodyField(operationId: string, mediaType: string, { example }: OpenApiMedia): Html {
  const id = `${operationId}-body`;
  const text = example === undefined ? "" : JSON.stringify(example, null, 2);
  return html`<div class="field">
<label for="${id}">${texts.body} <small>(${mediaType})</small></label>
<textarea id="${id}" data-in="body" data-type="${mediaType}" rows="6" spellcheck="false">${text}</textarea>
</div>
`;
}
