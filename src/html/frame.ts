import { licencePage } from "../topics/download/downloads.ts";
import { RELEASES_FEED_PATH } from "../topics/change/feed.ts";
import { pastDayOf } from "../topics/change/release-switches.ts";
import { licenceName } from "../ask/describe.ts";
import type { Ask, Dimension, PageSources, ReleaseStatus } from "../ask/page.ts";
import { getScale } from "../topics/release/get-scale.ts";
import { accentPath, renderLogo } from "./branding-links.ts";
import { chartPatterns } from "./charts/band-patterns.ts";
import { type Child, type Html, html, hyphenated } from "./html.ts";
import { type LinkedPage, describeForLinks } from "./link-preview.ts";
import { frameTexts } from "./texts/frame.ts";
import { type Link, linksOf, rootOf } from "../ask/urls.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

const POLICY = {
  "default-src": "'none'",
  "style-src": "'self'",
  "script-src": "'self'",
  "connect-src": "'self'",
  "img-src": "'self' data:",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
};

/** Pages load files and answers from the service they come from alone. */
export const PAGE_POLICY = Object.entries(POLICY)
  .map(([name, value]) => `${name} ${value}`)
  .join("; ");

/** The content of a page, apart from the frame that all pages share. */
export interface PageContent extends LinkedPage {
  /** The content of `main`. */
  readonly main: Html;
  /** This and the next stand before `main` and beside it, on pages in columns. */
  readonly above?: Html;
  readonly aside?: Html;
  /** Its path and query for links, without sort and cursor of a list; by default its path alone. */
  readonly address?: string;
  /** The path and query of the answer that the page shows. */
  readonly json?: string;
  /** The text that was searched for, which stays in the search field. */
  readonly query?: string;
  /** The path of the feed about the subject of the page. */
  readonly feed?: string;
  /** Files of `assets/` that the page needs apart from those of all pages. */
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
}

/** The publisher’s description of the data, with the scale and the pillars. */
export type Dataset = Awaited<ReturnType<typeof askDataset>>;

/** Asks for the dataset of every page; its scale knows the day of a release that was replaced. */
export async function askDataset(ask: Ask, status: ReleaseStatus = "current") {
  const dataset = await ask(getScale);
  const asOf = pastDayOf(status, dataset.meta.published_at);
  return { ...dataset, scale: { ...dataset.scale, bands: dataset.bands, asOf } };
}

/** The parts of the site that every page leads to, in the order the header shows them. */
export const NAVIGATION = [
  { section: "countries", path: "/rankings", text: "Countries", of: "country" },
  { section: "sectors", path: "/sectors", text: "Sectors", of: "sector" },
  { section: "companies", path: "/companies", text: "Companies" },
  { section: "compare", path: "/compare", text: "Compare", of: "country" },
  { section: "changes", path: "/changes", text: "Changes" },
  { section: "claims", path: "/claims", text: "Check a sentence" },
  { section: "data", path: "/data", text: "Data" },
  { section: "docs", path: "/docs", text: "Docs" },
] as const;

/** Returns true for a part that is not about a dimension that the data lack. */
export function isIn({ dimensions }: Pick<PageSources, "dimensions">) {
  return ({ of }: { path: string; of?: Dimension }) => of === undefined || dimensions.has(of);
}

/** A part of the site. */
export type Section = (typeof NAVIGATION)[number]["section"];

/** The place of a page in the site. */
export interface Place extends Pick<PageSources, "baseUrl" | "branding" | "dimensions" | "mode"> {
  readonly section: Section | null;
  readonly dataset: Dataset;
  /** The name of the release in links; its id by default. */
  readonly release?: string;
  /** The absolute URL by which others know the page; null for none. */
  readonly url: string | null;
  /** The release that a page shows, where it is another one than the current one; else null. */
  readonly otherRelease?: OtherRelease | null;
}

/** The status of a release that is not the current one, and the path of the page in that. */
interface OtherRelease {
  readonly releaseStatus: Exclude<ReleaseStatus, "current">;
  readonly currentPath: string;
}

/** Lays out a whole page. */
export function renderFrame(content: PageContent, place: Place): string {
  const { title, description, main, above, aside, json, feed, styles = [], scripts = [] } = content;
  const { branding, dataset, section, url } = place;
  const [root, link] = [rootOf(place), linksOf(place)];
  const asset = (name: string): string => `${root}/assets/${name}`;
  const answer = json === undefined ? "" : link(json);
  const isDocs = section === "docs";
  const page = html`<!doctype html>
<html lang="${frameTexts.language}">
<head>
<meta charset="utf-8">
<title>${title === dataset.meta.title ? title : `${title} · ${dataset.meta.title}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${dataset.meta.is_draft && html`<meta name="robots" content="noindex, nofollow">\n`}${url !== null && describeForLinks(content, { dataset, link, url })}${answer !== "" && html`<link rel="alternate" type="application/json" title="${frameTexts.asJson}" href="${answer}">\n`}<link rel="alternate" type="application/ld+json" title="The dataset (schema.org)" href="${root}/api/v2/dataset.jsonld">
${feed !== undefined && feedLink(link(feed), title)}${feedLink(link(RELEASES_FEED_PATH), frameTexts.releases)}<link rel="icon" type="image/svg+xml" href="${asset("icon.svg")}">
${["frame.css", isDocs ? "docs.css" : "data.css", ...styles].map((name) => html`<link rel="stylesheet" href="${asset(name)}">\n`)}${branding.accent !== null && html`<link rel="stylesheet" href="${root}${accentPath(branding.accent)}">\n`}${place.mode === "live" && !scripts.includes(SEARCH_SCRIPT) && html`<script src="${asset("suggest.js")}" defer></script>\n`}${scripts.map((name) => html`<script src="${asset(name)}" defer></script>\n`)}</head>
<body>
<a class="skip" href="#content">${frameTexts.skip}</a>
${renderHeader(place, content.query)}
${renderNotice(place)}
${isDocs ? renderColumns(main, above, aside) : html`<main id="content" class="wide" tabindex="-1">\n${main}\n</main>`}
${renderFooter(place, link)}
${chartPatterns(dataset.bands)}
</body>
</html>
`;
  return page.toString();
}

/** Pages with this script answer the text in the search field themselves. */
const SEARCH_SCRIPT = "search.js";

/** Renders the link by which feed readers find a feed from a page. */
function feedLink(href: string, name: string): Html {
  return html`<link rel="alternate" type="application/atom+xml" title="${frameTexts.newsOf(name)}" href="${href}">\n`;
}

function renderColumns(main: Html, above: Child, aside: Child): Html {
  return html`<div class="columns wide">
${above}
<main id="content" tabindex="-1">
${main}
</main>
${aside}
</div>`;
}

/** Renders the header. On a phone, its button opens the navigation, which others always see. */
function renderHeader(place: Place, query: string | undefined): Html {
  const { section, dataset, branding, release: name } = place;
  const [root, link] = [rootOf(place), linksOf(place)];
  const { title, publisher } = dataset.meta;
  const release = name ?? dataset.meta.release;
  const links = NAVIGATION.filter(isIn(place)).map(
    ({ section: own, path, text }) =>
      link(path) !== "" &&
      html`<li><a href="${link(path)}"${own === section && html` aria-current="true"`}>${text}</a></li>`,
  );
  return html`<header class="top">
<div class="wide">
<a class="name" href="${root}/">${renderLogo(branding, { root, release, publisher })}<span>${hyphenated(title)}</span></a>
<button type="button" class="menu quiet" popovertarget="menu">${frameTexts.menu}</button>
<nav id="menu" popover aria-label="${frameTexts.mainNavigation}"><ul>${links}</ul></nav>
<form class="find" role="search" action="${root}/search">
<label class="hidden" for="find">${frameTexts.search}</label>
<input id="find" type="search" name="q"${query !== undefined && html` value="${query}"`} maxlength="200" placeholder="${frameTexts.searchHint}">
<button type="submit" class="quiet" aria-label="${frameTexts.search}">${LENS}</button>
</form>
</div>
</header>`;
}

const LENS = html`<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m12.5 12.5 5 5"/></svg>`;

/** Renders the publisher's notice, which belongs to every figure, and marks older data. */
function renderNotice({ dataset, otherRelease = null }: Place): Html {
  const { notice, release, completeness, errata, published_at: day } = dataset.meta;
  const [, lead = "", rest = notice] = /^([^.:]{1,40}[.:])(.+)$/su.exec(notice ?? "") ?? [];
  const other =
    otherRelease !== null &&
    html`<p class="wide"><strong>${frameTexts.releaseStatus[otherRelease.releaseStatus]}</strong> ${frameTexts.allOf(day, release)} <a href="${otherRelease.currentPath}">${frameTexts.toCurrent}</a></p>\n`;
  const corrections = errata.map(
    ({ at, text }) => html`<p class="wide"><strong>${frameTexts.correction(at)}</strong> ${text}</p>\n`,
  );
  if (notice === null && completeness === null && other === false && errata.length === 0) return html``;
  return html`<section class="notice" aria-label="${frameTexts.notice}">
${corrections}${notice !== null && html`<p class="wide"><strong>${lead}</strong>${rest}</p>\n`}${completeness !== null && html`<p class="wide">${completeness}</p>\n`}${other}
</section>`;
}

function renderFooter({ dataset }: Place, link: Link): Html {
  const { publisher, license, release, homepage } = dataset.meta;
  const links: Child[] = [
    homepage === null ? publisher : html`<a href="${homepage}">${publisher}</a>`,
    html`<a href="${licencePage(license)}" rel="license">${licenceName(license)}</a>`,
    frameTexts.release(release),
    ...frameTexts.footer.flatMap(([path, text]) =>
      link(path) === "" ? [] : html`<a href="${link(path)}">${text}</a>`,
    ),
    html`${frameTexts.borders} <a href="https://www.openstreetmap.org/copyright">${frameTexts.bordersBy}</a>`,
  ];
  return html`<footer>
<ul class="wide">
${links.map((each) => html`<li>${each}</li>\n`)}</ul>
</footer>`;
}
