import { renderCode, inlineCode, renderTable } from "../../html/code-block.ts";
import { shortenExample } from "./example-text.ts";
import { type Child, type Html, formatSentence, html, join } from "../../html/html.ts";
import { type ListedOperation, curlLine, isBinary, successOf } from "./listed-operations.ts";
import { type OpenApiDocument, type OpenApiResponse, follow } from "./openapi-document.ts";
import { renderFields } from "./page-fields.ts";
import { renderForm } from "./page-form.ts";
import { describeType, renderType } from "./page-schema.ts";
import { referenceTexts as texts } from "./texts-reference.ts";

/** The document and the URLs that operations are shown with. */
export interface ReferencePlace {
  readonly document: OpenApiDocument;
  readonly baseUrl: string;
  /** See `rootOf`. */
  readonly root: string;
}

/**
 * Renders one operation with a request, its answer, parameters, fields and statuses. `isFolded`
 * is for pages of many: all that follows the request is folded, and a link to a field unfolds it.
 */
export function renderOperation(place: ReferencePlace, operation: ListedOperation, isFolded: boolean): Html {
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
  const rest = html`${answer}${renderForm(place, operation)}
${renderBody(document, operation)}${renderAnswer(document, operation, success?.media.schema)}${renderStatuses(document, operation)}`;
  return html`<article class="operation" aria-labelledby="${operationId}">
<h2 id="${operationId}"><a class="anchor" href="#${operationId}">${summary}</a>${mark}</h2>
<p class="route"><b>${method}</b> ${inlineCode(path)}</p>
${description !== undefined && html`<p>${formatSentence(description)}</p>\n`}${request}${isFolded ? html`<details class="rest">\n<summary>${texts.rest}</summary>\n${rest}</details>\n` : rest}</article>
`;
}

function renderBody(document: OpenApiDocument, { operationId, requestBody }: ListedOperation): Child {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const fields = schema === undefined ? null : renderFields(document, schema, `${operationId}--body`);
  return fields !== null && html`<h3>${texts.bodyFields}</h3>\n${fields}`;
}

function renderAnswer(
  document: OpenApiDocument,
  { operationId }: ListedOperation,
  schema: Parameters<typeof renderFields>[1] | undefined,
): Child {
  const fields = schema === undefined ? null : renderFields(document, schema, operationId);
  return fields !== null && html`<h3>${texts.answerFields}</h3>\n${fields}`;
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
  return html`<details data-live>
<summary>${texts.statuses}</summary>
${renderTable(texts.statusesOf(summary), ["status", "meaning", "content"], rows)}</details>
`;
}
