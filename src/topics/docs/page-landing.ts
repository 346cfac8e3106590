import { renderCode } from "../../html/code-block.ts";
import { type DocsContent, defineDocsPage } from "./page.ts";
import { shortenExample } from "./example-text.ts";
import { HTML_TYPE, PAGE_POLICY } from "../../html/frame.ts";
import { DOCS_ENTRIES, DOCS_GROUPS } from "./guides.ts";
import { type Html, html } from "../../html/html.ts";
import { type Fact, facts, section } from "../../html/components.ts";
import { REFERENCE_GROUPS, curlLine, listOperations, referenceOf, successOf } from "./listed-operations.ts";
import { type OpenApiDocument, openApiOf } from "./openapi-document.ts";
import type { PageFacts, SiteDocument } from "../../html/site-document.ts";
import { type Link, linksOf } from "../../ask/urls.ts";

const landing: SiteDocument = defineDocsPage("/docs", describeLanding, { linkedAs: "documentation" });

/** The overview for developers, which is also the form of `/api` for browsers. */
export const LANDING_PAGES: readonly SiteDocument[] = [
  landing,
  { path: "/api", mediaType: HTML_TYPE, contentSecurityPolicy: PAGE_POLICY, text: landing.text },
];

/** The endpoints that most readers begin with, the shown members of their answers, and guides. */
const FIRST = [
  {
    id: "get_country",
    keep: ["name", "median_band", "judged_companies", "distribution", "flips_to_lower", "flips_to_higher", "rank"],
    guide: "/docs/methodology",
  },
  { id: "rank_countries", keep: ["items", "rank", "tied_with", "name", "median_band"], guide: "/docs/lists" },
  { id: "search", keep: ["items", "type", "name", "median_band", "total"], guide: "/docs/finding-companies" },
  { id: "reverse_geocode", keep: ["iso2", "name", "zone", "claims"], guide: "/docs/reverse-geocoding" },
  { id: "download_country_data", keep: [], guide: "/docs/downloads" },
] as const;

function describeLanding(served: PageFacts): DocsContent {
  const document = openApiOf(served);
  const link = linksOf(served);
  const main = html`<h1>${texts.title}</h1>
<p>Every country, sector and company has a <strong>median band</strong> on an ordinal scale, with the distribution it is the median of. Nothing is averaged, ties are called ties, and “not judged” is never a band.</p>
${
  served.mode === "live" &&
  html`<p>No key is needed: 100 requests an hour are free, and <a href="${link("/docs/errors-and-limits#rate-limits")}">ten times as many</a> with <a href="${link("/sign-up")}">a free key</a>. The <a href="${link("/docs/quick-start")}">quick start</a> has examples in JavaScript, Python and R.</p>
`
}<h2 id="endpoints">${texts.endpoints}</h2>
${FIRST.map((first) => renderFirst(document, served, first))}
<h2 id="operations">${texts.more}</h2>
${renderGroups(document, link)}
${section({ id: "guides", heading: texts.guides, className: "overview" }, renderGuides(link))}
<h2 id="documents">${texts.documents}</h2>
${renderDocuments(link)}`;
  const contents = [
    { id: "endpoints", depth: 2, title: texts.endpoints },
    ...FIRST.map(({ id }) => ({ id, depth: 3, title: texts.first[id].title })),
    { id: "operations", depth: 2, title: texts.more },
    { id: "guides", depth: 2, title: texts.guides },
    { id: "documents", depth: 2, title: texts.documents },
  ];
  return { title: texts.title, description: texts.description, main, contents };
}

/** Renders an endpoint with a request and the shortened answer of the present release. */
function renderFirst(document: OpenApiDocument, served: PageFacts, { id, keep, guide }: (typeof FIRST)[number]): Html {
  const operation = listOperations(document).find(({ operationId }) => operationId === id);
  // The document of an export has only the operations that the export answers.
  if (operation === undefined) return html``;
  const link = linksOf(served);
  const { title, text } = texts.first[id];
  const request = { id: `${id}-request`, text: curlLine(document, operation, served.baseUrl), language: "curl" };
  const example = successOf(document, operation)?.media.example;
  const answer =
    example !== undefined &&
    renderCode({ id: `${id}-answer`, text: shortenExample(example, { keep }), role: "answer", language: null });
  return html`<h3 id="${id}"><a href="${link(referenceOf(operation))}">${title}</a></h3>
<p>${text} <a href="${link(guide)}">${DOCS_ENTRIES.find(({ path }) => path === guide)?.title}</a></p>
${renderCode({ ...request, role: "request" })}${answer}`;
}

/** Renders the groups of the reference, each with its number of operations. */
function renderGroups(document: OpenApiDocument, link: Link): Html {
  const byTag = Map.groupBy(listOperations(document), ({ tag }) => tag);
  const items = REFERENCE_GROUPS.filter(({ tag }) => byTag.has(tag)).map(
    ({ tag, path, about }) =>
      html`<li><a href="${link(path)}">${tag}</a> <small>${byTag.get(tag)?.length ?? 0}</small><p class="soft">${about.split(/(?<=\.) /u)[0]}</p></li>\n`,
  );
  return html`<ul class="groups">
${items}</ul>
`;
}

function renderGuides(link: Link): Html {
  const groups = DOCS_GROUPS.map(({ id, title }) => {
    const listed = DOCS_ENTRIES.filter((each) => each.group === id && each.path !== "/docs" && link(each.path) !== "");
    const items = listed.map(({ path, title: name, description }): Fact => [
      html`<a href="${link(path)}">${name}</a>`,
      description,
    ]);
    return html`<h3>${title}</h3>\n${facts(items, "terms")}\n`;
  });
  return html`${groups}`;
}

function renderDocuments(link: Link): Html {
  const documents = [
    ["/api/openapi.json", "OpenAPI description"],
    ["/api/postman-collection.json", "Postman collection"],
    ["/.well-known/api-catalog", "API catalogue (RFC 9727)"],
    ["/llms.txt", "Overview for language models"],
    ["/healthz", "Health"],
    ["/readyz", "Readiness"],
  ] as const;
  const items = documents
    .filter(([path]) => link(path) !== "")
    .map(([path, title]) => html`<li><a href="${link(path)}">${title}</a></li>\n`);
  return html`<p><code>/api</code> returns JSON unless a client asks for HTML.</p>
<ul>
${items}</ul>`;
}

/** Texts of the page, in English. */
const texts = {
  title: "Documentation",
  description:
    "Countries, sectors and judged companies, each with a median band and the distribution it is the median of.",
  endpoints: "The endpoints most readers need",
  more: "All endpoints",
  guides: "All pages",
  documents: "For programs",
  /** The first endpoints, by the ids of their operations. */
  first: {
    get_country: {
      title: "The band of a country",
      text: "Its median band, the distribution behind it, and how many re-ratings would change it.",
    },
    rank_countries: {
      title: "The ranking",
      text: "All countries by their median band, with ties as ties.",
    },
    search: {
      title: "Search for a company or product",
      text: "Typing errors and other spellings are found, too.",
    },
    reverse_geocode: {
      title: "Reverse geocoding",
      text: "The country of a location, and whether the land is disputed.",
    },
    download_country_data: {
      title: "Everything as one file",
      text: "All countries with all figures as CSV, for spreadsheets, R and pandas.",
    },
  },
};
