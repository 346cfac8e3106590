import type { PageFacts, SiteDocument } from "./site-document.ts";

const TEXT_TYPE = "text/plain; charset=utf-8";

/**
 * Builds the documents that programs look for at well-known paths. `securityContact` is a URI, or
 * null if none is set.
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
 * Writes a linkset (RFC 9727, RFC 9264) that leads from the catalogue to the API, and from the API
 * to its descriptions.
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

/** Writes `security.txt` (RFC 9116). It expires in half a year, and is made again every day. */
function describeSecurity({ baseUrl, now }: PageFacts, contact: string): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, now.getUTCDate()));
  const canonical = baseUrl.startsWith("https:") ? `Canonical: ${baseUrl}/.well-known/security.txt\n` : "";
  return `Contact: ${contact}
Expires: ${expires.toISOString().replace(".000Z", "Z")}
Preferred-Languages: en
${canonical}`;
}
