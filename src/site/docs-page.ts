import { HTML_TYPE, PAGE_POLICY, type PageContent, askDataset, renderFrame, rootOf } from "./frame.ts";
import { GUIDES } from "./guides.ts";
import { type Html, html } from "./html.ts";
import type { PageFacts, SiteDocument } from "./site-document.ts";
import { frameTexts } from "./texts/frame-texts.ts";

/** Makes a document of a page of the documentation; its content is made for its first request. */
export function defineDocsPage(
  path: string,
  content: (facts: PageFacts) => PageContent | Promise<PageContent>,
  linkedAs?: string,
): SiteDocument {
  return {
    path,
    mediaType: HTML_TYPE,
    contentSecurityPolicy: PAGE_POLICY,
    ...(linkedAs === undefined ? {} : { linkedAs }),
    async text(facts) {
      const root = rootOf(facts);
      const aside = renderNavigation(path, root);
      const place = { section: "docs", root, dataset: await askDataset(facts.ask) } as const;
      return renderFrame({ aside, ...(await content(facts)) }, place);
    },
  };
}

function renderNavigation(current: string, root: string): Html {
  const group = (title: string, pages: readonly (readonly [path: string, title: string])[]): Html => {
    const items = pages.map(
      ([path, text]) =>
        html`<li><a href="${root}${path}"${path === current && html` aria-current="page"`}>${text}</a></li>\n`,
    );
    return html`<h2>${title}</h2>\n<ul>\n${items}</ul>\n`;
  };
  const ofKind = (kind: (typeof GUIDES)[number]["kind"]) =>
    GUIDES.filter((guide) => guide.kind === kind).map(({ path, title }) => [path, title] as const);
  return html`<nav id="pages" aria-label="${frameTexts.docsNavigation}">
${group("Start", [["/docs", "Overview"], ["/docs/reference", "API reference"], ...ofKind("start")])}${group("Using the API", ofKind("use"))}${group("The data", ofKind("data"))}${group("Running it", ofKind("run"))}</nav>`;
}
