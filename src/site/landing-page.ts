import type { OpenApiDocument } from "./openapi-document.ts";
import { GUIDES } from "./guides.ts";
import { defineDocsPage } from "./docs-page.ts";
import { HTML_TYPE, PAGE_POLICY, rootOf } from "./frame.ts";
import { type Html, breakable, html } from "./html.ts";
import type { PageFacts, SiteDocument } from "./site-document.ts";

const landing: SiteDocument = defineDocsPage(
  "/docs",
  (facts) => ({
    title: "Country Trust",
    description:
      "Countries, sectors and judged companies, each with a median band and the distribution it is the median of.",
    main: renderLanding(facts),
  }),
  "documentation",
);

/** Where developers arrive: the overview, also as the form of `/api` for browsers. */
export const LANDING_PAGES: readonly SiteDocument[] = [
  landing,
  { path: "/api", mediaType: HTML_TYPE, contentSecurityPolicy: PAGE_POLICY, text: landing.text },
];

function renderLanding(facts: PageFacts): Html {
  const { baseUrl, openapi } = facts;
  const root = rootOf(facts);
  const guides = GUIDES.map(
    ({ path, title, description }) => html`<li><a href="${root}${path}">${title}</a><p>${description}</p></li>\n`,
  );
  const rows = Object.entries((openapi as OpenApiDocument).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, deprecated }]) => {
      const mark = deprecated === true && html` <span class="mark">deprecated</span>`;
      const link = html`<a href="${root}/docs/reference#${operationId}">${summary ?? operationId}</a>`;
      return html`<tr><td><code>${method.toUpperCase()} ${breakable(path)}</code></td><td>${link}${mark}</td></tr>\n`;
    }),
  );
  const documents = [
    ["/api/openapi.json", "OpenAPI description"],
    ["/.well-known/api-catalog", "API catalogue (RFC 9727)"],
    ["/llms.txt", "Overview for language models"],
    ["/problems", "All problems"],
    ["/healthz", "Health"],
    ["/readyz", "Readiness"],
  ].map(([path, title]) => html`<li><a href="${root}${path}">${title}</a></li>\n`);
  return html`<h1>Country Trust</h1>
<p>Open data about how companies are judged, country by country. Every country, sector and company has a <strong>median band</strong> on an ordinal scale, with the distribution it is the median of. Nothing is averaged, ties are called ties, thin data says how thin it is, and “not judged” is never a band.</p>
<p>No key is needed, from any browser or server:</p>
<pre tabindex="0"><code>curl -s ${baseUrl}/api/v2/countries/preview
</code></pre>
<p>You can send 100 requests an hour without a key, and <a href="${root}/docs/rate-limits">ten times as many</a> with <a href="${root}/sign-up">a free key</a>.</p>
<p>Begin with the <a href="${root}/docs/quick-start">quick start</a>, or try every endpoint in the <a href="${root}/docs/reference">API reference</a>.</p>
<h2 id="guides">Guides</h2>
<ul class="cards">
${guides}</ul>
<h2 id="operations">Endpoints</h2>
<div class="scroll" tabindex="0">
<table>
<thead>
<tr><th scope="col">endpoint</th><th scope="col">response</th></tr>
</thead>
<tbody>
${rows}</tbody>
</table>
</div>
<h2 id="documents">For programs</h2>
<p><code>/api</code> returns JSON unless a client asks for HTML.</p>
<ul>
${documents}</ul>`;
}
