import type { OpenApiDocument } from "./openapi-document.ts";

/** Matches an answer in a guide, for which pages show that of the service's own release. */
const ANSWER = /<!-- answer of (\w+)(?: as ([\w/-]+))? -->\n+```text\n[\s\S]*?\n```/gu;

/**
 * Replaces the answers of a guide that are marked with the id of an operation, and a media type
 * (`answer of cite as application/x-bibtex`) where it answers in several: they come from the
 * demonstration data, and the OpenAPI document has those of the present release.
 */
export function showOwnAnswers(markdown: string, openapi: OpenApiDocument): string {
  return markdown.replaceAll(
    ANSWER,
    (_, id: string, mediaType?: string) =>
      `<!-- answer -->\n\n\`\`\`text\n${exampleOf(openapi, id, mediaType).trimEnd()}\n\`\`\``,
  );
}

/**
 * Returns the example of an operation that answers with text, in the form of `mediaType` where it
 * has several. Throws if there is none.
 */
function exampleOf({ paths }: OpenApiDocument, id: string, mediaType?: string): string {
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  const response = operation?.responses["200"];
  const media = response !== undefined && "content" in response ? Object.entries(response.content ?? {}) : [];
  const example = media.find(([type]) => mediaType === undefined || type === mediaType)?.[1].example;
  if (typeof example !== "string") throw new Error(`the OpenAPI document shows no text of ${id}`);
  return example;
}
