import type { Page } from "../../ask/page.ts";
import { definePage } from "../../html/define-page.ts";
import { type DocsPlaceFound, searchDocsOf, wordsOf } from "./page-docs-index.ts";
import { layOutDocs } from "./page.ts";
import { rootOf } from "../../html/frame.ts";
import { type Html, html } from "../../html/html.ts";
import { openApiOf } from "./openapi-document.ts";
import { docsSearchTexts as texts } from "./texts-search.ts";

/** Maximum number of hits, and of characters of an excerpt before its first match and in all. */
const [HITS_MAX, CHARACTERS_BEFORE, CHARACTERS_MAX] = [30, 60, 190];

/** A search over guides, reference, error codes, settings and words. */
export const DOCS_SEARCH_PAGE: Page = {
  ...definePage({
    path: "/docs/search",
    section: "docs",
    async render(request) {
      const query = (request.query.get("q") ?? "").trim().slice(0, 200);
      const root = rootOf(request);
      const place = { entry: null, isEntry: false, root, query };
      const shared = { scripts: ["search.js"] };
      if (wordsOf(query).length === 0) {
        const { title, description } = texts;
        const main = html`<h1>${title}</h1>
<p>${texts.ask}</p>
<p>${texts.nameSearch} <a href="${root}/docs/finding-companies">Finding companies</a>.</p>`;
        return layOutDocs({ ...shared, title, description, main }, place);
      }
      const search = await searchDocsOf(openApiOf({ openapi: await request.openapi() }));
      const found = search(query);
      const shown = found.slice(0, HITS_MAX);
      const headline = texts.headlineOf(query, found.length);
      const main = html`<h1>${headline}</h1>
${found.length === 0 && html`<p>${texts.nothing}</p>\n`}${shown.length < found.length && html`<p>${texts.more(HITS_MAX)}</p>\n`}${
        shown.length > 0 &&
        html`<ol class="hits">
${shown.map((hit) => renderHit(hit, wordsOf(query), root))}</ol>`
      }`;
      return layOutDocs({ ...shared, title: texts.titleOf(query), description: headline, main }, place);
    },
  }),
};

function renderHit({ kind, title, context, text, href }: DocsPlaceFound, words: readonly string[], root: string): Html {
  const isCode = !["page", "section", "endpoint", "term"].includes(kind);
  const name = markWords(title, words);
  const where = context === "" ? texts.kinds[kind] : `${texts.kinds[kind]} · ${context}`;
  return html`<li><a href="${root}${href}">${isCode ? html`<code>${name}</code>` : name}</a><small>${where}</small>
<p>${markWords(excerptOf(text, words), words)}</p></li>
`;
}

/** Cuts out the part of a text around the first word of the query. */
function excerptOf(text: string, words: readonly string[]): string {
  const plain = text.replaceAll("`", "");
  const at = plain.search(patternOf(words));
  const start = at <= CHARACTERS_BEFORE ? 0 : plain.lastIndexOf(" ", at - CHARACTERS_BEFORE) + 1;
  if (plain.length - start <= CHARACTERS_MAX) return (start > 0 ? "… " : "") + plain.slice(start);
  const end = plain.lastIndexOf(" ", start + CHARACTERS_MAX);
  return `${start > 0 ? "… " : ""}${plain.slice(start, end > start ? end : start + CHARACTERS_MAX)} …`;
}

/** Marks the beginnings of words that match the query. */
function markWords(text: string, words: readonly string[]): Html {
  let end = 0;
  const pieces = [...text.matchAll(patternOf(words))].map((match) => {
    const before = text.slice(end, match.index);
    end = match.index + match[0].length;
    return html`${before}<mark>${match[0]}</mark>`;
  });
  return html`${pieces}${text.slice(end)}`;
}

/** Words have only letters and digits, so nothing in them has to be escaped. */
function patternOf(words: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})`, "giu");
}
