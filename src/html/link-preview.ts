import { type Html, html } from "./html.ts";
import { RASTERIZER } from "./pictures/rasterizer.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "./pictures/share-size.ts";

/** Where a content system learns how to show a page in a frame (oembed.com). */
export const OEMBED_PATH = "/oembed";

/** What links to a page say of it elsewhere. */
export interface LinkedPage {
  /** Of the window; the title of the dataset follows. */
  readonly title: string;
  /** Its headline; the title without it. */
  readonly finding?: string;
  /** One sentence, also for lists of search results. */
  readonly description: string;
  /** The path and query of a picture of it (`pictures/share-pages.ts`). */
  readonly picture?: string;
  /** Other sites can show a part of it in a frame. */
  readonly isEmbeddable?: true;
}

/** The site that the page belongs to. */
interface LinkedSite {
  readonly dataset: { readonly meta: { readonly title: string; readonly release: string } };
  /** See `rootOf`. */
  readonly root: string;
  /** The absolute URL of the page. */
  readonly url: string;
}

/**
 * What other sites show of a link to a page (ogp.me), and how content systems turn the link into a
 * frame.
 */
export function describeForLinks(page: LinkedPage, site: LinkedSite): Html {
  const { title, finding = title, description, picture, isEmbeddable } = page;
  const { dataset, root, url } = site;
  const tags = [
    ["og:type", "website"],
    ["og:site_name", dataset.meta.title],
    ["og:title", finding],
    ["og:description", description],
    ["og:url", url],
  ].map(([property, content]) => html`<meta property="${property}" content="${content}">\n`);
  const image = picture !== undefined && RASTERIZER !== null && describePicture(picture, finding, site);
  const oembed =
    isEmbeddable &&
    html`<link rel="alternate" type="application/json+oembed" title="${finding}" href="${oembedUrl(url, root, "json")}">
<link rel="alternate" type="text/xml+oembed" title="${finding}" href="${oembedUrl(url, root, "xml")}">
`;
  return html`${tags}${image}<meta name="twitter:card" content="${image === false ? "summary" : "summary_large_image"}">
${oembed}`;
}

/** Of the release that is shown, because chats keep a picture for as long as its URL stays. */
function describePicture(picture: string, finding: string, { dataset, root, url }: LinkedSite): Html {
  const found = new URL(root + picture, url);
  found.searchParams.set("release", dataset.meta.release);
  return html`<meta property="og:image" content="${found.href}">
<meta property="og:image:width" content="${SHARE_WIDTH}">
<meta property="og:image:height" content="${SHARE_HEIGHT}">
<meta property="og:image:alt" content="${finding}">
`;
}

/** Absolute, because not every content system resolves it. */
function oembedUrl(url: string, root: string, format: "json" | "xml"): string {
  const found = new URL(root + OEMBED_PATH, url);
  found.search = new URLSearchParams({ url, format }).toString();
  return found.href;
}
