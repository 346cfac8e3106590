import { READERS_PAGES } from "../ask/urls.ts";
import { type Child, type Html, html, sentence } from "./html.ts";
import { RASTERIZER } from "./pictures/rasterizer.ts";
import type { SiteRequest } from "./site-request.ts";

/** The subject of a page, where it is about one thing. */
interface PageSubject {
  /** Its name in the citation: `France`. */
  readonly name?: string;
  /** Its id for the check of claims: `country:france`. */
  readonly claim?: string;
  /** The slug of the country whose news readers follow; news of releases by default. */
  readonly country?: string;
}

/** Renders the row of links below a headline. The button needs `copy.js`. */
export function pageExits(request: SiteRequest, { name, claim, country }: PageSubject = {}): Html {
  const link = (path: string, text: string, query: Readonly<Record<string, string | undefined>> = {}): Child => {
    const href = request.href(path, query);
    return href !== "" && html`<li><a href="${href}">${text}</a></li>\n`;
  };
  // A draft is not to be cited or followed.
  const isDraft = request.dataset.meta.is_draft;
  return html`<ul class="exits of-page">
${link(READERS_PAGES.howToRead, texts.read)}${link(READERS_PAGES.claims, texts.check, { subject: claim })}${
    !isDraft &&
    html`<li class="copies"><button type="button" class="link" data-copy="citation" data-copied="${texts.copied}" hidden>${texts.copy}</button></li>
${link(READERS_PAGES.follow, texts.follow, { country, release: undefined })}`
  }${link("/data", texts.data)}</ul>
<p class="sub" id="citation" hidden>${sentence(pageCitation(request, name))}</p>
`;
}

/** Returns the citation of the release that a page shows, or of one thing in it. */
export function pageCitation({ dataset }: Pick<SiteRequest, "dataset">, name?: string): string {
  const { citation, release } = dataset.meta;
  return name === undefined ? citation : citation.replace(` (${release})`, `, ${name} (${release})`);
}

/** A chart that can be downloaded as a picture. */
interface PicturedChart {
  /** Its path below `/pictures`, without extension: `/countries/france/pillars`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Its name, for those who hear the links. */
  readonly name: string;
}

/** Renders the row of links below a chart: its picture, and how to read it. */
export function chartExits(request: SiteRequest, { path, query = {}, name }: PicturedChart): Html {
  const file = path.slice(1).replaceAll("/", "-");
  const picture = (format: "png" | "svg", text: string, scale?: string): Html =>
    html` <a href="${request.href(`/pictures${path}.${format}`, { ...query, scale })}" download="${file}${scale === undefined ? "" : `-${scale}x`}.${format}">${text}<span class="hidden"> – ${name}</span></a>`;
  const raster: Child = RASTERIZER !== null && html`${picture("png", texts.png)}${picture("png", texts.large, "2")}`;
  return html`<ul class="exits">
${
  // Pictures are for other places, where a draft is not to be shown.
  request.mode === "live" &&
  !request.dataset.meta.is_draft &&
  html`<li>${texts.picture}${raster}${picture("svg", texts.svg)}</li>
`
}<li><a href="${request.href(READERS_PAGES.howToRead)}">${texts.read}</a></li>
</ul>
`;
}

/** Texts of the links below headlines and charts, in English. */
const texts = {
  read: "How to read this",
  check: "Check a sentence",
  copy: "Copy citation",
  copied: "Citation copied",
  follow: "Follow",
  data: "Download the data",
  picture: "Download picture:",
  png: "PNG",
  large: "PNG 2×",
  svg: "SVG",
} as const;
