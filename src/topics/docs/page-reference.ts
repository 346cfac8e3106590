import { type Child, type Html, html } from "../../html/html.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { type Link, linksOf, rootOf } from "../../ask/urls.ts";
import {
  exampleOf,
  type ListedOperation,
  listOperations,
  parametersOf,
  redirects,
  REFERENCE_GROUPS,
  type ReferenceGroup,
} from "./listed-operations.ts";
import { type OpenApiMedia, openApiOf, type OpenApiParameter } from "./openapi-document.ts";
import { defineDocsPage } from "./page.ts";
import { writeGroup, writeIndex } from "./reference.ts";
import { referenceTexts as texts } from "./texts.ts";

/**
 * The pages of the API reference: a list of all operations, and a page for each group, on which a
 * script of ours sends requests. Without it they are complete.
 */
export const REFERENCE_PAGES: readonly SiteDocument[] = [
  ...defineDocsPage({
    path: "/docs/reference",
    title: texts.title,
    description: texts.description,
    linkedAs: "reference",
    depth: 2,
    write: writeIndex,
  }),
  ...REFERENCE_GROUPS.flatMap((group) =>
    defineDocsPage({
      path: group.path,
      title: texts.titleOf(group.tag),
      description: group.about,
      entry: "/docs/reference",
      scripts: ["reference.js"],
      depth: 2,
      write: (facts) => writeGroup(group, facts),
      insert: (facts) => insertForms(group, facts),
    }),
  ),
];

/** Returns the markup in the place of the comments of a group, by their names. */
function insertForms({ tag }: ReferenceGroup, facts: PageFacts): Readonly<Record<string, Html>> {
  const operations = listOperations(openApiOf(facts)).filter((operation) => operation.tag === tag);
  const isLive = facts.mode === "live";
  return {
    rest: html`<details class="rest">\n<summary>${texts.rest}</summary>\n`,
    "end-rest": html`</details>\n`,
    "end-operation": html`</article>\n`,
    ...Object.fromEntries(
      operations.flatMap((operation) => {
        const { operationId: id } = operation;
        const start = [`operation-${id}`, html`<article class="operation" aria-labelledby="${id}">\n`] as const;
        return isLive ? [start, [`form-${id}`, renderForm(rootOf(facts), operation)]] : [start];
      }),
    ),
    ...(isLive ? { key: renderKeyField(linksOf(facts)) } : {}),
  };
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

/** Renders the fields of a request, which a script turns into a form that sends it. */
function renderForm(root: string, operation: ListedOperation): Html {
  const { operationId, method, path, summary, requestBody, security = [] } = operation;
  const fields = parametersOf(operation).map((parameter) => renderField(operationId, parameter));
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (body !== undefined && bodyType !== undefined) fields.push(renderBodyField(operationId, bodyType, body));
  const takesKey = security.some((scheme) => Object.keys(scheme).length > 0) && html` data-takes-key`;
  const follows = redirects(operation) && html` data-redirects`;
  return html`<form class="try" data-method="${method}" data-path="${root + path}"${takesKey}${follows}>
${fields}<p><button type="submit" hidden aria-label="${texts.sendOf(summary ?? operationId)}">${texts.send}</button></p>
<div class="status" role="status"></div>
</form>
`;
}

function renderField(operationId: string, parameter: OpenApiParameter): Html {
  const { name, in: location, required = false, schema = {} } = parameter;
  const about = `${operationId}-${name}`;
  const value = required ? (exampleOf(parameter) ?? "") : "";
  const common = html`id="send-${about}" name="${name}" data-in="${location}" aria-describedby="${about}"${required && html` required`}`;
  const input =
    schema.enum === undefined
      ? html`<input ${common} type="text" autocomplete="off" spellcheck="false" value="${value}">`
      : renderChoice(common, schema.enum, value);
  return html`<div class="field">
<label for="send-${about}">${name}${required && html` <small>(${texts.required})</small>`}</label>
${input}
</div>
`;
}

function renderChoice(common: Html, choices: readonly unknown[], chosen: string): Html {
  const options = choices.map((choice) => {
    const text = String(choice);
    return html`<option value="${text}"${text === chosen && html` selected`}>${text}</option>`;
  });
  const none: Child = chosen === "" && html`<option value="">${texts.notSent}</option>`;
  return html`<select ${common}>${none}${options}</select>`;
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
