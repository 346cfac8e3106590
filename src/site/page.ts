import { GUIDES } from "./guides.ts";
import type { PageFacts, SiteDocument } from "./site-document.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

/** Pages load what is theirs, and ask only the service they come from. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The content of a page, as HTML, besides the frame all pages share. */
export interface PageContent {
  readonly title: string;
  /** One sentence for lists of search results. */
  readonly description: string;
  readonly main: string;
  /** A script of the site, by its path. */
  readonly script?: string;
}

/** Makes a document of a page; the content is made when the page is first asked for. */
export function definePage(
  path: string,
  content: (facts: PageFacts) => PageContent | Promise<PageContent>,
  linkedAs?: string,
): SiteDocument {
  return {
    path,
    mediaType: HTML_TYPE,
    contentSecurityPolicy: PAGE_POLICY,
    ...(linkedAs === undefined ? {} : { linkedAs }),
    text: async (facts) => renderPage(path, await content(facts), facts),
  };
}

/**
 * Where the paths of the site begin for a reader: empty unless the public origin has a path of its
 * own.
 */
export function rootOf({ baseUrl }: Pick<PageFacts, "baseUrl">): string {
  return new URL(baseUrl).pathname.replace(/\/$/u, "");
}

/** Escapes text for HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Escapes a sentence and turns its backticks into code. */
export function formatSentence(sentence: string): string {
  return escapeHtml(sentence).replaceAll(/`([^`]+)`/gu, "<code>$1</code>");
}

function renderPage(path: string, { title, description, main, script }: PageContent, facts: PageFacts): string {
  const root = rootOf(facts);
  const scriptTag = script === undefined ? "" : `\n<script src="${root}${script}" defer></script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(path === "/docs" ? title : `${title} · Country Trust`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<link rel="alternate" type="application/ld+json" title="The dataset (schema.org)" href="${root}/api/v2/dataset.jsonld">
<link rel="icon" type="image/svg+xml" href="${root}/docs/assets/icon.svg">
<link rel="stylesheet" href="${root}/docs/assets/style.css">${scriptTag}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="name" href="${root}/docs">Country Trust</a>
<a class="to-pages" href="#pages">All pages</a>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${main}
</main>
<nav id="pages" aria-label="All pages">
${renderNavigation(path, root)}
</nav>
</div>
<footer>
<p>Software: Apache-2.0. Every response of the API names the licence and the citation of its data.</p>
</footer>
</body>
</html>
`;
}

function renderNavigation(current: string, root: string): string {
  const group = (title: string, pages: readonly (readonly [path: string, title: string])[]): string => {
    const items = pages.map(([path, text]) => {
      const mark = path === current ? ' aria-current="page"' : "";
      return `<li><a href="${root}${path}"${mark}>${escapeHtml(text)}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  };
  const ofKind = (kind: (typeof GUIDES)[number]["kind"]) =>
    GUIDES.filter((guide) => guide.kind === kind).map(({ path, title }) => [path, title] as const);
  return [
    group("Start", [["/docs", "Overview"], ["/docs/reference", "API reference"], ...ofKind("start")]),
    group("Using the API", ofKind("use")),
    group("The data", ofKind("data")),
    group("Running it", ofKind("run")),
  ].join("\n");
}
