import type { OpenApiDocument } from "./openapi-document.ts";

/** An answer in a guide that pages show as the service's own release gives it. */
const ANSWER = /<!-- answer of (\w+) -->\n+```text\n[\s\S]*?\n```/gu;

/**
 * Replaces the answers of a guide that are marked with the id of an operation: they come from the
 * demonstration data, and the OpenAPI document has those of the present release.
 */
export function showOwnAnswers(markdown: string, openapi: OpenApiDocument): string {
  return markdown.replaceAll(
    ANSWER,
    (_, id: string) => `<!-- answer -->\n\n\`\`\`text\n${exampleOf(openapi, id).trimEnd()}\n\`\`\``,
  );
}

/** The example of an operation that answers with text. Throws if there is none. */
function exampleOf({ paths }: OpenApiDocument, id: string): string {
  const operation = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  const response = operation?.responses["200"];
  const media = response !== undefined && "content" in response ? Object.values(response.content ?? {}) : [];
  const example = media[0]?.example;
  if (typeof example !== "string") throw new Error(`the OpenAPI document shows no text of ${id}`);
  return example;
}
