import { readFile } from "node:fs/promises";
import { defineDocsPage } from "./page.ts";
import { measuresNote } from "../../html/components.ts";
import { askDataset } from "../../html/frame.ts";
import { html } from "../../html/html.ts";
import { type Guide, GUIDES } from "./guides.ts";
import { type OpenApiDocument, openApiOf } from "./openapi-document.ts";
import { renderMarkdown } from "../../html/render-markdown.ts";
import type { SiteDocument } from "../../html/site-document.ts";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import type { Page } from "../../ask/page.ts";
import { Problem } from "../../problem.ts";
import { linksOf, rootOf } from "../../ask/urls.ts";

const IMAGES = new URL("../../../docs/images/", import.meta.url);
const FOLDER = "images/";

/** The pictures of guides, in `docs/images/`; others there are for README.md alone. */
export const GUIDE_PICTURE_FILES: ReadonlySet<string> = new Set([
  "first-release-desk-bands.png",
  "first-release-desk-columns.png",
  "first-release-desk-result.png",
  "first-release-site.png",
  "first-release-spreadsheet.png",
  "first-release-terminal.png",
]);

/**
 * The picture that a guide shows by a path relative to `docs/`: its path below the root of the
 * site, and its size in pixels. Null if there is none.
 */
export function findGuidePicture(file: string) {
  const name = posix.basename(file);
  if (file !== FOLDER + name || !GUIDE_PICTURE_FILES.has(name)) return null;
  const bytes = readFileSync(new URL(name, IMAGES));
  // The size stands at the beginning of every PNG file, in its chunk IHDR.
  return { path: `/docs/${file}`, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The files of the pictures. */
export const GUIDE_PICTURES: Page = {
  path: `/docs/${FOLDER}{file}`,
  mediaType: "image/png",
  contentSecurityPolicy: "default-src 'none'",
  dependsOn: "releases",
  ignoresAccept: true,
  async answer({ path: { file = "" } }) {
    if (!GUIDE_PICTURE_FILES.has(file)) throw new Problem("not_found", "The guides have no picture of this name.");
    return { kind: "picture", bytes: await readFile(new URL(file, IMAGES)) };
  },
};

const DOCS = new URL("../../../docs/", import.meta.url);

/** Reads the Markdown of a guide. */
export function readGuide({ file }: Pick<Guide, "file">): Promise<string> {
  return readFile(new URL(file, DOCS), "utf8");
}

/** Makes a page of a guide. */
export function defineGuide({ path, file, title, description }: Guide): SiteDocument {
  return defineDocsPage(path, async (facts) => {
    const root = rootOf(facts);
    const pageOf = (target: string): string | null => {
      if (target === "problems.md") return "/problems";
      return GUIDES.find((guide) => guide.file === target)?.path ?? null;
    };
    const pictureOf = (target: string): { src: string; width: number; height: number } | null => {
      const found = findGuidePicture(target);
      return found === null ? null : { ...found, src: root + found.path };
    };
    const markdown = showOwnAnswers(await readGuide({ file }), openApiOf(facts));
    const inPlaceOf = { measures: html`${measuresNote(await askDataset(facts.ask))}` };
    const location = { file, baseUrl: facts.baseUrl, link: linksOf(facts), pageOf, pictureOf, inPlaceOf };
    const { main, sections } = await renderMarkdown(markdown, location);
    return { title, description, main, contents: sections };
  });
}

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
