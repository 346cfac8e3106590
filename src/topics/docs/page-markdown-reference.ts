import { shortenExample } from "./example-text.ts";
import {
  type ListedOperation,
  REFERENCE_GROUPS,
  type ReferenceGroup,
  curlLine,
  exampleOf,
  isBinary,
  listOperations,
  parametersOf,
  referenceOf,
  successOf,
} from "./listed-operations.ts";
import type { OpenApiDocument, OpenApiParameter } from "./openapi-document.ts";
import { type Field, describeType, fieldsOf, plainType } from "./page-schema.ts";
import { referenceTexts as texts } from "./texts-reference.ts";

/** The API reference as Markdown, from the OpenAPI document like its pages. */

/** Writes every operation on a line of its own, by group. */
export function writeIndex(document: OpenApiDocument, baseUrl: string): string {
  const byTag = Map.groupBy(listOperations(document), ({ tag }) => tag);
  const groups = REFERENCE_GROUPS.filter(({ tag }) => byTag.has(tag)).map(({ tag, about, path }) => {
    const lines = (byTag.get(tag) ?? []).map((operation) => {
      const [page = "", anchor = ""] = referenceOf(operation).split("#");
      const { method, path: route, summary = operation.operationId } = operation;
      return `- [${summary}](${baseUrl}${page}.md#${anchor}): \`${method} ${route}\`${markOf(operation)}`;
    });
    return `## [${tag}](${baseUrl}${path}.md)\n\n${about}\n\n${lines.join("\n")}\n`;
  });
  return `# ${texts.title}\n\nFrom the OpenAPI document at ${baseUrl}/api/openapi.json.\n\n${groups.join("\n")}`;
}

/** Writes the operations of a group: a request, parameters, and the fields of body and answer. */
export function writeGroup({ tag, about }: ReferenceGroup, document: OpenApiDocument, baseUrl: string): string {
  const operations = listOperations(document).filter((operation) => operation.tag === tag);
  const parts = operations.map((operation) => writeOperation(document, operation, baseUrl));
  return `# ${tag}\n\n${about}\n\n${parts.join("\n\n")}\n`;
}

function writeOperation(document: OpenApiDocument, operation: ListedOperation, baseUrl: string): string {
  const { operationId, summary = operationId, description = "", method, path, requestBody, responses } = operation;
  const success = successOf(document, operation);
  const example = success === null || isBinary(success.mediaType) ? undefined : success.media.example;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const answer = success?.media.schema;
  return [
    `## ${summary}${markOf(operation)}`,
    `\`${method} ${path}\` (\`${operationId}\`)`,
    description,
    `\`\`\`sh\n${curlLine(document, operation, baseUrl)}\n\`\`\``,
    ...(example === undefined ? [] : [`\`\`\`\n${shortenExample(example, { fold: ["meta", "scale"] })}\n\`\`\``]),
    ...writeList(texts.parameters, parametersOf(operation).map(writeParameter)),
    ...writeList(texts.bodyFields, body === undefined ? [] : fieldsOf(document, body).flatMap(writeField)),
    ...writeList(texts.answerFields, answer === undefined ? [] : fieldsOf(document, answer).flatMap(writeField)),
    `${texts.statuses}: ${Object.keys(responses).join(", ")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function markOf({ deprecated }: ListedOperation): string {
  return deprecated === true ? ` (${texts.deprecated})` : "";
}

function writeList(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`### ${heading}`, lines.join("\n")];
}

function writeParameter(parameter: OpenApiParameter): string {
  const { name, in: place, required, description, schema = {} } = parameter;
  const example = exampleOf(parameter);
  const about = [
    description ?? schema.description ?? "",
    schema.default === undefined ? "" : `Default: \`${JSON.stringify(schema.default)}\`.`,
    example === null ? "" : `Example: \`${example}\`.`,
  ];
  const kind = `${place}${required === true ? `, ${texts.required}` : ""}, ${plainType(describeType(schema))}`;
  return `- \`${name}\` (${kind}): ${about.filter((part) => part !== "").join(" ")}`;
}

/** Writes a member, with the members within it indented below it. */
function writeField({ name, type, unit, description, reasons, within }: Field): readonly string[] {
  const kind = plainType(type) + (unit === null ? "" : `, ${unit}`);
  const isNull = reasons.length === 0 ? "" : ` ${texts.nullWhere} ${reasons.join(", ")}.`;
  return [`- \`${name}\` (${kind}): ${description}${isNull}`, ...within.flatMap(writeField).map((line) => `  ${line}`)];
}
