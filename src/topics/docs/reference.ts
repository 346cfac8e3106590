import { linksOf, type Mode } from "../../ask/urls.ts";
import { shortenExample } from "./example-text.ts";
import { anchorOf, describeType, type Field, fieldsOf, SHARED_SCHEMAS } from "./fields.ts";
import {
  curlLine,
  exampleOf,
  isBinary,
  type ListedOperation,
  listOperations,
  parametersOf,
  REFERENCE_GROUPS,
  type ReferenceGroup,
  referenceOf,
  successOf,
} from "./listed-operations.ts";
import {
  follow,
  type JsonSchema,
  type OpenApiDocument,
  openApiOf,
  type OpenApiParameter,
  type OpenApiResponse,
} from "./openapi-document.ts";
import { referenceTexts as texts } from "./texts.ts";

/**
 * The API reference in Markdown, made from the OpenAPI document. A page replaces its comments by
 * forms that send requests; a comment such as `<!-- #get_country -->` is an anchor.
 */

/** The document, and the place of the site that shows it. */
interface ReferenceFacts {
  readonly openapi: object;
  readonly baseUrl: string;
  readonly mode: Mode;
}

/** Writes a line for every operation, by group, and the objects that most answers share. */
export function writeIndex(facts: ReferenceFacts): string {
  const document = openApiOf(facts);
  const byTag = Map.groupBy(listOperations(document), ({ tag }) => tag);
  const groups = REFERENCE_GROUPS.filter(({ tag }) => byTag.has(tag)).flatMap(({ tag, about, path }) => {
    const lines = (byTag.get(tag) ?? []).map((operation) => {
      const { operationId, method, path: route } = operation;
      const link = `[${titleOf(operation)}](${referenceOf(operation)})`;
      return `- ${link}<!-- #${operationId} -->: \`${method} ${route}\``;
    });
    return [`## [${tag}](${path})<!-- #tag-${path.split("/").at(-1)} -->`, about, lines.join("\n")];
  });
  const shared = SHARED_SCHEMAS.flatMap((name) => {
    const schema = document.components?.schemas?.[name];
    return schema === undefined
      ? []
      : [`### ${name}`, schema.description ?? "", ...writeFields(document, schema, name)];
  });
  const hasPostman = linksOf(facts)("/api/postman-collection.json") !== "";
  return joinParts([
    `# ${texts.title}`,
    `Generated from the [OpenAPI document](/api/openapi.json), which other tools can read${hasPostman ? "; there is a [Postman collection](/api/postman-collection.json), too" : ""}.`,
    ...groups,
    `## ${texts.shared}`,
    ...shared,
  ]);
}

/** A page of more operations shows each in short, with the rest folded. */
const UNFOLDED_MAX = 7;

/** Writes the operations of a group, and the requests that the service sends by itself. */
export function writeGroup({ tag, about }: ReferenceGroup, facts: ReferenceFacts): string {
  const document = openApiOf(facts);
  const operations = listOperations(document).filter((operation) => operation.tag === tag);
  const isFolded = operations.length > UNFOLDED_MAX;
  const events = tag === "Webhooks" ? listOperations({ paths: document.webhooks ?? {} }) : [];
  return joinParts([
    `# ${tag}`,
    about,
    "<!-- key -->",
    ...operations.flatMap((operation) => writeOperation(document, operation, facts.baseUrl, isFolded)),
    ...(events.length > 0 ? [`## ${texts.events}`, ...events.flatMap((event) => writeEvent(document, event))] : []),
  ]);
}

function writeOperation(
  document: OpenApiDocument,
  operation: ListedOperation,
  baseUrl: string,
  isFolded: boolean,
): readonly string[] {
  const { operationId, description = "", method, path } = operation;
  const success = successOf(document, operation);
  const example = success === null || isBinary(success.mediaType) ? undefined : success.media.example;
  const shown = example === undefined ? "" : shortenExample(example, { fold: ["meta", "scale"] });
  const parameters = parametersOf(operation).map((parameter) => writeParameter(operationId, parameter));
  const statuses = Object.entries(operation.responses).map(([status, response]) => {
    const { description: meaning = "", content = {} } = follow<OpenApiResponse>(document, response);
    const types = Object.keys(content).map((type) => `\`${type}\``);
    return `- ${status}: ${meaning}${types.length > 0 ? ` (${types.join(", ")})` : ""}`;
  });
  return [
    `<!-- operation-${operationId} -->`,
    `## ${titleOf(operation)}<!-- #${operationId} -->`,
    `\`${method} ${path}\` (\`${operationId}\`)`,
    description,
    `\`\`\`sh\n${curlLine(document, operation, baseUrl)}\n\`\`\``,
    isFolded ? "<!-- rest -->" : "",
    shown === "" ? "" : `\`\`\`text answer\n${shown}\n\`\`\``,
    ...writeList(texts.parameters, parameters),
    `<!-- form-${operationId} -->`,
    ...writeList(texts.bodyFields, writeFields(document, bodyOf(operation), `${operationId}--body`)),
    ...writeList(texts.answerFields, writeFields(document, success?.media.schema, operationId)),
    ...writeList(texts.statuses, statuses),
    isFolded ? "<!-- end-rest -->" : "",
    "<!-- end-operation -->",
  ];
}

function writeEvent(document: OpenApiDocument, event: ListedOperation): readonly string[] {
  const { operationId, path, description = "" } = event;
  return [
    `### ${titleOf(event)}<!-- #${operationId} -->`,
    `\`${path}\`: ${description}`,
    ...writeFields(document, bodyOf(event), operationId),
  ];
}

function bodyOf({ requestBody }: ListedOperation): JsonSchema | undefined {
  return Object.values(requestBody?.content ?? {})[0]?.schema;
}

function titleOf({ summary, operationId, deprecated }: ListedOperation): string {
  return `${summary ?? operationId}${deprecated === true ? ` (${texts.deprecated})` : ""}`;
}

function joinParts(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function writeList(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`### ${heading}`, lines.join("\n")];
}

function writeParameter(operationId: string, parameter: OpenApiParameter): string {
  const { name, in: place, required, description, schema = {} } = parameter;
  const example = exampleOf(parameter);
  const about = [
    description ?? schema.description ?? "",
    schema.default === undefined ? "" : `Default: \`${JSON.stringify(schema.default)}\`.`,
    example === null ? "" : `Example: \`${example}\`.`,
  ];
  const kind = `${place}${required === true ? `, ${texts.required}` : ""}, ${describeType(schema)}`;
  return `- \`${name}\`<!-- #${operationId}-${name} --> (${kind}): ${about.filter((part) => part !== "").join(" ")}`;
}

/** Writes a line for each member of a schema; `id` begins their anchors. */
function writeFields(document: OpenApiDocument, schema: JsonSchema | undefined, id: string): readonly string[] {
  const fields = schema === undefined ? [] : fieldsOf(document, schema);
  return fields.length === 0 ? [] : [fields.flatMap((field) => writeField(field, id)).join("\n")];
}

/** Writes a member, with the members within it indented below it. */
function writeField({ name, path, type, unit, description, reasons, within }: Field, id: string): readonly string[] {
  const codes = reasons.map((code) => `[\`${code}\`](/docs/reasons#${code})`);
  const isNull = codes.length === 0 ? "" : ` ${texts.nullWhere} ${codes.join(", ")}.`;
  const kind = type + (unit === null ? "" : `, ${unit}`);
  return [
    `- \`${name}\`<!-- #${anchorOf(id, ...path)} --> (${kind}): ${description}${isNull}`,
    ...within.flatMap((field) => writeField(field, id)).map((line) => `  ${line}`),
  ];
}
