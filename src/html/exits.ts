import { capitalized, dayInWords } from "../ask/grammar.ts";
import { marked } from "../ask/mark.ts";
import { READERS_PAGES } from "../ask/urls.ts";
import { type Child, type Html, html, sentence } from "./html.ts";
import { isLegible } from "./pictures/legible.ts";
import { RASTERIZER } from "./pictures/rasterizer.ts";
import type { SiteRequest } from "./site-request.ts";

/** What a reader takes along from a page and from a chart. The buttons need `copy.js`. */

/** The subject of a page, where it is about one thing. */
interface PageSubject {
  /** Its name in the citation: `France`. */
  readonly name?: string;
  /** Its id for the check of claims: `country:france`. */
  readonly claim?: string;
  /** The slug of the country whose news readers follow; news of releases by default. */
  readonly country?: string;
}

/** Renders the line above a headline: where the page stands, and its tools. */
export function pageTop(request: SiteRequest, crumb: Child, { name, claim, country }: PageSubject = {}): Html {
  const link = (path: string, text: Child, query: Readonly<Record<string, string | undefined>>): Child => {
    const href = request.href(path, query);
    return href !== "" && html`<li><a href="${href}">${text}</a></li>\n`;
  };
  const check = html`${texts.check}<span class="hidden"> ${sentence(texts.sentence(name))}</span>`;
  // A draft is not to be cited or followed.
  const isDraft = request.dataset.meta.is_draft;
  return html`<div class="crumb">
<p>${crumb}</p>
<ul class="tools">
${link(READERS_PAGES.claims, check, { subject: claim })}${
    !isDraft &&
    html`<li><details><summary>${texts.cite}</summary>
<div><p id="citation">${sentence(pageCitation(request, name))}</p>
<p class="buttons">${copyButton("citation", texts.copyCitation, texts.copied)}<a href="${request.href("/docs/embeds")}#citation-and-licence">${texts.citeMore}</a></p></div></details></li>
${link(READERS_PAGES.follow, texts.follow, { country, release: undefined })}`
  }</ul>
</div>
`;
}

function copyButton(id: string, text: string, done: string): Html {
  return html`<button type="button" class="link" data-copy="${id}" data-copied="${done}" hidden>${text}</button> `;
}

/** Returns the citation of the release that a page shows, or of one thing in it. */
export function pageCitation({ dataset }: Pick<SiteRequest, "dataset">, name?: string): string {
  const { citation, release } = dataset.meta;
  return name === undefined ? citation : citation.replace(` (${release})`, `, ${name} (${release})`);
}

/** A chart that readers take to another place. */
export interface SharedChart {
  /** What it shows, as a sentence without a full stop, or its name. */
  readonly finding: string;
  /** The id of its heading. */
  readonly anchor: string;
  /**
   * Its path below `/pictures`, without extension, if there is one: `/sectors/banks/pillars`. It is
   * not offered where its fonts lack letters of the finding.
   */
  readonly picture?: string;
  /** The query of the picture and of the page. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The markup of its frame for other sites. */
  readonly embed?: Html;
}

/** Renders the line under a chart: its note, the release, and how to share it, unless null. */
export function chartFoot(request: SiteRequest, note: Child, chart: SharedChart | null): Html {
  const { published_at: at, is_draft: isDraft } = request.dataset.meta;
  const release = texts.release(dayInWords(at));
  const hasNote = note !== null && note !== false && note !== undefined;
  // A draft is not to be shown elsewhere.
  return html`<div class="chart-foot">
<p class="foot">${hasNote ? html`${note} · ${release}` : capitalized(release)}</p>
${chart !== null && !isDraft && shareChart(request, chart)}</div>
`;
}

function shareChart(request: SiteRequest, { finding, anchor, picture, query = {}, embed }: SharedChart): Html {
  const { release, mark } = request.dataset.meta;
  const file = (picture ?? "").slice(1).replaceAll("/", "-");
  const save = (format: "png" | "svg", text: string, scale?: string): Html =>
    html` <a href="${request.href(`/pictures${picture}.${format}`, { ...query, scale })}" download="${file}${scale === undefined ? "" : `-${scale}x`}.${format}">${text}</a>`;
  const raster: Child = RASTERIZER !== null && html`${save("png", texts.png)}${save("png", texts.large, "2")}`;
  const [found, cited] = [`share-${anchor}`, `cite-${anchor}`];
  const href = `${request.baseUrl}${request.api(request.url, { ...query, release })}#${anchor}`;
  return html`<details class="share"><summary>${texts.share}</summary>
${picture !== undefined && request.mode === "live" && isLegible(finding) && html`<p>${texts.picture}${raster}${save("svg", texts.svg)}</p>\n`}<p id="${found}">${sentence(marked(`${finding}.`, mark))} ${href} <span id="${cited}">${sentence(pageCitation(request))}</span></p>
<p class="buttons">${copyButton(found, texts.copyFinding, texts.copiedFinding)}${copyButton(cited, texts.copyCitation, texts.copied)}</p>
${embed}</details>
`;
}

/** The English texts of what readers take along. */
const texts = {
  check: "Check",
  sentence: (name: string | undefined): string => (name === undefined ? "a sentence" : `a sentence about ${name}`),
  cite: "Cite",
  citeMore: "BibTeX and other forms",
  follow: "Follow",
  share: "⤓ Share this chart",
  picture: "Picture:",
  png: "PNG",
  large: "PNG 2×",
  svg: "SVG",
  copyFinding: "Share this finding",
  copiedFinding: "Finding copied",
  copyCitation: "Copy citation",
  copied: "Citation copied",
  release: (day: string): string => `release of ${day}`,
} as const;
