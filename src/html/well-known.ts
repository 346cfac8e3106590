import { readFileSync } from "node:fs";
import { GUIDES } from "../topics/docs/guides.ts";
import { openApiOf } from "../topics/docs/openapi-document.ts";
import { EXAMPLE_ORIGIN } from "./render-markdown.ts";
import type { PageFacts, SiteDocument } from "./site-document.ts";

/** What an agent without tools is taught by, in the form of an Agent Skill. */
const SKILL_PATH = "/skills/country-trust/SKILL.md";
const SKILL_FILE = new URL("../../docs/skills/country-trust/SKILL.md", import.meta.url);

const TEXT_TYPE = "text/plain; charset=utf-8";

/**
 * The documents that programs look for at well-known paths. `securityContact` is a URI, or null if
 * none is set.
 */
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
    {
      path: SKILL_PATH,
      mediaType: "text/markdown; charset=utf-8",
      text: ({ baseUrl }) => readFileSync(SKILL_FILE, "utf8").replaceAll(EXAMPLE_ORIGIN, () => baseUrl),
    },
    {
      path: "/robots.txt",
      mediaType: TEXT_TYPE,
      text: ({ baseUrl }) => `User-agent: *\nAllow: /\nSitemap: ${baseUrl}/sitemap.xml\n`,
    },
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

/**
 * RFC 9727: a linkset (RFC 9264) that leads from the catalogue to the API, and from the API to its
 * descriptions.
 */
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
function describeForModels(facts: PageFacts): string {
  const { baseUrl } = facts;
  const questions = Object.entries(openApiOf(facts).paths).flatMap(([path, methods]) => {
    const { get } = methods;
    // Files have a dot in their path; who needs them finds them by the guide.
    const isQuestion = get !== undefined && get.deprecated !== true && /^\/api\/v\d\/[^.]+$/u.test(path);
    return isQuestion ? [`- \`GET ${path}\`: ${get.summary ?? ""}`] : [];
  });
  const guides = GUIDES.filter(({ group }) => group !== "run").map(
    ({ path, title, description }) => `- [${title}](${baseUrl}${path}): ${description}`,
  );
  return `# Country Trust

> An open API about how companies are judged, country by country. Every country, sector and company has a median band on an ordinal scale, with the distribution it is the median of.

Before you answer from it:

- Only the order of bands has meaning. Do not average, add or interpolate them. \`level\` 1 is the worst band; \`rank\` 1 is the best country.
- A missing value is \`null\`, never 0, and \`reasons\` beside it says why. "Not judged" is not a bad band.
- Equal ranks are ties (\`tied_with\`, \`tie_first\`, \`tie_last\`): there is no order among them.
- The judged companies were not drawn at random, and the data give no causes: speak of the judged companies, of how many there are, and claim nothing over a change of method.
- Every response names its release in \`meta.release\`. Quote it with \`meta.citation\`.
- \`?release=<id>\` returns the data of that release again.
- \`meta.notice\` is a note by the publisher about the data. Pass it on. Sentences begin with \`meta.mark\`, where the publisher has one; leave it there.
- \`measures\` and \`does_not_measure\` of \`/api/v2/scale\` say what the bands are about. Say it wherever you name a best or a worst.
- No key is needed for 100 requests an hour. \`RateLimit\` says what is left. Request whole lists and files instead of one country after another; a 429 names the endpoint that returns them. \`POST /api/sign-up\` returns a key at once; do not use the e-mail address of somebody who did not ask for one. Error responses are problem documents (RFC 9457); \`detail\` says what to do.
- A client of the Model Context Protocol calls tools at \`${baseUrl}/mcp\`: short answers, with the sentences that have to be said beside them. \`check_claim\` says whether a sentence may be written.
- [SKILL.md](${baseUrl}${SKILL_PATH}) teaches an agent without tools the same in a page.

## API

- [OpenAPI description](${baseUrl}/api/openapi.json): every endpoint with its parameters and schemas
- [Service document](${baseUrl}/api): JSON with links to everything
- Tables and lists as CSV, XLSX and Parquet: [Downloads](${baseUrl}/docs/downloads)
${questions.join("\n")}

## Guides

${guides.join("\n")}
- [API reference](${baseUrl}/docs/reference): the OpenAPI description as a page
`;
}

/** RFC 9116. Expires in half a year; the text is made again every day. */
function describeSecurity({ baseUrl, now }: PageFacts, contact: string): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, now.getUTCDate()));
  const canonical = baseUrl.startsWith("https:") ? `Canonical: ${baseUrl}/.well-known/security.txt\n` : "";
  return `Contact: ${contact}
Expires: ${expires.toISOString().replace(".000Z", "Z")}
Preferred-Languages: en
${canonical}`;
}
