import { type Child, type Html, formatSentence, html, join } from "../../html/html.ts";
import { type ListedOperation, exampleOf, parametersOf, redirects } from "./listed-operations.ts";
import type { OpenApiMedia, OpenApiParameter } from "./openapi-document.ts";
import { describeType, renderType } from "./page-schema.ts";
import { referenceTexts as texts } from "./texts-reference.ts";

/** The parameters of an operation, which a script turns into a form that sends it. */
export function renderForm({ root }: { readonly root: string }, operation: ListedOperation): Html {
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
