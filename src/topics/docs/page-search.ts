import { digits } from "../../ask/grammar.ts";
import type { Page } from "../../ask/page.ts";
import { definePage } from "../../html/define-page.ts";
import { layOutDocs } from "./page.ts";
import { type Html, html } from "../../html/html.ts";
import { type OpenApiDocument, openApiOf } from "./openapi-document.ts";
import { readGuide } from "./page-guides.ts";
import { type Guide, GUIDES } from "./guides.ts";
import { listOperations, parametersOf, referenceOf, successOf } from "./listed-operations.ts";
import { anchorOf, fieldsOf } from "./fields.ts";
import { outlineMarkdown } from "../../html/render-markdown.ts";
import { type Link, linksOf } from "../../ask/urls.ts";

/** Maximum number of hits, and of characters of an excerpt before its first match and in all. */
const [HITS_MAX, CHARACTERS_BEFORE, CHARACTERS_MAX] = [30, 60, 190];

/** A search over guides, reference, error codes, settings and words. */
export const DOCS_SEARCH_PAGE: Page = {
  ...definePage({
    path: "/docs/search",
    section: "docs",
    async render(request) {
      const query = (request.query.get("q") ?? "").trim().slice(0, 200);
      const link = linksOf(request);
      const place = { entry: null, isEntry: false, link, query };
      const shared = { scripts: ["search.js"] };
      if (wordsOf(query).length === 0) {
        const { title, description } = texts;
        const main = html`<h1>${title}</h1>
<p>${texts.ask}</p>
<p>${texts.nameSearch} <a href="${link("/docs/finding-companies")}">Finding companies</a>.</p>`;
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
${shown.map((hit) => renderHit(hit, wordsOf(query), link))}</ol>`
      }`;
      return layOutDocs({ ...shared, title: texts.titleOf(query), description: headline, main }, place);
    },
  }),
};

function renderHit({ kind, title, context, text, href }: DocsPlaceFound, words: readonly string[], link: Link): Html {
  const isCode = !["page", "section", "endpoint", "term"].includes(kind);
  const name = markWords(title, words);
  const where = context === "" ? texts.kinds[kind] : `${texts.kinds[kind]} · ${context}`;
  return html`<li><a href="${link(href)}">${isCode ? html`<code>${name}</code>` : name}</a><small>${where}</small>
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

/** The kind of a place that the search finds. */
type DocsKind = "page" | "section" | "endpoint" | "field" | "problem" | "reason" | "setting" | "term" | "name";

/** A place of the documentation that can be found. */
interface DocsPlaceFound {
  readonly kind: DocsKind;
  readonly title: string;
  /** The title of the page, or the path of the endpoint, that it belongs to. */
  readonly context: string;
  readonly text: string;
  /** A path of the site, with its anchor. */
  readonly href: string;
}

/** Finds places by a query, best first: those whose title matches before all others. */
type SearchDocs = (query: string) => readonly DocsPlaceFound[];

const made = new WeakMap<object, Promise<SearchDocs>>();

/** Returns the search over the guides and an OpenAPI document, which is built once for each. */
function searchDocsOf(document: OpenApiDocument): Promise<SearchDocs> {
  const kept = made.get(document);
  if (kept !== undefined) return kept;
  const search = buildSearch(document);
  made.set(document, search);
  return search;
}

/** A title counts more than what stands below it; the words of a page more than those of a row. */
const OPTIONS = { boost: { title: 8, context: 2 }, prefix: true, combineWith: "AND" } as const;
const WEIGHTS: Partial<Record<DocsKind, number>> = { page: 3, section: 1.5, endpoint: 1.5, field: 0.6, name: 0.6 };

async function buildSearch(document: OpenApiDocument): Promise<SearchDocs> {
  const { default: Index } = await import("minisearch");
  const guides = await Promise.all(GUIDES.map(placesOfGuide));
  const places = [...guides.flat(), ...placesOfReference(document)];
  const index = new Index<{ readonly id: number } & DocsPlaceFound>({ fields: ["title", "context", "text"] });
  // Requests are answered between the parts.
  await index.addAllAsync(
    places.map((place, id) => ({ ...place, id })),
    { chunkSize: 100 },
  );
  return (query) => {
    const words = wordsOf(query);
    const weigh = (id: number): number => WEIGHTS[places[id]?.kind ?? "name"] ?? 1;
    const options = { ...OPTIONS, boostDocument: weigh };
    // Typing errors are looked for only where nothing is spelled like the query.
    const exact = index.search(query, options);
    const hits = exact.length > 0 ? exact : index.search(query, { ...options, fuzzy: 0.2 });
    return hits
      .map(({ id, score }) => ({ place: places[Number(id)], score }))
      .flatMap(({ place, score }) => (place === undefined ? [] : [{ place, score, degree: degreeOf(place, words) }]))
      .toSorted((a, b) => b.degree - a.degree || b.score - a.score)
      .map(({ place }) => place);
  };
}

/** Splits a text into words in lower case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns 2 if the title is the query, 1 if it has every word of the query, and otherwise 0. */
function degreeOf({ kind, title, context }: DocsPlaceFound, words: readonly string[]): number {
  // An endpoint is known by its path as well, without the method before it.
  const names = [title, ...(kind === "endpoint" ? [context.split(" ").at(-1) ?? ""] : [])].map(wordsOf);
  if (names.some((own) => own.join(" ") === words.join(" "))) return 2;
  return words.every((word) => names.some((own) => own.some((one) => one.startsWith(word)))) ? 1 : 0;
}

/** The kinds of the named entries of some guides. */
const KINDS: Readonly<Record<string, DocsKind>> = {
  "settings.md": "setting",
  "problems.md": "problem",
  "reasons.md": "reason",
  "glossary.md": "term",
};

async function placesOfGuide(guide: Guide): Promise<DocsPlaceFound[]> {
  const { path, file, title: context, description } = guide;
  const { sections, entries } = await outlineMarkdown(await readGuide(guide));
  return [
    ...sections.map(({ id, title, text }): DocsPlaceFound =>
      id === null
        ? { kind: "page", title, context: "", text: `${description} ${text}`, href: path }
        : { kind: "section", title, context, text, href: `${path}#${id}` },
    ),
    ...entries.map(({ id, name, text }): DocsPlaceFound => ({
      kind: KINDS[file] ?? "name",
      title: name,
      context,
      text,
      href: `${path}#${id}`,
    })),
  ];
}

/** Lists the endpoints, and each of their parameters and fields once. */
function placesOfReference(document: OpenApiDocument): DocsPlaceFound[] {
  const places: DocsPlaceFound[] = [];
  const fields = new Map<string, DocsPlaceFound>();
  const addField = (place: Omit<DocsPlaceFound, "kind">): void => {
    const key = `${place.title} ${place.text}`;
    if (!fields.has(key)) fields.set(key, { ...place, kind: "field" });
  };
  for (const operation of listOperations(document)) {
    const { operationId, method, path, summary: title = operationId, description = "" } = operation;
    const [page = ""] = referenceOf(operation).split("#");
    const context = `${method} ${path}`;
    places.push({
      kind: "endpoint",
      title,
      context,
      text: `${description} ${operationId}`,
      href: referenceOf(operation),
    });
    for (const { name, description: text = "" } of parametersOf(operation))
      addField({ title: name, context, text, href: `${page}#${operationId}-${name}` });
    const schema = successOf(document, operation)?.media.schema;
    for (const field of schema === undefined ? [] : fieldsOf(document, schema).flatMap((one) => [one, ...one.within]))
      addField({
        title: field.path.at(-1) ?? "",
        context,
        text: field.description,
        href: `${page}#${anchorOf(operationId, ...field.path)}`,
      });
  }
  return [...places, ...fields.values()];
}

/** Texts of the search, in English. */
const texts = {
  title: "Search the documentation",
  titleOf: (query: string): string => `“${query}” in the documentation`,
  description: "Guides, endpoints, fields, error codes, reasons, settings and words.",
  ask: "Write a word into the field: a subject, an endpoint, a field, an error code, a reason, a setting.",
  nameSearch: "To find companies and products in an application, see",
  headlineOf: (query: string, count: number): string =>
    count === 0
      ? `Nothing in the documentation matches “${query}”`
      : `${digits(count)} ${count === 1 ? "place matches" : "places match"} “${query}”`,
  nothing: "Try one word alone, or its beginning. Companies and products are found with the field in the header.",
  more: (shown: number): string => `The first ${shown} are shown.`,
  kinds: {
    page: "Guide",
    section: "Guide",
    endpoint: "Endpoint",
    field: "Field",
    problem: "Error code",
    reason: "Reason",
    setting: "Setting",
    term: "Word",
    name: "Name",
  },
} as const;
