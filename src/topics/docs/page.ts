import { HTML_TYPE, PAGE_POLICY, type PageContent, askDataset, renderFrame } from "../../html/frame.ts";
import { DOCS_ENTRIES, DOCS_GROUPS } from "./guides.ts";
import { type Html, html } from "../../html/html.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { docsTexts as texts } from "./texts.ts";
import { type Link, linksOf } from "../../ask/urls.ts";

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

/** Makes a document of a page of the documentation; its content is made for its first request. */
export function defineDocsPage(
  path: string,
  content: (facts: PageFacts) => DocsContent | Promise<DocsContent>,
  { linkedAs, entry = path }: { readonly linkedAs?: string; readonly entry?: string } = {},
): SiteDocument {
  return {
    path,
    mediaType: HTML_TYPE,
    contentSecurityPolicy: PAGE_POLICY,
    ...(linkedAs === undefined ? {} : { linkedAs }),
    async text(facts) {
      const { baseUrl, mode, branding } = facts;
      const dataset = await askDataset(facts.ask);
      const place = { section: "docs", baseUrl, mode, url: baseUrl + path, dataset, branding } as const;
      const link = linksOf(facts);
      return renderFrame(layOutDocs(await content(facts), { entry, isEntry: entry === path, link }), place);
    },
  };
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
