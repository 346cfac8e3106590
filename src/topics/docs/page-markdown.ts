import { posix } from "node:path";
import { measuresInWords } from "../../ask/words.ts";
import { askDataset } from "../../html/frame.ts";
import { EXAMPLE_ORIGIN } from "../../html/render-markdown.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { type Guide, GUIDES } from "./guides.ts";
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
import { type OpenApiDocument, openApiOf, type OpenApiParameter } from "./openapi-document.ts";
import { findGuidePicture, readGuide, showOwnAnswers } from "./page-guide.ts";
import { shortenExample } from "./example-text.ts";
import { describeType, type Field, fieldsOf, plainType } from "./page-schema.ts";
import { referenceTexts as texts } from "./texts.ts";

/** The media type of Markdown (RFC 7763). */
export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/**
 * The guides and the reference as Markdown, for programs: at the path of the page with `.md` behind
 * it, and at that of the page itself for clients that prefer Markdown to HTML.
 */
export const MARKDOWN_DOCUMENTS: readonly SiteDocument[] = [
  ...GUIDES.map((guide) => defineMarkdown(guide.path, (facts) => writeGuide(guide, facts))),
  defineMarkdown("/docs/reference", (facts) => writeIndex(openApiOf(facts), facts.baseUrl)),
  ...REFERENCE_GROUPS.map((group) =>
    defineMarkdown(group.path, (facts) => writeGroup(group, openApiOf(facts), facts.baseUrl)),
  ),
].flat();

function defineMarkdown(page: string, text: SiteDocument["text"]): readonly SiteDocument[] {
  return [page, `${page}.md`].map((place) => ({ path: place, mediaType: MARKDOWN_TYPE, text }));
}

/** Writes a guide with links to Markdown, answers of the present release, and no comments. */
export async function writeGuide({ file }: Pick<Guide, "file">, facts: PageFacts): Promise<string> {
  const markdown = showOwnAnswers(await readGuide({ file }), openApiOf(facts));
  const measures = measuresInWords(await askDataset(facts.ask));
  // Every second part is a block of code, which has no links.
  return markdown
    .replaceAll(EXAMPLE_ORIGIN, () => facts.baseUrl)
    .replaceAll("<!-- measures -->", () => measures)
    .split(/^(```[^]*?^```)$/mu)
    .map((part, index) => (index % 2 === 1 ? part : leadOn(part, file, facts.baseUrl)))
    .join("")
    .replaceAll(/\n{3,}/gu, "\n\n");
}

function leadOn(text: string, file: string, baseUrl: string): string {
  return text
    .replaceAll(/<!--[^]*?-->/gu, "")
    .replaceAll(/(!?)\[([^\]]*)\]\(([^()\s]+)\)/gu, (_, picture: string, words: string, href: string) => {
      const url = urlOf(href, file, baseUrl);
      return url === null ? words : `${picture}[${words}](${url})`;
    });
}

/** Returns the URL that a link of a file of `docs/` leads to, or null if that is no page. */
function urlOf(href: string, file: string, baseUrl: string): string | null {
  if (/^https?:|^mailto:|^#/u.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  const end = anchor === undefined ? "" : `#${anchor}`;
  if (target.startsWith("/")) return baseUrl + (target.startsWith("/docs/") ? `${target}.md` : target) + end;
  const found = posix.join(posix.dirname(file), target);
  if (found === "problems.md") return `${baseUrl}/problems${end}`;
  const page = GUIDES.find((guide) => guide.file === found)?.path;
  if (page !== undefined) return `${baseUrl}${page}.md${end}`;
  const picture = findGuidePicture(found);
  return picture === null ? null : baseUrl + picture.path;
}

/** The API reference as Markdown, from the OpenAPI document like its pages. */

/** Writes every operation on a line of its own, by group. */
function writeIndex(document: OpenApiDocument, baseUrl: string): string {
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
function writeGroup({ tag, about }: ReferenceGroup, document: OpenApiDocument, baseUrl: string): string {
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
