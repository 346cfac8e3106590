import { LIST_PATH } from "./browser-list.ts";

/** The paths that a page of an export may refer to. */
export interface StaticLinks {
  /** The public origin, without a slash at the end. */
  readonly baseUrl: string;
  /** The beginning of its paths: empty unless it has a path of its own. */
  readonly root: string;
  /** The id of the release that is exported. */
  readonly release: string;
  /** Returns true if the export has a path, given without the root of the site. */
  readonly has: (path: string) => boolean;
}

/** The script of the search, and the one that searches in the browser instead. */
const [ASKS_SERVICE, SEARCHES_ITSELF] = ["/assets/search.js", "/assets/search-in-browser.js"];

/** The browser narrows the list of this page. */
const LIST_PAGE = "/companies";
const WITHOUT_SCRIPT =
  "These are the first of all companies. A browser with JavaScript can narrow, sort and continue the list.";
/** This replaces the form, if the list is too long for a browser. */
const WITHOUT_LIST = (root: string): string =>
  `<p class="detail">These are the first of all companies. <a href="${root}/search">Search</a> finds the others by ` +
  `name, the <a href="${root}/api/v2/companies.csv">CSV file</a> has all.</p>`;
const LIST_FILTERS: ReadonlySet<string> = new Set(["country", "sector", "band"]);

/** Elements without an end tag. */
const VOID: ReadonlySet<string> = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Matches comments, scripts and style sheets as a whole; tags; texts. */
const TOKENS =
  /<!--.*?-->|<(script|style|textarea)\b(?:"[^"]*"|[^">])*>.*?<\/\1>|<\/?[a-zA-Z](?:"[^"]*"|[^">])*>|<![^>]*>|[^<]+|</gsu;

/** An element whose end tag has not come yet. */
interface OpenElement {
  readonly name: string;
  /** Its first index in the output. */
  readonly start: number;
  /** Its content and its tags are removed. */
  readonly isRemoved: boolean;
  /** Its content stays without its tags. */
  readonly isUnwrapped: boolean;
  /** The markup that replaces it where it is removed. */
  readonly instead: string;
  /** A link was unwrapped in it. */
  hasUnwrapped: boolean;
  /** It has a text or a picture outside of such links. */
  hasOther: boolean;
  /** A term was removed, so its descriptions are removed, too. */
  hasLostTerm: boolean;
}

/** Elements that are removed where a removed link is all they hold. */
const OF_ONE_LINK: ReadonlySet<string> = new Set(["li", "p", "dt"]);

/**
 * Makes a page of the service one of a static site: without forms and parts that need the service
 * (`data-live`), and with no link to what is not exported. The text of such a link stays, unless it
 * is all there is of an item of a list. Pages are well-formed: each element has its end tag.
 */
export function makeStatic(page: string, links: StaticLinks): string {
  const output: string[] = [];
  const open: OpenElement[] = [];
  for (const [token, raw] of page.matchAll(TOKENS)) {
    const name = raw === undefined ? /^<\/?([a-zA-Z][\w-]*)/u.exec(token)?.[1]?.toLowerCase() : undefined;
    const parent = open.at(-1);
    if (raw === "script" && / data-live[ >=]/u.test(token)) continue;
    if (name === undefined) {
      output.push(raw === "script" ? token.replace(ASKS_SERVICE, SEARCHES_ITSELF) : token);
      if (parent !== undefined && !parent.isUnwrapped && /\S/u.test(token)) parent.hasOther = true;
    } else if (token.startsWith("</")) endElement(token, open, output);
    else if (VOID.has(name) || token.endsWith("/>")) {
      if (!isDead(name, token, links)) output.push(rewriteLinks(token, links));
      if (name === "img" && parent !== undefined) parent.hasOther = true;
    } else {
      const isUnwrapped = name === "a" && isDead(name, token, links);
      const isRemoved = isUnwrapped
        ? / (?:rel="next"|class="button[ "])/u.test(token)
        : isLive(name, token, parent, links);
      if (name === "dd" && parent !== undefined) parent.hasLostTerm = false;
      open.push({
        name,
        start: output.length,
        isRemoved,
        isUnwrapped,
        instead: name === "form" && actionOf(token, links) === LIST_PAGE ? WITHOUT_LIST(links.root) : "",
        hasUnwrapped: false,
        hasOther: false,
        hasLostTerm: false,
      });
      if (!isUnwrapped) output.push(beginElement(name, token, links));
    }
  }
  return output.join("");
}

function endElement(token: string, open: OpenElement[], output: string[]): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (element === undefined) throw new Error(`a page has ${token} without its beginning`);
  const { name, start, isRemoved, isUnwrapped, hasUnwrapped, hasOther, instead } = element;
  const isOfOneLink = OF_ONE_LINK.has(name) && hasUnwrapped && !hasOther;
  if (isRemoved || isOfOneLink) {
    output.length = start;
    if (instead !== "") output.push(instead);
    if (name === "dt" && parent !== undefined) parent.hasLostTerm = true;
    if (isUnwrapped && parent !== undefined) parent.hasUnwrapped = true;
    return;
  }
  if (!isUnwrapped) output.push(token);
  if (parent === undefined) return;
  if (isUnwrapped || hasUnwrapped) parent.hasUnwrapped = true;
  if (hasOther && !isUnwrapped) parent.hasOther = true;
}

const LINKING = /( (?:href|src|content)=")([^"]*)"/u;

/** Returns true if an element needs the service. */
function isLive(name: string, tag: string, parent: OpenElement | undefined, links: StaticLinks): boolean {
  if (/ data-live[ >=]/u.test(tag)) return true;
  if (name === "dd") return parent?.hasLostTerm === true;
  if (name !== "form") return false;
  const action = actionOf(tag, links);
  return action !== "/search" && !(action === LIST_PAGE && links.has(LIST_PATH));
}

/** Writes a tag with links to files. The script that answers the form of the list shows it. */
function beginElement(name: string, tag: string, links: StaticLinks): string {
  if (name !== "form" || actionOf(tag, links) !== LIST_PAGE) return rewriteLinks(tag, links);
  const script = `${links.root}/assets/list-in-browser.js`;
  return `<noscript><p class="detail">${WITHOUT_SCRIPT}</p></noscript>
<script src="${script}" defer></script>
${tag.replace("<form", "<form hidden")}`;
}

/** Returns true if a tag refers to something of the site that is not exported. */
function isDead(name: string, tag: string, links: StaticLinks): boolean {
  if (!["a", "link", "meta"].includes(name)) return false;
  const target = targetOf(tag, links);
  return target !== null && !(links.has(target.path) && (target.query === "" || isNarrowed(target, links)));
}

/** Returns true if the browser narrows the list of companies by this query. */
function isNarrowed({ path, query }: Target, { has }: StaticLinks): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return path === LIST_PAGE && has(LIST_PATH) && names.every((name) => LIST_FILTERS.has(name));
}

function actionOf(tag: string, { root }: StaticLinks): string {
  return / action="([^"]*)"/u.exec(tag)?.[1]?.slice(root.length) ?? "";
}

/** Replaces the query of a link to the exported release, or to a format of it, by an extension. */
function rewriteLinks(tag: string, links: StaticLinks): string {
  if (!/\b(?:release|format)=/u.test(tag)) return tag;
  const target = targetOf(tag, links);
  if (target === null || target.query !== "" || !links.has(target.path)) return tag;
  const extension = target.format === null ? "" : `.${target.format}`;
  return tag.replace(LINKING, (_, before: string, url: string) => `${before}${url.replace(/\?[^#]*/u, extension)}"`);
}

interface Target {
  /** The path without the root of the site, with the extension of the chosen format. */
  readonly path: string;
  readonly format: string | null;
  /** The query without the exported release and the format. */
  readonly query: string;
}

/** Returns the part of the site that a tag refers to; null where it does not. */
function targetOf(tag: string, { baseUrl, root, release }: StaticLinks): Target | null {
  const url = LINKING.exec(tag)?.[2]?.replaceAll("&amp;", "&");
  if (url === undefined) return null;
  const isAbsolute = url === baseUrl || url.startsWith(`${baseUrl}/`);
  const local = isAbsolute ? root + url.slice(baseUrl.length) : url;
  if (!local.startsWith("/") || local.startsWith("//")) return null;
  if (!local.startsWith(`${root}/`) && local !== root) return null;
  const [withQuery = ""] = local.slice(root.length).split("#", 1);
  const [path = "", query = ""] = withQuery.split("?", 2);
  const parts = query.split("&").filter((part) => part !== "" && part !== `release=${release}`);
  const format = parts.find((part) => part.startsWith("format="))?.slice("format=".length) ?? null;
  const rest = parts.filter((part) => !part.startsWith("format="));
  const file = format === null ? path : `${path}.${format}`;
  return { path: file === "" ? "/" : file, format, query: rest.join("&") };
}
