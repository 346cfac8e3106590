import { marked } from "../ask/mark.ts";
import { type Measures, measuresInWords, sentences } from "../ask/words.ts";
import { type Html, html } from "./html.ts";
import { isLegible } from "./pictures/legible.ts";
import { RASTERIZER } from "./pictures/rasterizer.ts";
import { type Link, urlTo } from "../ask/urls.ts";

/** The size of share pictures in pixels, which chats and networks ask for. */
export const [SHARE_WIDTH, SHARE_HEIGHT] = [1200, 630];

/** The path at which content systems learn how to show a page in a frame (oembed.com). */
export const OEMBED_PATH = "/oembed";

/** The texts and the picture that stand for a page where other sites link to it. */
export interface LinkedPage {
  /** The title of the window; that of the dataset follows. */
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
  readonly dataset: Measures & {
    readonly meta: { readonly title: string; readonly release: string; readonly mark: string | null };
  };
  readonly link: Link;
  /** The absolute URL of the page. */
  readonly url: string;
}

/** Renders the tags from which other sites preview a link (ogp.me) or turn it into a frame. */
export function describeForLinks(page: LinkedPage, site: LinkedSite): Html {
  const { picture, isEmbeddable } = page;
  const { dataset, link, url } = site;
  const { mark } = dataset.meta;
  const finding = marked(page.finding ?? page.title, mark);
  const description = marked(page.description, mark);
  const tags = [
    ["og:type", "website"],
    ["og:site_name", dataset.meta.title],
    ["og:title", finding],
    ["og:description", description],
    ["og:url", url],
  ].map(([property, content]) => html`<meta property="${property}" content="${content}">\n`);
  const isDrawn = RASTERIZER !== null && isLegible(finding);
  const image = picture !== undefined && isDrawn && describePicture(picture, finding, site);
  const frame = link(urlTo(OEMBED_PATH, { url }));
  const oembed =
    isEmbeddable &&
    frame !== "" &&
    html`<link rel="alternate" type="application/json+oembed" title="${finding}" href="${new URL(frame, url).href}">
`;
  return html`${tags}${image}<meta name="twitter:card" content="${image === false ? "summary" : "summary_large_image"}">
${oembed}`;
}

/**
 * Renders the tags of a picture. Its URL names the release, because chats cache a picture by its
 * URL. The alternative text says what the bands measure, too.
 */
function describePicture(picture: string, finding: string, { dataset, link, url }: LinkedSite): Html | false {
  const { pathname, searchParams } = new URL(picture, url);
  searchParams.set("release", dataset.meta.release);
  const found = link(`${pathname}?${searchParams.toString()}`);
  if (found === "") return false;
  const alternative = sentences(/[.!?]$/u.test(finding) ? finding : `${finding}.`, measuresInWords(dataset));
  return html`<meta property="og:image" content="${new URL(found, url).href}">
<meta property="og:image:width" content="${SHARE_WIDTH}">
<meta property="og:image:height" content="${SHARE_HEIGHT}">
<meta property="og:image:alt" content="${alternative}">
`;
}
