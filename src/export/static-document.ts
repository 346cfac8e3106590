import { type ApiDocument, describeStaticApi } from "./static-api.ts";
import { type StaticLinks, dropDeadMembers, isDeadUrl } from "./static-links.ts";

/** An answer before it is stored. */
interface UnstoredDocument {
  readonly path: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Documents of links, of which members or lines can be removed one by one. */
const LISTS_OF_LINKS = /^\/(?:api|\.well-known\/api-catalog)$/u;
const LINES_OF_LINKS = /^\/(?:llms\.txt|robots\.txt|sitemap\.xml|sitemaps\/.+)$/u;

/** Makes an answer of the service a file without links that only a service answers. */
export function makeDocumentStatic({ path, contentType, content }: UnstoredDocument, links: StaticLinks): Buffer {
  if (LINES_OF_LINKS.test(path)) return Buffer.from(dropLines(content.toString(), links));
  if (contentType.startsWith("text/markdown")) return Buffer.from(dropMarkdownLinks(content.toString(), links));
  if (LISTS_OF_LINKS.test(path)) {
    const document: unknown = JSON.parse(content.toString());
    return Buffer.from(JSON.stringify(dropLinks(document, links)));
  }
  if (path === "/api/openapi.json") {
    const document: ApiDocument = JSON.parse(content.toString());
    return Buffer.from(JSON.stringify(describeStaticApi(document, links)));
  }
  if (path.startsWith("/api/") && JSON_TYPE.test(contentType)) {
    const answer: unknown = JSON.parse(content.toString());
    return Buffer.from(JSON.stringify(dropDeadMembers(answer, links)));
  }
  return content;
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/u;

/** Matches requests and parameters in a text that only a service answers. */
const ASKS_SERVICE = /`(?:POST|PUT|PATCH|DELETE) \/|`\?\w+=/u;

/** Removes the lines of a text that name addresses that are not exported. */
function dropLines(text: string, links: StaticLinks): string {
  const url = new RegExp(`${RegExp.escape(links.baseUrl)}(/[^\\s<>()"'\`]*)?`, "gu");
  const isDead = (line: string): boolean =>
    ASKS_SERVICE.test(line) ||
    [...line.matchAll(url)].some(([, path = "/"]) => path.includes("?") || !links.has(path.replace(/[.,:;]+$/u, "")));
  return text
    .split("\n")
    .filter((line) => !isDead(line))
    .join("\n");
}

/** Replaces links of Markdown that lead to what is not exported by their words. */
function dropMarkdownLinks(text: string, links: StaticLinks): string {
  return text.replaceAll(/\[([^\]]*)\]\(([^()\s]+)\)/gu, (link, words: string, url: string) =>
    isDeadUrl(url, links) ? words : link,
  );
}

/** Removes URLs that are not exported from a value, and the objects whose `href` they are. */
function dropLinks(value: unknown, links: StaticLinks): unknown {
  if (typeof value === "string") return isDeadUrl(value, links) ? undefined : value;
  if (Array.isArray(value)) {
    const kept = value.map((item) => dropLinks(item, links)).filter((item) => item !== undefined);
    return kept.length === 0 && value.length > 0 ? undefined : kept;
  }
  if (!(value instanceof Object)) return value;
  if ("href" in value && isDeadUrl(value.href, links)) return undefined;
  const members = Object.entries(value).map(([name, member]) => [name, dropLinks(member, links)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
