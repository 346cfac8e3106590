import type { Page, PageRequest } from "../../ask/page.ts";
import { Problem, quote } from "../../problem.ts";
import { openSiteRequest } from "../../html/define-page.ts";
import { askDataset } from "../../html/frame.ts";
import { OEMBED_PATH } from "../../html/link-preview.ts";
import { embedTexts as texts } from "./texts.ts";
import { EMBEDS } from "../embeds.ts";
import type { Embed, EmbedContent } from "./embed.ts";
import { heightAt, frameMarkup } from "./embed-snippet.ts";
import { fillPath } from "../../ask/urls.ts";

/** Default and maximum width of a frame, in CSS pixels; a consumer may ask for less. */
const WIDTH = 600;

/**
 * Tells content systems how to show a page in a frame, as oEmbed 1.0 describes it (oembed.com).
 * Problems have the statuses that it names: 404 for a URL that is none of ours, 501 for a format.
 */
export const OEMBED: Page = {
  path: OEMBED_PATH,
  mediaType: "application/json",
  contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
  dependsOn: "releases",
  ignoresAccept: true,
  async answer(request) {
    const format = request.query.get("format") ?? "json";
    if (format !== "json") throw new Problem("not_implemented", `\`format\` is ${quote(format)}; expected json.`);
    const width = Math.min(WIDTH, readPixels(request, "maxwidth"));
    const found = await findEmbed(request);
    const height = Math.min(heightAt(found.content.height, width), readPixels(request, "maxheight"));
    const { title, publisher } = found.meta;
    const answer = {
      version: "1.0",
      type: "rich",
      title: texts.frameTitle(found.content.subject, title),
      author_name: publisher,
      provider_name: title,
      provider_url: `${request.baseUrl}/`,
      cache_age: CACHE_SECONDS,
      html: frameMarkup(found.src, texts.frameTitle(found.content.subject, title), String(width), height).toString(),
      width,
      height,
    };
    return { kind: "text", text: JSON.stringify(answer) };
  },
};

/** Lifetime in the caches of consumers: as long as pages may be kept. */
const CACHE_SECONDS = 300;

function readPixels({ query }: PageRequest, name: "maxwidth" | "maxheight"): number {
  const text = query.get(name);
  if (text === undefined) return Infinity;
  if (/^[1-9]\d{0,4}$/u.test(text)) return Number(text);
  throw new Problem("invalid_request", `\`${name}\` is ${quote(text)}; expected a number of pixels.`);
}

interface FoundEmbed {
  readonly content: EmbedContent;
  readonly meta: Awaited<ReturnType<typeof askDataset>>["meta"];
  /** The absolute URL of the frame. */
  readonly src: string;
}

/** Maximum number of redirects to a canonical name: names need one, those of a comparison two. */
const REDIRECTS_MAX = 3;

/** Finds the embed of the page, or the embed, with the URL of `url`. Throws `not_found`. */
async function findEmbed(request: PageRequest): Promise<FoundEmbed> {
  const sent = request.query.get("url");
  if (sent === undefined) throw new Problem("invalid_request", "`url` is missing; expected the URL of a page.");
  const base = new URL(request.baseUrl);
  const url = URL.canParse(sent) ? new URL(sent) : null;
  const root = base.pathname.replace(/\/$/u, "");
  if (url === null || url.host !== base.host || !url.pathname.startsWith(`${root}/`)) throw unknown(sent);
  const named = url.searchParams.get("release") ?? url.searchParams.get("as_of");
  const ask = named === null ? request.ask : request.askOf(named);
  const { meta } = await askDataset(ask);
  if (meta.is_draft) throw unknown(url.pathname);
  const chosenRelease = named === null ? null : meta.release;
  let query: ReadonlyMap<string, string> = new Map(url.searchParams);
  let path = url.pathname.slice(root.length);
  for (let step = 0; step <= REDIRECTS_MAX; step++) {
    const match = matchEmbed(path);
    if (match === null) throw unknown(sent);
    const own = Object.fromEntries(match.embed.query.map((name) => [name, query.get(name)]));
    const siteRequest = await openSiteRequest({ ...request, ask, chosenRelease, path: match.params, query });
    const content = await match.embed.render(siteRequest).catch((error: unknown) => {
      // To a consumer any problem with the URL means that there is nothing to show.
      throw error instanceof Problem && error.status < 500 ? new Problem("not_found", error.message) : error;
    });
    if (!("redirectTo" in content))
      return { content, meta, src: request.baseUrl + siteRequest.api(fillPath(match.embed.path, match.params), own) };
    path = content.redirectTo;
    query = new Map(Object.entries(content.query ?? {}).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  }
  throw unknown(sent);
}

function unknown(url: string): Problem {
  const detail = `${quote(url)} is no page of this site that can be embedded; expected a country, a company, a comparison, /rankings or /.`;
  return new Problem("not_found", detail);
}

/** Finds the embed with this path, or of the page with it. */
function matchEmbed(path: string): { embed: Embed; params: Readonly<Record<string, string>> } | null {
  for (const embed of EMBEDS) {
    const params = matchPath(embed.page, path) ?? matchPath(embed.path, path);
    if (params !== null) return { embed, params };
  }
  return null;
}

/** Returns the decoded segments of a path by the placeholders of a template; null if none fits. */
function matchPath(template: string, path: string): Readonly<Record<string, string>> | null {
  const pattern = new URLPattern({ pathname: template.replaceAll(/\{(\w+)\}/gu, ":$1") });
  const groups = pattern.exec({ pathname: path.replace(/(?<=.)\/$/u, "") })?.pathname.groups;
  if (groups === undefined) return null;
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text = ""]) => [name, decodeURIComponent(text)]));
  } catch {
    return null;
  }
}
