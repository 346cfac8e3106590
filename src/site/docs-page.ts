import { HTML_TYPE, PAGE_POLICY, type PageContent, askDataset, renderFrame, rootOf } from "./frame.ts";
import { DOCS_ENTRIES, DOCS_GROUPS } from "./guides.ts";
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
  const groups = DOCS_GROUPS.map(({ id, title: name }) => {
    const items = DOCS_ENTRIES.filter(({ group }) => group === id).map(
      ({ path, title }) =>
        html`<li><a href="${root}${path}"${path === current && html` aria-current="page"`}>${title}</a></li>\n`,
    );
    return html`<h2>${name}</h2>\n<ul>\n${items}</ul>\n`;
  });
  return html`<nav id="pages" aria-label="${frameTexts.docsNavigation}">
${groups}</nav>`;
}
