import path from "node:path";
import { measuresInWords } from "../../ask/words.ts";
import { askDataset } from "../../html/frame.ts";
import { EXAMPLE_ORIGIN } from "../../html/render-markdown.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { GUIDES, type Guide } from "./guides.ts";
import { REFERENCE_GROUPS } from "./listed-operations.ts";
import { writeGroup, writeIndex } from "./page-markdown-reference.ts";
import { openApiOf } from "./openapi-document.ts";
import { readGuide } from "./page-guide.ts";
import { findGuidePicture } from "./page-guide-pictures.ts";
import { showOwnAnswers } from "./shown-answers.ts";

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
  const found = path.posix.join(path.posix.dirname(file), target);
  if (found === "problems.md") return `${baseUrl}/problems${end}`;
  const page = GUIDES.find((guide) => guide.file === found)?.path;
  if (page !== undefined) return `${baseUrl}${page}.md${end}`;
  const picture = findGuidePicture(found);
  return picture === null ? null : baseUrl + picture.path;
}
