import { readFile } from "node:fs/promises";
import { defineDocsPage } from "./page.ts";
import { measuresNote } from "../../html/components.ts";
import { askDataset, rootOf } from "../../html/frame.ts";
import { html } from "../../html/html.ts";
import { findGuidePicture } from "./page-guide-pictures.ts";
import { GUIDES, type Guide } from "./guides.ts";
import { openApiOf } from "./openapi-document.ts";
import { renderMarkdown } from "../../html/render-markdown.ts";
import { showOwnAnswers } from "./shown-answers.ts";
import type { SiteDocument } from "../../html/site-document.ts";

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
      if (target === "problems.md") return `${root}/problems`;
      const found = GUIDES.find((guide) => guide.file === target);
      return found === undefined ? null : root + found.path;
    };
    const pictureOf = (target: string): { src: string; width: number; height: number } | null => {
      const found = findGuidePicture(target);
      return found === null ? null : { ...found, src: root + found.path };
    };
    const markdown = showOwnAnswers(await readGuide({ file }), openApiOf(facts));
    const inPlaceOf = { measures: html`${measuresNote(await askDataset(facts.ask))}` };
    const location = { file, baseUrl: facts.baseUrl, pageOf, pictureOf, inPlaceOf };
    const { main, sections } = await renderMarkdown(markdown, location);
    return { title, description, main, contents: sections };
  });
}
