import { readFileSync } from "node:fs";
import path from "node:path";
import { BASE_URL, type Exported } from "./exported.ts";

/** What a browser narrows the list of companies by. */
const NARROWS = /^\/companies\?(?:(?:country|sector|band)=[\w-]+&?)+$/u;

/** What only a service has. */
const OF_A_SERVICE = /\/mcp\b|sign-up|dashboard|portfolio|geocoding|webhook|API key|RateLimit|rate_limited|POST/u;

/** A form that only a service answers. */
const FORM_OF_SERVICE = /<form(?![^>]* action="\/(?:search|companies)")[^>]*>/u;

/** What was followed, and what is wrong with it. */
export interface Followed {
  readonly count: number;
  readonly wrong: readonly string[];
}

/** Follows every link from the start page on: each leads somewhere, and none has parameters. */
export async function followLinks(origin: string): Promise<Followed> {
  const waiting = ["/"];
  const seen = new Set(waiting);
  const wrong: string[] = [];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const response = await fetch(origin + address);
    if (response.status !== 200) wrong.push(`${address} answers ${response.status}`);
    const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
    const page = isPage ? await response.text() : "";
    const form = FORM_OF_SERVICE.exec(page)?.[0];
    if (form !== undefined) wrong.push(`${address} has ${form}`);
    for (const link of listLinks(page)) {
      if (link.includes("?") && !NARROWS.test(link)) wrong.push(`${address} links ${link}`);
      if (seen.has(link)) continue;
      seen.add(link);
      waiting.push(link);
    }
    if (!isPage) await response.body?.cancel();
  }
  return { count: seen.size, wrong };
}

/** Asks for every address that an answer of the API in JSON names. */
export async function followAnswers(origin: string, { folder, files }: Exported): Promise<Followed> {
  const asked = new Set<string>();
  const wrong: string[] = [];
  for (const file of files.filter((name) => /^api\/v\d\/.*\.(?:json|jsonld)$/u.test(name))) {
    const text = readFileSync(path.join(folder, file), "utf8");
    for (const url of listUrls(text)) {
      // It names the API itself, of which nothing is exported under this path.
      if (asked.has(url) || url === `${BASE_URL}/api/v2`) continue;
      asked.add(url);
      const { status } = await fetch(url.replace(BASE_URL, origin), { method: "HEAD" });
      if (status !== 200) wrong.push(`${file} names ${url}, which answers ${status}`);
    }
  }
  return { count: asked.size, wrong };
}

/** Asks for every address that texts for programs name; they name nothing of a service. */
export async function followTexts(origin: string, { folder, files }: Exported): Promise<Followed> {
  const lists = ["llms.txt", "robots.txt", "sitemap.xml", "api.json", "export.json", "api/openapi.json"];
  const asked = new Set<string>();
  const wrong: string[] = [];
  for (const file of [...lists, ".well-known/api-catalog", ...files.filter((name) => name.startsWith("feeds/"))]) {
    const text = readFileSync(path.join(folder, file), "utf8");
    for (const url of listUrls(text)) {
      // The root of the API.
      if (file === "api/openapi.json" && url.endsWith("/api/v2")) continue;
      if (asked.has(url)) continue;
      asked.add(url);
      const { status } = await fetch(url.replace(BASE_URL, origin), { method: "HEAD" });
      if (status !== 200) wrong.push(`${file} names ${url}, which answers ${status}`);
    }
    if (file === "export.json") continue;
    const named = OF_A_SERVICE.exec(text);
    if (named !== null) wrong.push(`${file} names ${text.slice(Math.max(0, named.index - 40), named.index + 60)}`);
  }
  return { count: asked.size, wrong };
}

/** The URLs of the export in a text, without their fragments; templates are none. */
function listUrls(text: string): Set<string> {
  const found = text.matchAll(new RegExp(`${RegExp.escape(BASE_URL)}[^\\s<>()"'\`\\\\#|}]*`, "gu"));
  const urls = [...found].map(([url]) => url.replace(/[.,:;]+$/u, "").replaceAll("&amp;", "&"));
  return new Set(urls.filter((url) => !url.includes("{")));
}

/** The paths and queries of the export that a page refers to. */
function listLinks(page: string): string[] {
  return [...page.matchAll(/ (?:href|src|srcset)="([^"]*)"/gu)].flatMap(([, url = ""]) => {
    const decoded = url.replaceAll("&amp;", "&");
    const local = decoded.startsWith(BASE_URL) ? decoded.slice(BASE_URL.length) : decoded;
    return local.startsWith("/") ? [local.split("#", 1)[0]!] : [];
  });
}
