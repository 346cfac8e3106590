import { TAGS } from "../../ask/tags.ts";
import {
  type OpenApiDocument,
  type OpenApiMedia,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  follow,
} from "./openapi-document.ts";
import { urlTo } from "../../ask/urls.ts";

/** An operation with its path and method. */
export interface ListedOperation extends OpenApiOperation {
  readonly path: string;
  /** In capitals. */
  readonly method: string;
  readonly tag: string;
}

/** A group of operations, which has a page of the reference. */
export interface ReferenceGroup {
  readonly tag: string;
  readonly about: string;
  /** The path of its page. */
  readonly path: string;
}

/** Every group, in the order the document lists their operations. */
export const REFERENCE_GROUPS: readonly ReferenceGroup[] = Object.entries(TAGS).map(([tag, about]) => ({
  tag,
  about,
  path: `/docs/reference/${tag.toLowerCase().replaceAll(" ", "-")}`,
}));

/** Every operation of a document, in its order. */
export function listOperations({ paths, security = [] }: OpenApiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => typeof operation.operationId === "string")
      .map(([method, operation]) => ({
        security,
        ...operation,
        path,
        method: method.toUpperCase(),
        tag: operation.tags?.[0] ?? "",
      })),
  );
}

/** The path of the part of the reference that describes an operation. */
export function referenceOf({ tag, operationId }: Pick<ListedOperation, "tag" | "operationId">): string {
  const group = REFERENCE_GROUPS.find((one) => one.tag === tag);
  return `${group?.path ?? "/docs/reference"}#${operationId}`;
}

/** The parameters of an operation that stand in its URL. */
export function parametersOf(operation: OpenApiOperation): OpenApiParameter[] {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === "path" || parameter.in === "query");
}

/** Returns the media type and content of a successful answer, or null if it has none. */
export function successOf(
  document: OpenApiDocument,
  { responses }: OpenApiOperation,
): { readonly mediaType: string; readonly media: OpenApiMedia } | null {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  if (success === undefined) return null;
  const [found] = Object.entries(follow<OpenApiResponse>(document, success).content ?? {});
  return found === undefined ? null : { mediaType: found[0], media: found[1] };
}

/** Returns true if other names of the same thing redirect to the operation. */
export function redirects({ responses }: OpenApiOperation): boolean {
  return "308" in responses;
}

/** Returns true if an answer of this type is for programs and files, not for people to read. */
export function isBinary(mediaType: string): boolean {
  return !/^text\/|[/+](?:json|xml|yaml)|bibtex/u.test(mediaType);
}

/** The example of a parameter as it stands in a URL. */
export function exampleOf({ example, schema = {} }: OpenApiParameter): string | null {
  const shown = example ?? schema.example ?? schema.examples?.[0];
  if (shown === undefined) return null;
  return Array.isArray(shown) ? shown.join(",") : typeof shown === "string" ? shown : JSON.stringify(shown);
}

/** Writes the curl command that sends the example of an operation. */
export function curlLine(document: OpenApiDocument, operation: ListedOperation, baseUrl: string): string {
  const { method, path, requestBody, security = [] } = operation;
  const required = parametersOf(operation).filter((parameter) => parameter.required === true);
  const values = Object.fromEntries(required.map((parameter) => [parameter.name, exampleOf(parameter) ?? ""]));
  const success = successOf(document, operation);
  const words = ["curl", redirects(operation) ? "-sL" : "-s"];
  if (method !== "GET") words.push("-X", method);
  const needsKey = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0);
  if (needsKey) words.push('-H "X-SVC-API-Key: $API_KEY"');
  if (success !== null && isBinary(success.mediaType)) words.push("-o", path.split("/").at(-1) ?? "file");
  words.push(`'${baseUrl}${urlTo(path, values)}'`);
  const [bodyType, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (bodyType !== undefined && body?.example !== undefined) {
    const text = typeof body.example === "string" ? body.example : JSON.stringify(body.example);
    words.push(`\\\n  -H 'Content-Type: ${bodyType}' -d '${text.replaceAll("'", String.raw`'\''`)}'`);
  }
  return words.join(" ");
}
