import { posix } from "node:path";
import { type Link, linksOf, rootOf } from "../../ask/urls.ts";
import { measuresInWords } from "../../ask/words.ts";
import { measuresNote } from "../../html/components.ts";
import { HTML_TYPE, PAGE_POLICY, type PageContent, askDataset, renderFrame } from "../../html/frame.ts";
import { type Html, html } from "../../html/html.ts";
import { EXAMPLE_ORIGIN, renderMarkdown } from "../../html/render-markdown.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { findGuidePicture } from "./page-pictures.ts";
import { DOCS_ENTRIES, DOCS_GROUPS, GUIDES } from "./guides.ts";
import { docsTexts as texts } from "./texts.ts";

/** The media type of Markdown (RFC 7763). */
export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/** A part of a page that the contents beside it lead to. */
export interface ContentsItem {
  readonly id: string | null;
  readonly depth: number;
  readonly title: string;
}

/** The content of a page of the documentation. */
export interface DocsContent extends PageContent {
  /** Its headings; those of the second and third level are listed beside it. */
  readonly contents?: readonly ContentsItem[];
}

/** A page of the documentation that is written in Markdown, and also served as Markdown. */
interface WrittenPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The path of the entry of lists that it belongs to, if it is none itself. */
  readonly entry?: string;
  /** The name under which the service document links it. */
  readonly linkedAs?: string;
  /** The file relative to `docs/` that its links start from; empty if it is in none. */
  readonly file?: string;
  readonly scripts?: readonly string[];
  /** The depth of the headings that are listed beside it; 3 if it is missing. */
  readonly depth?: number;
  readonly write: (facts: PageFacts) => string | Promise<string>;
  /** Markup that replaces comments, by their names. */
  readonly insert?: (facts: PageFacts) => Readonly<Record<string, Html>>;
}

/**
 * Makes the documents of a page: the page itself; the same as Markdown, for programs, at its path
 * with `.md` behind it, and at its path for clients that prefer Markdown to HTML.
 */
export function defineDocsPage(page: WrittenPage): readonly SiteDocument[] {
  const { path, title, description, entry = path, linkedAs, file = "", scripts = [], depth = 3, write, insert } = page;
  const text = async (facts: PageFacts): Promise<string> => finishMarkdown(await write(facts), file, facts);
  return [
    {
      path,
      mediaType: HTML_TYPE,
      contentSecurityPolicy: PAGE_POLICY,
      ...(linkedAs === undefined ? {} : { linkedAs }),
      async text(facts) {
        const { baseUrl } = facts;
        const dataset = await askDataset(facts.ask);
        const link = linksOf(facts);
        const inPlaceOf = { measures: html`${measuresNote(dataset)}`, ...insert?.(facts) };
        const location = {
          file,
          baseUrl,
          link,
          pageOf,
          pictureOf: (name: string) => pictureOf(name, facts),
          inPlaceOf,
        };
        const { main, sections } = await renderMarkdown(await write(facts), location);
        const contents = sections.filter((section) => section.depth <= depth);
        const content = { title, description, main, contents, scripts };
        const place = { ...facts, section: "docs", url: baseUrl + path, dataset } as const;
        return renderFrame(layOutDocs(content, { entry, isEntry: entry === path, link }), place);
      },
    },
    { path, mediaType: MARKDOWN_TYPE, text },
    { path: `${path}.md`, mediaType: MARKDOWN_TYPE, text },
  ];
}

function pageOf(file: string): string | null {
  return GUIDES.find((guide) => guide.file === file)?.path ?? null;
}

function pictureOf(file: string, facts: PageFacts) {
  const found = findGuidePicture(file);
  return found === null ? null : { ...found, src: rootOf(facts) + found.path };
}

/** Completes Markdown for programs: links to Markdown elsewhere, and no comments. */
export async function finishMarkdown(markdown: string, file: string, { baseUrl, ask }: PageFacts): Promise<string> {
  const measures = measuresInWords(await askDataset(ask));
  // Every second part is a block of code, which has no links.
  return markdown
    .replaceAll(EXAMPLE_ORIGIN, () => baseUrl)
    .replaceAll("<!-- measures -->", () => measures)
    .split(/^(```[^]*?^```$)/mu)
    .map((part, index) => (index % 2 === 1 ? part : leadOn(part, file, baseUrl)))
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
  const found = posix.join(posix.dirname(file), target);
  const page = target.startsWith("/") ? target : pageOf(found);
  if (page !== null) return `${baseUrl}${page}${/^\/(?:docs|problems)(?:\/|$)/u.test(page) ? ".md" : ""}${end}`;
  const picture = findGuidePicture(found);
  return picture === null ? null : baseUrl + picture.path;
}

/** The position of a page in the documentation. */
export interface DocsPlace {
  /** The path of its entry in lists, or of the entry it belongs to; null if there is none. */
  readonly entry: string | null;
  /** True if the page is that entry itself. */
  readonly isEntry: boolean;
  readonly link: Link;
  /** The query of the search over the documentation. */
  readonly query?: string;
}

/** Puts the parts that all pages of the documentation share around the content of one. */
export function layOutDocs({ contents = [], ...content }: DocsContent, place: DocsPlace): PageContent {
  const listed = contents.filter(({ id, depth }) => id !== null && (depth === 2 || depth === 3));
  return {
    ...content,
    scripts: ["copy.js", ...(content.scripts ?? [])],
    above: renderAbove(place),
    main: html`${content.main}${place.isEntry && renderSteps(place)}`,
    aside: html`${renderNavigation(place)}${listed.length > 1 && renderContents(listed)}`,
  };
}

function renderAbove({ link, query }: DocsPlace): Html {
  const action = link("/docs/search");
  if (action === "") return html``;
  return html`<form class="docs-find" role="search" aria-label="${texts.search}" action="${action}">
<label class="hidden" for="docs-find">${texts.search}</label>
<input id="docs-find" type="search" name="q"${query !== undefined && html` value="${query}"`} maxlength="200" placeholder="${texts.searchHint}">
<button type="submit" class="quiet">${texts.searchButton}</button>
<a class="to-pages" href="#docs-pages">${texts.allPages}</a>
</form>`;
}

function renderNavigation({ entry, isEntry, link }: DocsPlace): Html {
  const current = html` aria-current="${isEntry ? "page" : "true"}"`;
  const groups = DOCS_GROUPS.map(({ id, title: name }) => {
    const items = DOCS_ENTRIES.filter(({ group, path }) => group === id && link(path) !== "").map(
      ({ path, title }) => html`<li><a href="${link(path)}"${path === entry && current}>${title}</a></li>\n`,
    );
    return html`<h2>${name}</h2>\n<ul>\n${items}</ul>\n`;
  });
  return html`<nav id="docs-pages" aria-label="${texts.navigation}">
${groups}</nav>
`;
}

function renderContents(items: readonly ContentsItem[]): Html {
  const links = items.map(
    ({ id, depth, title }) => html`<li class="depth-${depth}"><a href="#${id}">${title}</a></li>\n`,
  );
  return html`<nav class="contents" aria-label="${texts.contents}">
<h2>${texts.contents}</h2>
<ul>
${links}</ul>
</nav>
`;
}

/** The pages before and after this one, in the order of the list. */
function renderSteps({ entry, link }: DocsPlace): Html {
  const entries = DOCS_ENTRIES.filter(({ path }) => link(path) !== "");
  const at = entries.findIndex(({ path }) => path === entry);
  const step = (rel: "prev" | "next", name: string, index: number): Html | false => {
    const to = entries[index];
    return (
      at >= 0 &&
      to !== undefined &&
      html`<a rel="${rel}" href="${link(to.path)}"><small>${name}</small> ${to.title}</a>\n`
    );
  };
  return html`
<nav class="steps" aria-label="${texts.steps}">
${step("prev", texts.previous, at - 1)}${step("next", texts.next, at + 1)}</nav>`;
}
