import { GUIDES } from "./guides.ts";
import type { OpenApiDocument } from "./openapi-document.ts";
import type { PageFacts, SiteDocument } from "./site-document.ts";

const TEXT_TYPE = "text/plain; charset=utf-8";

/** The documents that programs look for at fixed places. `securityContact` is a URI, or null where nobody is named. */
export function buildWellKnown(securityContact: string | null): readonly SiteDocument[] {
  const documents: SiteDocument[] = [
    {
      path: "/.well-known/api-catalog",
      mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      linkedAs: "api_catalog",
      links: ({ baseUrl }) => [{ rel: "api-catalog", href: `${baseUrl}/.well-known/api-catalog` }],
      text: describeCatalog,
    },
    { path: "/llms.txt", mediaType: "text/markdown; charset=utf-8", linkedAs: "llms", text: describeForModels },
    { path: "/robots.txt", mediaType: TEXT_TYPE, text: () => "User-agent: *\nAllow: /\n" },
  ];
  if (securityContact !== null) {
    documents.push({
      path: "/.well-known/security.txt",
      mediaType: TEXT_TYPE,
      linkedAs: "security",
      text: (facts) => describeSecurity(facts, securityContact),
      isDaily: true,
    });
  }
  return documents;
}

/** RFC 9727: a linkset (RFC 9264) that leads from the catalogue to the API, and from the API to its descriptions. */
function describeCatalog({ baseUrl }: PageFacts): string {
  const api = {
    anchor: `${baseUrl}/api`,
    "service-desc": [{ href: `${baseUrl}/api/openapi.json`, type: "application/json", title: "OpenAPI description" }],
    "service-doc": [{ href: `${baseUrl}/docs`, type: "text/html", title: "Documentation" }],
    "service-meta": [{ href: `${baseUrl}/api`, type: "application/json", title: "Service document" }],
    status: [{ href: `${baseUrl}/readyz`, type: "application/json" }],
  };
  const catalog = { anchor: `${baseUrl}/.well-known/api-catalog`, item: [{ href: `${baseUrl}/api` }] };
  return JSON.stringify({ linkset: [catalog, api] });
}

/** The overview at `/llms.txt` (llmstxt.org): a title, a summary, lists of links. */
function describeForModels({ baseUrl, openapi }: PageFacts): string {
  const operations = Object.entries((openapi as OpenApiDocument).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { deprecated }]) => deprecated !== true)
      .map(([method, { summary = "" }]) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`),
  );
  const guides = GUIDES.map(({ path, title, description }) => `- [${title}](${baseUrl}${path}): ${description}`);
  return `# Country Trust

> An open API about how companies are judged, country by country: every country, sector and company with its median band on an ordinal scale and the distribution it is the median of.

Things to know before answering from it:

- Only the order of bands has meaning. Do not average, add or interpolate ranks.
- \`null\` comes with a sibling \`…_reason\`; "not judged" is not a bad band. A missing figure is never 0.
- Equal ranks are ties (\`tied_with\`, \`rank_best\`, \`rank_worst\`).
- Every answer names its release in \`meta.release\`; quote it, and \`meta.citation\`. \`?release=<id>\` asks the same release again.
- \`meta.notice\` says what the publisher wants said about the data.
- No key is needed: 100 requests an hour for each address. \`RateLimit\` says what is left, a 429 what answers a loop at once; take whole lists and files instead of walking through countries. \`POST /api/sign-up\` gives out a key at once; do not give the address of a person who did not ask for one.
- Refusals are problem documents (RFC 9457); \`detail\` says what to do.

## API

- [OpenAPI description](${baseUrl}/api/openapi.json): every operation with parameters and schemas
- [Service document](${baseUrl}/api): JSON, links everything
${operations.join("\n")}

## Guides

${guides.join("\n")}
- [API reference](${baseUrl}/docs/reference): the OpenAPI description as a page
`;
}

/** RFC 9116. Expires in half a year; the text is made anew every day. */
function describeSecurity({ baseUrl, now }: PageFacts, contact: string): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, now.getUTCDate()));
  const canonical = baseUrl.startsWith("https:") ? `Canonical: ${baseUrl}/.well-known/security.txt\n` : "";
  return `Contact: ${contact}
Expires: ${expires.toISOString().replace(".000Z", "Z")}
Preferred-Languages: en
${canonical}`;
}
